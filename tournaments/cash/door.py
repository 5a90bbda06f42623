"""What one tap at the door books: the fee that is open, and the deposit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID, uuid5

from config.database import say_again, writing
from scoring.text import mark as _
from tournaments.cash.accounts import account_of
from tournaments.cash.booking import append, append_reversal, book, refused
from tournaments.cash.plan import plan_of_event
from tournaments.engines.cashdesk.accounts import share
from tournaments.engines.cashdesk.kinds import CashKind, PaidBy
from tournaments.events.ground.locking import locked
from tournaments.models import CashEntry, Entrant, Event


def settle(event: Event, entrant: Entrant, *, way: PaidBy = PaidBy.CASH, by: str = "") -> list[CashEntry]:
    """Book all that is open for this entrant, in a transaction that holds the event."""
    if not plan_of_event(event).takes:
        return []
    entrant.paid = False
    standing = account_of(event, entrant)
    lines = []
    if standing.open_fee:
        lines.append(
            append(
                event,
                kind=CashKind.FEE,
                amount=standing.open_fee,
                way=way,
                entrant=entrant,
                parts=share(standing.items, standing.paid, standing.open_fee),
                item=standing.tariff.key if standing.tariff else "",
                by=by,
            )
        )
    if standing.open_deposit:
        lines.append(
            append(
                event, kind=CashKind.DEPOSIT, amount=standing.open_deposit, way=way, entrant=entrant, by=by
            )
        )
    return lines


def take_back(
    event: Event, entrant: Entrant, entries: Sequence[str] | None = None, *, by: str = ""
) -> list[CashEntry]:
    """Reverse what was booked for this entrant: these lines, or every fee and deposit that stands. In a
    transaction that holds the event."""
    rows: Iterable[CashEntry] = CashEntry.objects.filter(
        event=event,
        entrant=entrant,
        kind__in=(CashKind.FEE, CashKind.DEPOSIT),
        reverses=None,
        reversed_by=None,
    ).order_by("seq")
    wanted = None if entries is None else {UUID(entry) for entry in entries}
    return [append_reversal(event, row, by=by) for row in rows if wanted is None or row.pk in wanted]


def is_free(event: Event, entrant: Entrant) -> bool:
    """Is something to be paid in this event, and nothing by this entrant?"""
    return plan_of_event(event).takes and account_of(event, entrant).is_free


def pay(
    *,
    event: Event,
    entrant: Entrant,
    amount: int,
    way: PaidBy = PaidBy.CASH,
    by: str = "",
    entry_id: UUID | None = None,
) -> list[CashEntry]:
    """So much of what is open, first of the fee, then of the deposit; raises Unreadable for more."""
    with writing():
        event = locked(event)
        if entry_id is not None and CashEntry.objects.filter(pk=entry_id, event=event).exists():
            say_again()
            return list(CashEntry.objects.filter(pk__in=(entry_id, _second(entry_id)), event=event))
        standing = account_of(event, Entrant.objects.get(event=event, pk=entrant.pk))
        if not 0 < amount <= standing.open:
            raise refused("amount", _("This is more than is open, or nothing. Please reload the page."))
        fee = min(amount, standing.open_fee)
        tariff = standing.tariff.key if standing.tariff else ""
        lines = []
        if fee:
            lines.append(
                book(
                    event=event,
                    kind=CashKind.FEE,
                    amount=fee,
                    way=way,
                    entrant=entrant,
                    item=tariff,
                    by=by,
                    entry_id=entry_id,
                )
            )
        if amount > fee:
            key = entry_id if not fee or entry_id is None else _second(entry_id)
            lines.append(
                book(
                    event=event,
                    kind=CashKind.DEPOSIT,
                    amount=amount - fee,
                    way=way,
                    entrant=entrant,
                    by=by,
                    entry_id=key,
                )
            )
        return lines


def _second(entry_id: UUID) -> UUID:
    """The id of what one tap books besides."""
    return uuid5(entry_id, "deposit")
