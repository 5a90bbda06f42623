"""Events on the first page: what is on today, what is open, what comes soon."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.engines.plans.declared import ListedFrom
from tournaments.events.ground.stages import settings_of
from tournaments.models import Event, Round, RoundState
from tournaments.speech.wording import speak

BEFORE, AFTER = 2, 60  # days
LONGEST = 14  # days: an event that has begun and is not finished stays so long
LISTED = 12


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
    """What is being played first, then what has begun, then today's, then the next ones.

    So a new event never pushes one aside that is not finished.
    """
    today = timezone.localdate()
    day = datetime.timedelta(days=1)
    near = Q(day__range=(today - BEFORE * day, today + AFTER * day))
    begun = Q(
        day__range=(today - LONGEST * day, today),
        finished_at=None,
        rounds__state__in=(RoundState.PUBLISHED, RoundState.OPEN, RoundState.CLOSED),
    )
    events = list(Event.objects.filter(near | begun, archived_at=None).defer("logo").distinct())
    states: dict[int, set[str]] = {}
    settled = Round.objects.filter(event__in=events).exclude(state=RoundState.DRAWN)
    for event, state in settled.values_list("event", "state"):
        states.setdefault(event, set()).add(state)
    listed = [
        event for event in events if event.pk in states or settings_of(event).listed is ListedFrom.AT_ONCE
    ]
    listed.sort(key=lambda event: _order(event, states.get(event.pk, set()), today))
    return [
        EventRow(
            row.pk,
            row.title,
            row.place,
            row.day,
            speak(row.game_value().name),
            row.day == today,
            _state(row, states.get(row.pk, set())),
        )
        for row in listed[:LISTED]
    ]


def unfinished_now() -> list[EventRow]:
    """Events on the first page that have begun and are not finished."""
    done = gettext("results")
    return [row for row in events_now() if row.state and row.state != done]


def _order(event: Event, rounds: set[str], today: datetime.date) -> tuple[int, int, int]:
    """What is on comes first, then what has begun, then today's, then what is near."""
    if event.finished_at is not None:
        urgent = 2 if event.day == today else 3
    elif rounds & {RoundState.OPEN, RoundState.PUBLISHED}:
        urgent = 0
    elif rounds:
        urgent = 1
    else:
        urgent = 2 if event.day == today else 3
    return urgent, abs((event.day - today).days), event.pk


def _state(event: Event, rounds: set[str]) -> str:
    if event.finished_at is not None:
        return gettext("results")
    if RoundState.OPEN in rounds:
        return gettext("being played")
    if RoundState.PUBLISHED in rounds:
        return gettext("seating posted")
    if rounds:
        return gettext("between two rounds")
    return ""
