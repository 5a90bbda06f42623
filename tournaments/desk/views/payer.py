"""What one entrant has to pay: taken, reduced, given back; with the change from a note."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.cash import booking, pricing
from tournaments.cash import door as cashdoor
from tournaments.cash.accounts import account_of
from tournaments.cash.plan import plan_of_event
from tournaments.cash.words import spoken, tariff_name
from tournaments.desk import cashpages
from tournaments.desk.papers import Order
from tournaments.desk.papers.cashpapers import printed_receipts
from tournaments.desk.views.shared import REFUSED, page, sentences, whole_hall
from tournaments.engines.cashdesk.accounts import Account
from tournaments.engines.cashdesk.coins import notes_for
from tournaments.engines.cashdesk.kinds import CashKind, PaidBy
from tournaments.events.ground.names import full_names_of
from tournaments.models import CashEntry, Entrant
from tournaments.speech.money import symbol, typed_amount

ONLY_ORGANISERS = ("refund",)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.TAKE_MONEY)
def overview(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Everything about one entrant's money; POST does what `do` says."""
    entrant = get_object_or_404(Entrant, event=desk.event, number=number)
    if request.method != "POST":
        return _page(request, desk, entrant)
    try:
        said = _do(request, desk, entrant, request.POST.get("do", ""))
    except Unreadable as unreadable:
        return _page(request, desk, entrant, sentences(unreadable), REFUSED)
    messages.success(request, said)
    return redirect("desk-payer", pk=desk.event.pk, number=number)


def _page(
    request: HttpRequest,
    desk: Desk,
    entrant: Entrant,
    problems: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    event, plan = desk.event, plan_of_event(desk.event)
    standing = account_of(event, entrant)
    entries = CashEntry.objects.filter(event=event, entrant=entrant).order_by("-seq")
    context: dict[str, Any] = {
        "entrant": entrant,
        "name": full_names_of(event).get(entrant.pk, ""),
        "problems": problems or [],
        "tariff": standing.tariff and tariff_name(standing.tariff),
        "tariffs": [
            (tariff.key, tariff_name(tariff), spoken(plan, tariff.amount), tariff is standing.tariff)
            for tariff in plan.tariffs
        ],
        "chosen": entrant.tariff,
        "sums": [(label, spoken(plan, amount)) for label, amount in _sums(standing) if amount],
        "due": spoken(plan, standing.open) if standing.open else "",
        "open_amount": standing.open,
        "notes": [
            (note, spoken(plan, note), spoken(plan, note - standing.open))
            for note in notes_for(standing.open, plan.currency)
        ],
        "refundable": standing.paid > 0 and desk.may(Action.KEEP_CASH),
        "deposit_held": spoken(plan, standing.deposit_held) if standing.deposit_held > 0 else "",
        "reducible": standing.open_fee > 0,
        "rows": cashpages.cash_rows(event, entries),
        "may_reverse": desk.may(Action.KEEP_CASH),
        "symbol": symbol(plan.currency),
        "entry_id": uuid.uuid4(),
        "typed": request.POST,
    }
    return page(request, desk, "desk/payer.html", context, here="door", status=status)


def _sums(standing: Account) -> list[tuple[str, int]]:
    return [
        (gettext("By the price list"), standing.due),
        (gettext("Reduced or waived"), -standing.remitted),
        (gettext("Deposit"), standing.deposit),
        (gettext("Paid"), standing.paid + standing.ticked),
        (gettext("Deposit paid"), standing.deposit_paid),
        (gettext("Deposit given back"), -standing.deposit_back),
        (gettext("Paid too much"), standing.too_much),
    ]


def _do(request: HttpRequest, desk: Desk, entrant: Entrant, what: str) -> str:
    """Do it; the sentence about it. Raises Unreadable."""
    sent, event = request.POST, desk.event
    plan, standing = plan_of_event(event), account_of(event, entrant)
    key = _id(sent.get("entry", ""))
    reason = sent.get("reason", "").strip()
    if what == "tariff":
        pricing.choose_tariff(event=event, entrant=entrant.pk, key=sent.get("tariff", "")[:12], by=desk.by)
        return gettext("Saved.")
    if what == "given":  # a note: what is open is taken, the rest goes back
        due, note = _whole(sent.get("due", "")), _whole(sent.get("note", ""))
        way = PaidBy.BANK if sent.get("note") == PaidBy.BANK else PaidBy.CASH
        cashdoor.pay(event=event, entrant=entrant, amount=due, way=way, by=desk.by, entry_id=key)
        if note > due:
            return gettext("{due} taken. {back} back.").format(
                due=spoken(plan, due), back=spoken(plan, note - due)
            )
        return gettext("{due} taken.").format(due=spoken(plan, due))
    if what == "deposit_back":
        amount: int | None = standing.deposit_held
    elif what == "waive":
        amount = standing.open_fee
    else:
        amount = typed_amount(sent.get("amount", ""), plan.currency)
    if amount is None:
        raise booking.refused("amount", booking.NO_AMOUNT)
    if what == "pay":
        way = PaidBy.BANK if sent.get("way") == PaidBy.BANK else PaidBy.CASH
        cashdoor.pay(event=event, entrant=entrant, amount=amount, way=way, by=desk.by, entry_id=key)
        return gettext("{due} taken.").format(due=spoken(plan, amount))
    kind = {
        "reduce": CashKind.REMISSION,
        "waive": CashKind.REMISSION,
        "refund": CashKind.REFUND,
        "deposit_back": CashKind.DEPOSIT_BACK,
    }.get(what)
    if kind is None or (what in ONLY_ORGANISERS and not desk.may(Action.KEEP_CASH)):
        raise booking.refused("what", booking.NOT_HERE)
    if kind is not CashKind.DEPOSIT_BACK and not reason:
        raise booking.refused("reason", booking.NO_REASON)
    if kind is CashKind.REMISSION and amount > standing.open_fee:
        raise booking.refused("amount", booking.TOO_MUCH)
    way = PaidBy.NOTHING if kind is CashKind.REMISSION else PaidBy.CASH
    if kind is CashKind.REFUND and sent.get("way") == PaidBy.BANK:
        way = PaidBy.BANK
    booking.book(
        event=event,
        kind=kind,
        amount=amount,
        way=way,
        entrant=entrant,
        reason=reason,
        by=desk.by,
        entry_id=key,
    )
    return gettext("Booked: {what}, {amount}.").format(what=gettext(kind.label), amount=spoken(plan, amount))


@require_safe
@at_desk(Action.TAKE_MONEY)
def receipt(request: HttpRequest, desk: Desk, entry: uuid.UUID) -> HttpResponse:
    """One receipt as PDF (A6)."""
    row = get_object_or_404(CashEntry, event=desk.event, pk=entry)
    if row.receipt is None:
        raise Http404
    data = printed_receipts(Order(whole_hall(desk.event), ""), [row])
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="receipt-{row.receipt_year}-{row.receipt:04}.pdf"'
    return response


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 13 else 0


def _id(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
