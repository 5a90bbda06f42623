"""The accounts of a club: links for new ones, roles, names, passwords, help for who is locked out.

On a laptop: the accounts of the club's evening, with made-up passwords that are shown once.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import accounts, audit, credentials, invitations, mails, secondfactor
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.limits import MAILS_PER_ACCOUNT
from tournaments.access.requests import too_many
from tournaments.access.roles import Action
from tournaments.desk.rolewords import ROLES_IN_CLUB
from tournaments.desk.views.shared import REFUSED
from tournaments.models import Club, ClubAccount, Invitation, Keyring, Passkey, Role

# --- which accounts -------------------------------


def _accounts() -> QuerySet[ClubAccount]:
    app = Keyring.objects.filter(user=OuterRef("pk"), totp_since__isnull=False)
    passkey = Passkey.objects.filter(user=OuterRef("pk"))
    return (
        ClubAccount.objects.select_related("membership__club", "keyring")
        .annotate(events=Count("grants"), second=Exists(app) | Exists(passkey))
        .order_by("username")
    )


def _of_club(actor: Actor) -> QuerySet[ClubAccount]:
    """The accounts that this actor may change: those of his club, operators' only if he is one."""
    if settings.PROFILE.club and actor.operates:
        return _accounts()  # everything that is on the laptop
    rows = _accounts().filter(membership__club_id=actor.tenant)
    return rows if actor.operates else rows.filter(is_superuser=False)


def _account(actor: Actor, user: int) -> ClubAccount:
    return get_object_or_404(_of_club(actor), pk=user)


# --- the page ------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.MANAGE_ORGANISERS)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All accounts; a new one by a link that is shown once, on a laptop with a made-up password."""
    if request.method != "POST":
        return _overview(request, actor)
    name = request.POST.get("name", "")
    try:
        if settings.PROFILE.club:
            handed = accounts.create_account(name=name, owner=request.POST.get("owner") == "1")
            return _overview(request, actor, handed=handed)
        return _invite(request, actor, name)
    except accounts.NotSo as refused:
        return _overview(request, actor, name=name, problems=refused.sentences)


def _invite(request: HttpRequest, actor: Actor, name: str) -> HttpResponse:
    """A link for somebody, shown here once, or sent to his address and not shown."""
    club = Club.objects.get(pk=actor.tenant)
    asked, mail = request.POST.get("role", ""), request.POST.get("mail", "").strip()
    role = next((role for role in Role if role.value == asked), Role.HELPER)
    if not mail or not mails.here():
        invitation, code = invitations.invite(club=club, role=role, name=name, by=actor.name)
        audit.note(request, "invited", role=role.value)
        return _overview(request, actor, link=_link(request, code), for_whom=invitation.name)
    try:
        validate_email(mail)
    except ValidationError as wrong:
        raise accounts.NotSo(gettext("This is not a mail address.")) from wrong
    if not MAILS_PER_ACCOUNT.allows(str(actor.user_id)):
        return too_many(request)
    invitation, code = invitations.invite(club=club, role=role, name=name, by=actor.name, mail=mail)
    audit.note(request, "invited", role=role.value)
    language = request.POST.get("language", "")
    sent = mails.send(
        mails.invitation(
            to=mail,
            language=language if language in dict(settings.LANGUAGES) else _language(),
            club=club.name or request.get_host(),
            by=actor.name,
            address=_link(request, code),
            days=invitations.INVITED_FOR.days,
        )
    )
    return _sent_or_shown(request, actor, invitation, code, sent=sent)


def _sent_or_shown(
    request: HttpRequest, actor: Actor, invitation: Invitation, code: str, *, sent: bool
) -> HttpResponse:
    if sent:
        sentence = gettext("A mail with the link is on its way to {mail}.")
        messages.success(request, sentence.format(mail=invitation.mail))
        return redirect("desk-accounts")
    # Whoever gets the link in another way has not shown that the address is his.
    invitations.forget_mail(invitation=invitation)
    problem = gettext("The mail could not be sent. Give the link in another way.")
    return _overview(request, actor, link=_link(request, code), for_whom=invitation.name, problems=[problem])


@require_safe
@at_any_desk(Action.MANAGE_ORGANISERS)
def account(request: HttpRequest, actor: Actor, user: int) -> HttpResponse:
    """One account: its name, its role, and what can be done for it."""
    return _page(request, actor, _account(actor, user))


