"""The box of an event: what is in it, other income and outlay, counting, closing, the book as a file."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.cash import booking, closing
from tournaments.cash.plan import plan_of_event
from tournaments.cash.words import spoken
from tournaments.desk import cashpages
from tournaments.desk.cashbook import book_table
from tournaments.desk.papers.cashpapers import cash_papers
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.engines.cashdesk.kinds import PaidBy
from tournaments.models import CashEntry
from tournaments.people.spreadsheets import file_of
from tournaments.speech.money import symbol, typed_amount


@require_safe
@at_desk(Action.KEEP_CASH)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The box as it should be, and the last lines of the book."""
    return _page(request, desk, {})


def _page(request: HttpRequest, desk: Desk, more: dict[str, Any], status: int = 200) -> HttpResponse:
    event, plan = desk.event, plan_of_event(desk.event)
    rows = CashEntry.objects.filter(event=event).order_by("-seq")
    everything = "all" in request.GET
    sums = cashpages.owed_sums(event)
    context = {
        "box": cashpages.box_page(event),
        "sums": {name: spoken(plan, getattr(sums, name)) for name in ("owed", "paid", "open")},
        "is_open": bool(sums.open),
        "papers": cash_papers(event),
        "rows": cashpages.cash_rows(event, rows if everything else rows[: cashpages.SHOWN]),
        "more_rows": not everything and rows.count() > cashpages.SHOWN,
        "closed": closing.is_closed(event),
        "counts": [
            (count, cashpages.count_words(event, count)) for count in event.cash_counts.order_by("-seq")
        ],
        "kinds": [(kind.value, kind.label) for kind in cashpages.OFFERED],
        "ways": [(way.value, way.label) for way in (PaidBy.CASH, PaidBy.BANK)],
        "pieces": cashpages.piece_fields(event, request.POST),
        "symbol": symbol(plan.currency),
        "entry_id": uuid.uuid4(),
        "typed": request.POST,
        **more,
    }
    return page(request, desk, "desk/cash.html", context, here="cash", status=status)


@require_POST
@at_desk(Action.KEEP_CASH)
def book(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A line that is about no entrant: float, outlay, raffle."""
    sent = request.POST
    kinds = {kind.value: kind for kind in cashpages.OFFERED}
    kind, way = kinds.get(sent.get("kind", "")), {"bank": PaidBy.BANK}.get(sent.get("way", ""), PaidBy.CASH)
    amount = typed_amount(sent.get("amount", ""), plan_of_event(desk.event).currency)
    try:
        if kind is None or amount is None:
            raise booking.refused("amount", booking.NO_AMOUNT)
        if kind in cashpages.LABELLED and not sent.get("label", "").strip():
            raise booking.refused("label", booking.NO_LABEL)
        entry = booking.book(
            event=desk.event,
            kind=kind,
            amount=amount,
            way=way,
            label=sent.get("label", "").strip(),
            by=desk.by,
            entry_id=_id(sent.get("entry", "")),
        )
    except Unreadable as unreadable:
        return _page(request, desk, {"problems": sentences(unreadable)}, REFUSED)
    words = {"what": gettext(kind.label), "amount": spoken(plan_of_event(desk.event), entry.amount)}
    messages.success(request, gettext("Booked: {what}, {amount}.").format(**words))
    return redirect("desk-cash", pk=desk.event.pk)


@require_POST
@at_desk(Action.KEEP_CASH)
def reverse(request: HttpRequest, desk: Desk, entry: uuid.UUID) -> HttpResponse:
    """A line is taken back, with a reason."""
    row = get_object_or_404(CashEntry.objects.select_related("event"), event=desk.event, pk=entry)
    reason = request.POST.get("reason", "").strip()
    try:
        if not reason:
            raise booking.refused("reason", booking.NO_REASON)
        booking.reverse(entry=row, reason=reason, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, {"problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("Reversed. Both lines stay in the book."))
    if request.POST.get("back") == "payer" and row.entrant is not None:
        return redirect("desk-payer", pk=desk.event.pk, number=row.entrant.number)
    return redirect("desk-cash", pk=desk.event.pk)


@require_POST
@at_desk(Action.KEEP_CASH)
def count(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What lies in the box; with `close` the end of the evening."""
    counted = cashpages.typed_pieces(desk.event, request.POST)
    try:
        if counted is None:
            raise booking.refused("amount", booking.NO_AMOUNT)
        pieces, amount = counted
        record = closing.count(
            event=desk.event,
            counted=amount,
            pieces=pieces,
            close="close" in request.POST,
            reason=request.POST.get("reason", ""),
            by=desk.by,
        )
    except Unreadable as unreadable:
        more = {"count_problems": sentences(unreadable)}
        if counted is not None:
            more["counted_words"] = [spoken(plan_of_event(desk.event), counted[1])]
        return _page(request, desk, more, REFUSED)
    messages.success(request, f"{cashpages.count_words(desk.event, record)}.")
    return redirect("desk-cash", pk=desk.event.pk)


@require_POST
@at_desk(Action.KEEP_CASH)
def reopen(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The box goes on after it was closed."""
    try:
        closing.reopen(event=desk.event, reason=request.POST.get("reason", ""), by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, {"count_problems": sentences(unreadable)}, REFUSED)
    messages.success(request, gettext("The box is open again. The earlier report stays."))
    return redirect("desk-cash", pk=desk.event.pk)


@require_safe
@at_desk(Action.KEEP_CASH)
def export(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The whole book as a file for a spreadsheet."""
    return file_of(book_table(desk.event), f"{gettext('cash-book')}-{desk.event.pk}", "csv")


def _id(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
