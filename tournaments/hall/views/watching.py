"""What pages need that many devices ask for again every few seconds; no request is sent here."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from config.etags import not_modified
from config.packing import can_unpack
from config.security import client_address
from config.shared import by_anybody
from tournaments.access import pace
from tournaments.access.limits import LOOKS_PER_ADDRESS
from tournaments.events.ground.hearing import aged
from tournaments.events.ground.stamps import Stamp, stamp_of
from tournaments.events.rounds.clock import ClockFace, clock_of
from tournaments.hall.gathering import settled
from tournaments.hall.pieces import packed
from tournaments.models import Event

SHORT = 1_000  # letters that are not worth packing
PAUSE = 5  # seconds, for devices that ask too often


def stamped(pk: int) -> Stamp:
    """How the event stands, or 404."""
    pace.visit(pk)
    stamp = stamp_of(pk)
    if stamp is None:
        raise Http404
    return settled(stamp)


def short_answer(request: HttpRequest, tag: str, age: int = 0) -> HttpResponse | None:
    """304 for a device that has this already, 429 for one that asks too often; None: it needs an answer.

    `age`: for how many seconds whoever leads the event was not heard of.
    What is for everybody is asked by caches, once for all behind them.
    """
    if not by_anybody(request) and not LOOKS_PER_ADDRESS.allows(client_address(request)):
        return HttpResponse(status=429, headers={"Retry-After": str(PAUSE)})
    short = not_modified(request, tag)
    return None if short is None else aged(short, age)


def face_for(request: HttpRequest, event: Event) -> ClockFace:
    """The event's clock; for everybody without the moment, which would be another one with every answer."""
    face = clock_of(event)
    return face.timeless() if by_anybody(request) else face


def live_answer(request: HttpRequest, tag: str, html: str) -> HttpResponse:
    """The living pieces of a page with the tag by which they are asked for again."""
    headers = {"ETag": tag, "Vary": "Accept-Encoding"}
    if len(html) < SHORT or not can_unpack(request):
        return HttpResponse(html, headers=headers)
    body = packed(html, request.get_full_path(), tag)
    return HttpResponse(body, headers={**headers, "Content-Encoding": "gzip"})