@require_POST
@at_any_desk(Action.MANAGE_ORGANISERS)
def change(request: HttpRequest, actor: Actor, user: int) -> HttpResponse:
    """Another name, another role."""
    account = _account(actor, user)
    name, asked = request.POST.get("name", ""), request.POST.get("role", "")
    try:
        if name != account.username:
            accounts.rename(user=account, name=name)
        role = next((role for role in Role if role.value == asked), None)
        if role is not None and not settings.PROFILE.club:
            accounts.change_role(user=account, role=role)
    except accounts.NotSo as refused:
        return _page(request, actor, account, name=name, problems=refused.sentences)
    messages.success(request, gettext("Saved."))
    return redirect("desk-accounts")


@require_POST
@at_any_desk(Action.MANAGE_ORGANISERS)
def renew(request: HttpRequest, actor: Actor, user: int) -> HttpResponse:
    """For somebody who has forgotten his password: a link, or on a laptop another made-up one."""
    account = _account(actor, user)
    if settings.PROFILE.club:
        return _overview(request, actor, handed=accounts.renew_password(user=account))
    return _reset(request, actor, account)


def _reset(request: HttpRequest, actor: Actor, account: ClubAccount) -> HttpResponse:
    by_mail = mails.here() and bool(account.email) and request.POST.get("mail") == "1"
    if by_mail and not MAILS_PER_ACCOUNT.allows(str(actor.user_id)):
        return too_many(request)
    invitation, code = invitations.reset(user=account, by=actor.name, mail=account.email if by_mail else "")
    audit.note(request, "password-link", account=account.pk)
    if not by_mail:
        return _overview(request, actor, link=_link(request, code), for_whom=account.username, is_reset=True)
    link = mails.Link(account.username, _link(request, code))
    hours = int(invitations.RESET_FOR.total_seconds() // 3600)
    language = mails.language_of(account, _language())
    mail = mails.another_password(to=account.email, language=language, by=actor.name, link=link, hours=hours)
    return _sent_or_shown(request, actor, invitation, code, sent=mails.send(mail))


@require_POST
@at_any_desk(Action.MANAGE_ORGANISERS)
def second_factor(request: HttpRequest, actor: Actor, user: int) -> HttpResponse:
    """Take the second factor of somebody who has lost it; one's own is taken with a password."""
    account = _account(actor, user)
    if account.pk == actor.user_id:
        return redirect("desk-account")
    _take_second_factor(request, actor, account)
    return redirect("desk-accounts")


def _take_second_factor(request: HttpRequest, actor: Actor, account: ClubAccount) -> None:
    secondfactor.reset(user=account)
    audit.note(request, "second-factor-taken", account=account.pk)
    if mails.here() and account.email:
        mails.send_beside(
            mails.second_factor_gone(
                to=account.email,
                language=mails.language_of(account, _language()),
                account=account.username,
                by=actor.name,
            )
        )
    sentence = gettext(
        "{name} logs in with the password alone from now on, and can add a second factor anew."
    )
    messages.success(request, sentence.format(name=account.username))


@require_POST
@at_any_desk(Action.MANAGE_ORGANISERS)
def switch(request: HttpRequest, actor: Actor, user: int) -> HttpResponse:
    """Close an account, or open it again."""
    account = _account(actor, user)
    if account.pk == actor.user_id:
        messages.error(request, gettext("You cannot close the account you are logged in with."))
        return redirect("desk-accounts")
    try:
        accounts.switch(user=account, on=request.POST.get("on") == "1")
    except accounts.NotSo as refused:
        messages.error(request, " ".join(refused.sentences))
    return redirect("desk-accounts")


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.MANAGE_ORGANISERS)
def remove(request: HttpRequest, actor: Actor, user: int) -> HttpResponse:
    """An account goes; asked once more before."""
    account = _account(actor, user)
    context = {"account": account, "is_own": account.pk == actor.user_id}
    if request.method != "POST" or context["is_own"]:
        return render(request, "desk/account_remove.html", context)
    try:
        accounts.remove(user=account, by=actor.name)
    except accounts.NotSo as refused:
        context["problems"] = refused.sentences
        return render(request, "desk/account_remove.html", context, status=REFUSED)
    audit.note(request, "account-removed", account=user)
    messages.success(request, gettext("The account {name} is removed.").format(name=account.username))
    return redirect("desk-accounts")


