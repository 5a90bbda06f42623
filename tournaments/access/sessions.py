"""How long somebody stays logged in: as long as he comes back.

A session that is used never ends in the middle of an evening. That it was used is written at most once an
hour, and never into an answer that a cache may keep.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from django.contrib.auth import SESSION_KEY, update_session_auth_hash
from django.contrib.auth import login as log_in
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from config.database import writing
from tournaments.models import ClubAccount

STAYING = 14 * 24 * 3600  # seconds of not being used, on one's own device
FRESH = 3600  # seconds in which a use is not written again
USED = "used"
SURE = "sure"  # when a password or a passkey was last shown
SURE_FOR = 900  # seconds
SECOND = "second"  # was there a second factor, or a passkey, which is two in one?
BACKEND = "tournaments.access.logins.Logins"
OLD_AT_ONCE = 1000  # sessions that have ended, taken away with a new one


def begin(request: HttpRequest, account: ClubAccount, *, stay: bool, second: bool) -> None:
    """Log somebody in. Without `stay` until the browser closes, or a day after its last use."""
    log_in(request, account, backend=BACKEND)
    request.session.set_expiry(STAYING if stay else 0)  # 0: SESSION_COOKIE_AGE, and a cookie without an end
    request.session[USED] = request.session[SURE] = int(time.time())
    request.session[SECOND] = second
    old = Session.objects.filter(expire_date__lt=timezone.now()).values("pk")[:OLD_AT_ONCE]
    with writing():
        Session.objects.filter(pk__in=[row["pk"] for row in old]).delete()


def has_second(request: HttpRequest) -> bool:
    """Did whoever is logged in here show more than a password?"""
    return bool(request.session.get(SECOND))


def is_sure(request: HttpRequest) -> bool:
    """Has whoever is logged in shown a password or a passkey just now? Asked before locks are changed."""
    return time.time() - int(request.session.get(SURE, 0)) < SURE_FOR


def make_sure(request: HttpRequest, *, second: bool = False) -> None:
    """He has; with a passkey (`second`) that is two factors in one."""
    request.session[SURE] = int(time.time())
    if second:
        request.session[SECOND] = True


def stay_in(request: HttpRequest, account: User, *, second: bool | None = None) -> None:
    """This session goes on although all others have ended: its owner has changed a lock himself."""
    update_session_auth_hash(request, account)
    if second is not None:
        request.session[SECOND] = second


class Sliding:
    """Middleware: a session that is used goes on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        shared = "public" in response.get("Cache-Control", "")
        if session.accessed and not shared and SESSION_KEY in session:
            used = session.get(USED)
            if used is not None and time.time() - used > FRESH:
                session[USED] = int(time.time())
        return response
