"""The money plan of an event, as it stands, and how it is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.cash.accounts import accounts, retick
from tournaments.cash.plan import plan_of_event
from tournaments.engines.cashdesk.tariffs import MoneyPlan, plan_json, plan_problems
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.events.plan import changing
from tournaments.models import CashEntry, Entrant, Event

PLANNED, CHOSEN = "money", "tariff"


def change_plan(*, event: Event, plan: MoneyPlan, by: str = "") -> Event:
    """Another price list, deposit, currency or account. Raises Unreadable with what is wrong.

    What was booked stays; who has paid is computed anew. What others keep in the event's money stays.
    """
    if problems := plan_problems(plan):
        raise Unreadable(problems)
    with writing():
        event = locked(event)
        before = plan_of_event(event)
        if plan.currency != before.currency and CashEntry.objects.filter(event=event).exists():
            text = say(_("Something is booked already, so the currency stays {code}."), code=before.currency)
            raise Unreadable([Problem("currency", "booked", text)])
        keep_ticks(event, lambda: _store(event, plan, by))
        return Event.objects.get(pk=event.pk)


def choose_tariff(*, event: Event, entrant: int, key: str, by: str = "") -> Entrant:
    """Another tariff for one entrant; "": the usual one again. Raises Unreadable for one not on the list."""
    with writing():
        event = locked(event)
        who = Entrant.objects.filter(event=event, pk=entrant).first()
        if who is None:
            raise Unreadable([Problem(None, "unknown", say(_("This entrant is no longer there.")))])
        if key and plan_of_event(event).tariff(key) is None:
            text = say(_("This price is no longer on the list. Please reload the page."))
            raise Unreadable([Problem("tariff", "unknown", text)])
        if who.tariff != key:
            who.tariff = key
            keep_ticks(event, lambda: who.save(update_fields=("tariff",)))
            note(event, CHOSEN, by=by, entrant=who.pk, tariff=key)
        return Entrant.objects.get(pk=who.pk)


def _store(event: Event, plan: MoneyPlan, by: str) -> None:
    old, new = event.money, {**event.money, **plan_json(plan)}
    if new != old:
        event.money = new
        if not plan.tariffs:  # neither a list nor the one fee
            event.settings = {**event.settings, "fee": 0}
        event.save(update_fields=("money", "settings"))
        note(event, PLANNED, by=by, old=_without_account(old), new=_without_account(new))


def _without_account(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name != "bank"}


def keep_ticks(event: Event, change: Callable[[], object]) -> None:
    """Do something that may move what is to be paid; ticks follow the book. In a transaction that holds the
    event."""
    takes = plan_of_event(event).takes
    before = accounts(event) if takes else None
    change()
    now = Event.objects.get(pk=event.pk)
    if takes or plan_of_event(now).takes:
        retick(now, before)


def change_head(*, event: Event, by: str = "", **head: Any) -> Event:
    """`events.plan.changing.change_head`, which may change the fee, or who is a guest."""
    with writing():
        keep_ticks(locked(event), lambda: changing.change_head(event=event, by=by, **head))
        return Event.objects.get(pk=event.pk)
