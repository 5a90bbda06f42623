"""Refuse at the door what no view should have to think about."""

from __future__ import annotations

import re
import time

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config import addresses, tickets
from config.security import GetResponse, from_this_machine

NUL = "\0"
LOOK_AGAIN = 5.0  # seconds between two looks at this machine's addresses

# Why the door has not read a body to its end, by the status of the answer.
UNFINISHED = {
    408: _("This took too long to arrive and was not saved. Please try again."),
    413: _("This is too large."),
    429: _("Too much was sent at once and not to its end. This was not saved. Please try again."),
}


class Guard:
    """Strangers from outside the private network, oversized bodies, NUL characters, outdated addresses."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.looked = time.monotonic()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.refusal(request) or self.get_response(request)

    def refusal(self, request: HttpRequest) -> HttpResponse | None:
        reason = self.reason(request)
        if reason is None:
            return None
        # Further in LocaleMiddleware would do this; in this thread the last visitor's language is still on.
        with translation.override(translation.get_language_from_request(request)):
            return refuse(*reason)

    def reason(self, request: HttpRequest) -> tuple[int, str | Promise] | None:
        """The status to refuse with, and why; None for nearly everybody."""
        if settings.PROFILE.club:
            if not addresses.is_neighbour(str(request.META.get("REMOTE_ADDR", ""))):
                return 403, _("This works only in the club’s own Wi-Fi. Please connect to it.")
            self.learn_new_address(request)
        if status := unfinished(request):
            return status, why_unfinished(request, status)
        if body_length(request) > longest_body(request):
            return 413, why_unfinished(request, 413)
        # PostgreSQL cannot store NUL and SQLite can: refuse it for both.
        if NUL in request.path or any(
            NUL in text for key, values in request.GET.lists() for text in (key, *values)
        ):
            return 400, _("The address contains a character that is not allowed.")
        return None

    def learn_new_address(self, request: HttpRequest) -> None:
        """The router may give the laptop a new address in mid-evening; the phones come with the new one."""
        try:
            request.get_host()
        except DisallowedHost:
            if time.monotonic() - self.looked < LOOK_AGAIN:
                return
            self.looked = time.monotonic()
            known = settings.ALLOWED_HOSTS
            known.extend(
                host for host in addresses.allowed_hosts(settings.PROFILE.hosts) if host not in known
            )


def mark_unfinished(request: HttpRequest, status: int) -> None:
    """The door has not read the body to its end: the request gets its refusal here, like all others."""
    request.unfinished = status  # type: ignore[attr-defined]


def unfinished(request: HttpRequest) -> int:
    """The status with which to refuse a request that has not come to its end; 0 if it has."""
    return int(getattr(request, "unfinished", 0))


def sentence(request: HttpRequest) -> str:
    """Why the request has not come to its end, in the visitor's language."""
    with translation.override(translation.get_language_from_request(request)):
        return str(why_unfinished(request, unfinished(request)))


def why_unfinished(request: HttpRequest, status: int) -> str | Promise:
    """What is said of a body that was not read, or that took too long."""
    if status == 413 and request.path in settings.LARGE_BODY_PATHS:
        if most := most_of_file(request):
            text = _("This file is too large: {most} MB at most are imported here.")
            return format_lazy(text, most=max(1, most // settings.MB))
        return _("This page was open for too long. Please go back, open it anew, and choose the file again.")
    return UNFINISHED[status]


# What a phone at a table sends again and again; offers, rules and bets may be longer.
OF_A_HAND = re.compile(r"/t/[^/]+/(?:undo/|close/|whose/.*|hand/\d+/|paper-totals/.*)?")


def longest_body(request: HttpRequest) -> int:
    """Bytes that are read at all."""
    if most := most_of_file(request):
        return max(most + settings.AROUND_A_FILE, int(settings.MAX_BODY))
    return int(settings.HAND_BODY if OF_A_HAND.fullmatch(request.path) else settings.MAX_BODY)


def most_of_file(request: HttpRequest) -> int:
    """Bytes of a whole event that may come in here: at the laptop itself, and from whoever has a ticket. 0:
    nobody has allowed anything."""
    if request.path not in settings.LARGE_BODY_PATHS:
        return 0
    if from_this_machine(request):
        return int(settings.LARGE_BODY)
    ticket = tickets.of_request(request)
    return min(ticket.most, settings.LARGE_BODY) if ticket else 0


def body_length(request: HttpRequest) -> int:
    length = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(length) if length.isascii() and length.isdigit() else 0


def refuse(status: int, sentence: str | Promise) -> HttpResponse:
    return HttpResponse(f"{sentence!s}\n", status=status, content_type="text/plain; charset=utf-8")
