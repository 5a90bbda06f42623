"""The only door of the cash book: a line more, or a line that reverses one.

Each is one short transaction under the lock of its event, and a line in the event's log. Who sends twice with
the same id has booked once.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db.models import Max
from django.utils import timezone

from config.database import say_again, take_turns, writing
from scoring import Problem, Unreadable
from scoring import say as sentence
from scoring.text import mark as _
from tournaments.cash.accounts import account_of, parts_of
from tournaments.cash.closing import refuse_closed
from tournaments.cash.plan import currency_of
from tournaments.engines.amounts import MOST
from tournaments.engines.cashdesk.accounts import share
from tournaments.engines.cashdesk.kinds import (
    OF_ENTRANTS,
    RECEIPTED,
    CashKind,
    Destination,
    PaidBy,
    signed,
)
from tournaments.engines.cashdesk.tariffs import FeeItem
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.models import CashEntry, Entrant, Event
from tournaments.models.stored import FeeItemJson

NO_AMOUNT = _("Please type an amount, for example 12.50.")
NO_LABEL = _("Please say what it is for.")
NO_REASON = _("Please enter a reason.")
NOT_HERE = _("Only organisers can do this.")
TOO_MUCH = _("This is more than is open.")
BOOKED, REVERSED = "cash", "cash_reversed"
LENGTHS = {"item": 40, "label": 120, "reason": 200, "by": 60}


def refused(code: str, message: str, **values: object) -> Unreadable:
    """What cannot be booked; the message is marked where it is written."""
    return Unreadable([Problem(None, code, sentence(message, **values))])


def book(
    *,
    event: Event,
    kind: CashKind,
    amount: int,
    way: PaidBy = PaidBy.CASH,
    entrant: Entrant | None = None,
    item: str = "",
    label: str = "",
    reason: str = "",
    by: str = "",
    entry_id: uuid.UUID | None = None,
    feeds: Destination | None = None,
) -> CashEntry:
    """A line more. `amount`: smallest units of the event's currency, above nothing; the kind says whether
    they come in or go out. `feeds`: the destination of lost-game money and fines.

    A fee is shared among the items of the entrant's tariff. Raises Unreadable for what cannot be booked: no
    amount, nobody where somebody is needed, cash while the box is closed.
    """
    with writing():
        event = locked(event)
        if (known := _known(event, entry_id, signed(kind, amount))) is not None:
            return known
        _judge(event, kind, amount, way, entrant)
        entry = append(
            event,
            kind=kind,
            amount=signed(kind, amount),
            way=way,
            entrant=entrant,
            parts=_parts(event, kind, amount, entrant, feeds),
            item=item,
            label=label,
            reason=reason,
            by=by,
            entry_id=entry_id,
        )
        if kind in OF_ENTRANTS:
            tick(event, entrant)
        tell(event, entry)
        return entry


def reverse(
    *, entry: CashEntry, reason: str = "", by: str = "", entry_id: uuid.UUID | None = None
) -> CashEntry:
    """A line is taken back by another one of the same kind, with the other sign; both stay.

    Raises Unreadable for what is reversed already, for a reversal, and for cash while the box is closed.
    """
    with writing():
        event = locked(entry.event)
        entry = CashEntry.objects.select_related("entrant").get(pk=entry.pk)
        if (known := _known(event, entry_id, -entry.amount)) is not None:
            return known
        reversal = append_reversal(event, entry, reason=reason, by=by, entry_id=entry_id)
        if entry.kind in OF_ENTRANTS:
            tick(event, entry.entrant)
        tell(event, reversal)
        return reversal


# --- Within a transaction that holds the event -------------------------------------------------------------


def append(
    event: Event,
    *,
    kind: CashKind,
    amount: int,
    way: PaidBy,
    entrant: Entrant | None = None,
    parts: Sequence[FeeItem] = (),
    item: str = "",
    label: str = "",
    reason: str = "",
    by: str = "",
    entry_id: uuid.UUID | None = None,
    reverses: CashEntry | None = None,
) -> CashEntry:
    """Write it, with its number and that of its receipt; the amount is signed. The event is locked."""
    if way is PaidBy.CASH:
        refuse_closed(event)
    now = timezone.now()
    receipted = reverses.receipt is not None if reverses else is_receipted(kind, entrant)
    year = timezone.localtime(now).year if receipted else None
    last = CashEntry.objects.filter(event=event).aggregate(last=Max("seq"))["last"] or 0
    return CashEntry.objects.create(
        id=entry_id or uuid.uuid4(),
        tenant_id=event.whose,
        event=event,
        seq=last + 1,
        kind=kind.value,
        way=way.value,
        amount=amount,
        currency=currency_of(event),
        entrant=entrant,
        parts=[FeeItemJson(to=part.to.value, amount=part.amount, label=part.label) for part in parts],
        item=item[: LENGTHS["item"]],
        label=label[: LENGTHS["label"]],
        reason=reason[: LENGTHS["reason"]],
        by=by[: LENGTHS["by"]],
        at=now,
        reverses=reverses,
        receipt_year=year,
        receipt=None if year is None else next_receipt(event.whose, year),
    )


def append_reversal(
    event: Event, entry: CashEntry, *, reason: str = "", by: str = "", entry_id: uuid.UUID | None = None
) -> CashEntry:
    """The line that takes this one back."""
    if entry.event_id != event.pk or entry.reverses_id is not None:
        raise refused("no_reversal", _("A reversal is not reversed; please book again what is right."))
    if CashEntry.objects.filter(reverses=entry).exists():
        raise refused("reversed", _("This was taken back already. Please reload the page."))
    return append(
        event,
        kind=CashKind(entry.kind),
        amount=-entry.amount,
        way=PaidBy(entry.way),
        entrant=entry.entrant,
        parts=[FeeItem(part.to, -part.amount, part.label) for part in parts_of(entry.parts)],
        item=entry.item,
        label=entry.label,
        reason=reason,
        by=by,
        entry_id=entry_id,
        reverses=entry,
    )


def is_receipted(kind: CashKind, entrant: Entrant | None) -> bool:
    """Does somebody get a receipt for this?"""
    return kind in RECEIPTED and (entrant is not None or kind is CashKind.DONATION)


def next_receipt(tenant: int, year: int) -> int:
    """The number after the last one of a club and year. Whoever asks at the same time waits; what fails gives
    its number back."""
    take_turns(f"receipts {tenant} {year}")
    rows = CashEntry.objects.filter(tenant=tenant, receipt_series="", receipt_year=year)
    return (rows.aggregate(last=Max("receipt"))["last"] or 0) + 1


def tick(event: Event, entrant: Entrant | None) -> None:
    """Has this entrant paid, now that something was booked?"""
    if entrant is None:
        return
    fresh = Entrant.objects.get(pk=entrant.pk)
    fresh.event = event
    fresh.paid = False  # the book decides from here on
    paid = account_of(event, fresh).open == 0
    Entrant.objects.filter(pk=entrant.pk).update(paid=paid)
    entrant.paid = paid


def tell(event: Event, entry: CashEntry) -> None:
    """A line in the event's log."""
    note(
        event,
        REVERSED if entry.reverses_id else BOOKED,
        by=entry.by,
        reason=entry.reason,
        entrant=entry.entrant_id,
        kind=entry.kind,
        way=entry.way,
        amount=entry.amount,
        currency=entry.currency,
        label=entry.label,
    )


