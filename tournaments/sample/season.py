"""A season of the sample club: some evenings whose lists were typed, and the event that is over."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from django.utils.translation import gettext

from tournaments.lists import point_rows
from tournaments.models import SAMPLE, ClubSeason, Event, Player
from tournaments.sample.events import FEW, SEED
from tournaments.seasons import changing, entering
from tournaments.seasons.usual import usual

EVENINGS, COMING = 4, 3
BETWEEN = timedelta(days=14)
RULES = "places"


def hold_season(people: Sequence[Player], over: Event) -> ClubSeason:
    """The people of the event that is over, for whom it was the last evening so far."""
    rules = usual(RULES)
    assert rules is not None
    title = gettext("Sample: season {year}").format(year=over.day.year)
    season = changing.create_season(tenant=SAMPLE, name=title, rules=rules.rules, by=gettext("Desk"))
    for number in range(EVENINGS, 0, -1):
        _typed(season, people[:FEW], over.day - number * BETWEEN, random.Random(f"{SEED} {number}"))
    changing.add_date(season=season, day=over.day, event=over, by=gettext("Desk"))
    for number in range(1, COMING + 1):
        changing.add_date(season=season, day=over.day + number * BETWEEN, by=gettext("Desk"))
    return season


def _typed(season: ClubSeason, people: Sequence[Player], day: date, chance: random.Random) -> None:
    """An evening at which most of them were."""
    evening = changing.add_date(season=season, day=day, by=gettext("Desk"))
    there = chance.sample(people, len(people) - chance.randrange(5))
    lines = [f"{player.name}\t{player.club}\t{chance.randrange(-40, 60) * 10}" for player in there]
    listed = point_rows("\n".join(["Name\tClub\tPoints", *lines]))
    entering.take_list(date_=evening, rows=listed, decisions={}, by=gettext("Desk"))
