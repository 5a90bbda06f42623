"""Papers of the cash desk: who has paid, the report, receipts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import formats, timezone
from django.utils.translation import gettext

from tournaments.cash.accounts import accounts, book_lines, parts_of
from tournaments.cash.plan import plan_of_event
from tournaments.cash.words import price_lines, spoken, tariff_name
from tournaments.desk.cashpages import OwedSums, box_words, entry_words, owed_sums
from tournaments.desk.papers.order import Order
from tournaments.engines.cashdesk.accounts import PayerAccount, box, sums_beside
from tournaments.engines.cashdesk.coins import pieces_of
from tournaments.engines.cashdesk.kinds import CashKind, PaidBy
from tournaments.engines.cashdesk.tariffs import MoneyPlan
from tournaments.hall.facts import Hall
from tournaments.models import COMING, CashCount, CashEntry, CountKind, Event
from tournaments.paper.event import (
    CashReport,
    Document,
    PaymentList,
    PrintedBooking,
    PrintedPayment,
    PrintedReceipt,
    Receipts,
    ReportSum,
    printed,
)


def with_fees(hall: Hall) -> bool:
    """Somebody has to pay something."""
    return plan_of_event(hall.event).takes


def with_cash(hall: Hall) -> bool:
    """Something is booked."""
    return _something_booked(hall.event)


def with_receipts(hall: Hall) -> bool:
    """Somebody got a receipt."""
    return _some_receipt(hall.event)


def _something_booked(event: Event) -> bool:
    return CashEntry.objects.filter(event=event).exists()


def _some_receipt(event: Event) -> bool:
    return CashEntry.objects.filter(event=event).exclude(receipt=None).exists()


@dataclass(frozen=True, slots=True)
class CashPaper:
    """A paper as the page of the box offers it; `later`: why it cannot be printed yet."""

    key: str
    label: str
    later: str = ""


def cash_papers(event: Event) -> tuple[CashPaper, ...]:
    """Those about money, in the order of the page."""
    report = "" if _something_booked(event) else gettext("The cash report comes with the first booking.")
    signed = (
        ""
        if plan_of_event(event).takes
        else gettext("The list of payments comes as soon as there is a fee in the price list.")
    )
    receipted = "" if _some_receipt(event) else gettext("Receipts come with the first payment.")
    return (
        CashPaper("cash-report", gettext("Cash report"), report),
        CashPaper("payments", gettext("List of payments"), signed),
        CashPaper("receipts", gettext("Receipts"), receipted),
    )


def payments(order: Order) -> list[Document]:
    """Everybody with what is owed, paid, open; to be signed."""
    event, plan, names = order.event, plan_of_event(order.event), order.full_names()
    standing = accounts(event)
    ways = _ways(event)
    rows = []
    for entrant in event.entrants.order_by("number"):
        account = standing[entrant.pk]
        coming = entrant.state in COMING
        if not coming and not account.paid:
            continue
        still = account.open_fee if coming else 0
        rows.append(
            PrintedPayment(
                number=entrant.number,
                name=names[entrant.pk],
                tariff=tariff_name(account.tariff) if account.tariff else "",
                owed=spoken(plan, account.paid + account.ticked + still),
                paid=spoken(plan, account.paid + account.ticked),
                open=spoken(plan, still) if still else "–",
                note=", ".join(_remarks(plan, account, ways.get(entrant.pk, set()))),
            )
        )
    return [
        PaymentList(
            event=order.head,
            payments=tuple(rows),
            sums=_sums_row(plan, owed_sums(event)),
            note=", ".join(f"{name} {price}" for name, price in price_lines(plan)),
        )
    ]


def _sums_row(plan: MoneyPlan, sums: OwedSums) -> PrintedPayment:
    return PrintedPayment(
        number=0,
        name=gettext("Total"),
        owed=spoken(plan, sums.owed),
        paid=spoken(plan, sums.paid),
        open=spoken(plan, sums.open),
    )


def _ways(event: Event) -> dict[int, set[str]]:
    ways: dict[int, set[str]] = {}
    for entrant, way in CashEntry.objects.filter(
        event=event, kind=CashKind.FEE, reversed_by=None
    ).values_list("entrant", "way"):
        ways.setdefault(entrant, set()).add(way)
    return ways


def _remarks(plan: MoneyPlan, account: PayerAccount, ways: Iterable[str]) -> Iterable[str]:
    if account.remitted:
        yield gettext("reduced by {amount}").format(amount=spoken(plan, account.remitted))
    for way in (PaidBy.BANK, PaidBy.BEFORE):
        if way in ways:
            yield gettext(way.label)
    if account.deposit_held > 0:
        yield gettext("deposit {amount}").format(amount=spoken(plan, account.deposit_held))


def cash_report(order: Order) -> list[Document]:
    """One report for every close, as it was then; and one of now where more was booked since."""
    event = order.event
    closes = list(CashCount.objects.filter(event=event, what=CountKind.CLOSED).order_by("seq"))
    last = CashEntry.objects.filter(event=event).order_by("seq").last()
    reports: list[Document] = [_report(order, close) for close in closes]
    if not closes or (last is not None and last.seq > closes[-1].upto):
        reports.append(_report(order, None))
    return reports


def _report(order: Order, close: CashCount | None) -> CashReport:
    event, plan, names = order.event, plan_of_event(order.event), order.full_names()
    entries = list(CashEntry.objects.filter(event=event).order_by("seq"))
    lines = book_lines(event)
    if close is not None:
        entries, lines = entries[: close.upto], lines[: close.upto]
    page = box_words(plan, box(lines), sums_beside(lines))
    parts = [
        (
            gettext("The box"),
            (
                *(ReportSum(label=row.label, amount=row.amount) for row in page.kinds),
                ReportSum(label=gettext("Has to be in the box"), amount=page.expected, strong=True),
                *_counted(plan, close),
            ),
        )
    ]
    if len(page.helpers) > 1:
        helpers = tuple(ReportSum(label=row.label, amount=row.amount) for row in page.helpers)
        parts.append((gettext("Who has taken and given what, in cash"), helpers))
    if page.beside:
        beside = tuple(ReportSum(label=row.label, amount=row.amount) for row in page.beside)
        parts.append((gettext("Not in the box"), beside))
    if close is None:
        sums = owed_sums(event)
        fees = (
            (gettext("Owed"), sums.owed),
            (gettext("Paid"), sums.paid),
            (gettext("Still open"), sums.open),
        )
        parts.append(
            (
                gettext("Fees"),
                tuple(ReportSum(label=label, amount=spoken(plan, amount)) for label, amount in fees),
            )
        )
    elif close.pieces:
        parts.append((gettext("Counted, piece by piece"), _pieces(plan, close)))
    return CashReport(
        event=order.head,
        part=gettext("Report {number}").format(number=close.number) if close else "",
        warning="" if close else gettext("Not closed"),
        parts=tuple(parts),
        bookings=tuple(
            PrintedBooking(
                seq=entry.seq,
                time=formats.date_format(timezone.localtime(entry.at), "SHORT_DATETIME_FORMAT"),
                what=entry_words(entry, names),
                way=gettext(PaidBy(entry.way).label),
                amount=spoken(plan, entry.amount),
                by=entry.by,
                receipt=entry.receipt_number,
                reason=entry.reason,
            )
            for entry in entries
        ),
        signers=(gettext("Counted by"), gettext("Checked by")) if close else (),
    )


def _counted(plan: MoneyPlan, close: CashCount | None) -> Iterable[ReportSum]:
    if close is None or close.counted is None:
        return
    yield ReportSum(label=gettext("Counted"), amount=spoken(plan, close.counted), strong=True)
    label = gettext("Difference")
    if close.reason:
        label = f"{label}: {close.reason}"
    yield ReportSum(label=label, amount=spoken(plan, close.difference), strong=True)


def _pieces(plan: MoneyPlan, close: CashCount) -> tuple[ReportSum, ...]:
    return tuple(
        ReportSum(
            label=f"{close.pieces[str(piece)]} × {spoken(plan, piece)}", amount=spoken(plan, piece * count)
        )
        for piece in pieces_of(plan.currency)
        if (count := int(close.pieces.get(str(piece), 0)))
    )


def receipts(order: Order) -> list[Document]:
    """All receipts of the event, four on a page."""
    entries = CashEntry.objects.filter(event=order.event).exclude(receipt=None).order_by("seq")
    return [Receipts(event=order.head, receipts=_receipts(order, entries))]


def printed_receipts(order: Order, entries: Iterable[CashEntry]) -> bytes:
    """Some receipts as a PDF of pages in A6."""
    return printed(Receipts(event=order.head, receipts=_receipts(order, entries), alone=True))


def _receipts(order: Order, entries: Iterable[CashEntry]) -> tuple[PrintedReceipt, ...]:
    plan, names = plan_of_event(order.event), order.full_names()
    printed_rows: list[PrintedReceipt] = []
    for entry in entries:
        kind, reversed_ = CashKind(entry.kind), entry.reverses
        tariff = plan.tariff(entry.item)
        what = gettext(kind.label) + (f" · {tariff_name(tariff)}" if tariff and tariff.name else "")
        parts = parts_of(entry.parts)
        items = [
            (part.label or gettext(part.to.label), spoken(plan, part.amount))
            for part in parts
            if len(parts) > 1
        ]
        note = ""
        if reversed_ is not None:
            note = gettext("Takes back receipt {number}.").format(number=reversed_.receipt_number)
        printed_rows.append(
            PrintedReceipt(
                number=entry.receipt_number,
                title=gettext("Reversal") if reversed_ is not None else gettext("Receipt"),
                amount=spoken(plan, entry.amount),
                who=names.get(entry.entrant_id or 0, entry.label),
                what=what,
                when=formats.date_format(timezone.localtime(entry.at), "SHORT_DATETIME_FORMAT"),
                way=gettext(PaidBy(entry.way).label),
                by=entry.by,
                items=tuple(items),
                note=" ".join(part for part in (note, entry.reason) if part),
            )
        )
    return tuple(printed_rows)
