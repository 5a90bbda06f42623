"""A game is a value: facts and pure functions. These are the values it trades in.

A game answers three questions: what may this table ever record (`narrow`), may this hand say that now
(`checks`), what is it worth (`score`). Everything else derives from its declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

from scoring.fields import Field, Option, fields_of
from scoring.paper import PaperTotals
from scoring.problem import Problem
from scoring.series import Series
from scoring.table import Seat, Seating, Side, Table, alone
from scoring.text import Text, say, vocabulary

_ = vocabulary("scoring")

R = TypeVar("R")
H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points, as the scorer would say it aloud.

    `points` is what counts, one number per side. `claimed` is what it would have been worth before it
    was cut at the target; None: the same.
    """

    code: str
    text: Text
    points: tuple[int, ...]
    claimed: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Hand(Generic[R]):
    """A record and what it was worth. `points` is the sum of the lines, always."""

    record: R
    lines: tuple[Line, ...]
    points: tuple[int, ...]


Log = Sequence[Hand[R] | Hand[PaperTotals]]
"""Hands, and stretches of them that are known from paper by their totals."""


def entered(log: Log[R]) -> tuple[Hand[R], ...]:
    """The hands among them, without the stretches."""
    return tuple(cast("Hand[R]", hand) for hand in log if not isinstance(hand.record, PaperTotals))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the sides that share first place, and the sentence for the table."""

    winners: tuple[Side, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Finished(Generic[R]):
    """One game of a sheet that has been decided (a chico, a game to five, an evening of rounds).

    `log` is everything that belongs to it, oldest first; `number` how many hands of it count.
    """

    log: Log[R]
    totals: tuple[int, ...]
    outcome: Outcome
    number: int = 0

    @property
    def hands(self) -> tuple[Hand[R], ...]:
        """Those that were entered one by one."""
        return entered(self.log)


@dataclass(frozen=True, slots=True)
class SoFar(Generic[R]):
    """A sheet up to now: the games already decided and the one in progress.

    `hands` are those of the game in progress that lead up to the coming one without a gap: totals from
    paper begin them anew, and go with what was before into `before`. `number` is how many hands of that
    game count, those on paper too. `totals` is the sum of all its lines. `winners` is None until the sheet
    is over.
    """

    hands: Series[Hand[R]]
    totals: tuple[int, ...]
    earlier: tuple[Finished[R], ...] = ()
    winners: tuple[Side, ...] | None = None
    number: int = 0
    before: tuple[Hand[R] | Hand[PaperTotals], ...] = ()

    @property
    def over(self) -> bool:
        """No further hand is taken."""
        return self.winners is not None

    @property
    def log(self) -> Log[R]:
        """Everything of the game in progress, oldest first."""
        return (*self.before, *self.hands) if self.before else self.hands

    @property
    def all_hands(self) -> tuple[Hand[R] | Hand[PaperTotals], ...]:
        """Everything on the sheet, oldest first."""
        return (*(hand for game in self.earlier for hand in game.log), *self.log)

    @property
    def played(self) -> int:
        """How many hands of the whole sheet count, those on paper too."""
        return sum(game.number for game in self.earlier) + self.number


@dataclass(frozen=True, slots=True)
class Note:
    """Something the table should know before the next hand, pointing at a seat where it has one.

    Codes the screens know: `dealer`, `first` (who leads or speaks first), `sitting`; any other is shown
    as its sentence.
    """

    code: str
    text: Text
    seat: Seat | None = None
    badge: str = ""  # one word beside the seat; empty: the usual word for the code


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
class Attempt:
    """What somebody tried in a hand, and whether it worked: for statistics, never for points."""

    seats: tuple[Seat, ...]
    what: Text
    success: bool | None  # None: there was nothing to win


@dataclass(frozen=True, slots=True)
class Loss:
    """Who of the table lost something that may cost money: a hand, or a game that was decided.

    `by` is what was played, where a game knows several things that can be lost, one of `Game.lost_by`; a club
    may ask another amount for each of them. Points are never touched by it.
    """

    seats: tuple[Seat, ...]
    by: Option | None = None


@dataclass(frozen=True, slots=True)
class Implied:
    """An answer of the coming hand that follows from another: raw answers, as in a form.

    `always`: nothing else would be accepted. Otherwise it stands in only where nobody has answered.
    """

    field: str
    value: str
    then: str
    answer: str
    always: bool = True


@dataclass(frozen=True, slots=True)
class Check(Generic[R, H]):
    """One refusal rule. It runs only when every field in `needs` could be read.

    `find_alone` is there where it is not told what was played before: what it has said of a hand stays true.
    A hand has nothing that it could refuse where one of `given` was not answered, or none of `one_of`, or
    where one of `unless` was.
    """

    needs: frozenset[str]
    find: Callable[[R, SoFar[R], Table[H]], Iterable[Problem]]
    find_alone: Callable[[R, Table[H]], Iterable[Problem]] | None = None
    given: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()

    def concerns(self, answered: Collection[str]) -> bool:
        """Could it refuse a hand in which these questions were answered, each with a readable answer?"""
        return (
            self.given.issubset(answered)
            and (not self.one_of or not self.one_of.isdisjoint(answered))
            and self.unless.isdisjoint(answered)
        )


Fields = tuple[str, ...]


def check(
    *needs: str, given: Fields = (), one_of: Fields = (), unless: Fields = ()
) -> Callable[[Callable[[R, SoFar[R], Table[H]], Iterable[Problem]]], Check[R, H]]:
    """Declare a refusal rule together with the fields it looks at."""

    def declare(find: Callable[[R, SoFar[R], Table[H]], Iterable[Problem]]) -> Check[R, H]:
        return Check(frozenset(needs), find, None, frozenset(given), frozenset(one_of), frozenset(unless))

    return declare


def check_alone(
    *needs: str, given: Fields = (), one_of: Fields = (), unless: Fields = ()
) -> Callable[[Callable[[R, Table[H]], Iterable[Problem]]], Check[R, H]]:
    """Declare a refusal rule that looks at the hand and the rules, and at nothing that was played before."""

    def declare(find: Callable[[R, Table[H]], Iterable[Problem]]) -> Check[R, H]:
        return Check(
            frozenset(needs),
            lambda record, _so_far, table: find(record, table),
            find,
            frozenset(given),
            frozenset(one_of),
            frozenset(unless),
        )

    return declare


@dataclass(frozen=True, slots=True)
class Preset(Generic[H]):
    """A named rule set; `source` says whose rules these are (marked for translation)."""

    key: str
    name: str
    rules: H
    source: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How a game is kept on paper where players draw strokes instead of writing hands in rows.

    Five strokes make a square with a diagonal. `parts` are the stretches of a game in their order, each
    with its name and its points; `games` how many games the sheet may need.
    """

    parts: tuple[tuple[str, int], ...]
    games: int


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


