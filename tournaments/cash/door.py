"""What one tap at the door books: the fee that is open, and the deposit.

Within a transaction that holds the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from tournaments.cash.accounts import account_of
from tournaments.cash.booking import append, append_reversal
from tournaments.cash.plan import plan_of_event
from tournaments.engines.cashdesk.accounts import share
from tournaments.engines.cashdesk.kinds import CashKind, PaidBy
from tournaments.models import CashEntry, Entrant, Event


def settle(event: Event, entrant: Entrant, *, way: PaidBy = PaidBy.CASH, by: str = "") -> list[CashEntry]:
    """Book all that is open for this entrant; nothing where nothing is."""
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
    """Reverse what was booked for this entrant: these lines, or every fee and deposit that stands."""
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
