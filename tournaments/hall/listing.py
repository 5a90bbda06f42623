"""Events on the first page: what is on today, what is open, what comes soon."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext

from scoring import game_for
from tournaments.engines.plans import event_settings
from tournaments.engines.plans.declared import ListedFrom
from tournaments.models import Event, Round, RoundState
from tournaments.speech.wording import speak

BEFORE, AFTER = 2, 60  # days
LONGEST = 14  # days: an event that has begun and is not finished stays so long
LISTED = 12
SEEN = (RoundState.PUBLISHED, RoundState.OPEN, RoundState.CLOSED)  # rounds that not only organisers know
THERE = (
    f"EXISTS (SELECT 1 FROM {Round._meta.db_table} AS round "
    "WHERE round.event_id = event.id AND round.state = '{}')"
)
# As SQL: the first page is opened by a whole hall at once, and the ORM would read whole events, one by one.
NEAR = f"""
SELECT event.id, event.title, event.place, event.day, event.game, event.settings,
    event.finished_at IS NOT NULL,
    {", ".join(map(THERE.format, SEEN))}
FROM {Event._meta.db_table} AS event
WHERE event.archived_at IS NULL AND event.day BETWEEN %s AND %s AND (
    event.day >= %s
    OR event.finished_at IS NULL AND ({" OR ".join(map(THERE.format, SEEN))})
)
"""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event in a list for everybody."""

    pk: int
    title: str
    place: str
    day: datetime.date
    game: str
    today: bool
    state: str  # in words; empty: nothing to say


def events_now() -> list[EventRow]:
    """What is being played first, then what has begun, then today's, then the next ones."""
    return near().events()


@dataclass(frozen=True, slots=True)
class NearEvent:
    """An event of these days, as far as a list depends on it."""

    pk: int
    title: str
    place: str
    day: datetime.date
    game: str
    settings: str  # as JSON
    finished: bool
    rounds: frozenset[str]  # states that there are


@dataclass(frozen=True, slots=True)
class Near:
    """What the database says of these days' events: as long as it is the same, so is the list of the day."""

    today: datetime.date
    rows: tuple[NearEvent, ...]

    def events(self) -> list[EventRow]:
        """The list in words. A new event never pushes one aside that is not finished."""
        return rows_of(self.rows, self.today)[:LISTED]


def rows_of(events: Iterable[NearEvent], today: datetime.date) -> list[EventRow]:
    """Those of these events that everybody may see, in words, in the order of a list of the day."""
    listed = [event for event in events if event.rounds or _at_once(event.settings)]
    listed.sort(key=lambda event: _order(event, today))
    return [
        EventRow(
            event.pk,
            event.title,
            event.place,
            event.day,
            speak(game_for(event.game).name),
            event.day == today,
            _state(event),
        )
        for event in listed
    ]


def near() -> Near:
    """Events around today, and those that have begun and are not finished."""
    today, day = timezone.localdate(), datetime.timedelta(days=1)
    days = (today - LONGEST * day, today + AFTER * day, today - BEFORE * day)
    with connection.cursor() as cursor:
        cursor.execute(NEAR, [connection.ops.adapt_datefield_value(each) for each in days])
        rows = cursor.fetchall()
    events = []
    for *facts, finished, published, opened, closed in rows:
        there = zip(SEEN, (published, opened, closed), strict=True)
        rounds = frozenset(state for state, count in there if count)
        pk, title, place, on, game, settings = facts
        events.append(NearEvent(pk, title, place, on, game, settings, bool(finished), rounds))
    return Near(today, tuple(events))


@lru_cache(maxsize=256)
def _at_once(settings: str) -> bool:
    """Is the event listed before its first seating hangs?"""
    return event_settings(json.loads(settings)).listed is ListedFrom.AT_ONCE


def unfinished_now() -> list[EventRow]:
    """Events on the first page that have begun and are not finished."""
    done = gettext("results")
    return [row for row in events_now() if row.state and row.state != done]


def _order(event: NearEvent, today: datetime.date) -> tuple[int, int, int]:
    """What is on comes first, then what has begun, then today's, then what is near."""
    if event.finished:
        urgent = 2 if event.day == today else 3
    elif event.rounds & {RoundState.OPEN, RoundState.PUBLISHED}:
        urgent = 0
    elif event.rounds:
        urgent = 1
    else:
        urgent = 2 if event.day == today else 3
    return urgent, abs((event.day - today).days), event.pk


def _state(event: NearEvent) -> str:
    if event.finished:
        return gettext("results")
    if RoundState.OPEN in event.rounds:
        return gettext("being played")
    if RoundState.PUBLISHED in event.rounds:
        return gettext("seating posted")
    if event.rounds:
        return gettext("between two rounds")
    return ""
