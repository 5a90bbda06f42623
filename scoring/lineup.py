"""People who come, go and sit out during a sheet: from some hand on, others play.

A sheet keeps a place for everybody who ever played on it, each with an account of its own. A line-up says who
of them plays from here on, seat by seat. The game is asked about the seats of that line-up only: it finds the
totals of those who sit there, and what was played before them as one stretch of no hands (`carried`). What it
answers is written down for places again, so that whoever sits out keeps his points and nobody else's move.

As long as nobody has come or gone, seats and places are the same, and so is everything here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, cast

from scoring.game import Game
from scoring.hands import Finished, Hand, Line, Outcome, SoFar
from scoring.judging import close
from scoring.paper import PaperTotals
from scoring.problem import Problem
from scoring.series import Series
from scoring.sheet import opening, parse, parse_paper, play, scored
from scoring.table import Parties, Seat, Side, Table, alone
from scoring.text import Text, say, vocabulary

_ = vocabulary("scoring")

R = TypeVar("R")
H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who plays from here on: for each seat, in the direction of play, the place of the sheet (from 0)."""

    places: tuple[int, ...]
    dealer: Seat | None = None  # who deals first, where the table says so


@dataclass(frozen=True, slots=True)
class Stretch(Generic[H]):
    """The hands of one line-up: its table, and whose place each of its seats is."""

    table: Table[H]
    places: tuple[int, ...]

    @property
    def accounts(self) -> frozenset[int]:
        """The accounts that can move: where partners keep one together, it is theirs."""
        sides = self.table.seating.side_of_seat
        return frozenset(self.places if sides == tuple(range(len(sides))) else sides)

    def spread(self, points: tuple[int, ...], size: int) -> tuple[int, ...]:
        """Points of the seats as points of all places; who does not play gets none."""
        if len(points) == size and self.places == tuple(range(len(self.places))):
            return points
        accounts = [0] * size
        for place, gained in zip(self.places, points, strict=True):
            accounts[place] = gained
        return tuple(accounts)

    def placed(self, value: Any) -> Any:
        """A value of a sentence in which seats are places."""
        match value:
            case Seat():
                return Seat(self.places[value])
            case Side():
                return Side(self.places[value])
            case Parties():
                return Parties(self.placed(value.these), self.placed(value.those))
            case Text():
                return Text(value.message, {key: self.placed(item) for key, item in value.values.items()})
            case tuple():
                return tuple(self.placed(item) for item in value)
            case _:
                return value


@dataclass(frozen=True, slots=True)
class Sheet(Generic[R, H]):
    """A sheet up to now, for the game and for everybody.

    `so_far` is what the game knows, in seats of the present line-up; `whole` the sheet with all its places.
    """

    game: Game[R, H]
    table: Table[H]  # as it was set up
    size: int  # places
    stretch: Stretch[H]
    so_far: SoFar[R]
    whole: SoFar[R]
    changed: bool = False  # somebody has come or gone
    last: Hand[R] | Hand[PaperTotals] | None = None  # the last hand, in seats of its line-up
    known: frozenset[int] = frozenset()  # places of those who ever sat at the table; others were a mistake

    def judged(self, raw: object, *, paper: bool = False, limit: int | None = None) -> Any:
        """Read and judge the next hand, or totals from paper; raises Unreadable."""
        table = self.stretch.table if limit is None else replace(self.stretch.table, limit=limit)
        return (parse_paper if paper else parse)(self.game, table, self.so_far, raw)

    def then(self, record: R | PaperTotals) -> Sheet[R, H]:
        """The sheet with one more hand; the record has been judged."""
        if not self.changed:
            after = play(self.game, self.stretch.table, self.so_far, record)
            return replace(self, so_far=after, whole=after, last=_newest(after))
        after = scored(self.game, self.stretch.table, self.so_far, record)
        hand = _newest(after)
        whole = self._with(hand, after.number)
        # Whether somebody has won is asked for everybody on the sheet, also for those who sit out.
        table = self.whole_table
        outcome = self._outcome(whole)
        if outcome is not None:
            whole = close(self.game, table, whole, outcome)
            nothing = (0,) * len(self.stretch.places)
            after = SoFar(Series(), nothing, (), whole.winners)
        return replace(self, so_far=after, whole=whole, last=hand)

    def _outcome(self, whole: SoFar[Any]) -> Outcome | None:
        """Whether somebody has won of all who ever sat here: a place that nobody came to wins nothing."""
        places = tuple(sorted(self.known))
        if len(places) == self.size:
            return self.game.ends(whole, self.whole_table)
        totals = tuple(whole.totals[place] for place in places)
        present: SoFar[R] = SoFar(Series(), totals, (), None, whole.number, _carried(whole, places))
        table = Table(alone(len(places)), self.table.rules, None, self.table.limit)
        outcome = self.game.ends(present, table)
        if outcome is None:
            return None
        placed = Stretch(table, places).placed
        return replace(outcome, winners=placed(outcome.winners), text=placed(outcome.text))

    @property
    def whole_table(self) -> Table[H]:
        """A table of all places, as if everybody sat at it."""
        return Table(alone(self.size), self.table.rules, None, self.table.limit)

    def _with(self, hand: Hand[R] | Hand[PaperTotals], number: int) -> SoFar[R]:
        """The whole sheet with a hand of the present line-up, put down for its places."""
        lines = tuple(self._line(line) for line in hand.lines)
        spread = Hand(hand.record, lines, self.stretch.spread(hand.points, self.size))
        totals = tuple(map(int.__add__, self.whole.totals, spread.points))
        log = (*self.whole.log, spread)
        return SoFar(Series(), totals, self.whole.earlier, None, number, cast("Any", log))

    def _line(self, line: Line) -> Line:
        claimed = None if line.claimed is None else self.stretch.spread(line.claimed, self.size)
        points = self.stretch.spread(line.points, self.size)
        return Line(line.code, self.stretch.placed(line.text), points, claimed)

    def seated(self, line_up: LineUp) -> Sheet[R, H]:
        """The sheet as those see it who play from here on."""
        size = max(self.size, *(place + 1 for place in line_up.places))
        whole = _widened(self.whole, size)
        seating = self.game.accounts(len(line_up.places), self.table.rules)
        table = Table(seating, self.table.rules, line_up.dealer, self.table.limit)
        stretch = Stretch(table, line_up.places)
        totals = tuple(whole.totals[place] for place in line_up.places)
        so_far: SoFar[R] = SoFar(
            Series(), totals, (), whole.winners, whole.number, _carried(whole, line_up.places)
        )
        known = self.known | set(line_up.places)
        return replace(
            self, size=size, stretch=stretch, so_far=so_far, whole=whole, changed=True, known=known
        )


