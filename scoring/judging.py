"""The judge of a table: what can be said of a hand by itself is worked out once.

A table plays by the same rules all evening, and its hands repeat. What may be remembered is decided by what
a rule is told: a check that never sees the sheet (`check_alone`) and a worth that sees only its `standing`
cannot depend on anything else. Only hands without a fault are remembered, and never more than `MOST` of them.
"""

from __future__ import annotations

import marshal
from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from scoring.game import Game, Hand, Line, SoFar, fields_for, whole_sheet
from scoring.record import Reader, Reading
from scoring.table import Table

R = TypeVar("R")
H = TypeVar("H")

MOST = 20_000  # records and hands of all tables; each takes about half a kilobyte
PLAIN = 2  # the version of marshal that writes equal answers alike, wherever they came from
TABLES = 256


class Judge(Generic[R, H]):
    """Reads, judges and scores the hands of one table."""

    def __init__(self, game: Game[R, H], table: Table[H]) -> None:
        self._game, self._table = game, table
        self._reader = Reader(fields_for(game, table), table.seating)
        self._by_itself = [rule.find_alone for rule in game.checks if rule.find_alone is not None]
        self.of_the_sheet = [rule.find for rule in game.checks if rule.find_alone is None]
        self._told_everything = game.standing is whole_sheet
        self._records: dict[bytes, R] = {}
        self._hands: dict[tuple[int, Hashable], Hand[R]] = {}

    def read(self, raw: object) -> Reading:
        """The answers, and everything wrong with them."""
        return self._reader.read(raw)

    def faultless(self, raw: object) -> R | None:
        """The record; None where something is wrong with it, whatever was played before."""
        key = _written(raw)
        if key is None:
            return self._judged(raw)
        record = self._records.get(key)
        if record is None:
            record = self._judged(raw)
            if record is not None:
                _MEMORY.make_room()
                self._records[key] = record
        return record

    def _judged(self, raw: object) -> R | None:
        reading = self._reader.read(raw)
        if reading.problems:
            return None
        record = self._game.record(**reading.values)
        if any(_problem for rule in self._by_itself for _problem in rule(record, self._table)):
            return None
        return record

    def hand(self, record: R, so_far: SoFar[R]) -> Hand[R]:
        """What the record is worth."""
        if self._told_everything:
            return self._scored(record, so_far)
        standing = self._game.standing(record, so_far, self._table)
        key = (id(record), standing)  # a record is compared by what it is: reading all of it takes longer
        hand = self._hands.get(key)
        if hand is None or hand.record is not record:
            hand = self._scored(record, standing)
            _MEMORY.make_room()
            self._hands[key] = hand
        return hand

    def _scored(self, record: R, standing: Any) -> Hand[R]:
        lines = tuple(self._game.score(record, standing, self._table))
        return Hand(record, lines, points_of(lines, self._table.seating.sides))


def points_of(lines: tuple[Line, ...], sides: int) -> tuple[int, ...]:
    """The sum of the lines."""
    if len(lines) == 1:
        return lines[0].points
    if not lines:
        return (0,) * sides
    return tuple(map(sum, zip(*(line.points for line in lines), strict=True)))


@lru_cache(maxsize=TABLES)
def judge_of(game: Game[R, H], table: Table[H]) -> Judge[R, H]:
    """The judge of this table."""
    return Judge(game, table)


def _written(raw: object) -> bytes | None:
    """What tells answers apart, 1 from true and from 1.0 as well; None for what did not come from JSON."""
    if type(raw) is not dict:
        return None
    try:
        return marshal.dumps(raw, PLAIN)
    except ValueError:
        return None


class _Memory:
    """How much all judges remember."""

    def __init__(self) -> None:
        self.entries = 0

    def make_room(self) -> None:
        """For one entry more; when there are too many, everything is forgotten."""
        self.entries += 1
        if self.entries > MOST:
            judge_of.cache_clear()
            self.entries = 0


_MEMORY = _Memory()
