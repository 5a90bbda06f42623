"""Seasons for tests: evenings from lists, from events that were played, and the vectors of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, time, timedelta
from typing import Any

from tests.tournaments import hall
from tests.tournaments.event_builders import an_event
from tournaments.engines.season import SeasonRules
from tournaments.events.plan import shelving
from tournaments.lists import point_rows
from tournaments.models import FIRST, ClubSeason, Event, Player, SeasonDate
from tournaments.people.incoming import REST
from tournaments.people.register import NEW
from tournaments.seasons import changing, entering
from tournaments.seasons.gathering import facts_of, lists_of
from tournaments.seasons.keeping import table_of

BEGINS = date(2026, 10, 2)
WHO = ("Anna Keller", "Bert Maier", "Cora Ruf", "Dirk Zeller")
SIX: Sequence[Mapping[str, int]] = (
    {"Anna Keller": 410, "Bert Maier": 280, "Cora Ruf": 90, "Dirk Zeller": 500},
    {"Anna Keller": -60, "Bert Maier": 300, "Cora Ruf": 150},
    {"Anna Keller": 250, "Cora Ruf": 260},
    {"Cora Ruf": 240, "Dirk Zeller": 460},
    {"Anna Keller": 330, "Bert Maier": 310, "Cora Ruf": -200},
    {"Anna Keller": 120, "Cora Ruf": 310},
)


def a_season(
    name: str = "Vereinsmeisterschaft", rules: SeasonRules | None = None, tenant: int = FIRST, **head: Any
) -> ClubSeason:
    season = changing.create_season(tenant=tenant, name=name, rules=rules or SeasonRules(), by="Test")
    for key, value in head.items():
        setattr(season, key, value)
    if head:
        season.save()
    return season


def an_evening(
    season: ClubSeason, points: Mapping[str, int] | None = None, number: int = 1, **words: Any
) -> SeasonDate:
    """A date, with results if there are any."""
    day = BEGINS + timedelta(weeks=2 * (number - 1))
    facts: dict[str, Any] = {"place": "Löwen", "time": time(19, 30), **words}
    date_ = changing.add_date(season=season, day=day, by="Test", **facts)
    if points is not None:
        enter(date_, points)
    return SeasonDate.objects.get(pk=date_.pk)


def enter(date_: SeasonDate, points: Mapping[str, int]) -> None:
    text = "\n".join(f"{name}; {points_made}" for name, points_made in points.items())
    seen, taken = entering.take_list(date_=date_, rows=point_rows(text), decisions={REST: NEW}, by="Test")
    assert taken, seen


def six_evenings(rules: SeasonRules | None = None, **head: Any) -> ClubSeason:
    """Four people on six evenings, as the examples of the engine have them."""
    season = a_season(rules=rules, **head)
    for number, points in enumerate(SIX, start=1):
        an_evening(season, points, number)
    return ClubSeason.objects.get(pk=season.pk)


def standings_of(season: ClubSeason, key: str = "") -> list[tuple[int | None, str, Any]]:
    """(place, name, total) of a list."""
    facts = facts_of(ClubSeason.objects.get(pk=season.pk))
    of = next(each for each in lists_of(facts.season) if each.key == key)
    names: dict[object, str] = dict(Player.objects.values_list("pk", "name"))
    table = table_of(facts, of)
    return [(row.rank, names.get(row.person, str(row.person)), row.total) for row in table.rows]


def a_played_event(title: str = "Herbstturnier", here: int = 8, day: date = BEGINS, **more: Any) -> Event:
    """An event of which one round has been played; not official yet."""
    event = an_event(here=here, title=title, day=day, **more)
    round_ = hall.begin(event)
    hall.play_all(round_, 1, 2, 1)
    return Event.objects.get(pk=event.pk)


def make_official(event: Event) -> Event:
    for round_ in event.rounds.exclude(state="closed"):
        hall.end(round_)
    return shelving.finish_event(event=event, by="Test")
