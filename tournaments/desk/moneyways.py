"""The ways through an event's money, the same on each of its pages; and what is still loose at the end."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournaments.access.desk import Desk
from tournaments.access.roles import Action
from tournaments.cash.closing import has_cash, is_closed
from tournaments.cash.plan import currency_of
from tournaments.desk.cashpages import owed_sums
from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.fines import fines_of
from tournaments.lostgames.owed import lost_money_of, lost_plan_of
from tournaments.speech.money import money

# Key, label, name of the address, what one must be allowed to see it: in the order of an evening.
WAYS: tuple[tuple[str, str, str, Action], ...] = (
    ("money", _("Money and prizes"), "desk-money", Action.EDIT_PLAN),
    ("prices", _("Price list"), "desk-prices", Action.EDIT_PLAN),
    ("cash", _("Cash desk"), "desk-cash", Action.KEEP_CASH),
    ("lost", _("Lost-game money"), "desk-lost", Action.CHECK_IN),
    ("prizes", _("Prizes"), "desk-prizes", Action.GIVE_PRIZES),
    ("giving", _("Prize-giving"), "desk-giving", Action.GIVE_PRIZES),
    ("paper", _("Print"), "desk-papers", Action.PRINT),
)


@dataclass(frozen=True, slots=True)
class MoneyWay:
    """A link to a page about the money of an event."""

    key: str
    label: str
    url: str


def money_ways(desk: Desk) -> list[MoneyWay]:
    """Where somebody may go. Lost games and fines are only named where they cost something."""
    lost = lost_plan_of(desk.event) is not None or bool(fines_of(desk.event.money))
    return [
        MoneyWay(key, gettext(label), reverse(name, args=(desk.event.pk,)))
        for key, label, name, action in WAYS
        if desk.may(action) and (lost or key != "lost")
    ]


def loose_ends(desk: Desk) -> list[tuple[str, str]]:
    """What is still to be done with money before people go home: sentence, and where it is done."""
    event = desk.event
    currency = currency_of(event)
    ends: list[tuple[str, str]] = []
    fees = owed_sums(event)
    if fees.open > 0:
        text = ngettext(
            "{count} has not paid yet: {amount}", "{count} have not paid yet: {amount}", fees.debtors
        ).format(count=fees.debtors, amount=money(Money(fees.open, currency)))
        ends.append((text, reverse("desk-check-in", args=(event.pk,)) + "?show=missing"))
    lost = lost_money_of(event)
    if lost is not None and lost.plan.booked:
        due = sum(max(person.open, 0) for person in lost.entrants.values())
        if due:
            text = gettext("Lost-game money still open: {amount}").format(amount=money(Money(due, currency)))
            ends.append((text, reverse("desk-lost", args=(event.pk,))))
    if desk.may(Action.KEEP_CASH) and not is_closed(event) and has_cash(event):
        ends.append((gettext("The box is not closed yet."), reverse("desk-cash", args=(event.pk,))))
    return ends
