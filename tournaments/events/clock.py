"""The round clock: it runs until a moment, or stands at so many seconds. Phones count down by themselves."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django.utils import timezone

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events import log
from tournaments.events.locking import locked
from tournaments.events.stages import settings_of
from tournaments.lists import cleaned
from tournaments.models import Clock, Event

LONGEST = 600  # minutes
LONGEST_TEXT = 200  # characters
WARNING = 300  # seconds left; the second sound


@dataclass(frozen=True, slots=True)
class Face:
    """The clock as a page shows it. `now` and `ends` are milliseconds of the server's own clock, so that a
    phone whose clock is wrong shows the same time as all others."""

    event: int
    shown: bool  # False: no clock has been set and nothing is announced
    running: bool
    left: int  # seconds, when the page was made
    now: int
    ends: int | None
    ends_at: datetime.datetime | None
    text: str

    @property
    def over(self) -> bool:
        """It has run down."""
        return self.running and self.left == 0

    @property
    def paused(self) -> bool:
        """It was set and stands."""
        return not self.running and self.left > 0

    @property
    def minutes(self) -> int:
        """Whole minutes left."""
        return self.left // 60

    @property
    def seconds(self) -> str:
        """What is left beside the minutes, two digits."""
        return f"{self.left % 60:02}"

    @property
    def soon(self) -> bool:
        """The last minutes."""
        return self.running and 0 < self.left <= WARNING

    @property
    def stamp(self) -> str:
        """Changes whenever somebody at the desk has changed the clock, and never by itself."""
        return f"{self.ends or ''}-{0 if self.running else self.left}-{crc32(self.text.encode())}"


def clock_of(event: Event, now: datetime.datetime | None = None) -> Face:
    """The clock of an event as it is at this moment."""
    moment = now or timezone.now()
    found = Clock.objects.filter(event=event).first() or Clock(event=event)
    left = found.left
    if found.ends_at is not None:
        left = max(0, -int((moment - found.ends_at).total_seconds() // 1))
    return Face(
        event=event.pk,
        shown=found.ends_at is not None or found.left > 0 or bool(found.text),
        running=found.ends_at is not None,
        left=left,
        now=milliseconds(moment),
        ends=None if found.ends_at is None else milliseconds(found.ends_at),
        ends_at=found.ends_at,
        text=found.text,
    )


def milliseconds(moment: datetime.datetime) -> int:
    """Since 1970, as browsers count."""
    return round(moment.timestamp() * 1000)


def planned(event: Event) -> int:
    """Minutes of a round as the event has been set up; 0: none were named."""
    return settings_of(event).minutes


def set_minutes(*, event: Event, minutes: int, by: str = "") -> None:
    """Let the clock stand at so many minutes; 0 takes it away. Raises Unreadable."""
    if not 0 <= minutes <= LONGEST:
        text = say(_("Minutes from 0 to {most}."), most=LONGEST)
        raise Unreadable([Problem("minutes", "out_of_range", text)])
    with writing():
        one = _locked(event)
        one.ends_at, one.left = None, minutes * 60
        _store(one, "clock_set", by, minutes=minutes)


def take_away(*, event: Event, by: str = "") -> None:
    """Its round is over: no clock any more, where there was one. The words under it stay."""
    with writing():
        if Clock.objects.filter(event=event).exclude(ends_at=None, left=0).exists():
            set_minutes(event=event, minutes=0, by=by)


def start(*, event: Event, by: str = "", now: datetime.datetime | None = None) -> None:
    """Let the clock run from where it stands; one that was never set begins with the planned minutes."""
    with writing():
        one = _locked(event)
        if one.ends_at is not None:
            return
        left = one.left or planned(one.event) * 60
        if not left:
            raise Unreadable([Problem("minutes", "missing", say(_("How many minutes?")))])
        one.ends_at, one.left = (now or timezone.now()) + datetime.timedelta(seconds=left), 0
        _store(one, "clock_started", by, seconds=left)


def pause(*, event: Event, by: str = "", now: datetime.datetime | None = None) -> None:
    """Let the clock stand; it goes on from there."""
    with writing():
        one = _locked(event)
        if one.ends_at is None:
            return
        left = max(0, -int((((now or timezone.now()) - one.ends_at).total_seconds()) // 1))
        one.ends_at, one.left = None, left
        _store(one, "clock_paused", by, seconds=left)


def add_minutes(*, event: Event, minutes: int, by: str = "", now: datetime.datetime | None = None) -> None:
    """Further minutes, or fewer; the clock runs or stands as before. One that has run down begins anew."""
    with writing():
        one = _locked(event)
        more = datetime.timedelta(minutes=max(-LONGEST, min(minutes, LONGEST)))
        moment = now or timezone.now()
        if one.ends_at is None:
            one.left = max(0, min(one.left + int(more.total_seconds()), LONGEST * 60))
        else:
            latest = moment + datetime.timedelta(minutes=LONGEST)
            one.ends_at = max(moment, min(max(one.ends_at, moment) + more, latest))
        _store(one, "clock_moved", by, minutes=minutes)


def announce(*, event: Event, text: str, by: str = "") -> None:
    """The words under the clock; none takes them away."""
    with writing():
        one = _locked(event)
        one.text = cleaned(text)[:LONGEST_TEXT]
        _store(one, "announced", by, text=one.text)


def _locked(event: Event) -> Clock:
    return Clock.objects.get_or_create(event=locked(event))[0]


def _store(one: Clock, what: str, by: str, **data: Any) -> None:
    one.save()
    log.note(one.event, what, by=by, **data)
