"""Read-only JSON for programs: what the hall may see of an event. `docs/api.md` describes it."""

from __future__ import annotations

import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.shared import shared
from tournaments.access import pace
from tournaments.access.requests import pretty_json
from tournaments.events.ground.stamps import stamp_of
from tournaments.exchange.results import as_json
from tournaments.hall.gathering import hall
from tournaments.models import SAMPLE, ClubState, Event

DAYS_SHOWN = 30


@shared()
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The events that are not in the archive, the latest first."""
    since = timezone.localdate() - datetime.timedelta(days=DAYS_SHOWN)
    shown = Event.objects.filter(archived_at=None, day__gte=since).exclude(tenant=SAMPLE)
    if not settings.PROFILE.club:
        shown = shown.filter(tenant__state=ClubState.OPEN)
    rows = shown.order_by("-day", "-pk")
    return _json({"events": [{"id": row.pk, "title": row.title, "day": row.day.isoformat()} for row in rows]})


@shared()
@require_safe
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """One event with its rounds, tables and, as far as they are shown, standings."""
    pace.visit(pk)
    stamp = stamp_of(pk)
    if stamp is None:
        raise Http404
    tag = stamp.tag("api")
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    response = _json(as_json(hall(stamp)))
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response


def _json(data: object) -> HttpResponse:
    return HttpResponse(pretty_json(data), content_type="application/json")
