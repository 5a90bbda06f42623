"""The round clock for screens and phones. Everybody may see it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from config.etags import etag, not_modified
from config.shared import by_anybody, shared
from tournaments.access import pace
from tournaments.events.rounds.clock import clock_of
from tournaments.models import Event


@shared()
@require_safe
def clock(request: HttpRequest, pk: int) -> HttpResponse:
    """The clock's piece of a page; nothing but the server's time when the desk has not touched it since."""
    pace.visit(pk)
    face = clock_of(get_object_or_404(Event, pk=pk))
    tag, now = etag(face.stamp), face.now
    response = not_modified(request, tag)
    if response is None:
        if by_anybody(request):
            face = face.timeless()
        response = render(request, "hall/_clock.html", {"clock": face})
        response["ETag"] = tag
    response["X-Now"] = str(now)
    response["Cache-Control"] = "no-store"
    return response
