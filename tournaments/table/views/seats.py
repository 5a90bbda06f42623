"""Whose phone this is: a free seat by one tap, a taken one by its PIN or when somebody says yes."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from config.etags import etag, not_modified
from tournaments.access import claims, credentials, tablecards
from tournaments.access.claims import Claim
from tournaments.access.limits import CLAIMS_PER_TABLE
from tournaments.access.requests import REFUSED, arrive, device_label, not_yours, too_many, whole
from tournaments.access.roles import Action
from tournaments.access.tablecards import TableCard
from tournaments.access.visitor import Visitor
from tournaments.models import Credential
from tournaments.table import reading
from tournaments.table.seating import seat_name
from tournaments.table.sheetview import SheetView

CONFLICT = 409


@dataclass(frozen=True, slots=True)
class OfferedSeat:
    """A seat as the page offers it; `number` None: the phone of the whole table."""

    number: int | None
    name: str
    free: bool
    taken: bool  # by another device
    here: bool  # this device has it


def may_sit(request: HttpRequest, visitor: Visitor) -> bool:
    """Who writes here already, and who has shown the card of this table while its round is open."""
    if visitor.device is not None and not visitor.was_replaced:
        return visitor.may(Action.ENTER_HAND)
    sitting = visitor.sitting
    if sitting.event is None or sitting.round is None or not sitting.round.plays(sitting.number or 0):
        return False
    return tablecards.held(request, TableCard(sitting.event, sitting.number or 0))


def writer(visitor: Visitor) -> Credential | None:
    """The device, if it has a seat already that nobody has taken over."""
    return None if visitor.was_replaced else visitor.device


@require_http_methods(["GET", "HEAD", "POST"])
def whose(request: HttpRequest, pk: int) -> HttpResponse:
    """Whose phone this is. A device that has shown the table's code gets its seat here."""
    visitor = arrive(request, pk)
    if not may_sit(request, visitor):
        return not_yours(request, visitor)
    view = reading.sheet(visitor.sitting)
    if request.method != "POST":
        return _show(request, visitor, view)
    seat = _seat_in(request, view)
    if "ask" in request.POST:
        return _ask(request, visitor, seat)
    label = device_label(request)
    try:
        if "pin" in request.POST:
            if not CLAIMS_PER_TABLE.allows(f"pin {pk}"):
                return too_many(request)
            claim = claims.take_over(visitor.sitting, seat, writer(visitor), label, request.POST["pin"])
        else:
            claim = claims.take(visitor.sitting, seat, writer(visitor), label)
    except claims.SeatTaken:
        problem = gettext("Another phone has just taken this seat.")
        return _show(request, visitor, view, problem=problem, open_seat=seat, status=CONFLICT)
    except claims.WrongPin as wrong:
        return _show(request, visitor, view, problem=_wrong(wrong.left), open_seat=seat, status=REFUSED)
    return _seated(request, visitor, claim)


def _seat_in(request: HttpRequest, view: SheetView) -> int | None:
    seat = whole(request, "seat")
    return seat if seat in range(1, len(view.everybody) + 1) else None


def _wrong(left: int) -> str:
    if not left:
        return gettext("That is not the PIN, and it counts no more. Ask the table instead.")
    return ngettext(
        "That is not the PIN of this seat. {left} more try.",
        "That is not the PIN of this seat. {left} more tries.",
        left,
    ).format(left=left)


def _seated(request: HttpRequest, visitor: Visitor, claim: Claim) -> HttpResponse:
    """To the table; the page shows the PIN of the seat once."""
    claims.note(request, visitor.sitting, claim)
    response = redirect(f"{reverse('table', args=[visitor.sitting.pk])}?seat=new")
    if claim.secret:
        credentials.remember(response, visitor.sitting, claim.secret)
    return response


