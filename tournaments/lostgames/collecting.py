"""Saying what lost games cost, and taking the money: each a short transaction under the lock of the event."""

from __future__ import annotations

import uuid

from config.database import say_again, writing
from scoring import Problem, Unreadable
from scoring import say as sentence
from scoring.text import mark as _
from tournaments.cash.booking import append_reversal, book, tell
from tournaments.cash.plan import currency_of
from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.kinds import CashKind, PaidBy
from tournaments.engines.lostgames import KEY, LostGamesPlan, is_scale, lost_games_json, lost_games_plan
from tournaments.events.ground.locking import locked
from tournaments.lostgames.owed import LostMoney, LostMoneyOf, lost_money_of
from tournaments.lostgames.planning import store_plan
from tournaments.models import CashEntry, Entrant, Event

PLANNED = "lost_games"


def change_lost_games(*, event: Event, plan: LostGamesPlan | None, by: str = "") -> Event:
    """Another scale, or None: lost games cost nothing. Raises Unreadable.

    What was collected stays as it was booked; what is owed is computed anew.
    """
    if plan is not None and not is_scale(plan.scale.steps):
        text = sentence(_("The first step is the first lost game, and each further one begins later."))
        raise Unreadable([Problem("steps", "steps", text)])
    known = {option.value for option in event.game_value().lost_by}
    if plan is not None and not known >= set(plan.scale.by):
        raise Unreadable([Problem("by", "unknown_option", sentence(_("This game knows no such contract.")))])
    new = lost_games_json(plan) if plan is not None else None
    return store_plan(event, KEY, new, what=PLANNED, by=by)


def collect(
    *,
    event: Event,
    entrant: Entrant,
    shown: int,
    way: PaidBy = PaidBy.CASH,
    by: str = "",
    entry_id: uuid.UUID,
) -> int:
    """Everything that is open for this entrant is settled; `shown` is what the page said. Below nothing it is
    given back: what was collected is reversed, and what is owed is booked.

    Returns what was booked in all; raises Unreadable where it is something else by now.
    """
    with writing():
        event = locked(event)
        if CashEntry.objects.filter(pk=entry_id, event=event).exists():
            say_again()
            return shown
        standing = _money(event).entrants.get(entrant.pk) or LostMoneyOf(entrant.pk, (), 0)
        _refuse_other(event, standing.open, shown)
        _settle(event, entrant, standing, way, by, entry_id)
        return standing.open


def collect_at_table(
    *, event: Event, sitting: int, shown: int, way: PaidBy = PaidBy.CASH, by: str = "", entry_id: uuid.UUID
) -> int:
    """Everything that is open for those of a table; a line for each of them."""
    with writing():
        event = locked(event)
        money = _money(event)
        table = next((table for table in money.tables if table.sitting == sitting), None)
        if table is None:
            raise _refused("table", _("There is no such table. Please reload the page."))
        ids = {entrant: uuid.uuid5(entry_id, str(entrant)) for entrant in table.entrants}
        if CashEntry.objects.filter(pk__in=ids.values(), event=event).exists():
            say_again()
            return shown
        whole = sum(money.entrants[entrant].open for entrant in table.entrants)
        _refuse_other(event, whole, shown)
        for entrant in Entrant.objects.filter(pk__in=table.entrants).order_by("number"):
            if money.entrants[entrant.pk].open:
                _settle(event, entrant, money.entrants[entrant.pk], way, by, ids[entrant.pk])
        return whole


def _money(event: Event) -> LostMoney:
    money = lost_money_of(event)
    if money is None or not money.plan.booked:
        raise _refused("no_plan", _("No lost-game money is collected in this event. Please reload the page."))
    return money


def _refuse_other(event: Event, now: int, shown: int) -> None:
    if not now:
        raise _refused("settled", _("That is settled already; somebody else may have done it."))
    if now != shown:
        text = sentence(
            _("It is {now} by now: a hand was written or corrected. Please reload the page."),
            now=Money(now, currency_of(event)),
        )
        raise Unreadable([Problem(None, "changed", text)])


def _settle(
    event: Event, entrant: Entrant, standing: LostMoneyOf, way: PaidBy, by: str, entry_id: uuid.UUID
) -> None:
    amount = standing.open
    if amount < 0:
        booked = CashEntry.objects.filter(
            event=event, entrant=entrant, kind=CashKind.LOST, reverses=None, reversed_by=None
        )
        first: uuid.UUID | None = None if standing.owed else entry_id
        for row in booked.order_by("-seq"):
            tell(event, append_reversal(event, row, by=by, entry_id=first))
            first = None
        amount = standing.owed
    if amount > 0:
        plan = lost_games_plan(event.money)
        book(
            event=event,
            kind=CashKind.LOST,
            amount=amount,
            way=way,
            entrant=entrant,
            by=by,
            entry_id=entry_id,
            feeds=plan.feeds if plan is not None else None,
        )


def _refused(code: str, message: str) -> Unreadable:
    return Unreadable([Problem(None, code, sentence(message))])
