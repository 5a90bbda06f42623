"""Events on the first page: what is on today, what is open, what comes soon."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.models import Event, Round, RoundState

BEFORE, AFTER = 2, 60  # days: an event that nobody has finished stays for a while
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
    """Today's events first, then those that are open, then the next ones."""
    today = timezone.localdate()
    near = (today - datetime.timedelta(days=BEFORE), today + datetime.timedelta(days=AFTER))
    found = list(Event.objects.filter(archived_at=None, day__range=near).defer("logo"))
    states: dict[int, set[str]] = {}
    for event, state in Round.objects.filter(event__in=found).values_list("event", "state"):
        states.setdefault(event, set()).add(state)
    found.sort(key=lambda one: (one.day != today, abs((one.day - today).days), one.pk))
    return [
        EventRow(
            one.pk,
            one.title,
            one.place,
            one.day,
            gettext(one.game_value().name),
            one.day == today,
            _state(one, states.get(one.pk, set())),
        )
        for one in found[:LISTED]
    ]


def _state(event: Event, rounds: set[str]) -> str:
    if event.finished_at is not None:
        return gettext("results")
    if RoundState.OPEN in rounds:
        return gettext("being played")
    if RoundState.PUBLISHED in rounds:
        return gettext("seating posted")
    return ""