@require_POST
@at_any_desk(Action.MANAGE_ORGANISERS)
def withdraw(request: HttpRequest, actor: Actor, invitation: uuid.UUID) -> HttpResponse:
    """Nobody can use this link any more."""
    of_club = Q(club_id=actor.tenant) | Q(user__membership__club_id=actor.tenant)
    row = Invitation.objects.filter(of_club, pk=invitation).first()
    if row is None:
        raise Http404
    invitations.withdraw(invitation=row)
    messages.success(request, gettext("The link for {name} is withdrawn.").format(name=row.name))
    return redirect("desk-accounts")


@require_POST
@at_any_desk(Action.MANAGE_ORGANISERS)
def require_second(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Must the owners of this club have a second factor?"""
    if settings.PROFILE.club:
        raise Http404
    on = request.POST.get("on") == "1"
    accounts.require_second_factor(tenant=actor.tenant, on=on)
    audit.note(request, "second-factor-required", on=int(on))
    return redirect("desk-accounts")


# --- for those who run the server ------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.KEEP_CLUBS)
def server(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Who else runs the server, and help for an owner whose club has nobody left who could help him."""
    if settings.PROFILE.club:
        raise Http404
    context: dict[str, Any] = {"operators": _accounts().filter(is_superuser=True), "mails": mails.here()}
    name = request.POST.get("name", "").strip()[:60]
    owner = (
        _accounts()
        .filter(username__iexact=name, membership__role=Role.OWNER.value, is_superuser=False)
        .first()
    )
    if request.method != "POST":
        return render(request, "desk/accounts_server.html", context)
    if owner is None:
        context |= {"name": name, "problem": gettext("No owner of a club has an account with this name.")}
        return render(request, "desk/accounts_server.html", context, status=REFUSED)
    match request.POST.get("do"):
        case "password":
            _invitation, code = invitations.reset(user=owner, by=actor.name)
            audit.note(request, "password-link", account=owner.pk)
            context |= {"link": _link(request, code), "for_whom": owner.username, "is_reset": True}
        case "second":
            _take_second_factor(request, actor, owner)
            return redirect("desk-accounts-server")
    return render(request, "desk/accounts_server.html", {**context, "owner": owner, "name": name})


# --- pages ------------------------------


def _link(request: HttpRequest, code: str) -> str:
    """The address that is given on; what opens something stands behind the #."""
    return f"{credentials.public_base(request)}{reverse('invited')}#{code}"


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


def _page(request: HttpRequest, actor: Actor, account: ClubAccount, **more: Any) -> HttpResponse:
    membership = getattr(account, "membership", None)
    context = {
        "account": account,
        "name": account.username,
        "is_own": account.pk == actor.user_id,
        "server": not settings.PROFILE.club,
        "roles": _roles(),
        "role": "" if membership is None else membership.role,
        "by_mail": mails.here() and account.email,
        **more,
    }
    return render(
        request, "desk/account_of_club.html", context, status=REFUSED if more.get("problems") else 200
    )


def _roles() -> list[tuple[str, str, str]]:
    return [(role.value, gettext(label), gettext(does)) for role, (label, does) in ROLES_IN_CLUB.items()]


def _overview(request: HttpRequest, actor: Actor, **more: Any) -> HttpResponse:
    server = not settings.PROFILE.club
    rows = _of_club(actor).filter(is_superuser=False) if server and not actor.operates else _of_club(actor)
    context: dict[str, Any] = {"people": rows, "logins": accounts.logins_here(), "server": server}
    if server:
        labels = {role.value: gettext(label) for role, (label, _does) in ROLES_IN_CLUB.items()}
        context |= {
            "people": [(account, labels[account.membership.role]) for account in rows],
            "open": [
                (invitation, labels.get(invitation.role, ""))
                for invitation in invitations.open_of(actor.tenant)
            ],
            "club": Club.objects.get(pk=actor.tenant),
            "roles": _roles(),
            "role": request.POST.get("role") or Role.HELPER.value,
            "mails": mails.here(),
            "mail": request.POST.get("mail", ""),
            "languages": settings.LANGUAGES,
            "language": request.POST.get("language") or _language(),
            "operates": actor.operates,
        }
    template = "desk/accounts_club.html" if server else "desk/accounts.html"
    return render(request, template, {**context, **more}, status=REFUSED if more.get("problems") else 200)
