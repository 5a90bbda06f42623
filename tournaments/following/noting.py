"""What is noted about an event whose log somebody reads is sealed in the same transaction."""

from __future__ import annotations

from tournaments.following.looking import log_now
from tournaments.models import Event


def seal_noted(event: Event) -> None:
    """Something was noted about this event in the transaction that ends."""
    log = log_now(event.pk)
    if log is not None and log.led_here:
        from tournaments.following.sealing import seal_all  # it reads whole events: not loaded by a start

        seal_all(event.pk)
