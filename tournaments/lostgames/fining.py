"""Fines: the list of an event, and taking one; each a short transaction under the lock of the event."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from config.database import writing
from scoring import Problem, Unreadable
from scoring import say as sentence
from scoring.text import mark as _
from tournaments.cash.booking import book
from tournaments.cash.plan import currency_of
from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.fines import KEY, Fine, fines_json, fines_of
from tournaments.engines.cashdesk.kinds import CashKind, PaidBy
from tournaments.events.ground.locking import locked
from tournaments.lostgames.planning import store_plan
from tournaments.models import CashEntry, Entrant, Event

PLANNED = "fines"


@dataclass(frozen=True, slots=True)
class FinedTimes:
    """How often somebody was fined for what, and what it came to."""

    times: Mapping[str, int]
    amount: int


def change_fines(*, event: Event, fines: Sequence[Fine], by: str = "") -> Event:
    """Another list; what was taken stays as it was booked. Raises Unreadable for two fines of one name."""
    names = [fine.name.casefold() for fine in fines]
    if len(set(names)) < len(names):
        raise _refused("twice", _("Two fines have the same name."))
    return store_plan(event, KEY, fines_json(fines) or None, what=PLANNED, by=by)


def fine(
    *,
    event: Event,
    entrant: Entrant,
    name: str,
    shown: int,
    way: PaidBy = PaidBy.CASH,
    by: str = "",
    entry_id: uuid.UUID,
) -> CashEntry:
    """Somebody has paid a fine; `shown` is the amount that the page said. Raises Unreadable."""
    with writing():
        event = locked(event)
        known = next((line for line in fines_of(event.money) if line.name == name), None)
        if known is None:
            raise _refused("no_fine", _("There is no such fine by now. Please reload the page."))
        if known.amount != shown:
            text = sentence(
                _("It is {now} by now. Please reload the page."), now=Money(known.amount, currency_of(event))
            )
            raise Unreadable([Problem(None, "changed", text)])
        return book(
            event=event,
            kind=CashKind.FINE,
            amount=known.amount,
            way=way,
            entrant=entrant,
            label=known.name,
            feeds=known.feeds,
            by=by,
            entry_id=entry_id,
        )


def fined_in(event: Event) -> dict[int, FinedTimes]:
    """By entrant, whoever was fined; what was taken back does not count."""
    rows = CashEntry.objects.filter(
        event=event, kind=CashKind.FINE, entrant__isnull=False, reverses=None, reversed_by=None
    ).order_by("seq")
    fined: dict[int, FinedTimes] = {}
    for entrant, name, amount in rows.values_list("entrant", "label", "amount"):
        before = fined.get(entrant or 0, FinedTimes({}, 0))
        times = {**before.times, name: before.times.get(name, 0) + 1}
        fined[entrant or 0] = FinedTimes(times, before.amount + amount)
    return fined


def _refused(code: str, message: str) -> Unreadable:
    return Unreadable([Problem(None, code, sentence(message))])
