"""What the pages of the cash desk show: the book line by line, the box, sums; and what is typed there."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.cash.accounts import accounts, book_lines
from tournaments.cash.plan import plan_of_event
from tournaments.cash.words import spoken
from tournaments.engines.cashdesk.accounts import CashBox, PayerAccount, box, sums_beside
from tournaments.engines.cashdesk.coins import counted, is_note, pieces_of
from tournaments.engines.cashdesk.kinds import CashKind, PaidBy
from tournaments.engines.cashdesk.tariffs import MoneyPlan
from tournaments.events.ground.names import full_names_of
from tournaments.models import COMING, CashCount, CashEntry, Entrant, Event
from tournaments.speech.money import typed_amount

SHOWN = 40  # lines of the book on the page; the whole of it is the CSV
OFFERED = (
    *(CashKind.FLOAT, CashKind.OUTLAY, CashKind.INCOME, CashKind.RAFFLE, CashKind.DONATION),
    *(CashKind.LOST, CashKind.TAKEN_OUT),
)
"""What is booked on the page of the box: without an entrant."""
LABELLED = (CashKind.OUTLAY, CashKind.INCOME)


@dataclass(frozen=True, slots=True)
class CashRow:
    """A line of the book, to be read."""

    id: uuid.UUID
    seq: int
    at: datetime.datetime
    what: str  # "Fee · Anna Maier"
    way: str
    amount: str
    by: str
    reason: str
    receipt: str
    reversed: bool  # another line takes it back
    reversal: bool
    may_reverse: bool


@dataclass(frozen=True, slots=True)
class SumRow:
    """A sum with its name."""

    label: str
    amount: str


@dataclass(frozen=True, slots=True)
class BoxPage:
    """The box as it should be."""

    expected: str
    opening: str
    taken: str
    given: str
    kinds: tuple[SumRow, ...]
    helpers: tuple[SumRow, ...]
    beside: tuple[SumRow, ...]


@dataclass(frozen=True, slots=True)
class OwedSums:
    """Fees of all who come, or have paid: what is owed, what was paid of it, what is open."""

    owed: int
    paid: int
    open: int
    debtors: int  # entrants with something open


def cash_rows(event: Event, rows: Iterable[CashEntry]) -> list[CashRow]:
    """Lines of the book in words."""
    plan, names = plan_of_event(event), full_names_of(event)
    entries = list(rows)
    taken_back = set(
        CashEntry.objects.filter(event=event).exclude(reverses=None).values_list("reverses", flat=True)
    )
    return [
        CashRow(
            id=entry.pk,
            seq=entry.seq,
            at=timezone.localtime(entry.at),
            what=entry_words(entry, names),
            way=gettext(PaidBy(entry.way).label),
            amount=spoken(plan, entry.amount),
            by=entry.by,
            reason=entry.reason,
            receipt=entry.receipt_number,
            reversed=entry.pk in taken_back,
            reversal=entry.reverses_id is not None,
            may_reverse=entry.pk not in taken_back and entry.reverses_id is None,
        )
        for entry in entries
    ]


def entry_words(entry: CashEntry, names: Mapping[int, str]) -> str:
    """What a line is about: `Fee · Anna Maier`, `Reversed: Other outlay · Hall`."""
    parts = [gettext(CashKind(entry.kind).label), entry.label, names.get(entry.entrant_id or 0, "")]
    text = " · ".join(part for part in parts if part)
    return gettext("Reversed: {what}").format(what=text) if entry.reverses_id else text


def box_page(event: Event) -> BoxPage:
    """What has to be in the box, and how it came about."""
    plan, lines = plan_of_event(event), book_lines(event)
    return box_words(plan, box(lines), sums_beside(lines))


def box_words(plan: MoneyPlan, cash: CashBox, beside: Mapping[tuple[PaidBy, CashKind], int]) -> BoxPage:
    """The same of any box."""
    return BoxPage(
        expected=spoken(plan, cash.expected),
        opening=spoken(plan, cash.opening),
        taken=spoken(plan, cash.taken),
        given=spoken(plan, cash.given),
        kinds=tuple(
            SumRow(gettext(kind.label), spoken(plan, amount)) for kind, amount in cash.by_kind.items()
        ),
        helpers=tuple(
            SumRow(name or gettext("Desk"), helper_words(plan, *sums))
            for name, sums in cash.by_helper.items()
        ),
        beside=tuple(
            SumRow(f"{gettext(kind.label)}, {gettext(way.label)}", spoken(plan, amount))
            for (way, kind), amount in beside.items()
            if amount
        ),
    )


def helper_words(plan: MoneyPlan, taken: int, given: int) -> str:
    """What somebody has taken, and given: `95.00 € − 120.00 €`."""
    if given and not taken:
        return spoken(plan, -given)
    return spoken(plan, taken) + (f" − {spoken(plan, given)}" if given else "")


def owed_sums(event: Event) -> OwedSums:
    """Whoever has gone and not paid owes nothing any longer; what he has paid counts."""
    coming = set(Entrant.objects.filter(event=event, state__in=COMING).values_list("pk", flat=True))
    standing = accounts(event)
    paid = sum(account.paid + account.ticked for account in standing.values())
    still = [_still(account) for who, account in standing.items() if who in coming]
    return OwedSums(paid + sum(still), paid, sum(still), sum(amount > 0 for amount in still))


def _still(account: PayerAccount) -> int:
    return account.open_fee


def typed_pieces(event: Event, data: Mapping[str, str]) -> tuple[dict[int, int], int] | None:
    """Coins and notes from the form, and what they come to; an amount alone where there are none. None: what
    was typed is no number."""
    plan = plan_of_event(event)
    pieces: dict[int, int] = {}
    for piece in pieces_of(plan.currency):
        typed = str(data.get(f"piece-{piece}", "")).strip()
        if typed and not (typed.isascii() and typed.isdigit() and len(typed) < 7):
            return None
        if typed:
            pieces[piece] = int(typed)
    amount = str(data.get("counted", "")).strip()
    if not pieces and amount:
        whole = typed_amount(amount, plan.currency)
        return None if whole is None else ({}, whole)
    return pieces, counted(pieces)


def piece_fields(event: Event, data: Mapping[str, str]) -> list[tuple[str, str, str, bool]]:
    """Name of the field, what the piece is called, what was typed, is it a note?"""
    plan = plan_of_event(event)
    return [
        (
            f"piece-{piece}",
            spoken(plan, piece),
            str(data.get(f"piece-{piece}", "")),
            is_note(piece, plan.currency),
        )
        for piece in pieces_of(plan.currency)
    ]


def count_words(event: Event, count: CashCount) -> str:
    """`Closed, report 1: counted 265.00 €, expected 265.50 €, difference −0.50 €`."""
    plan = plan_of_event(event)
    if count.counted is None:
        return gettext("Opened again")
    sums = gettext("counted {counted}, expected {expected}, difference {difference}").format(
        counted=spoken(plan, count.counted),
        expected=spoken(plan, count.expected),
        difference=spoken(plan, count.difference),
    )
    if count.number:
        return gettext("Closed, report {number}: {sums}").format(number=count.number, sums=sums)
    return gettext("In between: {sums}").format(sums=sums)
