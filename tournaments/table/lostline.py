"""What lost games have cost the people of a table of an event so far, for its page and its sheet."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from config.caches import Pictures
from scoring import Seat
from tournaments.cash.plan import currency_of
from tournaments.engines.amounts import Money
from tournaments.engines.lostgames import Collected, LostGamesPlan, lost_games_plan
from tournaments.engines.plans import event_settings
from tournaments.lostgames.counting import lost_by_entrants, lost_in, lost_on
from tournaments.models import Chair, Event, Sitting
from tournaments.speech.money import money
from tournaments.table.sheetview import SheetView

Rounds = tuple[tuple[str, ...], ...]
"""What somebody has lost in each round before this one."""
_before: Pictures[int, tuple[uuid.UUID, int], Mapping[int, Rounds]] = Pictures(2000)
"""By sitting, of the event's revision."""


@dataclass(frozen=True, slots=True)
class LostOf:
    """Somebody at the table, and what lost games have cost him."""

    name: str
    games: int
    amount: str


@dataclass(frozen=True, slots=True)
class LostLine:
    """The line under the totals."""

    people: tuple[LostOf, ...]
    so_far: bool  # rounds before this one count too
    pot: str  # of the table, where the money stays there; else empty
    seats: tuple[tuple[int, ...], ...]  # of each of the people

    @property
    def heading(self) -> str:
        return gettext("Lost games so far") if self.so_far else gettext("Lost games this round")

    @property
    def potted(self) -> str:
        """`Pot of this table: 3.50 €.`; empty: there is none."""
        return gettext("Pot of this table: {amount}.").format(amount=self.pot) if self.pot else ""

    def of_seat(self, seat: int) -> str:
        """What it has cost whoever sits there."""
        return next(
            (who.amount for who, seats in zip(self.people, self.seats, strict=True) if seat in seats), ""
        )


def forget() -> None:
    """Start afresh (tests)."""
    _before.clear()


def lost_line(view: SheetView) -> LostLine | None:
    """Of this table, as it stands; None where lost games cost nothing.

    The hands are at hand. What was lost in earlier rounds is read once for each state of the event.
    """
    event, round_ = view.sitting.event, view.sitting.round
    plan = lost_games_plan(event.money) if event is not None else None
    if event is None or round_ is None or plan is None:
        return None
    places = _places(view, event_settings(event.settings).entrant)
    place_of = {seat: place for place, (_name, seats) in enumerate(places) for seat in seats}
    here = lost_by_entrants(lost_on(view.game, view.table, view.sheet.whole), place_of)
    so_far = plan.collected is Collected.AT_END
    earlier: Mapping[int, Rounds] = {}
    if round_.number > 1 and (so_far or plan.scale.through):
        earlier = lost_before(event, view.sitting, round_.number)
    people, amounts = [], []
    for place, (name, seats) in enumerate(places):
        lost = (*earlier.get(seats[0], ()), here.get(place, ()))
        amount, games = _sums(plan, lost, so_far=so_far)
        amounts.append(amount)
        people.append(LostOf(name, games, money(Money(amount, currency_of(event)))))
    pot = money(Money(sum(amounts), currency_of(event))) if not plan.booked else ""
    return LostLine(tuple(people), so_far, pot, tuple(seats for _name, seats in places))


def _sums(plan: LostGamesPlan, lost: Sequence[tuple[str, ...]], *, so_far: bool) -> tuple[int, int]:
    costs = plan.scale.of_rounds(lost)
    if so_far:
        return sum(costs), sum(map(len, lost))
    return costs[-1], len(lost[-1])


def _places(view: SheetView, heads: int) -> list[tuple[str, tuple[int, ...]]]:
    """Who loses by himself: a person, or the members of a pair or team that compete as one."""
    if heads == 1:
        return [(name, (seat,)) for seat, name in enumerate(view.people)]
    seating = view.table.seating
    seats: dict[int, tuple[int, ...]] = {}
    for seat in seating.every_seat:
        side = int(seating.side_of(Seat(seat)))
        seats[side] = (*seats.get(side, ()), int(seat))
    return [(view.accounts[side], group) for side, group in sorted(seats.items())]


def lost_before(event: Event, sitting: Sitting, number: int) -> Mapping[int, Rounds]:
    """By seat (from 0), what those of this table have lost in earlier rounds."""

    def make() -> Mapping[int, Rounds]:
        chairs = Chair.objects.filter(sitting=sitting, entrant__isnull=False).values_list("seat", "entrant")
        seated = {seat - 1: entrant or 0 for seat, entrant in chairs}
        tables = lost_in(event, before=number, entrants=set(seated.values()))
        return {
            seat: tuple(table.lost.get(entrant, ()) for table in tables if entrant in table.entrants)
            for seat, entrant in seated.items()
        }

    return _before.get((sitting.pk, (event.uid, event.revision)), make)


def scale_sentence(plan: LostGamesPlan, currency: str, names: Mapping[str, str]) -> str:
    """`From the 1st lost game 0.50 €, from the 4th 1.00 €; each round begins anew.`"""

    def spoken(amount: int) -> str:
        return money(Money(amount, currency))

    steps = [
        gettext("from lost game {first} on {amount}").format(first=step.first, amount=spoken(step.amount))
        for step in plan.scale.steps
    ]
    steps += [f"{names.get(what, what)} {spoken(amount)}" for what, amount in plan.scale.by.items()]
    how = gettext("counted through the evening") if plan.scale.through else gettext("each round anew")
    return f"{', '.join(steps)}; {how}"
