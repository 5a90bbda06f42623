"""Lines, and the chain they are."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from tournaments.engines.eventlog.kinds import PieceKind

THERE, GONE = "+", "-"
LONGEST_KEY = 60


@dataclass(frozen=True, slots=True)
class LogLine:
    """A piece is there, has changed or has gone. `at` is a moment in the form of files, for display only."""

    pos: int  # 1, 2, 3 …
    at: str
    epoch: int
    kind: PieceKind
    key: str
    what: str  # THERE or GONE
    digest: str  # of what is hashed of the piece; of entries the hash of the last; "" where it has gone
    hash: str = ""

    @property
    def name(self) -> str:
        """What its body is called in a batch."""
        return f"{self.kind.value}/{self.key}"


def start_of(uid: str) -> str:
    """What the first line continues."""
    return hashlib.sha256(f"stammtisch log {uid}".encode()).hexdigest()


def hash_of(line: LogLine, previous: str) -> str:
    """Of a line and, through the hash of the one before, of all before it."""
    facts = {
        "pos": line.pos,
        "at": line.at,
        "epoch": line.epoch,
        "kind": line.kind.value,
        "key": line.key,
        "what": line.what,
        "digest": line.digest,
    }
    return hashlib.sha256(previous.encode() + canonical(facts)).hexdigest()


def next_line(line: LogLine, previous: str) -> LogLine:
    """The line with its hash."""
    return replace(line, hash=hash_of(line, previous))


def canonical(value: object) -> bytes:
    """One way to write a value; equal values are written alike."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def entries_key(table: str, first: int, last: int) -> str:
    """The key of a run of entries; `table` is the key of their table."""
    return f"{table}/{first}-{last}"


def run_of(key: str) -> tuple[str, int, int]:
    """The table, the first and the last entry of a run; raises ValueError for what is no such key."""
    table, _slash, numbers = key.rpartition("/")
    first, dash, last = numbers.partition("-")
    if not (table and dash and first.isascii() and first.isdigit() and last.isascii() and last.isdigit()):
        raise ValueError(key)
    if not 1 <= int(first) <= int(last):
        raise ValueError(key)
    return table, int(first), int(last)
