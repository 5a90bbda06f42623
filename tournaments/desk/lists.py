"""Lists of events: what is on, what is coming, what has been; found by what people remember of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q, QuerySet

from tournaments.access.desk import Actor
from tournaments.access.roles import Part
from tournaments.lists import folded
from tournaments.models import COMING, Entrant, Event, Grant, Member, RoundState
from tournaments.models.events import Round

LONG_AGO = timedelta(days=3)  # an event that nobody has finished is still on for so long
MOST = 30  # past events on one page
LONGEST_SEARCH = 80


@dataclass(frozen=True, slots=True)
class DeskEventRow:
    """One event in a list."""

    pk: int
    title: str
    day: date
    place: str
    club: str
    game: str  # key
    entrants: int  # without those who did not come
    state: str  # "coming", "today", "running", "official", "past", "archived"


@dataclass(frozen=True, slots=True)
class EventLists:
    """All events that fit a search, in three parts."""

    current: tuple[DeskEventRow, ...]
    upcoming: tuple[DeskEventRow, ...]
    past: tuple[DeskEventRow, ...]
    more: bool  # of the past ones than are shown
    search: str = ""

    @property
    def empty(self) -> bool:
        return not (self.current or self.upcoming or self.past)


def visible(actor: Actor) -> QuerySet[Event]:
    """The events somebody has a part in, those in the archive too."""
    every = Event.objects.all()
    if actor.phone is not None:
        return every.filter(pk=actor.phone.event_id)
    asked_to = Q(pk__in=Grant.objects.filter(user=actor.user_id).values("event"))
    if actor.part in (Part.OWNER, Part.ORGANISER):
        return every.filter(Q(tenant=actor.tenant) | asked_to)
    return every.filter(asked_to)


def event_lists(
    events: QuerySet[Event],
    today: date,
    *,
    search: str = "",
    archived: bool = False,
    everything: bool = False,
) -> EventLists:
    """The lists as of today; `everything`: also the past ones beyond the first page."""
    search = search.strip()[:LONGEST_SEARCH]
    rows = list(
        events.filter(archived_at__isnull=not archived)
        .order_by("-day", "-pk")
        .values_list("pk", "title", "day", "place", "club", "game", "finished_at", "archived_at")
    )
    if search:
        fitting = _fitting(search, [(row[0], (row[1], row[3], row[4])) for row in rows], events)
        rows = [row for row in rows if row[0] in fitting]
    running = set(Round.objects.exclude(state=RoundState.CLOSED).values_list("event", flat=True).distinct())
    current: list[DeskEventRow] = []
    upcoming: list[DeskEventRow] = []
    past: list[DeskEventRow] = []
    for pk, title, day, place, club, game, finished, gone in rows:
        if gone:
            state, where = "archived", past
        elif finished:
            state, where = "official", current if day == today else past
        elif day > today:
            state, where = ("running", current) if pk in running else ("coming", upcoming)
        elif day == today:
            state, where = ("running" if pk in running else "today"), current
        elif pk in running and today - day <= LONG_AGO:
            state, where = "running", current
        else:
            state, where = "past", past
        where.append(DeskEventRow(pk, title, day, place, club, game, 0, state))
    upcoming.reverse()
    current.sort(key=lambda row: row.state != "running")  # a new event does not stand above it
    shown = past if everything else past[:MOST]
    counts = _entrants([row.pk for row in (*current, *upcoming, *shown)])
    return EventLists(
        current=_counted(current, counts),
        upcoming=_counted(upcoming, counts),
        past=_counted(shown, counts),
        more=len(shown) < len(past),
        search=search,
    )


def _fitting(
    search: str, events: Sequence[tuple[int, Iterable[str]]], visible_events: QuerySet[Event]
) -> set[int]:
    """Events in whose words, or in whose people, every word of the search occurs; accents do not matter."""
    words = folded(search).split()
    if not words:
        return set()
    members = Member.objects.filter(entrant__event__in=visible_events.order_by().values("pk"))
    for word in words:
        members = members.filter(player__find__contains=word)
    # What is found in club, class or pseudonym is no name.
    named = members.order_by().values_list("entrant__event", "player__name").distinct()
    played = {event for event, name in named if all(word in folded(name) for word in words)}
    return {
        pk for pk, texts in events if pk in played or all(word in folded(" ".join(texts)) for word in words)
    }


def _entrants(events: Sequence[int]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for start in range(0, len(events), 500):
        coming = Entrant.objects.filter(event__in=events[start : start + 500], state__in=COMING)
        counts.update(coming.values_list("event", flat=True))
    return counts


def _counted(rows: Sequence[DeskEventRow], counts: Counter[int]) -> tuple[DeskEventRow, ...]:
    return tuple(
        DeskEventRow(row.pk, row.title, row.day, row.place, row.club, row.game, counts[row.pk], row.state)
        for row in rows
    )
