"""When whoever leads an event was heard of last: so old is what is shown of it here."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import F
from django.http import HttpResponse
from django.utils import timezone

from tournaments.models import Event, EventLog, Installation, LogReader, LogSource

Peer = TypeVar("Peer", LogSource, LogReader)
QUIET = 60  # seconds without a word after which what is shown says how old it is

HEADER = "Stammtisch-Age"  # how old what is answered is, in seconds: pages say it as when nobody answers them

LED_ELSEWHERE = f"""EXISTS (
    SELECT 1 FROM {EventLog._meta.db_table} AS log
    WHERE log.event_id = {{event}} AND log.authority NOT IN (SELECT uid FROM {Installation._meta.db_table})
)"""
"""As SQL, for questions that are asked hundreds of times a second: does another installation lead it?"""


@dataclass(frozen=True, slots=True)
class EventLeader:
    """Who leads an event that is followed here."""

    heard_at: datetime.datetime
    name: str = ""  # as it is paired with; nothing where no pairing knows it
    address: str = ""  # where its pages are, if we ask it

    @property
    def age(self) -> int:
        """Seconds since it was heard of; 0: just now, there is nothing to be said."""
        seconds = int((timezone.now() - self.heard_at).total_seconds())
        return seconds if seconds > QUIET else 0


def leader_of(event: int) -> EventLeader | None:
    """None: the event is led here."""
    log = EventLog.objects.filter(pk=event).exclude(authority__in=Installation.objects.values("uid")).first()
    if log is None:
        return None
    club = Event.objects.values_list("tenant", flat=True).get(pk=event)
    source = _latest(LogSource, club, log.authority, "contact_at")
    reader = _latest(LogReader, club, log.authority, "seen_at")
    moments = [log.taken_at]
    if source is not None:
        moments.append(source.contact_at)
    if reader is not None:
        moments.append(reader.seen_at)
    heard = max((moment for moment in moments if moment is not None), default=log.begun_at)
    if source is not None:
        return EventLeader(heard, source.name, source.address if source.ended_at is None else "")
    return EventLeader(heard, reader.name if reader else "")


def _latest(model: type[Peer], club: int | None, installation: uuid.UUID, heard: str) -> Peer | None:
    rows = model._default_manager.filter(club=club, installation=installation)
    return rows.order_by(F(heard).desc(nulls_last=True)).first()


def age_of(event: int) -> int:
    """For how many seconds whoever leads it is silent; 0: not at all, or the event is led here."""
    leader = leader_of(event)
    return 0 if leader is None else leader.age


def aged(response: HttpResponse, age: int) -> HttpResponse:
    """The answer says how old what it shows is, if it is old."""
    if age:
        response[HEADER] = str(age)
    return response
