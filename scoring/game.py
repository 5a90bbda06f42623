"""A game is a value: facts and pure functions.

A game answers three questions: what may this table ever record (`narrow`), may this hand say that now
(`checks`), what is it worth (`score`). Everything else derives from its declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar

from scoring.checks import Check
from scoring.defaults import (
    NoExtra,
    always,
    any_table,
    any_totals,
    as_declared,
    as_many_as_you_like,
    each_alone,
    in_rows,
    never,
    never_ends,
    no_game_lost,
    nobody_loses,
    nobody_tried,
    nothing_aside,
    nothing_implied,
    nothing_known,
    nothing_more,
    nothing_to_note,
    once,
    plain_total,
    whole_sheet,
)
from scoring.fields import Field, Option, fields_of
from scoring.hands import Finished, Hand, Line, Outcome, SoFar
from scoring.paper import Tally
from scoring.problem import Problem
from scoring.remarks import Attempt, Implied, Loss, Note
from scoring.table import Seating, Side, Table
from scoring.text import Text, vocabulary

_ = vocabulary("scoring")
R = TypeVar("R")
H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Calculator:
    """A question the table asks itself besides the score: what does my hand count, who wins the tricks?

    `asks` is a declared dataclass like a record; `tell` gets its answers and never fails on readable ones.
    """

    key: str  # URL
    name: str
    asks: type[Any]
    tell: Callable[[Any], Text]


@dataclass(frozen=True, slots=True)
class Preset(Generic[H]):
    """A named rule set; `source` says whose rules these are (marked for translation)."""

    key: str
    name: str
    rules: H
    source: str


@dataclass(frozen=True, slots=True)
class Example:
    """A worked hand with its source: test, rules-page figure and sample row in one.

    `records` are raw answers as in JSON, `points` what the last of them is worth per side.
    """

    title: str
    seats: int
    records: tuple[Mapping[str, Any], ...]
    points: tuple[int, ...]
    source: str
    preset: str | None = None
    switches: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Game(Generic[R, H]):
    """A table of facts and pure functions; see `CONTRIBUTING.md`, "A game"."""

    # what it is
    key: str  # URL, database, CSV: never renamed
    name: str
    summary: str  # one paragraph for the rules page
    revision: int  # +1 whenever a total could change
    seats: tuple[int, ...]  # heads at one table
    record: type[R]
    rules: type[H]
    presets: tuple[Preset[H], ...]  # the first is the default
    examples: tuple[Example, ...]
    hand_name: str = _("Hand")  # what the players call one record
    game_name: str = _("Game")  # what they call one of several games of a sheet
    low_wins: bool = False
    over_code: str = "game_over"  # refusal of a hand after the end
    # what it does: pure; never fails on a checked record
    score: Callable[[R, Any, Table[H]], Iterable[Line]]  # is told `standing` of what was played before
    # what it may add
    standing: Callable[[R, SoFar[R], Table[H]], Any] = whole_sheet  # what a hand's worth depends on besides
    accounts: Callable[[int, H], Seating] = each_alone
    playable: Callable[[Table[H]], Iterable[Problem]] = any_table
    narrow: Callable[[Field, Table[H]], Field] = as_declared
    checks: tuple[Check[R, H], ...] = ()
    ends: Callable[[SoFar[R], Table[H]], Outcome | None] = never_ends  # of the game in progress
    length: Callable[[H], int] = as_many_as_you_like  # hands of a sheet, where the rules fix them; else 0
    games_to_win: Callable[[H], int] = once
    counts: Callable[[R, Table[H]], bool] = always  # False: stored, but no hand of a round (a redeal)
    notes: Callable[[SoFar[R], Table[H]], Sequence[Note]] = nothing_to_note
    prefill: Callable[[SoFar[R], Table[H]], Mapping[str, Any]] = nothing_known  # raw answers known already
    implied: Callable[[SoFar[R], Table[H]], Sequence[Implied]] = nothing_implied
    mark: Callable[[SoFar[R], Side, Table[H]], Text] = plain_total
    asides: Callable[[SoFar[R], Table[H], Any], Sequence[Text]] = nothing_aside  # pot, stake, bets
    attempts: Callable[[Hand[R], Table[H]], Sequence[Attempt]] = nobody_tried
    losses: Callable[[Hand[R], Table[H]], Sequence[Loss]] = nobody_loses  # of a hand
    games_lost: Callable[[Finished[R], Table[H]], Sequence[Loss]] = no_game_lost  # of a game that is decided
    lost_by: tuple[Option, ...] = ()  # what can be lost, where losses say so
    calculators: tuple[Calculator, ...] = ()
    tally: Callable[[H], Tally | None] = in_rows  # strokes on paper instead of a row for each hand
    open_table: bool = False  # people may come, go and sit out during a sheet
    zero_sum: Callable[[H], bool] = never
    cents: Callable[[H], int] | None = None  # a point, where the rules say it; else the table does
    wrong_totals: Callable[[tuple[int, ...], Table[H]], Iterable[Problem]] = any_totals  # typed from paper
    extra: type[Any] = NoExtra  # what a sheet carries besides hands (bets of spectators)
    extra_name: str = ""  # what the players call it
    more: Callable[[SoFar[R], Table[H], Any], Mapping[str, Any]] = nothing_more  # further keys of an answer

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    def preset(self, key: str | None) -> Preset[H]:
        """The named rule set, the default one for None; raises KeyError for an unknown name."""
        if key is None:
            return self.presets[0]
        return next((preset for preset in self.presets if preset.key == key), None) or _unknown(key)


def _unknown(key: str) -> Preset[Any]:
    raise KeyError(key)


@lru_cache(maxsize=256)
def fields_for(game: Game[Any, Any], table: Table[Any]) -> tuple[Field, ...]:
    """The fields of a record as this table may use them."""
    return tuple(game.narrow(field, table) for field in fields_of(game.record))
