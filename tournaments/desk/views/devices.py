"""The phones at the tables: who writes where, put one out, new keys for all cards."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from config.etags import etag, not_modified
from tournaments.access import cardkeys, claims
from tournaments.access.desk import Desk, at_desk
from tournaments.access.devices import asking, devices
from tournaments.access.roles import Action
from tournaments.desk.views.shared import page
from tournaments.models import Credential, SeatRequest


@require_safe
@at_desk(Action.SEE_DEVICES)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All devices of the event, those that write now first."""
    if request.GET.get("part") == "live":
        return _asks(request, desk)
    rows = devices(desk.event)
    context = {
        **_asking(desk),
        "now": [row for row in rows if row.writes],
        "before": [row for row in rows if not row.writes],
        "may_revoke": desk.may(Action.REVOKE_DEVICES),
        "may_rotate": desk.may(Action.ROTATE_KEYS),
    }
    return page(request, desk, "desk/devices.html", context, here="rounds")


def _asking(desk: Desk) -> dict[str, Any]:
    asks = asking(desk.event)
    return {"asks": asks, "seen": "-".join(row.id for row in asks) or "0"}


def _asks(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Only who asks for a seat, and nothing where nobody else does."""
    context = _asking(desk)
    tag = etag(context["seen"])
    if same := not_modified(request, tag):
        return same
    response = render(request, "desk/_seat_asks.html", {"desk": desk, **context})
    response["ETag"] = tag
    return response


@require_POST
@at_desk(Action.GRANT_SEAT)
def grant(request: HttpRequest, desk: Desk, key: uuid.UUID) -> HttpResponse:
    """Yes or no to a phone that asks for a seat."""
    asked = SeatRequest.objects.filter(sitting__event=desk.event).select_related("sitting__round")
    sitting = get_object_or_404(asked, pk=key).sitting
    yes = request.POST.get("answer") == "yes"
    plays = sitting.round is not None and sitting.round.plays(sitting.number or 0)
    answered = claims.answer(sitting, key, yes=yes) if plays else None
    if answered is None:
        messages.error(request, gettext("This phone no longer asks."))
    elif yes:
        claims.note_grant(request, sitting, answered)
        messages.success(request, gettext("This phone enters hands now; the one before it only watches."))
    else:
        messages.success(request, gettext("This phone only watches."))
    return redirect("desk-devices", pk=desk.event.pk)


@require_POST
@at_desk(Action.REVOKE_DEVICES)
def revoke(request: HttpRequest, desk: Desk, device: uuid.UUID) -> HttpResponse:
    """This device only watches from its next request on."""
    known = Credential.objects.filter(sitting__event=desk.event).select_related("sitting__round")
    credential = get_object_or_404(known, pk=device)
    cardkeys.put_out(event=desk.event, device=credential, by=desk.by)
    messages.success(
        request, gettext("This phone only watches now. With the table card it can come in again.")
    )
    return redirect("desk-devices", pk=desk.event.pk)


@require_POST
@at_desk(Action.ROTATE_KEYS)
def rotate(request: HttpRequest, desk: Desk) -> HttpResponse:
    """New keys for all tables; the cards have to be printed again."""
    cardkeys.rotate(event=desk.event, everybody_out="desk-out" in request.POST, by=desk.by)
    messages.success(request, gettext("The old table cards are no longer valid. Print the new ones."))
    return redirect("desk-devices", pk=desk.event.pk)
