"""The form of a match-day: name, day, and its halls line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from scoring.text import mark as _
from tournaments.access.desk import Actor
from tournaments.matchdays.changing import MOST_HALLS, HallTyped, no_matchday
from tournaments.models import ClubSeason, Event, MatchDay

LEAST_LINES, SPARE = 4, 2
MOST_EVENTS, MOST_SEASONS = 60, 20


@dataclass(frozen=True, slots=True)
class HallField:
    """A line of the form."""

    number: int
    name: str
    event: int | None


@dataclass(frozen=True, slots=True)
class MatchDaySent:
    """A form as it was sent."""

    name: str
    day: date
    halls: tuple[HallTyped, ...]
    listed: bool


def matchday_for(actor: Actor, number: int) -> MatchDay:
    """A match-day of the actor's club; everybody else's are not there."""
    if number >= 2**63:
        raise Http404
    return get_object_or_404(MatchDay, tenant=actor.tenant, pk=number)


def matchday_sent(data: Mapping[str, Any]) -> MatchDaySent:
    """What was typed; raises Unreadable."""
    try:
        day = date.fromisoformat(str(data.get("day", "")).strip())
    except ValueError:
        message = _("Please enter a date, for example 2026-03-14.")
        raise no_matchday("no_date", message, "day") from None
    halls = tuple(HallTyped(line.name, line.event) for line in lines_sent(data) if line.name or line.event)
    return MatchDaySent(str(data.get("name", "")), day, halls, "listed" in data)


def lines_sent(data: Mapping[str, Any]) -> list[HallField]:
    """The lines of the form as they were sent."""
    return [
        HallField(
            number, str(data.get(f"hall_{number}", "")).strip(), _event(data.get(f"event_{number}", ""))
        )
        for number in range(1, MOST_HALLS + SPARE + 1)
        if f"hall_{number}" in data
    ]


def _event(text: object) -> int | None:
    plain = str(text).strip()
    if not plain:
        return None
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 19 else 0


def lines_of(matchday: MatchDay | None) -> list[HallField]:
    """The lines of the form, with empty ones at the end."""
    there: list[tuple[str, int | None]] = []
    if matchday is not None:
        there += matchday.halls.values_list("name", "event")
    count = min(max(LEAST_LINES, len(there) + SPARE), MOST_HALLS)
    there += [("", None)] * (count - len(there))
    return [HallField(number, name, event) for number, (name, event) in enumerate(there, start=1)]


def typed_of(matchday: MatchDay | None) -> dict[str, Any]:
    """The other fields."""
    if matchday is None:
        return {"name": "", "day": timezone.localdate().isoformat(), "listed": True}
    return {"name": matchday.name, "day": matchday.day.isoformat(), "listed": matchday.listed}


def events_to_choose(tenant: int, matchday: MatchDay | None) -> list[Event]:
    """Events of the club that are halls of no other match-day, the latest first."""
    events = Event.objects.filter(tenant=tenant, archived_at=None)
    taken = events.exclude(halls=None)
    if matchday is not None:
        taken = taken.exclude(halls__matchday=matchday)
    free = events.exclude(pk__in=taken.values("pk")).only("pk", "title", "day", "place")
    return list(free.order_by("-day", "-pk")[:MOST_EVENTS])


def seasons_to_choose(tenant: int) -> list[ClubSeason]:
    """Seasons that go on."""
    seasons = ClubSeason.objects.filter(tenant=tenant, over_at=None).only("pk", "name")
    return list(seasons.order_by("-created_at", "-pk")[:MOST_SEASONS])


def season_sent(actor: Actor, text: str) -> ClubSeason:
    """The season that was chosen; raises Unreadable."""
    season = ClubSeason.objects.filter(tenant=actor.tenant, pk=_event(text) or 0).first()
    if season is None:
        raise no_matchday("no_season", _("There is no such season."), "season")
    return season
