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


def let_robots_in(response: HttpResponseBase, event: Event) -> None:
    """A page of an event, for search engines as well if the club wants it."""
    if not settings.PROFILE.club and event.settings.get("indexed") and event.archived_at is None:
        response.headers["X-Robots-Tag"] = OPEN
