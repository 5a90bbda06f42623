"""What several views need; no request is sent here."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from config.digits import number_in
from scoring import Game, game_for
from tournaments.access import limits, pace
from tournaments.access.visitor import Visitor, at_table
from tournaments.models import Chair, Credential

REFUSED = 422
PAUSE = 60  # seconds
OUTBOX = "Stammtisch-Outbox"  # a header: the phone's script keeps what it sends until it is saved


def arrive(request: HttpRequest, pk: int) -> Visitor:
    """Who asks for this table, or 404."""
    visitor = at_table(request, pk)
    if visitor is None:
        raise Http404
    pace.look(request, visitor.sitting.tenant_id)
    request.visitor = visitor  # type: ignore[attr-defined]  # the head of every page of the table asks what he may
    return visitor


def device_label(request: HttpRequest) -> str:
    """How a device presents itself."""
    return str(request.META.get("HTTP_USER_AGENT", ""))


def known_game(key: str) -> Game[Any, Any]:
    """The game with this key, or 404."""
    try:
        return game_for(key)
    except KeyError:
        raise Http404 from None


def not_yours(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """This device may only watch here."""
    return render(request, "tournaments/not_yours.html", {"visitor": visitor}, status=403)


def too_many(request: HttpRequest, pause: int = PAUSE) -> HttpResponse:
    """429, in the reader's language, with the pause to keep; scripts get it as JSON."""
    if is_script(request):
        sentence = gettext("Too many attempts. Please wait a minute and try again.")
        return paused(JsonResponse({"error": sentence, "retry_after": pause}, status=429), pause)
    return paused(render(request, "tournaments/too_many.html", status=429), pause)


def too_fast(request: HttpRequest, pause: int) -> HttpResponse:
    """The same for a phone's script that has a hand to send: it keeps it, and sends it again."""
    response = JsonResponse({"error": too_fast_in_words(pause), "retry_after": pause}, status=429)
    return paused(response, pause)


def too_fast_in_words(pause: int) -> str:
    """What somebody reads who has entered too much at once."""
    message = ngettext(
        "That was too much at once. Nothing is lost: try again in {count} second.",
        "That was too much at once. Nothing is lost: try again in {count} seconds.",
        pause,
    )
    return message.format(count=pause)


def paused(response: HttpResponse, pause: int) -> HttpResponse:
    """The answer with the seconds to wait."""
    response["Retry-After"] = str(pause)
    return response


def is_script(request: HttpRequest) -> bool:
    """Does a script ask, and not somebody who reads a page?"""
    return OUTBOX in request.headers or "application/json" in request.headers.get("Accept", "")


def pause_of(device: Credential | None) -> int:
    """Seconds this device has to wait before it writes again; 0: it may. The desk is never slowed down."""
    if device is None:
        return 0
    asked = (limits.HANDS_PER_DEVICE, str(device.pk)), (limits.HANDS_PER_TABLE, str(device.sitting_id))
    wait = limits.wait_for(*asked)
    if not wait or Chair.objects.filter(sitting=device.sitting_id, player__robot=True).exists():
        return 0  # nobody waits for the robots of a rehearsal
    return limits.seconds(wait)


def whole(request: HttpRequest, name: str, *, asked: bool = False) -> int | None:
    """A number the page itself has put into its form; None where it is missing or broken.

    `asked`: nothing is to be saved, the form came with a question (GET).
    """
    return number_in((request.GET if asked else request.POST).get(name, ""))


def entry_id(request: HttpRequest) -> uuid.UUID:
    """The id the phone made for this entry; a broken one is replaced, the entry then has no second try."""
    return sent_id(request, "entry") or uuid.uuid4()


def sent_id(request: HttpRequest, name: str) -> uuid.UUID | None:
    """An id in a form; None where it is missing or broken."""
    try:
        return uuid.UUID(request.POST.get(name, ""))
    except ValueError:
        return None


def pretty_json(data: object) -> bytes:
    """JSON that people can read as well."""
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
