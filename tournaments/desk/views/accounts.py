"""Logging in and out, one's own password, and the accounts of the installation."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login as log_in
from django.contrib.auth import logout as log_out
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.models import User
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from config.security import client_address
from tournaments.access import accounts, audit
from tournaments.access.desk import Actor, at_any_desk, strangers
from tournaments.access.limits import LOGINS_PER_ACCOUNT, LOGINS_PER_ADDRESS
from tournaments.access.requests import too_many
from tournaments.access.roles import Action
from tournaments.desk.views.shared import REFUSED


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Name and password. Wrong ones are told in words that do not say which of the two it was."""
    if not accounts.logins_here():
        return strangers(request)
    form = AuthenticationForm(request)
    if request.method == "POST":
        name, address = request.POST.get("username", "").strip().casefold()[:150], client_address(request)
        if not LOGINS_PER_ADDRESS.allows(address) or not LOGINS_PER_ACCOUNT.allows(f"{name} {address}"):
            return too_many(request)
        form = AuthenticationForm(request, data=request.POST)
        if form.is_valid():
            log_in(request, form.get_user())
            audit.note(request, "login")
            return HttpResponseRedirect(_wanted(request))  # an address, never the name of one
        audit.note(request, "login-failed", account=_account(name))
    context = {"form": form, "next": _wanted(request), "plain": settings.PROFILE.club}
    context["requests"] = settings.REQUESTS and not settings.PROFILE.club
    return render(request, "desk/login.html", context, status=REFUSED if form.is_bound else 200)


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


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk()
def password(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Another password of one's own; all other sessions end by it."""
    if actor.user_id is None:
        return redirect("desk-accounts")
    form = PasswordChangeForm(User.objects.get(pk=actor.user_id), data=request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, gettext("The password is changed. Other devices are logged out."))
        return redirect("desk")
    context = {"form": form, "name": actor.name}
    return render(request, "desk/password.html", context, status=REFUSED if form.is_bound else 200)


@require_POST
@at_any_desk()
def logout_everywhere(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Every session of this account ends, this one too."""
    if actor.user_id is not None:
        accounts.end_sessions(user=User.objects.get(pk=actor.user_id))
    return redirect("home")


# --- the accounts of the installation ------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.MANAGE_ORGANISERS)
def overview(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All accounts; a new one gets a made-up password that is shown once."""
    if request.method != "POST":
        return _overview(request)
    name, owner = request.POST.get("name", ""), request.POST.get("owner") == "1"
    try:
        handed = accounts.create_account(name=name, owner=owner)
    except accounts.NotSo as refused:
        return _overview(request, name=name, problems=refused.sentences)
    return _overview(request, handed=handed)


@require_POST
@at_any_desk(Action.MANAGE_ORGANISERS)
def renew(request: HttpRequest, actor: Actor, user: int) -> HttpResponse:
    """Another made-up password for somebody who has forgotten his."""
    account = get_object_or_404(User, pk=user)
    return _overview(request, handed=accounts.renew_password(user=account))


@require_POST
@at_any_desk(Action.MANAGE_ORGANISERS)
def switch(request: HttpRequest, actor: Actor, user: int) -> HttpResponse:
    """Close an account, or open it again."""
    account = get_object_or_404(User, pk=user)
    if account.pk == actor.user_id:
        messages.error(request, gettext("You cannot close the account you are logged in with."))
    else:
        accounts.switch(user=account, on=request.POST.get("on") == "1")
    return redirect("desk-accounts")


def _overview(request: HttpRequest, **more: Any) -> HttpResponse:
    context = {
        "people": User.objects.annotate(events=Count("grants")).order_by("username"),
        "logins": accounts.logins_here(),
        **more,
    }
    return render(request, "desk/accounts.html", context, status=REFUSED if more.get("problems") else 200)
