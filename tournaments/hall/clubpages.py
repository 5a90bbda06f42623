"""What a server with many clubs shows to everybody: its clubs, page by page, and the events of each.

Every list has an end, whatever is in the database: one page of it is asked for.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from config.digits import number_in
from tournaments.hall.listing import LONGEST, SEEN, EventRow, NearEvent, rows_of
from tournaments.models import Club, ClubState, Event, Round

Row = TypeVar("Row")
CLUBS, EVENTS, PAST = 24, 12, 20  # lines on a page
BEFORE, AFTER = 2, 14  # days: what the first page of a server calls these days
ASKED = 60  # events of a page that are asked for: some are not for everybody yet
FURTHEST = 1000  # pages


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club in the list of a server."""

    slug: str
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Row]):
    """One page of a long list."""

    rows: tuple[Row, ...]
    number: int
    following: bool

    @property
    def before(self) -> int:
        """The number of the page before; 0: this is the first."""
        return self.number - 1

    @property
    def after(self) -> int:
        """The number of the next page; 0: this is the last."""
        return self.number + 1 if self.following else 0


def page_number(text: str) -> int:
    """Which page of a list an address asks for."""
    return min(max(number_in(text) or 1, 1), FURTHEST)


@dataclass(frozen=True, slots=True)
class ClubEvent:
    """An event in a list of a server: whose it is, too."""

    row: EventRow
    club: str


@dataclass(frozen=True, slots=True)
class ClubEvents:
    """The events of a club that everybody may see: running, coming, and one page of those before."""

    running: tuple[EventRow, ...]
    coming: tuple[EventRow, ...]
    past: ListPage[EventRow]


def open_club(slug: str) -> Club | None:
    """The club with this address, if everybody may see it."""
    return Club.objects.filter(slug=slug, state=ClubState.OPEN).first()


def clubs_listed(query: str, page: str) -> ListPage[ClubRow]:
    """The open clubs of this server that want to be listed, by name; those in which every word occurs.

    A server begins with one that has no name: it is listed once it has a name, or an event.
    """
    clubs = Club.objects.filter(state=ClubState.OPEN, listed=True).order_by("name", "pk")
    clubs = clubs.exclude(~Exists(Event.objects.filter(tenant=OuterRef("pk"))), name="")
    for word in query.split():
        plain = slugify(word)  # the address of a club has no accents
        in_address = Q(slug__contains=plain) if plain else Q()
        clubs = clubs.filter(Q(name__icontains=word) | Q(place__icontains=word) | in_address)
    number = page_number(page)
    start = (number - 1) * CLUBS
    there = list(clubs.only("slug", "name", "place")[start : start + CLUBS + 1])
    rows = tuple(ClubRow(club.slug, str(club), club.place) for club in there[:CLUBS])
    return ListPage(rows, number, len(there) > CLUBS)


def events_near() -> list[ClubEvent]:
    """Events of these days of all listed clubs, what is being played first."""
    today, day = timezone.localdate(), datetime.timedelta(days=1)
    shown = Event.objects.filter(archived_at=None, tenant__state=ClubState.OPEN, tenant__listed=True)
    lately = shown.filter(day__gt=today - BEFORE * day, day__lte=today).order_by("-day", "-pk")[:ASKED]
    soon = shown.filter(day__gt=today, day__lte=today + AFTER * day).order_by("day", "pk")[:ASKED]
    names: dict[int, str] = {}
    there = [*_facts(lately, names), *_facts(soon, names)]
    return [ClubEvent(row, names[row.pk]) for row in rows_of(there, today)[:EVENTS]]


def events_of(club: Club, page: str) -> ClubEvents:
    """The events of a club."""
    today, day = timezone.localdate(), datetime.timedelta(days=1)
    events = Event.objects.filter(archived_at=None, tenant=club)
    open_ended = Q(finished_at=None, day__gte=today - LONGEST * day, day__lt=today)
    running = _facts(events.filter(Q(day=today) | open_ended).order_by("-day", "-pk")[:ASKED])
    begun = [event for event in running if event.day == today or event.rounds]
    coming = _facts(events.filter(day__gt=today).order_by("day", "pk")[:ASKED])
    number = page_number(page)
    start = (number - 1) * PAST
    over = events.filter(day__lt=today).exclude(pk__in=[event.pk for event in begun])
    past = _facts(over.order_by("-day", "-pk")[start : start + PAST + 1])
    return ClubEvents(
        tuple(rows_of(begun, today)[:ASKED]),
        tuple(rows_of(coming, today)[:EVENTS]),
        ListPage(_past(past[:PAST], today), number, len(past) > PAST),
    )


def _past(events: Sequence[NearEvent], today: datetime.date) -> tuple[EventRow, ...]:
    """Newest first, as they were asked for."""
    rows = {row.pk: row for row in rows_of(events, today)}
    return tuple(rows[event.pk] for event in events if event.pk in rows)


def _facts(events: QuerySet[Event], names: dict[int, str] | None = None) -> list[NearEvent]:
    """As far as a list depends on them, in that order; `names` gets those of their clubs."""
    begun = {
        f"is_{state.value}": Exists(Round.objects.filter(event=OuterRef("pk"), state=state)) for state in SEEN
    }
    facts = ("pk", "tenant__name", "title", "place", "day", "game", "settings", "finished_at", *begun)
    there = []
    for pk, club, *of_event, settings, finished, is_0, is_1, is_2 in events.annotate(**begun).values_list(
        *facts
    ):
        title, place, day, game = of_event
        rounds = frozenset(
            state.value for state, is_so in zip(SEEN, (is_0, is_1, is_2), strict=True) if is_so
        )
        there.append(
            NearEvent(pk, title, place, day, game, json.dumps(settings), finished is not None, rounds)
        )
        if names is not None:
            names[pk] = club
    return there
