"""The round clock: it runs until a moment, or stands at so many seconds. Phones count down by themselves.

It runs by the machine's own count since its start, which nobody sets. The time of day is set by people, by
the network, and by a laptop that has slept: the round keeps what it has left, and the desk is told. All
processes of one machine count alike; after its restart, and on another one, the time of day has to do.
"""

from __future__ import annotations

import datetime
import logging
import time
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from zlib import crc32

from django.utils import timezone

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked
from tournaments.events.ground.stages import settings_of
from tournaments.ledger.appending import boot_id
from tournaments.lists import cleaned
from tournaments.models import Clock, Event

LONGEST = 600  # minutes
LONGEST_TEXT = 200  # characters
WARNING = 300  # seconds left; the second sound
JUMP = 3000  # milliseconds between the two clocks that are no accident of measuring

logger = logging.getLogger("stammtisch.clock")


@dataclass(frozen=True, slots=True)
class Moment:
    """Now: the time of day, and milliseconds since this start of the machine."""

    wall: datetime.datetime
    ticks: int
    boot_id: str

    def after(self, seconds: int) -> datetime.datetime:
        return self.wall + datetime.timedelta(seconds=seconds)


def this_moment() -> Moment:
    # Not time.time() for the count: it follows the time of day. This one stands while a laptop sleeps.
    return Moment(timezone.now(), time.monotonic_ns() // 1_000_000, boot_id())


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock as a page shows it. `now` and `ends` are milliseconds of the server's own clock, so that a
    phone whose clock is wrong shows the same time as all others; a jump of the time of day moves neither.
    A face without a moment (`now` is 0) says until when it runs, and not how long that is."""

    event: int
    shown: bool  # False: no clock has been set and nothing is announced
    running: bool
    left: int  # seconds, when the page was made
    now: int
    ends: int | None
    ends_at: datetime.datetime | None  # by the time of day as it is now
    text: str
    jumped: int = 0  # seconds that the time of day has gained since the clock was started; few are none

    @property
    def span(self) -> str:
        """How far it has jumped, in hours, minutes and seconds."""
        return str(datetime.timedelta(seconds=abs(self.jumped)))

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

    def timeless(self) -> ClockFace:
        """The same without a moment: it changes only when somebody at the desk changes it."""
        return replace(self, now=0, left=-1 if self.running else self.left)

    @property
    def stamp(self) -> str:
        """Changes whenever somebody at the desk has changed the clock, and never by itself."""
        return (
            f"{self.ends or ''}-{0 if self.running else self.left}-{crc32(self.text.encode())}-{self.jumped}"
        )


def clock_of(event: Event, now: Moment | None = None) -> ClockFace:
    """The clock of an event as it is at this moment."""
    moment = now or this_moment()
    row = Clock.objects.filter(event=event).first() or Clock(event=event)
    left, ends = row.left, None
    here, jumped, ends_at = milliseconds(moment.wall), 0, row.ends_at
    if row.ends_at is not None:
        remaining, jumped = _remaining(row, moment)
        left, ends = _seconds(remaining), milliseconds(row.ends_at)
        here = ends - remaining
        if jumped:
            ends_at = moment.after(left)
            _log_jump(event.pk, jumped)
    return ClockFace(
        event=event.pk,
        shown=row.ends_at is not None or row.left > 0 or bool(row.text),
        running=row.ends_at is not None,
        left=left,
        now=here,
        ends=ends,
        ends_at=ends_at,
        text=row.text,
        jumped=jumped,
    )


def _remaining(row: Clock, moment: Moment) -> tuple[int, int]:
    """Milliseconds until a running clock ends, and seconds by which the time of day has jumped meanwhile."""
    assert row.ends_at is not None
    by_wall = milliseconds(row.ends_at) - milliseconds(moment.wall)
    if row.ends_ticks is None or row.boot_id != moment.boot_id:
        return by_wall, 0
    remaining = row.ends_ticks - moment.ticks
    jump = remaining - by_wall
    return remaining, round(jump / 1000) if abs(jump) >= JUMP else 0


def _seconds(milliseconds: int) -> int:
    """Begun seconds count."""
    return max(0, -(-milliseconds // 1000))


@lru_cache(maxsize=64)
def _log_jump(event: int, seconds: int) -> None:
    """Once for each jump."""
    logger.warning("the time of day has jumped by %s s; the round clock keeps its time", seconds)


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
        clock = _locked(event)
        clock.ends_at, clock.ends_ticks, clock.left = None, None, minutes * 60
        _store(clock, "clock_set", by, minutes=minutes)


def take_away(*, event: Event, by: str = "") -> None:
    """Its round is over: no clock any more, where there was one. The words under it stay."""
    with writing():
        if Clock.objects.filter(event=event).exclude(ends_at=None, left=0).exists():
            set_minutes(event=event, minutes=0, by=by)


def start(*, event: Event, by: str = "", now: Moment | None = None) -> None:
    """Let the clock run from where it stands; one that was never set begins with the planned minutes."""
    with writing():
        clock = _locked(event)
        if clock.ends_at is not None:
            return
        left = clock.left or planned(clock.event) * 60
        if not left:
            raise Unreadable([Problem("minutes", "missing", say(_("How many minutes?")))])
        _run(clock, left, now or this_moment())
        _store(clock, "clock_started", by, seconds=left)


def pause(*, event: Event, by: str = "", now: Moment | None = None) -> None:
    """Let the clock stand; it goes on from there."""
    with writing():
        clock = _locked(event)
        if clock.ends_at is None:
            return
        left = _seconds(_remaining(clock, now or this_moment())[0])
        clock.ends_at, clock.ends_ticks, clock.left = None, None, left
        _store(clock, "clock_paused", by, seconds=left)


def add_minutes(*, event: Event, minutes: int, by: str = "", now: Moment | None = None) -> None:
    """Further minutes, or fewer; the clock runs or stands as before. One that has run down begins anew."""
    with writing():
        clock = _locked(event)
        more = 60 * max(-LONGEST, min(minutes, LONGEST))
        moment = now or this_moment()
        left = clock.left if clock.ends_at is None else _seconds(_remaining(clock, moment)[0])
        left = max(0, min(left + more, LONGEST * 60))
        if clock.ends_at is None:
            clock.left = left
        else:
            _run(clock, left, moment)
        _store(clock, "clock_moved", by, minutes=minutes)


def _run(row: Clock, seconds: int, moment: Moment) -> None:
    row.ends_at, row.left = moment.after(seconds), 0
    row.ends_ticks, row.boot_id = moment.ticks + seconds * 1000, moment.boot_id


def announce(*, event: Event, text: str, by: str = "") -> None:
    """The words under the clock; none takes them away."""
    with writing():
        clock = _locked(event)
        clock.text = cleaned(text)[:LONGEST_TEXT]
        _store(clock, "announced", by, text=clock.text)


def _locked(event: Event) -> Clock:
    return Clock.objects.get_or_create(event=locked(event))[0]


def _store(clock: Clock, what: str, by: str, **data: Any) -> None:
    clock.save()
    log.note(clock.event, what, by=by, **data)
