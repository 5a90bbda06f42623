"""A spectator's bet, from whatever phone stands around the table; it may touch what it has bet itself."""

from __future__ import annotations

import uuid
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from config.security import client_address
from scoring import Unreadable
from tournaments import ledger
from tournaments.access import limits
from tournaments.access.requests import REFUSED, entry_id, not_yours, too_many
from tournaments.access.roles import Action
from tournaments.access.visitor import Visitor
from tournaments.ledger import out_of_round
from tournaments.models import Via
from tournaments.table import betting
from tournaments.table.sheetview import SheetView

KEPT_FOR = 2 * 24 * 3600  # seconds: an evening and the morning after
MOST_NAMES = 10


def context(
    request: HttpRequest, visitor: Visitor, view: SheetView, *, typed: dict[str, str] | None = None
) -> dict[str, Any]:
    """What the page of a sheet says about its bets; nothing where the game knows none."""
    if not betting.takes_bets(view):
        return {}
    bets = betting.bets_of(view, _names_of_device(request, view.sitting.pk))
    return {
        "bets": bets,
        "may_bet": bets.state == "open" and _may(visitor) and out_of_round(view.sitting, Via.OWN) is None,
        "why_not": _why_not(visitor, view),
        "free": visitor.writes,
        "singly": view.sitting.event_id is not None or not visitor.writes,
        "typed": typed or {},
        "bet_id": uuid.uuid4(),
        "paid_in": betting.money(Decimal(bets.paid_in)),
        "paid_out": betting.money(bets.paid_out),
        "levy": betting.money(bets.house) if bets.house else "",
    }


def _may(visitor: Visitor) -> bool:
    return visitor.writes or (visitor.may(Action.BET) and open_to_spectators())


def open_to_spectators() -> bool:
    """In a club whoever stands in the hall; on the internet nobody knows who that is."""
    return bool(settings.PROFILE.club)


def _why_not(visitor: Visitor, view: SheetView) -> str:
    if view.hands or view.closed or not visitor.may(Action.BET):
        return ""
    refused = out_of_round(view.sitting, Via.OWN)
    return view.wording.say(refused.text) if refused else ""


def change_bet(request: HttpRequest, visitor: Visitor, view: SheetView) -> HttpResponse:
    """Put a bet in, change it, or take it out."""
    if not betting.takes_bets(view) or not _may(visitor):
        return not_yours(request, visitor)
    if not visitor.writes and not limits.BETS_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    pk = view.sitting.pk
    names = _names_of_device(request, pk)
    typed = {name: request.POST.get(name, "")[:60] for name in ("name", "on", "amount")}
    sentences: list[str] = []
    status = REFUSED
    try:
        if request.POST["do"] == "withdraw":
            betting.withdraw(
                view.sitting,
                entry_id(request),
                typed["name"],
                own_names=names,
                free=visitor.writes,
                origin=visitor.origin(),
            )
        else:
            name = betting.place(
                view.sitting,
                entry_id(request),
                typed,
                own_names=names,
                free=visitor.writes,
                origin=visitor.origin(),
            )
            names = [*(other for other in names if other != name), name][-MOST_NAMES:]
    except Unreadable as unreadable:
        sentences = view.wording.each_once(unreadable.problems)
    except ledger.Refused as refused:
        sentences, status = [view.wording.say(refused.text)], refused.status
    if sentences:
        shown = {"view": view, "bet_problems": sentences, **context(request, visitor, view, typed=typed)}
        return render(request, "tournaments/extra.html", shown, status=status)
    answer = redirect("extra", pk=pk)
    answer.set_cookie(
        f"bets-{pk}", signing.dumps(names, salt=f"bets-{pk}"), max_age=KEPT_FOR, httponly=True, samesite="Lax"
    )
    return answer


def _names_of_device(request: HttpRequest, pk: int) -> list[str]:
    """The names this device has bet under at this table."""
    try:
        names = signing.loads(request.COOKIES.get(f"bets-{pk}", ""), salt=f"bets-{pk}", max_age=KEPT_FOR)
    except signing.BadSignature:
        return []
    return [str(name) for name in names] if isinstance(names, list) else []
