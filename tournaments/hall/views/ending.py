"""How an event ended, for everybody, once the organisers have made its results official."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from config.packing import no_secrets
from config.shared import shared
from tournaments.access.credentials import public_base
from tournaments.access.sharing import SHAPES, picture_answer
from tournaments.events.ground.hearing import aged
from tournaments.hall.ending import event_ending
from tournaments.hall.gathering import hall
from tournaments.hall.pieces import piece
from tournaments.hall.views.watching import stamped
from tournaments.paper.sheet import ending_picture


@no_secrets
@shared()
@require_safe
def ending(request: HttpRequest, pk: int) -> HttpResponse:
    """The podium, the best hand, medals, prizes; a picture and a text to send."""
    stamp = stamped(pk)
    here = hall(stamp)
    ended = event_ending(here)
    # On a server others may open what is sent to them; the laptop of a club is not there tomorrow.
    address = "" if settings.PROFILE.club else public_base(request) + reverse("event-ending", args=(pk,))
    picture_ = (
        ""
        if settings.PROFILE.club
        else f"{public_base(request)}{reverse('event-picture', args=(pk, 'wide'))}"
    )
    context: dict[str, object] = {"event": here.event, "ending": ended, "address": address}
    context["whole"] = "\n\n".join(filter(None, (ended.text, address))) if ended else ""
    body = piece(stamp, "hall/_ending.html", lambda: context, address)
    more = {"here": "event", "body": body, "picture": picture_, "age": stamp.age}
    response = render(request, "hall/ending.html", {**context, **more})
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return aged(response, stamp.age)


@require_safe
def picture(request: HttpRequest, pk: int, shape: str) -> HttpResponse:
    """The same as a picture."""
    stamp = stamped(pk)
    here = hall(stamp)
    ended = event_ending(here)
    if shape not in SHAPES or ended is None:
        raise Http404

    def draw() -> bytes:
        assert ended is not None
        return ending_picture(ended.printed, wide=shape == "wide")

    subject = ("event", stamp.event, stamp.uid, shape, get_language())
    return picture_answer(request, subject, stamp.state, draw, f"{here.event.day.isoformat()}-{pk}-{shape}")
