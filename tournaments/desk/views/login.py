"""Logging in, with a password and perhaps a second factor, or with a passkey; and out."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import logout as log_out
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from config.security import client_address
from tournaments.access import accounts, audit, logins, mails, passkeys, secondfactor, sessions
from tournaments.access.desk import Actor, at_any_desk, strangers
from tournaments.access.limits import LOGINS_PER_ACCOUNT, LOGINS_PER_ADDRESS, SECOND_STEPS
from tournaments.access.requests import too_many
from tournaments.desk.views.shared import REFUSED
from tournaments.models import ClubAccount


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Name and password. Wrong ones are told in words that do not say which of the two it was."""
    if not accounts.logins_here():
        return strangers(request)
    if request.method != "POST":
        return _page(request)
    name, address = request.POST.get("username", "").strip().casefold()[:150], client_address(request)
    if not LOGINS_PER_ADDRESS.allows(address) or not LOGINS_PER_ACCOUNT.allows(f"{name} {address}"):
        return too_many(request)
    form = AuthenticationForm(request, data=request.POST)
    account = form.get_user() if form.is_valid() else None
    if not isinstance(account, ClubAccount):
        audit.note(request, "login-failed", account=_account(name))
        problem = gettext("Name and password do not fit, or the account is closed.")
        return _page(request, problem=problem, name=request.POST.get("username", "")[:150])
    if sentence := logins.why_not(account):
        audit.note(request, "login-failed", account=account.pk)
        return _page(request, problem=sentence, name=account.get_username())
    stay, goal = request.POST.get("stay") == "1" and not settings.PROFILE.club, _wanted(request)
    if logins.is_asked_for_second(account):
        logins.wait_for_second(request, account, stay=stay, goal=goal)
        return redirect("desk-second")
    return _enter(request, account, stay=stay, second=False, goal=goal, how="login")


@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def second(request: HttpRequest) -> HttpResponse:
    """After the password: the code of an app, or one of those on paper. A passkey does as well."""
    half = logins.half_way(request) if secondfactor.here() else None
    if half is None:
        return redirect("desk-login")
    account, stay, goal = half
    context: dict[str, Any] = {
        "app": secondfactor.has_app(account),
        "passkeys": passkeys.here(request),
        "name": account.get_username(),
    }
    if request.method != "POST":
        return render(request, "desk/login_second.html", context)
    if not LOGINS_PER_ADDRESS.allows(client_address(request)) or not SECOND_STEPS.allows(str(account.pk)):
        return too_many(request)
    if secondfactor.accept(user=account, typed=request.POST.get("code", "")[:60]):
        return _enter(request, account, stay=stay, second=True, goal=goal, how="login-second")
    audit.note(request, "login-second-failed", account=account.pk)
    context["problem"] = gettext(
        "This code is not valid, or has been used already. An app shows a new one every 30 seconds; its"
        " device must have the right time."
    )
    return render(request, "desk/login_second.html", context, status=REFUSED)


@sensitive_post_parameters("answer")
@require_POST
def passkey(request: HttpRequest) -> HttpResponse:
    """Asked without an answer: what the browser has to sign (JSON). With one: logged in, if it fits."""
    if not passkeys.here(request):
        return strangers(request)
    if not LOGINS_PER_ADDRESS.allows(client_address(request)):
        return too_many(request)
    answer = request.POST.get("answer", "")
    if not answer:
        return HttpResponse(passkeys.ask_who(request), content_type="application/json")
    half = logins.half_way(request)
    try:
        signed = passkeys.who(request, answer)
    except passkeys.NotAccepted:
        audit.note(request, "login-failed", passkey=0)
        return _page(
            request,
            problem=gettext(
                "This passkey opens no account here. Log in with your password, or try another one."
            ),
        )
    account = logins.with_club().filter(pk=signed.user_id).first()
    if account is None or not account.is_active:
        audit.note(request, "login-failed", account=signed.user_id)
        return _page(request, problem=gettext("This account is closed. Please ask an owner of your club."))
    if sentence := logins.why_not(account):
        return _page(request, problem=sentence)
    if request.user.pk == account.pk:  # asked whether it is he
        sessions.make_sure(request, second=True)
        return HttpResponseRedirect(_wanted(request))
    stay = half[1] if half else request.POST.get("stay") == "1"
    goal = half[2] if half else _wanted(request)
    return _enter(request, account, stay=stay, second=True, goal=goal, how="login-passkey")


def _enter(
    request: HttpRequest, account: ClubAccount, *, stay: bool, second: bool, goal: str, how: str
) -> HttpResponse:
    sessions.begin(request, account, stay=stay, second=second)
    accounts.remember_language(user=account, language=get_language() or "")
    audit.note(request, how)
    return HttpResponseRedirect(goal)  # an address, never the name of one


def _page(request: HttpRequest, *, problem: str = "", name: str = "") -> HttpResponse:
    context = {
        "problem": problem,
        "name": name,
        "next": _wanted(request),
        "plain": settings.PROFILE.club,
        "passkeys": passkeys.here(request),
        "mails": mails.here(),
        "requests": settings.REQUESTS and not settings.PROFILE.club,
    }
    return render(request, "desk/login.html", context, status=REFUSED if problem else 200)


def _account(name: str) -> int:
    """The number of the account that was tried; 0 where there is none: what was typed may be a password."""
    user = accounts.find(name)
    return user.pk if user else 0


def _wanted(request: HttpRequest) -> str:
    """Where the visitor was going, if it is an address of this site."""
    place = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(place, {request.get_host()}, request.is_secure())
    return place if ours else reverse("desk")


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """The session ends, here and on the server."""
    audit.note(request, "logout")
    log_out(request)
    return redirect("home")


@require_POST
@at_any_desk(without_second=True)
def logout_everywhere(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Every session of this account ends, this one too."""
    if actor.user_id is not None:
        accounts.end_sessions(user=ClubAccount.objects.get(pk=actor.user_id))
    return redirect("home")
