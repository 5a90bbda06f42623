"""What a decision moves: totals at tables, places, matches that turn, seats drawn from the standings before.

Two competitions are compared: as it is and as it would be. The same comparison is shown before an organiser
decides and kept, without a language, in the event's log once it has been done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypedDict

from scoring import SoFar
from tournaments.engines.plans.declared import BY_STANDING
from tournaments.engines.results.decisions import play_off_winners
from tournaments.engines.results.finals import RunningPlaces
from tournaments.engines.standings import (
    Competition,
    Id,
    Number,
    Standings,
    TableResult,
    TeamRow,
    Value,
    moved,
    winner_of,
)
from tournaments.events.ground.stages import plan_of
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.results.finals import FinalLayout, teams
from tournaments.events.results.keeping import Results, results_of
from tournaments.events.results.rulings_in_force import decisions_of
from tournaments.models import Event, Round, Ruling

PODIUM = 3


@dataclass(frozen=True, slots=True)
class TotalChange:
    """One account of a table: whom it counts for, and its points before and after."""

    round: int
    table: int
    entrants: tuple[Id, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class RankChange:
    """Somebody whose place or total is another one; the totals are those of the first criterion."""

    entrant: Id
    rank_before: int | None
    rank_after: int | None
    total_before: Value | None
    total_after: Value | None

    @property
    def moves(self) -> bool:
        """Another place, not only another total."""
        return self.rank_before != self.rank_after

    @property
    def on_podium(self) -> bool:
        """One of the first three places is touched."""
        return self.moves and any(rank is not None and rank <= PODIUM for rank in self.ranks)

    @property
    def ranks(self) -> tuple[int | None, int | None]:
        return self.rank_before, self.rank_after


@dataclass(frozen=True, slots=True)
class TurnedMatch:
    """A match that somebody else wins now; None: nobody."""

    round: int
    table: int
    before: Id | None
    after: Id | None


@dataclass(frozen=True, slots=True)
class PassedPrize:
    """A prize that others get. `label` is what it is for: a rank, the last, a class."""

    label: str
    prize: str  # goods; empty: money
    before: tuple[Id, ...]
    after: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class PassedMoney:
    """Somebody who gets another amount. `given`: what he has got of it already."""

    entrant: Id
    before: int
    after: int
    currency: str
    given: int = 0


@dataclass(frozen=True, slots=True)
class PrizeSide:
    """One of the two that are compared."""

    table: Standings
    known: Competition
    teams: tuple[TeamRow, ...]


PrizesMoved = tuple[tuple[PassedPrize, ...], tuple[PassedMoney, ...]]
Mover = Callable[[Event, PrizeSide, PrizeSide], PrizesMoved]
prize_movers: list[Mover] = []
"""Who says which prizes move: prizes know the cash book, which knows events. Filled at the start."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that moves. `rounds` are drawn already, from what stood there before."""

    totals: tuple[TotalChange, ...] = ()
    shifts: tuple[RankChange, ...] = ()
    turned: tuple[TurnedMatch, ...] = ()
    rounds: tuple[int, ...] = ()
    prizes: tuple[PassedPrize, ...] = ()
    money: tuple[PassedMoney, ...] = ()  # of prizes

    def __bool__(self) -> bool:
        return bool(self.totals or self.shifts or self.turned)

    @property
    def podium(self) -> bool:
        """Are the first three places touched?"""
        return any(shift.on_podium for shift in self.shifts)


@dataclass(frozen=True, slots=True)
class State:
    """How an event stands. `level`: who won matches that ended level by an extra game, by round and table."""

    known: Competition
    level: Mapping[tuple[int, int], Id]
    results: Results  # what both were taken from


def state_of(
    event: Event,
    *,
    instead: Mapping[int, SoFar[Any]] | None = None,
    closed: Mapping[int, bool] | None = None,
    rulings: Sequence[Ruling] | None = None,
) -> State:
    """As it is, or as it would be with other sheets or other decisions."""
    stamp = stamp_of(event.pk)
    if stamp is None:
        raise Event.DoesNotExist
    results = results_of(stamp)
    if rulings is None:
        known = results.supposing(event.pk, instead or {}, closed or {}) if instead or closed else None
        return State(known or results.competition, results.still.level, results)
    decisions = decisions_of(rulings)
    return State(results.decided(decisions), play_off_winners(decisions), results)


def compare(event: Event, before: State, after: State) -> Consequences:
    """What is different in `after`, in the order of the new places."""
    totals, turned = tuple(_totals(before.known, after.known)), tuple(_turned(before, after))
    layout, running = after.results.still.layout, after.results.running.apart()
    old, new = (places(running, layout, side) for side in (before, after))
    shifts = tuple(
        RankChange(move.entrant, move.rank_before, move.rank_after, move.total_before, move.total_after)
        for move in moved(old, new)
    )
    prizes, money = _moved_prizes(event, _side(old, before, layout), _side(new, after, layout))
    changed = {total.round for total in totals} | {turned_match.round for turned_match in turned}
    changed |= _adjusted(before.known, after.known)
    if not changed or not (turned or any(shift.moves for shift in shifts)):
        return Consequences(totals, shifts, turned, prizes=prizes, money=money)
    return Consequences(totals, shifts, turned, tuple(_based_on(event, min(changed))), prizes, money)


def _moved_prizes(event: Event, before: PrizeSide, after: PrizeSide) -> PrizesMoved:
    for mover in prize_movers:
        return mover(event, before, after)
    return (), ()


def _side(table: Standings, state: State, layout: FinalLayout) -> PrizeSide:
    of_teams = any(entrant.team for entrant in state.known.entrants)
    return PrizeSide(table, state.known, teams(layout, state.known) if of_teams else ())


