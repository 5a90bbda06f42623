"""Which events search engines may list."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpResponseBase

from tournaments.models import ClubState, Event

MOST = 1000  # lines of robots.txt, the latest events
OPEN = "all"


def open_events() -> Sequence[int]:
    """The events that their clubs have opened to search engines, the latest first."""
    events = Event.objects.filter(archived_at=None, tenant__state=ClubState.OPEN, settings__indexed=True)
    return list(events.order_by("-day", "-pk").values_list("pk", flat=True)[:MOST])


def is_open(pk: int) -> bool:
    """May search engines list this event?"""
    events = Event.objects.filter(pk=pk, archived_at=None, tenant__state=ClubState.OPEN)
    return not settings.PROFILE.club and events.filter(settings__indexed=True).exists()


def let_robots_in[Answer: HttpResponseBase](response: Answer, pk: int) -> Answer:
    """A page of an event, for robots as well if the event is open to them."""
    if is_open(pk):
        response.headers["X-Robots-Tag"] = OPEN
    return response
