"""What was sent and what was answered, compared with what is in the ledger afterwards.

Every sending ends as `ok` (acknowledged), `fail` (refused) or `info` (nobody knows: the connection broke, or
the server said "not saved, try again"). What is ok must be in the ledger, once and unchanged; what is info
may be.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Raw = dict[str, Any]


@dataclass(frozen=True)
class Hand:
    """One hand as a phone sends it, always with the same id."""

    table: int
    number: int
    entry: uuid.UUID
    content: str  # canonical JSON

    @classmethod
    def new(cls, table: int, number: int, raw: Raw) -> Hand:
        return cls(table, number, uuid.uuid4(), canonical(raw))

    @property
    def raw(self) -> Raw:
        return dict(json.loads(self.content))


@dataclass(frozen=True)
class Row:
    """One entry of the ledger."""

    table: int
    seq: int
    number: int
    entry: uuid.UUID
    content: str


@dataclass
class History:
    """Events in the order in which they happened, from any number of phones."""

    events: list[tuple[str, Hand]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, what: str, hand: Hand) -> None:
        """`invoke` before sending, then `ok`, `fail` or `info`."""
        with self._lock:
            self.events.append((what, hand))

    def count(self, what: str) -> int:
        with self._lock:
            return sum(event == what for event, _hand in self.events)

    def all(self, what: str) -> list[Hand]:
        return [hand for event, hand in self.events if event == what]


def canonical(raw: Raw) -> str:
    return json.dumps(raw, sort_keys=True)


def rows_of(database: Path) -> list[Row]:
    """All entries of a SQLite file, read without touching it; fails if the file is damaged."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        entries = connection.execute(
            "SELECT sitting_id, seq, hand_no, id, payload FROM tournaments_entry ORDER BY sitting_id, seq"
        ).fetchall()
    finally:
        connection.close()
    return [
        Row(table, seq, number, uuid.UUID(entry), canonical(json.loads(payload)))
        for table, seq, number, entry, payload in entries
    ]


def verdicts(history: History, rows: Iterable[Row]) -> list[str]:
    """Everything that contradicts the promise; empty if it was kept."""
    rows = list(rows)
    there: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in rows:
        there[row.table, row.number].append(row)
    breaches = [f"refused: hand {hand.number} of table {hand.table}" for hand in history.all("fail")]
    for hand in dict.fromkeys(history.all("ok")):
        contents = [row.content for row in there[hand.table, hand.number]]
        if not contents:
            breaches.append(f"lost: hand {hand.number} of table {hand.table}")
        elif hand.content not in contents:
            breaches.append(f"changed: hand {hand.number} of table {hand.table}")
    breaches += [
        f"duplicate: hand {number} of table {table}"
        for (table, number), same in there.items()
        if len(same) > 1
    ]
    sent = {hand.entry for hand in history.all("invoke")}
    breaches += [f"unexpected: entry {row.seq} of table {row.table}" for row in rows if row.entry not in sent]
    for table in sorted({row.table for row in rows}):
        entries = [row for row in rows if row.table == table]
        if sorted(row.seq for row in entries) != list(range(1, len(entries) + 1)):
            breaches.append(f"gap: entries of table {table}")
        numbers = [row.number for row in sorted(entries, key=lambda row: row.seq)]
        if set(numbers) != set(range(1, max(numbers) + 1)):
            breaches.append(f"gap: hands of table {table}")
        if numbers != sorted(numbers):
            breaches.append(f"reorder: hands of table {table}")
    return breaches
