"""Addresses for other installations: JSON, and a token instead of a cookie; see `docs/following.md`."""

from __future__ import annotations

import datetime
import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.security import client_address, visitor_address
from scoring import Text, Unreadable
from scoring.table import alone
from tournaments.access import audit, limits
from tournaments.access.requests import paused
from tournaments.engines.eventlog import LogRefused
from tournaments.following.peers import announcing, pairing, reading, receiving, returning
from tournaments.following.peers.kit import sealed_kit
from tournaments.models import WRITERS, LogReader
from tournaments.speech.wording import Wording

P = ParamSpec("P")
UNKNOWN, FORBIDDEN, NOT_FOUND, CONFLICT, REFUSED = 401, 403, 404, 409, 422
BEARER = "Bearer "
NUMBER_LENGTH = 10


def _no(status: int, code: str, sentence: str = "") -> JsonResponse:
    """A refusal: a word for programs, and a sentence for people."""
    return JsonResponse({"code": code, "sentence": sentence}, status=status)


def _wait(seconds: float) -> HttpResponse:
    return paused(_no(429, "wait"), limits.seconds(seconds))


def for_readers(
    view: Callable[Concatenate[HttpRequest, LogReader, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view for whoever brings a token that counts."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        header = request.headers.get("Authorization", "")
        reader = pairing.reader_with(header.removeprefix(BEARER) if header.startswith(BEARER) else "")
        if reader is None:
            if wait := limits.TOKENS_PER_ADDRESS.wait(client_address(request)):
                return _wait(wait)
            return _no(UNKNOWN, "revoked", gettext("This token is not known here."))
        if reader.revoked_at is not None:
            return _no(FORBIDDEN, "revoked", gettext("This pairing has ended."))
        if wait := limits.LOGS_PER_READER.wait(str(reader.pk)):
            return _wait(wait)
        return view(request, reader, *args, **kwargs)

    return csrf_exempt(guarded)  # no browser sends such a token by itself


@csrf_exempt
@require_POST
def pair(request: HttpRequest) -> HttpResponse:
    """A code comes back: whoever brings it gets a token, once."""
    waits = (
        (limits.PAIRINGS_PER_ADDRESS, client_address(request)),
        (limits.PAIRING_CODES, ""),
    )
    if wait := limits.wait_for(*waits):
        return _wait(wait)
    try:
        sent = json.loads(request.body)
        code, name = (str(sent[word]).replace("\0", "") for word in ("code", "name"))
        (code + name).encode()  # half a letter is none
        installation = uuid.UUID(str(sent["installation"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return _no(REFUSED, "unreadable", gettext("What was sent cannot be read."))
    if installation == pairing.installation_here():
        return _no(REFUSED, "same", _same())
    paired = pairing.redeem(code=code, name=name, installation=installation)
    if paired is None:
        audit.note(request, "pairing-failed")
        sentence = gettext("This code is not valid, or no longer valid. The other side shows a new one.")
        return _no(FORBIDDEN, "code", sentence)
    audit.note(request, "paired", reader=paired.reader.pk, club=paired.reader.club_id or 0)
    answer = {
        "token": paired.token,
        "kind": paired.reader.kind,
        "installation": str(pairing.installation_here()),
        "name": reading.name_of(paired.reader.club),
    }
    return JsonResponse(answer)


def _same() -> str:
    return gettext(
        "Both are the same installation: one is a copy of the other, from a backup say. A laptop that follows"
        " begins with a database of its own."
    )


@for_readers
@require_safe
def events(request: HttpRequest, reader: LogReader) -> HttpResponse:
    """Which events there are, and how far they are."""
    try:
        since = datetime.date.fromisoformat(request.GET.get("since", ""))
    except ValueError:
        since = reading.LONGEST_AGO
    have = _positions(request.GET.get("have", ""))
    answer = reading.listing(reader, since, have)
    if port := _whole(request.GET.get("port", "")):
        reading.hear_spare(reader, visitor_address(request), port)
    return JsonResponse(answer)


@for_readers
@require_safe
def kit(request: HttpRequest, reader: LogReader) -> HttpResponse:
    """What a spare laptop needs besides events, sealed."""
    if not reader.seal:
        return _no(FORBIDDEN, "refused", gettext("This pairing is not for a spare laptop."))
    return JsonResponse(sealed_kit(reader))


@for_readers
@require_safe
def led(request: HttpRequest, reader: LogReader) -> HttpResponse:
    """Which events are led here by now that the one who asks has led before."""
    return JsonResponse(returning.led_here(reader))


@for_readers
@require_POST
def returned(request: HttpRequest, reader: LogReader, event: uuid.UUID) -> HttpResponse:
    """What was written on the laptop that was away, and is not known here: it is kept for the desk."""
    try:
        count = returning.keep_aside(reader, event, json.loads(request.read(settings.MAX_BODY + 1)))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return _no(REFUSED, "damaged", gettext("What was sent cannot be read."))
    audit.note(request, "returned", reader=reader.pk, entries=count)
    return JsonResponse({"kept": count})


def _positions(text: str) -> dict[str, int]:
    """`uid:12,uid:7` as numbers; what is none is left out."""
    pairs = (part.rpartition(":") for part in text.split(",") if part)
    return {event: _whole(number) for event, _colon, number in pairs}


def _whole(text: str, usual: int = 0) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < NUMBER_LENGTH else usual


@for_readers
@require_safe
def people(request: HttpRequest, reader: LogReader) -> HttpResponse:
    """The people of the club, for a laptop that sends its events here; `have`: the list it has heard."""
    if reader.kind not in WRITERS:
        return _no(FORBIDDEN, "refused", gettext("This pairing reads events; it sends none up."))
    return JsonResponse(announcing.people_news(reader.club, request.GET.get("have", "")))


@for_readers
@require_http_methods(["GET", "HEAD", "POST"])
def event(request: HttpRequest, reader: LogReader, event: uuid.UUID) -> HttpResponse:
    """The log of an event behind a position; POST brings a part of it here."""
    if request.method == "POST":
        return _receive(request, reader, event)
    if reader.kind in WRITERS:
        return _no(FORBIDDEN, "refused", gettext("This pairing sends events up; it reads none."))
    after, most = (
        _whole(request.GET.get("after", "")),
        _whole(request.GET.get("most", ""), reading.MOST_LINES),
    )
    try:
        part = reading.part(reader, event, after, most)
    except LogRefused as refused:
        return _no(CONFLICT, refused.code, _spoken(refused.text))
    if part is None:
        return _no(NOT_FOUND, "refused", gettext("There is no such event."))
    return JsonResponse(part)


def _receive(request: HttpRequest, reader: LogReader, event: uuid.UUID) -> HttpResponse:
    if reader.kind not in WRITERS:
        return _no(FORBIDDEN, "refused", gettext("This pairing reads events; it sends none up."))
    try:
        raw = json.loads(request.read(settings.MAX_BODY + 1))
        return JsonResponse(receiving.receive(reader, event, raw))
    except LogRefused as refused:
        audit.note(request, "log-refused", reader=reader.pk, why=refused.code)
        return _no(CONFLICT, refused.code, _spoken(refused.text))
    except Unreadable as unreadable:
        return _no(REFUSED, "refused", " ".join(_spoken(problem.text) for problem in unreadable.problems))
    except receiving.NotReceived as refused:
        return _no(REFUSED, "refused", str(refused))
    except (ValueError, RecursionError):
        return _no(REFUSED, "damaged", gettext("What was sent cannot be read."))


def _spoken(text: Text) -> str:
    return Wording(alone(1)).say(text)
