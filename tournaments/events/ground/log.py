"""The event's log: who changed what, when and why."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils import timezone

from tournaments.events.ground.links import Fingerprints, link_later
from tournaments.events.ground.locking import followed
from tournaments.events.ground.refusal import led_elsewhere
from tournaments.models import Event, Notice


def note(
    event: Event,
    what: str,
    prints: Fingerprints | None = None,
    /,
    *,
    by: str = "",
    reason: str = "",
    **data: Any,
) -> Notice:
    """Write one line into the log, inside the transaction of what it tells, and count the change.

    `prints`: nothing has changed but what stands on sheets. Raises Unreadable where another installation
    leads the event: only that one writes its log.
    """
    if not Event.objects.filter(~followed("pk"), pk=event.pk).update(revision=F("revision") + 1):
        raise led_elsewhere()
    link_later(event, prints)
    return Notice.objects.create(
        event=event, what=what, data=data, by=by[:60], reason=reason[:200], at=timezone.now()
    )


def touch(event: Event) -> None:
    """Something besides hands has changed: whoever keeps a view of this event makes it anew."""
    Event.objects.filter(pk=event.pk).update(revision=F("revision") + 1)
