"""Who helps with an event: accounts as organisers and helpers."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import accounts, audit, credentials, invitations
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk.rolewords import ROLES
from tournaments.desk.views.shared import REFUSED, page
from tournaments.models import Club, Grant, Role


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.MANAGE_HELPERS)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All accounts of the event; POST adds one that exists, or makes a new one.

    On a server by a link, as all accounts there; on a laptop with a made-up password.
    """
    if request.method != "POST":
        return _page(request, desk)
    name, asked = request.POST.get("name", ""), request.POST.get("role", "")
    role = next((role for role in accounts.roles_for(desk.part) if role.value == asked), Role.HELPER)
    user = accounts.find_for(desk.event, name)
    handed = None
    try:
        if user is None:
            if request.POST.get("new") != "1":
                raise accounts.NotSo(_no_such_account(desk))
            if not settings.PROFILE.club:
                return _invite(request, desk, name)
            handed = accounts.create_account(name=name, tenant=desk.event.whose)
            user = handed.user
        elif request.POST.get("new") == "1":
            raise accounts.NotSo(gettext("There is an account with this name already."))
        accounts.give(event=desk.event, user=user, role=role, part=desk.part, by=desk.by)
    except accounts.NotSo as refused:
        return _page(request, desk, name=name, role=role, problems=refused.sentences)
    if handed is not None:
        return _page(request, desk, handed=handed)
    return redirect("desk-organisers", pk=desk.event.pk)


def _invites(desk: Desk) -> bool:
    """Is this somebody of the event's own club who may bring helpers into it?"""
    at_home = desk.actor.club == desk.event.tenant_id
    return settings.PROFILE.club or (at_home and desk.actor.may(Action.MANAGE_HELPERS))


def _no_such_account(desk: Desk) -> str:
    if _invites(desk):
        return gettext("There is no account with this name. A new one can be made below.")
    return gettext("There is no account with this name. An owner of the club can invite somebody.")


def _invite(request: HttpRequest, desk: Desk, name: str) -> HttpResponse:
    """A link for a helper of the club, shown once; what he is here is said when the account exists."""
    if not _invites(desk):
        raise accounts.NotSo(_no_such_account(desk))
    club = Club.objects.get(pk=desk.event.whose)
    invitation, code = invitations.invite(club=club, role=Role.HELPER, name=name, by=desk.by)
    audit.note(request, "invited", role=Role.HELPER.value)
    link = f"{credentials.public_base(request)}{reverse('invited')}#{code}"
    return _page(request, desk, link=link, for_whom=invitation.name)


@require_POST
@at_desk(Action.MANAGE_HELPERS)
def remove(request: HttpRequest, desk: Desk, grant: int) -> HttpResponse:
    """Take an account out of the event; it loses its rights with its next click."""
    taken = get_object_or_404(Grant, pk=grant, event=desk.event)
    try:
        accounts.take(grant=taken, part=desk.part, by=desk.by)
    except accounts.NotSo as refused:
        messages.error(request, " ".join(refused.sentences))
    return redirect("desk-organisers", pk=desk.event.pk)


def _page(request: HttpRequest, desk: Desk, **more: Any) -> HttpResponse:
    context = {
        "grants": [
            (grant, gettext(ROLES[Role(grant.role)][0]), accounts.may_hand_out(desk.part, Role(grant.role)))
            for grant in accounts.grants_of(desk.event)
        ],
        "roles": [
            (role.value, gettext(ROLES[role][0]), gettext(ROLES[role][1]))
            for role in accounts.roles_for(desk.part)
        ],
        "logins": accounts.logins_here(),
        "role": Role.HELPER,
        "server": not settings.PROFILE.club,
        "invites": _invites(desk),
        **more,
    }
    status = REFUSED if more.get("problems") else 200
    return page(request, desk, "desk/organisers.html", context, here="organisers", status=status)
