"""The price list of an event: tariffs with what they feed, deposit, currency, bank account."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.cash import pricing
from tournaments.cash.hints import fee_hint
from tournaments.cash.plan import plan_of_event
from tournaments.desk.prices import PriceFields, currencies, fields_sent, plan_sent, price_fields
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.banking import BankAccount, bare
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.engines.cashdesk.tariffs import Fits
from tournaments.events.ground.stages import settings_of
from tournaments.prizes.plans import classes_of
from tournaments.speech.money import plain, symbol

LEAST_LINES, FREE_LINES, MORE_LINES = 3, 2, 4


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def prices(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All lines in one form."""
    plan = plan_of_event(desk.event)
    if request.method != "POST":
        free = MORE_LINES if "more" in request.GET else max(FREE_LINES, LEAST_LINES - len(plan.tariffs))
        return _page(request, desk, price_fields(plan, free))
    try:
        wanted = plan_sent(request.POST, plan)
        pricing.change_plan(event=desk.event, plan=wanted, by=desk.by)
    except Unreadable as unreadable:
        return _page(request, desk, fields_sent(request.POST), sentences(unreadable))
    messages.success(request, gettext("Saved."))
    if "more" in request.POST:
        return redirect(reverse("desk-prices", args=(desk.event.pk,)) + "?more=1")
    return redirect("desk-money", pk=desk.event.pk)


def _page(
    request: HttpRequest, desk: Desk, lines: list[PriceFields], problems: list[str] | None = None
) -> HttpResponse:
    plan, sent = plan_of_event(desk.event), request.POST
    deposit = plain(Money(plan.deposit, plan.currency)) if plan.deposit else ""
    bank = (
        BankAccount(sent["holder"], bare(sent.get("iban", "")), sent.get("bic", ""))
        if "holder" in sent
        else None
    )
    context = {
        "lines": lines,
        "problems": problems or [],
        "fits": [(fits.value, fits.label) for fits in Fits],
        "destinations": [(to.value, to.label) for to in Destination],
        "heads": settings_of(desk.event).entrant,
        "categories": classes_of(desk.event),
        "currencies": currencies(),
        "currency": sent.get("currency", plan.currency),
        "symbol": symbol(plan.currency),
        "deposit": sent.get("deposit", deposit),
        "bank": bank or plan.bank,
        "hint": fee_hint(desk.event),
    }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/prices.html", context, here="settings", status=status)
