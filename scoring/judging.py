"""The judge of a table: what can be said of a hand by itself is worked out once.

A table plays by the same rules all evening, and its hands repeat. What may be remembered is decided by what
a rule is told: a check that never sees the sheet (`check_alone`) and a worth that sees only its `standing`
cannot depend on anything else. Only hands without a fault are remembered, and never more than `MOST` of them.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Any, Generic, TypeVar

from scoring.checks import Check
from scoring.defaults import always, whole_sheet
from scoring.game import Game, fields_for
from scoring.hands import Finished, Hand, Line, Outcome, SoFar
from scoring.problem import Problem, Unreadable
from scoring.record import AnswerReader, Way
from scoring.series import Series
from scoring.table import Side, Table
from scoring.text import say, vocabulary

_ = vocabulary("scoring")

R = TypeVar("R")
H = TypeVar("H")

MOST = 20_000  # records and hands of all tables; each takes about half a kilobyte
PLAIN = 2  # the version of marshal that writes equal answers alike, wherever they came from
MOST_IN_VAIN = 5_000
PAYS_FOR = 4  # so many remembered in vain
TABLES = 256
MOST_WAYS = 500  # in which a hand was answered: which questions, in which order


class Judge(Generic[R, H]):
    """Reads, judges and scores the hands of one table."""

    def __init__(self, game: Game[R, H], table: Table[H]) -> None:
        self._game, self._table = game, table
        self._reader = AnswerReader(fields_for(game, table), table.seating)
        self._told_everything = game.standing is whole_sheet
        self._all_count = game.counts is always
        self._asks_the_sheet = any(check.find_alone is None for check in game.checks)
        self._records: dict[bytes, R] = {}
        self._in_vain = 0  # so many were remembered for nothing
        self._hands: dict[tuple[int, Hashable], Hand[R]] = {}
        self._rules: dict[tuple[str, ...], Rules[R, H]] = {}

    def parse(self, so_far: SoFar[R], raw: object) -> R:
        """Read and judge one hand; raises Unreadable with all problems."""
        key = _written(raw) if self._in_vain < MOST_IN_VAIN else None
        record = None if key is None else self._records.get(key)
        if record is None:
            record = self._faultless(raw)
            if record is None:
                raise Unreadable(self._everything_wrong(so_far, raw))
            if key is not None:
                self._remember(key, record)
        else:
            self._in_vain -= PAYS_FOR
        problems: list[Problem] = []
        if so_far.winners is not None or self._table.limit:
            problems += self._no_more_hands(so_far)
        if self._asks_the_sheet:
            for find in self._rules_for(raw).of_the_sheet:
                problems += find(record, so_far, self._table)
        if problems:
            raise Unreadable(problems)
        return record

    @property
    def remembered(self) -> int:
        """How many records and worths."""
        return len(self._records) + len(self._hands)

    def _remember(self, key: bytes, record: R) -> None:
        """Where hands hardly ever repeat, that is given up."""
        _MEMORY.make_room()
        self._records[key] = record
        self._in_vain += 1
        if self._in_vain >= MOST_IN_VAIN:
            self._records.clear()

    def _faultless(self, raw: Any) -> R | None:
        """The record; None where something is wrong with it, whatever was played before."""
        if type(raw) is not dict:
            return self._read_slowly(raw)
        rules = self._rules.get(tuple(raw)) or self._rules_for(raw)
        values = None if rules.way is None else self._reader.faultless(raw, rules.way)
        return None if values is None else self._allowed(values, rules)

    def _read_slowly(self, raw: Any) -> R | None:
        """The same of what did not come from JSON."""
        reading = self._reader.read(raw)
        return None if reading.problems else self._allowed(reading.values, self._rules_for(raw))

    def _allowed(self, values: dict[str, Any], rules: Rules[R, H]) -> R | None:
        record = self._game.record(**values)
        for find in rules.by_itself:
            for _problem in find(record, self._table):
                return None
        return record

    def _rules_for(self, raw: Any) -> Rules[R, H]:
        """What has to be asked about a hand in which these questions were answered."""
        answered = tuple(raw)
        rules = self._rules.get(answered)
        if rules is None:
            if len(self._rules) >= MOST_WAYS:
                self._rules.clear()
            way = self._reader.way_of(answered)
            rules = self._rules[answered] = Rules.among(self._game.checks, answered, way)
        return rules

    def _everything_wrong(self, so_far: SoFar[R], raw: object) -> list[Problem]:
        """Each rule looks at a hand as far as its answers could be read."""
        reading = self._reader.read(raw)
        problems = [*reading.problems, *self._no_more_hands(so_far)]
        record = self._game.record(**reading.values)
        for check in self._game.checks:
            if not (reading.broken and check.needs & reading.broken):
                problems += check.find(record, so_far, self._table)
        return problems

    def _no_more_hands(self, so_far: SoFar[R]) -> Iterator[Problem]:
        limit = self._table.limit
        if so_far.over:
            yield is_over(self._game)
        elif limit and so_far.played >= limit:
            text = say(_("All hands of this round are played ({limit})."), limit=limit)
            yield Problem(None, "table_full", text)

    def play(self, so_far: SoFar[R], record: R) -> SoFar[R]:
        """The sheet with one more hand, which was judged."""
        after = self.scored(so_far, record)
        outcome = self._game.ends(after, self._table)
        return after if outcome is None else close(self._game, self._table, after, outcome)

    def scored(self, so_far: SoFar[R], record: R) -> SoFar[R]:
        """The same without asking whether the game ends by it."""
        hand = self._lines_of(record, so_far) if self._told_everything else self._worth(record, so_far)
        totals = tuple(map(add, so_far.totals, hand.points))
        number = so_far.number + (self._all_count or self._game.counts(record, self._table))
        return SoFar(so_far.hands.then(hand), totals, so_far.earlier, so_far.winners, number, so_far.before)

    def _worth(self, record: R, so_far: SoFar[R]) -> Hand[R]:
        standing = self._game.standing(record, so_far, self._table)
        key = (id(record), standing)  # a record is known by what it is: comparing all of it takes longer
        hand = self._hands.get(key)
        if hand is None or hand.record is not record:
            hand = self._lines_of(record, standing)
            _MEMORY.make_room()
            self._hands[key] = hand
        return hand

    def _lines_of(self, record: R, standing: Any) -> Hand[R]:
        lines = tuple(self._game.score(record, standing, self._table))
        return Hand(record, lines, _sum_of(lines, self._table.seating.sides))


@dataclass(frozen=True, slots=True)
class Rules(Generic[R, H]):
    """Refusal rules: those that look at a hand alone, and those that look at the sheet as well."""

    way: Way | None  # how its answers are read; None: something answered is not asked for
    by_itself: tuple[Callable[[R, Table[H]], Iterable[Problem]], ...]
    of_the_sheet: tuple[Callable[[R, SoFar[R], Table[H]], Iterable[Problem]], ...]

    @classmethod
    def among(cls, checks: Iterable[Check[R, H]], answered: Collection[str], way: Way | None) -> Rules[R, H]:
        """Those with something to look at."""
        asked = [check for check in checks if check.concerns(answered)]
        return cls(
            way,
            tuple(check.find_alone for check in asked if check.find_alone is not None),
            tuple(check.find for check in asked if check.find_alone is None),
        )


def _sum_of(lines: tuple[Line, ...], sides: int) -> tuple[int, ...]:
    if len(lines) == 1:
        return lines[0].points
    if not lines:
        return (0,) * sides
    return tuple(map(sum, zip(*[line.points for line in lines], strict=False)))  # all of one length


def is_over(game: Game[Any, Any]) -> Problem:
    """No further hand is taken."""
    return Problem(None, game.over_code, say(_("The game is over; no further hand is taken.")))


def close(game: Game[R, H], table: Table[H], after: SoFar[R], outcome: Outcome) -> SoFar[R]:
    """Put the decided game away; the sheet is over when somebody has won enough of them."""
    games = (*after.earlier, Finished(after.log, after.totals, outcome, after.number))
    needed = game.games_to_win(table.rules)
    won = [sum(side in finished.outcome.winners for finished in games) for side in range(table.seating.sides)]
    winners = tuple(Side(side) for side, count in enumerate(won) if count >= needed)
    return SoFar(Series(), (0,) * table.seating.sides, games, winners or None)


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
