"""Which installation leads an event: one at a time."""

from __future__ import annotations

import uuid

from config.database import writing
from tournaments.engines.eventlog import ElsewhereLed, PieceKind
from tournaments.following.looking import log_now
from tournaments.following.sealing import Pen, authority_now, seal
from tournaments.models import Event, EventLog, EventPiece
from tournaments.models.following import installation_uid


def hand_over(event: Event, to: uuid.UUID) -> EventLog:
    """Another installation leads from now on, in a new epoch, and this one follows.

    Raises ElsewhereLed where this one does not lead."""
    with writing():
        log = seal(event, whole=True)
        if log.authority != installation_uid():
            raise ElsewhereLed
        if to == log.authority:
            return log
        return _lead(event, log, to)


def take_over(event: Event) -> EventLog:
    """This installation leads from now on, in a new epoch: whoever led before is refused as OldEpoch. Does
    nothing where it leads already."""
    with writing():
        log = seal(event)
        if log.authority == installation_uid():
            return log
        log = _lead(event, log, installation_uid())
        seal(event, whole=True)
        return EventLog.objects.get(pk=log.pk)


def _lead(event: Event, log: EventLog, leader: uuid.UUID) -> EventLog:
    """The line that says so: the first one of the new epoch."""
    Event.objects.select_for_update().get(pk=event.pk)
    log = log_now(event.pk, lock=True) or log
    log.authority, log.epoch = leader, log.epoch + 1
    pieces = EventPiece.objects.filter(event=event, kind=PieceKind.AUTHORITY.value)
    pen = Pen(log, known={(PieceKind.AUTHORITY, piece.key): piece for piece in pieces})
    pen.compare([authority_now(log)], {PieceKind.AUTHORITY})
    return pen.put_down()
