"""How the mirror is written down: files of lines, `hash TAB JSON`, numbered, each naming the hash before
it.

A file begins with a head: which installation and epoch, after which line, with which tables. Then come
changes, and here and there a mark that says what the database was like, by which a later reader sees whether
something was changed past the mirror (by a command while the server did not run, say).
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMAT = 1
NAME = re.compile(r"mirror-(\d{12})-[0-9a-f]{8}\.jsonl")
START = "0" * 64  # the hash before the first line
COUNTED = (
    "tournaments_entry",
    "tournaments_notice",
    "tournaments_sitting",
    "tournaments_event",
    "tournaments_round",
    "tournaments_entrant",
    "tournaments_player",
)


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the mirror: how many lines there have been, and the hash of the last one."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class SegmentHead:
    """What a file of the mirror begins with."""

    installation: str
    epoch: str
    after: Position
    steps: tuple[str, ...]
    columns: dict[str, tuple[str, ...]]
    version: str

    @property
    def line(self) -> bytes:
        """As it is written."""
        facts = {
            "format": FORMAT,
            "installation": self.installation,
            "epoch": self.epoch,
            "after": [self.after.number, self.after.hash],
            "steps": self.steps,
            "columns": self.columns,
            "version": self.version,
        }
        return sealed(json.dumps(facts, ensure_ascii=False).encode())[1]


@dataclass(frozen=True, slots=True)
class MirrorLine:
    """One line that was read and is what was written."""

    number: int
    before: str
    hash: str
    at: str
    changes: Sequence[Sequence[Any]]  # what, table, key, row
    mark: str  # "": no mark


def sealed(text: bytes) -> tuple[str, bytes]:
    """The hash of a line, and the whole line."""
    digest = hashlib.sha256(text).hexdigest()
    return digest, digest.encode() + b"\t" + text + b"\n"


def changes_line(
    position: Position, at: str, rows: Sequence[tuple[str, str, Any, str | None]]
) -> tuple[Position, bytes]:
    """What one transaction changed. The rows come as JSON from the database and are not read on the way."""
    changes = ",".join(
        f'["{what}","{name}",{json.dumps(pk)},{row or "null"}]' for what, name, pk, row in rows
    )
    return _next(position, f'"at":"{at}","changes":[{changes}]')


def mark_line(position: Position, at: str, mark: str) -> tuple[Position, bytes]:
    """What the database was like at this place."""
    return _next(position, f'"at":"{at}","mark":"{mark}"')


def _next(position: Position, rest: str) -> tuple[Position, bytes]:
    number = position.number + 1
    digest, line = sealed(f'{{"n":{number},"before":"{position.hash}",{rest}}}'.encode())
    return Position(number, digest), line


def fingerprint(connection: sqlite3.Connection) -> str:
    """What a database is like, in little time: how much there is, and where every sheet and event stands."""
    digest = hashlib.sha256()
    for table in COUNTED:
        (count,) = connection.execute(f"SELECT COUNT(*) FROM main.{table}").fetchone()
        digest.update(f"{table} {count}\n".encode())
    for query in (
        "SELECT sitting_id, head_seq, head_hash FROM main.tournaments_sheethead ORDER BY sitting_id",
        "SELECT id, revision, '' FROM main.tournaments_event ORDER BY id",
    ):
        for row in connection.execute(query):
            digest.update("{}:{}:{}\n".format(*row).encode())
    return digest.hexdigest()


# --- Reading ------------------------------------------------------------------------------------------------


def segments_in(directory: Path) -> list[tuple[int, Path]]:
    """The files of the mirror, each with the number it begins after, in order."""
    there = [(match, file) for file in directory.glob("mirror-*") if (match := NAME.fullmatch(file.name))]
    return sorted((int(match[1]), file) for match, file in there)


def head_of(file: Path) -> SegmentHead | None:
    """What a file begins with; None if that cannot be read."""
    try:
        with file.open("rb") as stream:
            facts = _opened(stream.readline())
    except OSError:
        return None
    try:
        if facts is None or facts["format"] != FORMAT:
            return None
        columns = {table: tuple(names) for table, names in facts["columns"].items()}
        after = Position(int(facts["after"][0]), str(facts["after"][1]))
        return SegmentHead(
            str(facts["installation"]),
            str(facts["epoch"]),
            after,
            tuple(facts["steps"]),
            columns,
            str(facts["version"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None


def lines_of(file: Path) -> Iterator[MirrorLine]:
    """The lines behind the head, up to the first that is not what was written: a torn one, at a power cut."""
    try:
        with file.open("rb") as stream:
            stream.readline()
            for raw in stream:
                facts = _opened(raw)
                if facts is None:
                    return
                yield MirrorLine(
                    number=int(facts["n"]),
                    before=str(facts["before"]),
                    hash=raw[:64].decode(),
                    at=str(facts["at"]),
                    changes=facts.get("changes", ()),
                    mark=str(facts.get("mark", "")),
                )
    except (OSError, KeyError, TypeError, ValueError):
        return


def _opened(raw: bytes) -> dict[str, Any] | None:
    digest, tab, text = raw.partition(b"\t")
    if not tab or not text.endswith(b"\n") or sealed(text[:-1])[0].encode() != digest:
        return None
    try:
        facts = json.loads(text)
    except ValueError:
        return None
    return facts if isinstance(facts, dict) else None