def _known(event: Event, entry_id: uuid.UUID | None, amount: int) -> CashEntry | None:
    """What was booked under this id; raises Unreadable where that was something else."""
    known = CashEntry.objects.filter(pk=entry_id).first() if entry_id else None
    if known is not None and (known.event_id, known.amount) != (event.pk, amount):
        raise refused("taken", _("Something else was booked from this page. Please reload the page."))
    if known is not None:
        say_again()
    return known


def _judge(event: Event, kind: CashKind, amount: int, way: PaidBy, entrant: Entrant | None) -> None:
    if not 0 < amount <= MOST:
        raise refused("amount", _("Please type an amount above nothing."))
    if entrant is None and (kind in OF_ENTRANTS or kind is CashKind.FINE):
        raise refused("nobody", _("Whose fee is it?"))
    if entrant is not None and entrant.event_id != event.pk:
        raise refused("stranger", _("This entrant is no longer there."))
    if (kind is CashKind.REMISSION) != (way is PaidBy.NOTHING):
        raise refused("way", _("Only what is reduced or waived is paid by nothing."))
    if entrant is not None and kind in (CashKind.REFUND, CashKind.DEPOSIT_BACK):
        standing = account_of(event, entrant)
        most = standing.paid if kind is CashKind.REFUND else standing.deposit_held
        if amount > most:
            raise refused("too_much", _("No more can be given back than was paid."))


def _parts(
    event: Event, kind: CashKind, amount: int, entrant: Entrant | None, feeds: Destination | None
) -> tuple[FeeItem, ...]:
    if kind in (CashKind.LOST, CashKind.FINE):
        return (FeeItem(feeds or Destination.CLUB, amount),)
    if entrant is None or kind not in (CashKind.FEE, CashKind.REFUND):
        return ()
    standing = account_of(event, entrant)
    if kind is CashKind.FEE:
        return share(standing.items, standing.paid, amount)
    back = share(standing.items, standing.paid - amount, amount)
    return tuple(FeeItem(part.to, -part.amount, part.label) for part in back)
