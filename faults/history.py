"""What was sent and what was answered, compared with what is in the ledger afterwards.

Every sending ends as `ok` (acknowledged), `aside` (another version is there; durably put aside), `fail`
(refused) or `info` (nobody knows: the connection broke, or the server said "not saved, try again"). What is
ok must be in the ledger, once and unchanged; what is info may be.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

Raw = dict[str, Any]
HANDS = ("hand", "paper")  # kinds of entries that play a hand


@dataclass(frozen=True)
class Hand:
    """A hand as a phone sends it, always with the same id."""

    table: int
    number: int
    entry: uuid.UUID
    content: str  # canonical JSON

    @classmethod
    def new(cls, table: int, number: int, raw: Raw, entry: uuid.UUID | None = None) -> Hand:
        """With an id as phones make it, unless one is given."""
        return cls(table, number, entry or uuid.uuid4(), canonical(raw))

    @property
    def raw(self) -> Raw:
        """The answers."""
        return dict(json.loads(self.content))


@dataclass(frozen=True)
class Row:
    """An entry of the ledger."""

    table: int
    seq: int
    number: int | None
    entry: uuid.UUID
    content: str
    kind: str = "hand"
    supersedes: uuid.UUID | None = None


@dataclass(frozen=True)
class Happening:
    """Something a phone did or was answered."""

    what: str
    hand: Hand
    phone: str = ""
    seq: int | None = None  # as the answer gave it


@dataclass
class History:
    """What happened, in this order, from any number of phones; with a file also as JSON lines."""

    file: Path | None = None
    happenings: list[Happening] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    acknowledged: set[uuid.UUID] = field(default_factory=set)  # answered with "saved" at least once
    _stream: IO[str] | None = None

    def note(self, what: str, hand: Hand, phone: str = "", seq: int | None = None) -> None:
        """`invoke` before sending, then `ok`, `aside`, `fail` or `info`."""
        self.happenings.append(Happening(what, hand, phone, seq))
        self.counts[what] += 1
        if what == "ok":
            self.acknowledged.add(hand.entry)
        if self.file is not None:
            if self._stream is None:
                self._stream = self.file.open("w", encoding="utf-8")
            line = {"what": what, "phone": phone, "table": hand.table, "hand": hand.number}
            line |= {"id": str(hand.entry), "seq": seq, "content": json.loads(hand.content)}
            self._stream.write(json.dumps(line, ensure_ascii=False) + "\n")

    def count(self, what: str) -> int:
        """How often."""
        return self.counts[what]

    def all(self, what: str) -> list[Hand]:
        """The hands this happened to, as often as it did."""
        return [happening.hand for happening in self.happenings if happening.what == what]

    def close(self) -> None:
        """Write to the file what is still in memory."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None


def canonical(raw: Raw) -> str:
    """The same text for the same answers."""
    return json.dumps(raw, sort_keys=True)


def verdicts(
    history: History, rows: Iterable[Row], aside: Collection[uuid.UUID] = (), *, refusals: bool = False
) -> list[str]:
    """Everything that contradicts the promise; empty if it was kept.

    `aside` are the ids that are durably put aside. `refusals`: some are part of the game.
    """
    rows = sorted(rows, key=lambda row: (row.table, row.seq))
    return [
        *([] if refusals else _refused(history)),
        *_lost(history, rows, set(aside)),
        *_doubled(rows),
        *_unexpected(history, rows),
        *_gaps(rows),
        *_reordered(history, rows),
    ]


def _refused(history: History) -> Iterator[str]:
    for hand in dict.fromkeys(history.all("fail")):
        yield f"refused: hand {hand.number} of table {hand.table}"


def _lost(history: History, rows: list[Row], aside: set[uuid.UUID]) -> Iterator[str]:
    contents: dict[tuple[int, int | None], set[str]] = defaultdict(set)
    seqs = {row.entry: row.seq for row in rows}
    for row in rows:
        contents[row.table, row.number].add(row.content)
    for hand in dict.fromkeys(history.all("ok")):
        there = contents[hand.table, hand.number]
        if not there:
            yield f"lost: hand {hand.number} of table {hand.table}"
        elif hand.content not in there:
            yield f"changed: hand {hand.number} of table {hand.table}"
    for hand in dict.fromkeys(history.all("aside")):
        if hand.entry not in aside:
            yield f"lost: hand {hand.number} of table {hand.table}, which was put aside"
    for happening in dict.fromkeys(history.happenings):
        if happening.what == "ok" and happening.seq is not None:
            seq = seqs.get(happening.hand.entry, happening.seq)
            if seq != happening.seq:
                yield f"renumbered: entry {happening.seq} of table {happening.hand.table} is {seq}"


def _doubled(rows: list[Row]) -> Iterator[str]:
    live = Counter[tuple[int, int | None]]()
    again = {row.supersedes for row in rows if row.kind == "void"}
    for row in rows:
        if row.kind in HANDS and row.supersedes is None and row.entry not in again:
            live[row.table, row.number] += 1
    for (table, number), count in live.items():
        if count > 1:
            yield f"doubled: hand {number} of table {table}"
    successors = Counter(row.supersedes for row in rows if row.supersedes is not None)
    for entry, count in successors.items():
        if count > 1:
            yield f"doubled: {count} corrections of entry {entry}"


def _unexpected(history: History, rows: list[Row]) -> Iterator[str]:
    sent = {hand.entry for hand in history.all("invoke")}
    for row in rows:
        if row.kind in HANDS and row.entry not in sent:
            yield f"unexpected: entry {row.seq} of table {row.table}"


def _gaps(rows: list[Row]) -> Iterator[str]:
    for table, entries in _by_table(rows).items():
        if [row.seq for row in entries] != list(range(1, len(entries) + 1)):
            yield f"gap: entries of table {table}"
        numbers = {row.number for row in entries if row.number is not None}
        if numbers != set(range(1, max(numbers, default=0) + 1)):
            yield f"gap: hands of table {table}"


def _reordered(history: History, rows: list[Row]) -> Iterator[str]:
    for table, entries in _by_table(rows).items():
        numbers = [row.number for row in entries if row.kind in HANDS and row.supersedes is None]
        if numbers != sorted(numbers, key=lambda number: number or 0):
            yield f"reorder: hands of table {table}"
    seqs = {row.entry: row.seq for row in rows}
    last: dict[tuple[str, int], int] = {}
    for happening in history.happenings:
        if happening.what == "invoke" and (seq := seqs.pop(happening.hand.entry, None)) is not None:
            place = happening.phone, happening.hand.table
            if happening.phone and seq < last.get(place, 0):
                yield f"reorder: phone {happening.phone} at table {happening.hand.table}"
            last[place] = seq


def _by_table(rows: list[Row]) -> dict[int, list[Row]]:
    tables: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        tables[row.table].append(row)
    return tables
