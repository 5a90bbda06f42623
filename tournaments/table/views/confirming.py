"""Reading back: the list as it is handed in, which somebody else confirms or disputes."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from config.packing import no_secrets
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments import ledger
from tournaments.access import credentials
from tournaments.access.requests import REFUSED, arrive, entry_id, not_yours, pause_of, too_many, whole
from tournaments.access.roles import Action
from tournaments.access.visitor import Visitor
from tournaments.table import reading
from tournaments.table.agreed import agreed, disputes, others

LONGEST_NUMBER = 7


@no_secrets
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """The list to be read back. POST `say`: it is right, wrong, settled; or what organisers did is seen."""
    visitor = arrive(request, pk)
    if request.method != "POST":
        return _page(request, visitor)
    saying = request.POST.get("say", "")
    if saying == "seen" and visitor.device is not None:
        credentials.has_seen(visitor.device, whole(request, "seen") or 0)
        return redirect("table", pk=pk)
    says = {"right": _say_right, "wrong": _say_wrong, "settled": _say_settled}.get(saying)
    if says is None or not visitor.may(Action.SETTLE if saying == "settled" else Action.CONFIRM):
        return not_yours(request, visitor)
    if pause := pause_of(visitor.device):
        return too_many(request, pause)
    try:
        says(request, visitor)
    except Unreadable as unreadable:
        return _page(request, visitor, unreadable=unreadable, status=REFUSED)
    except ledger.SheetGone:
        raise Http404 from None
    except ledger.Refused as refused:
        return _page(request, visitor, refused=refused, status=refused.status)
    return redirect("table", pk=pk)


def _facts(request: HttpRequest, visitor: Visitor) -> dict[str, Any]:
    return {
        "sitting": visitor.sitting,
        "entry_id": entry_id(request),
        **visitor.origin(whole(request, "seen")),
    }


def _say_right(request: HttpRequest, visitor: Visitor) -> None:
    seat, hand = whole(request, "seat") or 0, whole(request, "hand")
    facts = _facts(request, visitor)
    if not seat:
        raise Unreadable([Problem("seat", "missing", say(_("Please choose who confirms it.")))])
    if hand is not None:
        ledger.confirm_hand(hand_no=hand, seat=seat, **facts)
        return
    view = reading.sheet(visitor.sitting)
    ticked = set(request.POST.getlist("ok"))
    if visitor.sitting.round_id is not None and ticked != {str(n) for n in range(len(view.accounts))}:
        text = say(_("Please tap each total that is right."))
        raise Unreadable([Problem("ok", "missing", text)])
    ledger.confirm_list(seat=seat, **facts)


def _say_wrong(request: HttpRequest, visitor: Visitor) -> None:
    view = reading.sheet(visitor.sitting)
    ledger.dispute(
        seat=whole(request, "seat") or 0,
        hand_no=whole(request, "hand"),
        totals=_totals(request, len(view.accounts)),
        **_facts(request, visitor) | {"reason": request.POST.get("note", "")},
    )


def _totals(request: HttpRequest, accounts: int) -> list[int] | None:
    """What they should be; None where nothing was typed. Fewer than all of them are refused."""
    typed = [request.POST.get(f"total_{account}", "").strip() for account in range(accounts)]
    if not any(typed):
        return None
    numbers = [text.replace("\N{MINUS SIGN}", "-") for text in typed]
    if not all(_is_number(text) for text in numbers):
        raise Unreadable([Problem("totals", "incomplete", say(_("Please enter all totals, or none.")))])
    return [int(text) for text in numbers]


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER


def _say_settled(request: HttpRequest, visitor: Visitor) -> None:
    ledger.resolve(**_facts(request, visitor) | {"reason": request.POST.get("note", "")})


def _page(
    request: HttpRequest,
    visitor: Visitor,
    *,
    unreadable: Unreadable | None = None,
    refused: ledger.Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    visitor.sitting.refresh_from_db()
    view = reading.sheet(visitor.sitting)
    if not view.hands:
        return redirect("table", pk=view.sitting.pk)
    may = visitor.may(Action.CONFIRM) and visitor.writes
    people = others(view) if may else []
    seat = _seat(request, visitor, dict(people))
    problems = [] if unreadable is None else [view.wording.say(each.text) for each in unreadable.problems]
    problems += [] if refused is None else [view.wording.say(refused.text)]
    context = {
        "view": view,
        "visitor": visitor,
        "agreed": agreed(view),
        "disputes": disputes(view),
        "rows": list(zip(view.accounts, view.standing, strict=True)),
        "may_confirm": may and view.closed,
        "may_dispute": may,
        "people": people,
        "everybody": list(enumerate(view.everybody, start=1)),
        "seat": seat,
        "who": view.everybody[seat - 1] if seat else "",
        "ticks": view.sitting.round_id is not None,
        "turned": "turned" in request.GET,
        "problems": problems,
        "entry": uuid.uuid4(),
        "other_entry": uuid.uuid4(),
        "disputing": request.POST.get("say") == "wrong" or "wrong" in request.GET,
        "typed": request.POST,
    }
    return render(request, "tournaments/confirm.html", context, status=status)


def _seat(request: HttpRequest, visitor: Visitor, people: dict[int, str]) -> int:
    """Who is to confirm: as chosen, else whoever's phone it is; 0: nobody yet."""
    asked = whole(request, "seat", asked=request.method != "POST") or 0
    seat = visitor.device.seat if visitor.device is not None else None
    return asked if asked in people else seat if seat in people else 0
