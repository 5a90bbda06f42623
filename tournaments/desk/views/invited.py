"""Where links of one use lead: an account is made, or another password chosen. And asking for one by mail."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from config.security import client_address
from tournaments.access import accounts, audit, credentials, invitations, logins, mails, sessions
from tournaments.access.invitations import LinkState
from tournaments.access.limits import (
    CLAIMS_PER_ADDRESS,
    FORGOTTEN_PER_ACCOUNT,
    FORGOTTEN_PER_ADDRESS,
    TYPED_CODES,
)
from tournaments.access.requests import too_many
from tournaments.desk.rolewords import ROLES_IN_CLUB
from tournaments.desk.views.shared import REFUSED
from tournaments.models import Invitation, InvitationKind, Role

MOST_ACCOUNTS = 5  # with one address, for which one mail has links


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest) -> HttpResponse:
    """The page's script brings the code from the fragment, or it is typed; then a name and a password."""
    if settings.PROFILE.club:
        raise Http404
    if request.method != "POST":
        return render(request, "desk/invited.html")
    if not (CLAIMS_PER_ADDRESS.allows(client_address(request)) and TYPED_CODES.allows("")):
        return too_many(request)
    code = request.POST.get("code", "")
    invitation = invitations.find_invitation(code)
    state = None if invitation is None else invitations.state_of(invitation)
    if invitation is None or state is None or state != LinkState.OPEN:
        audit.note(request, "invitation-refused")
        return render(request, "desk/invited.html", {"problem": _why_not(state)}, status=403)
    if "password" not in request.POST:
        return _choose(request, invitation, code)
    password, name = request.POST.get("password", ""), request.POST.get("username", "")
    if password != request.POST.get("again", ""):
        return _choose(request, invitation, code, problems=[gettext("The two passwords differ.")])
    try:
        account = invitations.use(invitation=invitation, password=password, name=name)
    except accounts.NotSo as refused:
        return _choose(request, invitation, code, problems=refused.sentences)
    audit.note(request, "invitation-used", account=account.pk, what=invitation.kind)
    accounts.remember_language(user=account, language=get_language() or "")
    if invitation.kind == InvitationKind.PASSWORD:
        messages.success(
            request,
            gettext("The password is changed, and every device is logged out. Log in with the new one."),
        )
        return redirect("desk-login")
    sessions.begin(request, logins.with_club().get(pk=account.pk), stay=False, second=False)
    messages.success(request, gettext("Welcome! The account {name} is yours.").format(name=account.username))
    return redirect("desk")


def _why_not(state: LinkState | None) -> str:
    match state:
        case LinkState.USED:
            return gettext(
                "This link has been used already: each works once. If it was not you, tell whoever gave it to"
                " you."
            )
        case LinkState.EXPIRED:
            return gettext("This link is too old. Ask whoever gave it to you for a new one.")
        case LinkState.WITHDRAWN:
            return gettext("This link has been withdrawn. Ask whoever gave it to you for a new one.")
        case LinkState.CLOSED:
            return gettext("The club is not open on this server at the moment. The link works when it is.")
    return gettext("There is no such link. Open it whole, or type its code: five groups of four letters.")


def _choose(request: HttpRequest, invitation: Invitation, code: str, **more: Any) -> HttpResponse:
    club = invitations.club_of(invitation)
    is_reset = invitation.kind == InvitationKind.PASSWORD
    role = None if is_reset else ROLES_IN_CLUB[Role(invitation.role)]
    context = {
        "code": code,
        "club": "" if club is None else club.name,
        "by": invitation.by,
        "reset": is_reset,
        "name": invitation.name if is_reset else request.POST.get("username", ""),
        "role": "" if role is None else gettext(role[0]),
        "does": "" if role is None else gettext(role[1]),
        **more,
    }
    return render(
        request, "desk/invited_choose.html", context, status=REFUSED if more.get("problems") else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """A link by mail to whoever has forgotten his password. The answer does not tell who has an account."""
    if settings.PROFILE.club:
        raise Http404
    if request.method != "POST":
        return render(request, "desk/forgotten.html", {"mails": mails.here()})
    typed = request.POST.get("name", "").strip()[:200]
    if not mails.here() or not typed:
        return redirect("desk-forgotten")
    if not FORGOTTEN_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    if FORGOTTEN_PER_ACCOUNT.allows(typed.casefold()):
        _write_to(request, typed)
    audit.note(request, "password-forgotten")
    return render(request, "desk/forgotten.html", {"mails": True, "sent": True})


def _write_to(request: HttpRequest, typed: str) -> None:
    """Links to everybody who may be meant: the account of this name, or all of this address."""
    meant = logins.with_club().filter(Q(username__iexact=typed) | Q(email__iexact=typed), is_active=True)
    by_address: dict[str, list[mails.Link]] = {}
    language = ""
    for account in meant.exclude(email="")[:MOST_ACCOUNTS]:
        if logins.why_not(account) or not FORGOTTEN_PER_ACCOUNT.allows(f"account {account.pk}"):
            continue
        _invitation, code = invitations.reset(
            user=account, by="", mail=account.email, good_for=invitations.FORGOTTEN_FOR
        )
        address = f"{credentials.public_base(request)}{reverse('invited')}#{code}"
        by_address.setdefault(account.email, []).append(mails.Link(account.username, address))
        language = mails.language_of(account, get_language() or settings.LANGUAGE_CODE)
    for to, links in by_address.items():
        mails.send_beside(mails.forgotten(to=to, language=language, links=links))
