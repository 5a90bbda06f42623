"""Which installation leads an event: one at a time."""

from __future__ import annotations

import uuid

from tournaments.models import Event, EventLog


def is_followed(event: Event) -> bool:
    """Is this event led by another installation? Then it is only looked at here."""
    raise NotImplementedError


def hand_over(event: Event, to: uuid.UUID) -> EventLog:
    """Another installation leads from now on, in a new epoch; this one follows. Raises ElsewhereLed where this
    one does not lead."""
    raise NotImplementedError


def take_over(event: Event) -> EventLog:
    """This installation leads from now on, in a new epoch: whoever led before is refused as OldEpoch. Does
    nothing where it leads already."""
    raise NotImplementedError
