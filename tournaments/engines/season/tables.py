"""The standings of a season: rows, what every evening was worth, and what decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from scoring.fields import Option
from scoring.problem import Problem
from scoring.text import mark as _
from tournaments.engines.season.choices import Combining, SeasonBy
from tournaments.engines.season.inputs import Number, PersonId, SeasonEvening
from tournaments.engines.season.rules import SeasonRules


class LeftOut(Option):
    """Why the value of an evening does not count."""

    WORSE = "worse", _("better evenings count")
    NEGATIVE = "negative", _("results below 0 are left out")
    GROUP = "group", _("better evenings of this group count")
    NOT_ANNOUNCED = "not_announced", _("was not announced beforehand")
    NO_VALUE = "no_value", _("no result on this evening")


class Unranked(Option):
    """Why somebody has no place."""

    BARRED = "barred", _("not eligible")
    NO_RESULT = "no_result", _("no result that counts")
    MISSED = "missed", _("has missed an evening")
    TOO_FEW = "too_few", _("came too rarely")
    PARTNERS = "partners", _("played with too few partners")


class SeasonCell(NamedTuple):
    """What one evening was to somebody."""

    state: Literal["played", "absent", "coming"]
    value: Number | None = None  # with its weight, and a bonus that belongs to it; None: worth nothing
    counted: bool = False
    left_out: LeftOut | None = None
    points: Number | None = None  # as played
    rank: int | None = None
    bonus: Number = 0  # as far as it is in the value


class SeasonLine(NamedTuple):
    """What the total has besides evenings."""

    code: Literal["presence", "every_time", "hosting", "bonus", "absence", "extra"]
    points: Number
    evenings: int = 1  # that it is for
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeasonOutlook:
    """What somebody can still do, where it follows by arithmetic. None: it does not."""

    remaining: int = 0
    minimum_out_of_reach: bool = False
    improves_above: Number | None = None  # a result up to this one changes nothing
    ahead: PersonId | None = None  # the next one above …
    more: Number | None = None  # … of whom this many points more are not yet enough
    best_place: int | None = None
    worst_place: int | None = None


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody, or a club. `rank` None: listed without a place, `unranked` says why."""

    rank: int | None
    person: PersonId
    total: Number | None
    cells: tuple[SeasonCell, ...]  # one for each evening of the table
    lines: tuple[SeasonLine, ...]
    counted: Number  # sum of the evenings that count
    divisor: Number | None  # of an average
    attended: int
    missed: int
    units: int  # evenings, rounds or hands that the minimum asks for
    missing: int = 0  # to the minimum
    unranked: Unranked | None = None
    barred: str = ""
    last: int | None = None  # the worst of the places that are shared
    shared: bool = False
    decided_by: SeasonBy | None = None  # the tie-break that separates it from the row above
    by_lot: bool = False
    outlook: SeasonOutlook = SeasonOutlook()

    @property
    def place(self) -> str:
        """The place as it is written: `3`, `5–8`, `–`."""
        if self.rank is None:
            return "–"
        return str(self.rank) if self.last in (None, self.rank) else f"{self.rank}–{self.last}"


@dataclass(frozen=True, slots=True)
class SeasonLot:
    """A lot that was drawn: places from `rank` on, in the order drawn, the smallest ticket first."""

    rank: int
    order: tuple[PersonId, ...]
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class SeasonTable:
    """Rows in order of the places; those without a place at the end."""

    rows: tuple[SeasonRow, ...]
    evenings: tuple[SeasonEvening, ...]  # those of this table: filtered, or series by series
    rules: SeasonRules
    over: bool
    remaining: int  # evenings still to be played
    planned: int
    lots: tuple[SeasonLot, ...] = ()
    hints: tuple[Problem, ...] = field(default=())  # what the club may not have thought of

    def shown(self, total: Number | None) -> object:
        """A total as it is written; averages all with their decimals."""
        return written(total, self.rules.decimals, fixed=self.rules.combine is Combining.MEAN)

    @cached_property
    def positions(self) -> Mapping[PersonId, int]:
        """Where in `rows` somebody stands."""
        return {row.person: number for number, row in enumerate(self.rows)}

    def row(self, person: PersonId) -> SeasonRow:
        """The row of somebody; raises KeyError for a stranger."""
        return self.rows[self.positions[person]]


def written(number: Number | None, decimals: int, *, fixed: bool = False) -> object:
    """For a sentence or a cell: a whole number, decimals (halves away from zero), or nothing.

    `fixed`: whole numbers with their decimals too, as in a column of averages.
    """
    if number is None:
        return ""
    if number.denominator == 1 and not (fixed and decimals):
        return int(number)
    size = int(abs(number) * 10**decimals + Fraction(1, 2))
    return Decimal((int(number < 0), tuple(map(int, str(size))), -decimals))