def begun(game: Game[R, H], table: Table[H]) -> Sheet[R, H]:
    """The empty sheet."""
    return resumed(game, table, opening(table))


def resumed(game: Game[R, H], table: Table[H], so_far: SoFar[R]) -> Sheet[R, H]:
    """A sheet on which nobody has come or gone yet."""
    places = tuple(range(table.seating.seats))
    stretch = Stretch(table, places)
    return Sheet(game, table, len(places), stretch, so_far, so_far, known=frozenset(places))


def refused_line_up(sheet: Sheet[Any, Any], line_up: LineUp) -> Iterator[Problem]:
    """Why these people cannot go on with this sheet; nothing where they can."""
    game, places = sheet.game, line_up.places
    if not game.open_table:
        message = _("In this game those who began play to the end. For others, open a new table.")
        yield Problem(None, "fixed_people", say(message))
        return
    if sheet.whole.over:
        yield Problem(None, game.over_code, say(_("The game is over; no further hand is taken.")))
    low, high = min(game.seats), max(game.seats)
    if len(places) not in game.seats:
        text = say(_("This game is played by {low} to {high} at a table."), low=low, high=high)
        yield Problem("people", "table_size", text)
        return
    if len(set(places)) != len(places):
        yield Problem("people", "twice", say(_("Nobody sits on two seats.")))
    if places == sheet.stretch.places:
        yield Problem("people", "unchanged", say(_("These people are playing already, in this order.")))
    seating = game.accounts(len(places), sheet.table.rules)
    yield from game.playable(Table(seating, sheet.table.rules, line_up.dealer))


def _newest(so_far: SoFar[R]) -> Hand[R] | Hand[PaperTotals]:
    """The last hand, also where it has ended a game."""
    return so_far.log[-1] if so_far.log else so_far.earlier[-1].log[-1]


def _widened(so_far: SoFar[R], size: int) -> SoFar[R]:
    """A whole sheet with places for those who have just come; what was played before is nothing to them."""
    more = size - len(so_far.totals)
    earlier = tuple(
        Finished(_wide(game.log, more), (*game.totals, *(0,) * more), game.outcome, game.number)
        for game in so_far.earlier
    )
    log = cast("Any", _wide(so_far.log, more))
    totals = (*so_far.totals, *(0,) * more)
    return SoFar(Series(), totals, earlier, so_far.winners, so_far.number, log)


def _wide(log: Iterable[Any], more: int) -> tuple[Any, ...]:
    rest = (0,) * more
    return tuple(
        Hand(
            hand.record,
            tuple(
                Line(line.code, line.text, (*line.points, *rest), line.claimed and (*line.claimed, *rest))
                for line in hand.lines
            ),
            (*hand.points, *rest),
        )
        for hand in log
    )


def _carried(whole: SoFar[Any], places: tuple[int, ...]) -> tuple[Hand[PaperTotals], ...]:
    """What these people bring along from the game in progress: a stretch of no hands, with its reasons."""

    def at_seats(points: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(points[place] for place in places)

    lines = tuple(
        Line(line.code, say(_("From before")), at_seats(line.points))
        for hand in whole.log
        for line in hand.lines
    )
    if not lines:
        return ()
    totals = at_seats(whole.totals)
    return (Hand(PaperTotals(hands=0, points=totals), lines, totals),)
