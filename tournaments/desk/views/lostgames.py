"""Lost-game money at the desk: the scale, who owes what, and one tap for what was collected."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.access.desk import Desk, at_desk
from tournaments.access.requests import sent_id, whole
from tournaments.access.roles import Action
from tournaments.cash.plan import currency_of
from tournaments.desk.fines import fine_fields, fines_page, read_fines
from tournaments.desk.lostgames import owed_rows, read_scale, scale_fields, sums_of, table_rows
from tournaments.desk.views.shared import REFUSED, page, sentences, whole_hall
from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.kinds import PaidBy
from tournaments.lostgames.collecting import change_lost_games, collect, collect_at_table
from tournaments.lostgames.fining import change_fines, fine
from tournaments.lostgames.owed import lost_money_of, lost_plan_of
from tournaments.models import Entrant
from tournaments.speech.money import money
from tournaments.speech.wording import speak
from tournaments.table.lostline import scale_sentence


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.CHECK_IN)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody with what is owed, collected, open; POST: somebody, or a table, has paid."""
    problems: list[str] = []
    if request.method == "POST":
        try:
            if "fine" in request.POST:
                return _fined(request, desk)
            amount = _collect(request, desk)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            spoken = money(Money(abs(amount), currency_of(desk.event)))
            text = gettext("Given back: {amount}") if amount < 0 else gettext("Collected: {amount}")
            messages.success(request, text.format(amount=spoken))
            return redirect("desk-lost", pk=desk.event.pk)
    plan, standing = lost_plan_of(desk.event), lost_money_of(desk.event)
    picture = whole_hall(desk.event)
    context: dict[str, Any] = {
        "plan": plan,
        "fines": fines_page(desk.event, picture),
        "chosen": whole(request, "entrant"),
        "problems": problems,
        "may_plan": desk.may(Action.EDIT_PLAN),
    }
    if plan is not None and standing is not None:
        names = {option.value: speak(option.label) for option in desk.event.game_value().lost_by}
        context |= {
            "scale": scale_sentence(plan, currency_of(desk.event), names),
            "where": speak(plan.collected.label),
            "people": owed_rows(picture, standing),
            "tables": table_rows(picture, standing),
            "sums": sums_of(picture, standing),
        }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/lost.html", context, here="door", status=status)


def _collect(request: HttpRequest, desk: Desk) -> int:
    """What was collected, as one tap says it; raises Unreadable."""
    shown, entry = _signed(request.POST.get("shown", "")), sent_id(request, "entry")
    bank = request.POST.get("way") == PaidBy.BANK
    if shown is None or entry is None:
        raise Unreadable([Problem(None, "form", say(_("Please reload the page.")))])
    way = PaidBy.BANK if bank else PaidBy.CASH
    if "table" in request.POST:
        sitting = whole(request, "table") or 0
        return collect_at_table(
            event=desk.event, sitting=sitting, shown=shown, way=way, by=desk.by, entry_id=entry
        )
    entrant = _entrant(request, desk)
    return collect(event=desk.event, entrant=entrant, shown=shown, way=way, by=desk.by, entry_id=entry)


def _entrant(request: HttpRequest, desk: Desk) -> Entrant:
    entrant = Entrant.objects.filter(event=desk.event, pk=whole(request, "entrant") or 0).first()
    if entrant is None:
        raise Unreadable([Problem(None, "stranger", say(_("This entrant is no longer there.")))])
    return entrant


def _fined(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A fine was taken, as one tap says it; raises Unreadable."""
    amount, _colon, name = request.POST["fine"].partition(":")
    shown, entry = _signed(amount), sent_id(request, "entry")
    if shown is None or entry is None:
        raise Unreadable([Problem(None, "form", say(_("Please reload the page.")))])
    if not request.POST.get("entrant"):
        raise Unreadable([Problem(None, "nobody", say(_("Please choose who has paid.")))])
    row = fine(
        event=desk.event,
        entrant=_entrant(request, desk),
        name=name,
        shown=shown,
        by=desk.by,
        entry_id=entry,
    )
    spoken = money(Money(row.amount, row.currency))
    messages.success(request, gettext("Collected: {amount}").format(amount=f"{row.label}, {spoken}"))
    return redirect("desk-lost", pk=desk.event.pk)


def _signed(text: str) -> int | None:
    """What the page has shown, below nothing too."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 14 else None


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def scale(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What lost games cost, how the steps run, where the money is taken and where it goes."""
    event, problems = desk.event, []
    game, currency = event.game_value(), currency_of(event)
    typed = request.POST.dict() if request.method == "POST" else None
    if typed is not None:
        try:
            plan, fines = read_scale(game, typed, currency), read_fines(typed, currency)
            with writing():
                change_lost_games(event=event, plan=plan, by=desk.by)
                change_fines(event=event, fines=fines, by=desk.by)
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("desk-lost", pk=event.pk)
    context = {
        "form": scale_fields(game, lost_plan_of(event), currency, typed),
        "fines": fine_fields(event, typed),
        "currency": currency,
        "problems": problems,
    }
    return page(
        request, desk, "desk/lost_scale.html", context, here="settings", status=REFUSED if problems else 200
    )
