"""Phones that stand in for the desk for one evening: show a code, scan it, sign it out."""

from __future__ import annotations

import uuid
from typing import Any

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.etags import tagged
from config.security import client_address
from tournaments.access import accounts, audit, credentials, phones
from tournaments.access.desk import Actor, Desk, at_any_desk, at_desk
from tournaments.access.limits import CLAIMS_PER_ADDRESS, TYPED_CODES
from tournaments.access.requests import too_many
from tournaments.access.roles import Action
from tournaments.desk.lists import event_lists, visible
from tournaments.desk.rolewords import ROLES
from tournaments.desk.views.shared import REFUSED, page
from tournaments.models import Role


@require_safe
@at_any_desk()
def nearest(request: HttpRequest, actor: Actor) -> HttpResponse:
    """To the phones of the event that is on, else of the next one; where there is none, to the events."""
    lists = event_lists(visible(actor), timezone.localdate())
    row = next(iter((*lists.current, *lists.upcoming)), None)
    if row is None:
        return redirect("desk")
    return redirect("desk-phones", pk=row.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.MANAGE_HELPERS)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The phones of an event; POST shows a code for one more."""
    if request.method != "POST":
        return _page(request, desk)
    name, asked = request.POST.get("name", ""), request.POST.get("role", "")
    role = next((role for role in _roles(desk) if role.value == asked), Role.HELPER)
    try:
        shown = phones.invite(event=desk.event, role=role, name=name, part=desk.part, by=desk.by)
    except accounts.NotSo as refused:
        return _page(request, desk, name=name, role=role, problems=refused.sentences)
    base = credentials.public_base(request)
    picture = segno.make(f"{base}/desk/phone/#{shown.code}", error="q", micro=False)
    context = {
        "shown": shown,
        "qr": picture.svg_data_uri(border=4, light="#fff", dark="#000", scale=4),
        "address": f"{base}/desk/phone/",
        "role": gettext(ROLES[role][0]),
    }
    return page(request, desk, "desk/phone_code.html", context, here="organisers")


@require_safe
@at_desk(Action.MANAGE_HELPERS)
def came(request: HttpRequest, desk: Desk, phone: uuid.UUID) -> HttpResponse:
    """Has the phone come? A piece of the page that shows its code; it asks until it has."""
    row = next((row for row in phones.phones_of(desk.event) if row.phone.pk == phone), None)
    return tagged(
        request, render(request, "desk/_phone_came.html", {"desk": desk, "row": row, "asked": phone})
    )


@require_POST
@at_desk(Action.MANAGE_HELPERS)
def remove(request: HttpRequest, desk: Desk, phone: uuid.UUID) -> HttpResponse:
    """Sign a phone out; also a code that nobody has used."""
    row = get_object_or_404(desk.event.phones, pk=phone)
    phones.sign_out(phone=row, by=desk.by)
    messages.success(request, gettext("{name} is signed out.").format(name=row.name))
    return redirect("desk-phones", pk=desk.event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """Where the code leads: the page's script brings it back from the fragment; or it is typed."""
    if request.method != "POST":
        return render(request, "desk/phone_enter.html")
    if not (CLAIMS_PER_ADDRESS.allows(client_address(request)) and TYPED_CODES.allows("")):
        return too_many(request)
    paired = phones.pair(
        code=request.POST.get("code", ""), label=str(request.META.get("HTTP_USER_AGENT", ""))
    )
    if paired is None:
        audit.note(request, "desk-phone-failed")
        problem = gettext(
            "This code is not valid, or no longer valid. The laptop shows a new one: each is for one phone"
            " and valid for ten minutes."
        )
        return render(request, "desk/phone_enter.html", {"problem": problem}, status=403)
    phone, secret = paired
    audit.note(request, "desk-phone-came", event=phone.event_id, phone=phone.pk)
    response = redirect("desk-event", pk=phone.event_id)
    phones.remember(response, phone, secret)
    role = gettext(ROLES[Role(phone.role)][0])
    sentence = gettext("This phone is signed in until tomorrow morning. {name}: {role}")
    messages.success(request, sentence.format(name=phone.name, role=role))
    return response


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """The phone signs itself out."""
    phone = phones.phone_of(request)
    if phone is not None:
        phones.sign_out(phone=phone, by=phone.name)
        audit.note(request, "desk-phone-left", event=phone.event_id)
    response = redirect("home")
    response.delete_cookie(phones.COOKIE)
    return response


def _roles(desk: Desk) -> list[Role]:
    return [role for role in phones.ROLES if accounts.may_hand_out(desk.part, role)]


def _page(request: HttpRequest, desk: Desk, **more: Any) -> HttpResponse:
    roles = _roles(desk)
    context = {
        "phones": [(row, gettext(ROLES[Role(row.phone.role)][0])) for row in phones.phones_of(desk.event)],
        "roles": [(role.value, gettext(ROLES[role][0]), gettext(ROLES[role][1])) for role in roles],
        "role": roles[0],
        **more,
    }
    status = REFUSED if more.get("problems") else 200
    return page(request, desk, "desk/phones.html", context, here="organisers", status=status)
