"""What every entrant has to pay and has paid, from the price list and the book."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from tournaments.cash.plan import plan_of_event
from tournaments.engines.cashdesk.accounts import Account, BookLine, account
from tournaments.engines.cashdesk.kinds import OF_ENTRANTS, CashKind, Destination, PaidBy
from tournaments.engines.cashdesk.tariffs import FeeItem, MoneyPlan, Payer, tariff_for
from tournaments.events.ground.stages import settings_of
from tournaments.lists import folded
from tournaments.models import CashEntry, Club, Entrant, Event

NEEDED = ("kind", "way", "amount", "entrant", "parts", "label", "by")


def book_lines(event: Event, entrant: int | None = None) -> list[BookLine]:
    """The book for sums, in its order; of one entrant, or all of it."""
    rows = CashEntry.objects.filter(event=event).order_by("seq")
    if entrant is not None:
        rows = rows.filter(entrant=entrant)
    return [
        BookLine(CashKind(kind), PaidBy(way), amount, who, parts_of(parts), label, by)
        for kind, way, amount, who, parts, label, by in rows.values_list(*NEEDED)
    ]


def parts_of(raw: Iterable[Mapping[str, object]]) -> tuple[FeeItem, ...]:
    return tuple(
        FeeItem(Destination(str(part["to"])), int(str(part["amount"])), str(part["label"])) for part in raw
    )


def accounts(event: Event) -> dict[int, Account]:
    """Of every entrant, by key."""
    plan = plan_of_event(event)
    lines: dict[int, list[BookLine]] = {}
    for line in book_lines(event):
        if line.entrant is not None:
            lines.setdefault(line.entrant, []).append(line)
    home = home_of(event)
    return {
        entrant.pk: _account(plan, event, entrant, lines.get(entrant.pk, ()), home)
        for entrant in Entrant.objects.filter(event=event).order_by("number")
    }


def account_of(event: Event, entrant: Entrant) -> Account:
    """Of one."""
    return _account(plan_of_event(event), event, entrant, book_lines(event, entrant.pk), home_of(event))


def _account(
    plan: MoneyPlan, event: Event, entrant: Entrant, lines: Iterable[BookLine], home: Collection[str]
) -> Account:
    """Whoever says no club is no guest."""
    heads = settings_of(event).entrant
    is_home = not entrant.club or not home or folded(entrant.club) in home
    payer = Payer(entrant.tariff, entrant.category, is_home, heads)
    return account(tariff_for(plan, payer), heads, plan.deposit, lines, tick=entrant.paid)


def home_of(event: Event) -> frozenset[str]:
    """What the club that holds the event is called; of an event that names none everybody is a member."""
    name = Club.objects.filter(pk=event.whose).values_list("name", flat=True).first()
    return frozenset((folded(event.club), folded(name or ""))) - {""}


def retick(event: Event, before: Mapping[int, Account] | None = None) -> None:
    """Put the ticks in step with the book, and with who has nothing to pay; without a line a tick stays.

    `before`: how everybody stood. Who had nothing to pay then has not paid when there is something now.
    """
    if not plan_of_event(event).takes:
        return
    now = accounts(event)
    booked = entrants_booked(event)
    changed: dict[bool, list[int]] = {True: [], False: []}
    for entrant in Entrant.objects.filter(event=event):
        standing = now[entrant.pk]
        paid = entrant.paid
        if entrant.pk in booked:
            paid = standing.open == 0
        elif standing.is_free:
            paid = True
        elif before is not None and before[entrant.pk].is_free:
            paid = False
        if paid != entrant.paid:
            changed[paid].append(entrant.pk)
    for paid, entrants in changed.items():
        if entrants:
            Entrant.objects.filter(pk__in=entrants).update(paid=paid)


def entrants_booked(event: Event) -> set[int]:
    """Whose fees the book knows something of."""
    rows = CashEntry.objects.filter(event=event, kind__in=OF_ENTRANTS).order_by()
    return {who for who in rows.values_list("entrant", flat=True).distinct() if who is not None}