def places(running: RunningPlaces, layout: FinalLayout, state: State) -> Standings:
    """The field ranked: what takes longest, so never while others wait if it can be helped."""
    return running.after(replace(layout, extra=state.level), state.known)


def _totals(before: Competition, after: Competition) -> Iterator[TotalChange]:
    """Accounts with another total. Who has changed places is compared with what he had at the other one."""
    was, now = _tables(before), _tables(after)
    changed = [at for at, played in now.items() if was[at] is not played and was[at] != played]
    had = {
        (at[0], who): account.points
        for at in changed
        for account in was[at].accounts
        for who in account.entrants
    }
    for at in changed:
        for old, new in zip(was[at].accounts, now[at].accounts, strict=True):
            together = [new.entrants] if old.entrants == new.entrants else [(who,) for who in new.entrants]
            for entrants in together:
                points = had[at[0], entrants[0]]
                if points != new.points:
                    yield TotalChange(*at, entrants, points, new.points)


def _turned(before: State, after: State) -> Iterator[TurnedMatch]:
    """Decided matches that would be decided otherwise."""
    now = _tables(after.known)
    for at, was in _tables(before.known).items():
        if not was.matched:
            continue
        old = winner_of(was, low_wins=before.known.rules.low_wins) or before.level.get(at)
        new = winner_of(now[at], low_wins=after.known.rules.low_wins) or after.level.get(at)
        if old != new and (was.finished or old is not None):
            yield TurnedMatch(*at, old, new)


def _tables(known: Competition) -> dict[tuple[int, int], TableResult]:
    return {(table_result.round, table_result.table): table_result for table_result in known.played}


def _adjusted(before: Competition, after: Competition) -> set[int]:
    """Rounds whose penalties or credits are others; 0: the event as a whole."""
    old, new = Counter(before.adjustments), Counter(after.adjustments)
    return {adjustment.round or 0 for adjustment in (old - new) + (new - old)}


def _based_on(event: Event, changed: int) -> Iterator[int]:
    """Later rounds whose seats came from results up to this round."""
    rounds = Round.objects.filter(event=event).select_related("stage").order_by("number")
    rounds = rounds.only("number", "stage__event", "stage__number", "stage__plan")
    begun: set[int] = set()
    for round_ in rounds:
        first = round_.stage_id not in begun
        begun.add(round_.stage_id)
        if round_.number > changed and _from_standings(round_, first):
            yield round_.number


def _from_standings(round_: Round, first: bool) -> bool:
    """Did the draw look at results? `first`: of its stage."""
    plan = plan_of(round_.stage)
    opening = first and round_.stage.number == 1
    if plan.format in BY_STANDING or plan.bracket:
        return not opening
    return plan.takes > 0 and round_.stage.number > 1


def with_exchange(state: State, round_: int, swap: Mapping[Id, Id]) -> State:
    """As if these entrants had sat on each other's places in a round."""

    def changed(played: TableResult) -> TableResult:
        accounts = tuple(
            replace(account, entrants=tuple(swap.get(who, who) for who in account.entrants))
            for account in played.accounts
        )
        return replace(played, accounts=accounts)

    played = tuple(
        changed(table_result) if table_result.round == round_ else table_result
        for table_result in state.known.played
    )
    return replace(state, known=replace(state.known, played=played))


# --- as the log keeps it ------------------------------------------------------------------------------------


class MovedJson(TypedDict):
    """Lists of the values of `Consequences`, in their order."""

    totals: list[list[Any]]
    shifts: list[list[Any]]
    turned: list[list[Any]]
    rounds: list[int]
    prizes: list[list[Any]]
    money: list[list[Any]]


def dumped(consequences: Consequences) -> MovedJson:
    """For the log: whole numbers, exact totals as text, nothing in a language."""
    return {
        "totals": [
            [total.round, total.table, list(total.entrants), total.before, total.after]
            for total in consequences.totals
        ],
        "shifts": [
            [shift.entrant, *shift.ranks, _stored(shift.total_before), _stored(shift.total_after)]
            for shift in consequences.shifts
        ],
        "turned": [
            [turned_match.round, turned_match.table, turned_match.before, turned_match.after]
            for turned_match in consequences.turned
        ],
        "rounds": list(consequences.rounds),
        "prizes": [
            [prize.label, prize.prize, list(prize.before), list(prize.after)] for prize in consequences.prizes
        ],
        "money": [
            [money.entrant, money.before, money.after, money.currency, money.given]
            for money in consequences.money
        ],
    }


def loaded(data: Mapping[str, Any]) -> Consequences:
    """What `dumped` has kept."""
    return Consequences(
        totals=tuple(
            TotalChange(round_, table, tuple(entrants), before, after)
            for round_, table, entrants, before, after in data.get("totals", ())
        ),
        shifts=tuple(
            RankChange(who, was, now, _read(before), _read(after))
            for who, was, now, before, after in data.get("shifts", ())
        ),
        turned=tuple(TurnedMatch(*match) for match in data.get("turned", ())),
        rounds=tuple(data.get("rounds", ())),
        prizes=tuple(
            PassedPrize(label, prize, tuple(was), tuple(now))
            for label, prize, was, now in data.get("prizes", ())
        ),
        money=tuple(PassedMoney(*money) for money in data.get("money", ())),
    )


def _stored(value: Value | None) -> list[Any] | None:
    return None if value is None else [value.plain, value.percent]


def _read(stored: Any) -> Value | None:
    if stored is None:
        return None
    text, percent = stored
    number: Number | None = None
    if text:
        exact = Fraction(text)
        number = exact.numerator if exact.denominator == 1 else exact
    return Value(number, percent)
