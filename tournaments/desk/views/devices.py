"""The phones at the tables: who writes where, put one out, new keys for all cards."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import cardkeys
from tournaments.access.desk import Desk, at_desk
from tournaments.access.devices import devices
from tournaments.access.roles import Action
from tournaments.desk.views.shared import page
from tournaments.models import Credential


@require_safe
@at_desk(Action.SEE_DEVICES)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All devices of the event, those that write now first."""
    rows = devices(desk.event)
    context = {
        "now": [row for row in rows if row.writes],
        "before": [row for row in rows if not row.writes],
        "may_revoke": desk.may(Action.REVOKE_DEVICES),
        "may_rotate": desk.may(Action.ROTATE_KEYS),
    }
    return page(request, desk, "desk/devices.html", context, here="rounds")


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
