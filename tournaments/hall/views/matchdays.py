"""Public pages of a match-day: everybody may see them, as far as each hall shows its results."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from config.etags import etag
from config.packing import no_secrets
from config.shared import shared
from tournaments.access import pace
from tournaments.hall import matchdaypages
from tournaments.hall.views.watching import live_answer, short_answer
from tournaments.matchdays.halls import MatchDayNow
from tournaments.models import MatchDay


@no_secrets
@shared("part")
@require_safe
def matchday(request: HttpRequest, pk: int) -> HttpResponse:
    """The halls, and the joint ranking; it is asked for again every few seconds."""
    now = _now(pk)
    tag = etag("matchday", now.matchday.uid.hex[:12], now.mark)
    live = request.GET.get("part") == "live"
    if live and (short := short_answer(request, tag)):
        return short
    body = matchdaypages.body_for_everybody(now)
    if live:
        response = live_answer(request, tag, body)
    else:
        context = {"matchday": now.matchday, "body": body, "tag": tag, "poll": f"{request.path}?part=live"}
        response = render(request, "hall/matchday.html", context)
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def _now(pk: int) -> MatchDayNow:
    """The match-day, if everybody may see it, or 404."""
    row = MatchDay.objects.filter(pk=pk, listed=True).first() if pk < 2**63 else None
    if row is None or pace.is_gone(row.whose):
        raise Http404
    return matchdaypages.now_for_everybody(row)