def _show(
    request: HttpRequest,
    visitor: Visitor,
    view: SheetView,
    *,
    problem: str = "",
    open_seat: int | None = -1,
    status: int = 200,
) -> HttpResponse:
    there = claims.writers(visitor.sitting)
    device = writer(visitor)
    rows = [
        _seat(visitor, there, device, seat, name)
        for seat, name in ((None, ""), *enumerate(view.everybody, start=1))
    ]
    context = {
        "view": view,
        "visitor": visitor,
        "table_phone": rows[0],
        "seats": rows[1:],
        "taken": [row for row in (*rows[1:], rows[0]) if row.taken],
        "written": device is None and any(row.taken for row in rows),
        "problem": problem,
        "open_seat": open_seat,
        "pin": claims.spoken(claims.pin_of(device)) if device else "",
    }
    return render(request, "tournaments/whose.html", context, status=status)


def _seat(
    visitor: Visitor, there: list[Credential], device: Credential | None, number: int | None, name: str
) -> OfferedSeat:
    others = claims.in_the_way(there, visitor.sitting, number, device)
    taken = any(other.seat == number for other in others)
    return OfferedSeat(number, name, not others, taken, device is not None and device.seat == number)


# --- without the PIN -----------------------------------------------------------------------------


def _ask(request: HttpRequest, visitor: Visitor, seat: int | None) -> HttpResponse:
    if not CLAIMS_PER_TABLE.allows(f"ask {visitor.sitting.pk}"):
        return too_many(request)
    earlier = claims.own_request(request, visitor.sitting)
    if earlier is not None:
        claims.withdraw(earlier[0])
    try:
        secret = claims.ask(visitor.sitting, seat, writer(visitor), device_label(request))[1]
    except claims.TooManyRequests:
        return too_many(request)
    response = redirect("seat-wait", pk=visitor.sitting.pk)
    claims.wait(response, visitor.sitting, secret)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def wait(request: HttpRequest, pk: int) -> HttpResponse:
    """A device waits for somebody's yes. By POST it asks no more."""
    visitor = arrive(request, pk)
    asked = claims.own_request(request, visitor.sitting)
    if asked is None:
        return redirect("table", pk=pk)
    seat_request, secret = asked
    if request.method == "POST":
        claims.withdraw(seat_request)
        left = redirect("table", pk=pk)
        left.delete_cookie(f"{claims.COOKIE}{visitor.sitting.pk}")
        return left
    live = request.GET.get("part") == "live"
    granted = seat_request.granted is not None and seat_request.granted.revoked_at is None
    seen = f"{seat_request.answered_at is None}-{granted}"
    if live and (same := not_modified(request, etag(seen))):
        return same
    if granted and not live:
        entered = redirect(f"{reverse('table', args=[pk])}?seat=new")
        claims.come_in(request, entered, visitor.sitting, secret)
        return entered
    view = reading.sheet(visitor.sitting)
    context = {
        "view": view,
        "visitor": visitor,
        "request_made": seat_request,
        "name": seat_name(view, seat_request.seat),
        "granted": granted,
        "seen": seen,
    }
    response = render(request, f"tournaments/{'_seat_wait' if live else 'seat_wait'}.html", context)
    if live:
        response["ETag"] = etag(seen)
    return response


@require_POST
def grant(request: HttpRequest, pk: int, key: uuid.UUID) -> HttpResponse:
    """Yes or no to a device that asks for a seat, by another one of the table or by the desk."""
    visitor = arrive(request, pk)
    if not visitor.may(Action.GRANT_SEAT) or not visitor.writes:
        return not_yours(request, visitor)
    asking = {seat_request.pk: seat_request.asking_id for seat_request in claims.requests_at(visitor.sitting)}
    if visitor.desk is None and (visitor.device is None or asking.get(key) == visitor.device.pk):
        return not_yours(request, visitor)
    seat_request = claims.answer(visitor.sitting, key, yes=request.POST.get("answer") == "yes")
    if seat_request is not None and seat_request.granted is not None:
        claims.note_grant(request, visitor.sitting, seat_request)
    return redirect("table", pk=pk)
