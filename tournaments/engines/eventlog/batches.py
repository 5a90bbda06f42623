"""What travels: lines from a position on, with what their pieces say now."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.engines.eventlog.kinds import PieceKind
from tournaments.engines.eventlog.lines import GONE, LONGEST_KEY, THERE, LogLine, canonical
from tournaments.engines.eventlog.refusing import LogDamaged

FORMAT = "stammtisch-log"
VERSION = 1
MOST_LINES = 500  # in one batch, unless somebody asks for fewer
LARGEST = 2**31 - 1  # number that a database keeps


@dataclass(frozen=True, slots=True)
class LogBatch:
    """Lines of the log of one event after a position.

    With `more`, others follow: a reader collects them until there are no more, and applies them together.
    """

    event: str  # its uid
    epoch: int
    authority: str  # the uid of the installation that leads
    head: int
    head_hash: str
    lines: tuple[LogLine, ...]
    bodies: Mapping[str, Mapping[str, Any]]  # by "kind/key", as they are now
    more: bool = False

    def to_json(self) -> dict[str, Any]:
        """As it travels, with a sum of all of it."""
        raw = {
            "format": FORMAT,
            "version": VERSION,
            "event": self.event,
            "epoch": self.epoch,
            "authority": self.authority,
            "head": self.head,
            "head_hash": self.head_hash,
            "lines": [
                [line.pos, line.at, line.epoch, line.kind.value, line.key, line.what, line.digest, line.hash]
                for line in self.lines
            ],
            "bodies": dict(self.bodies),
            "more": self.more,
        }
        return {**raw, "sum": _sum_of(raw)}

    @classmethod
    def from_json(cls, raw: object) -> LogBatch:
        """As it has arrived; raises LogDamaged for anything else."""
        try:
            return cls._read(raw)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise LogDamaged(f"no batch: {type(error).__name__}") from error

    @classmethod
    def _read(cls, raw: Any) -> LogBatch:
        if raw["format"] != FORMAT or raw["version"] != VERSION:
            raise ValueError("format")
        if raw["sum"] != _sum_of({name: value for name, value in raw.items() if name != "sum"}):
            raise ValueError("sum")
        if not all(isinstance(body, dict) for body in raw["bodies"].values()):
            raise ValueError("bodies")
        return cls(
            event=_text(raw["event"], 36),
            epoch=_number(raw["epoch"], 1),
            authority=_text(raw["authority"], 36),
            head=_number(raw["head"], 0),
            head_hash=_text(raw["head_hash"], 64),
            lines=tuple(_line(line) for line in raw["lines"]),
            bodies=raw["bodies"],
            more=raw["more"] is True,
        )


def _line(raw: Any) -> LogLine:
    pos, at, epoch, kind, key, what, digest, hash_ = raw
    if what not in (THERE, GONE):
        raise ValueError("what")
    return LogLine(
        _number(pos, 1),
        _text(at, 40),
        _number(epoch, 1),
        PieceKind(kind),
        _text(key, LONGEST_KEY),
        what,
        _text(digest, 64),
        _text(hash_, 64),
    )


def _number(value: Any, least: int) -> int:
    if type(value) is not int or not least <= value <= LARGEST:
        raise ValueError(value)
    return value


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest or "\0" in value:
        raise ValueError("text")
    return value


def _sum_of(raw: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(raw)).hexdigest()