def each_alone(seats: int, rules: object) -> Seating:
    """Default accounts: everybody for himself."""
    return alone(seats)


def any_table(table: Table[Any]) -> Iterable[Problem]:
    """Default: no switches contradict each other."""
    return ()


def as_declared(field: Field, table: Table[Any]) -> Field:
    """Default: every field is asked as it is declared."""
    return field


def never_ends(so_far: SoFar[Any], table: Table[Any]) -> Outcome | None:
    """Default: a sheet goes on until somebody closes it."""
    return None


def as_many_as_you_like(rules: object) -> int:
    """Default: the rules do not fix how many hands a sheet takes."""
    return 0


def once(rules: object) -> int:
    """Default: the sheet is over when one game is decided."""
    return 1


def in_rows(rules: object) -> Tally | None:
    """Default: on paper every hand has a row."""
    return None


def whole_sheet(record: object, so_far: SoFar[Any], table: Table[Any]) -> SoFar[Any]:
    """Default: the worth of a hand may depend on everything before it."""
    return so_far


def nothing_before(record: object, so_far: SoFar[Any], table: Table[Any]) -> None:
    """The worth of a hand depends on nothing before it."""


def nothing_to_note(so_far: SoFar[Any], table: Table[Any]) -> Sequence[Note]:
    """Default: nothing to announce before the next hand."""
    return ()


def nothing_known(so_far: SoFar[Any], table: Table[Any]) -> Mapping[str, Any]:
    """Default: no answer of the next hand is known beforehand."""
    return {}


def nothing_implied(so_far: SoFar[Any], table: Table[Any]) -> Sequence[Implied]:
    """Default: no answer follows from another."""
    return ()


def plain_total(so_far: SoFar[Any], side: Side, table: Table[Any]) -> Text:
    """Default: a total is its number."""
    return say("{points}", points=so_far.totals[side])


def nothing_more(so_far: SoFar[Any], table: Table[Any], extra: object) -> Mapping[str, Any]:
    """Default: the answer of a sheet has no further keys."""
    return {}


def nothing_aside(so_far: SoFar[Any], table: Table[Any], extra: Any) -> Sequence[Text]:
    """Default: there is nothing to tell besides the score."""
    return ()


def nobody_tried(hand: Hand[Any], table: Table[Any]) -> Sequence[Attempt]:
    """Default: in this game nobody plays for something."""
    return ()


def nobody_loses(hand: Hand[Any], table: Table[Any]) -> Sequence[Loss]:
    """Default: no hand of this game is lost by anybody."""
    return ()


def no_game_lost(finished: Finished[Any], table: Table[Any]) -> Sequence[Loss]:
    """Default: who loses a game pays nothing for it; hands may be lost, or nothing is."""
    return ()


def all_but_winners(finished: Finished[Any], table: Table[Any]) -> Sequence[Loss]:
    """Everybody loses a game who has not won it."""
    winners = finished.outcome.winners
    sides = [side for side in range(table.seating.sides) if side not in winners]
    seats = tuple(seat for side in sides for seat in table.seating.seats_of(Side(side)))
    return (Loss(seats),) if seats else ()


def always(record: object, table: Table[Any]) -> bool:
    """Default: every record is a hand."""
    return True


def never(rules: object) -> bool:
    """Default: points do not cancel out."""
    return False


def any_totals(totals: tuple[int, ...], table: Table[Any]) -> Iterable[Problem]:
    """Default: nothing is known about which totals a game can reach."""
    return ()


@dataclass(frozen=True, slots=True)
class NoExtra:
    """Default: a sheet carries nothing besides its hands."""


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
