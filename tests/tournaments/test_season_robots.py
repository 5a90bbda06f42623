"""A season that robots have played: thirteen events of 144 people, the best ten count, reckoned twice."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from tests.season.second_reckoning import SlowSeason
from tests.tournaments import hall
from tests.tournaments.event_builders import a_round, an_event
from tests.tournaments.season_builders import BEGINS, a_season
from tournaments.engines.season import SeasonBy, SeasonRules
from tournaments.events.plan import shelving
from tournaments.models import ClubSeason, Entrant, EntrantState, Event, Member, Player
from tournaments.seasons import changing
from tournaments.seasons.gathering import facts_of, lists_of, season_of
from tournaments.seasons.keeping import came_to, table_of

pytestmark = pytest.mark.django_db

EVENTS, PEOPLE, OF = 13, 144, 200
RULES = SeasonRules(
    evenings=EVENTS,
    best=10,
    least=8,
    ties=(SeasonBy.MOST_EVENINGS, SeasonBy.BEST_EVENINGS, SeasonBy.LAST_EVENING, SeasonBy.LOT),
)


def an_evening_of_robots(number: int, people: list[Player]) -> Event:
    """One round at tables of four; what is played there the robots make up."""
    event = an_event(title=f"Abend {number}", day=BEGINS + timedelta(weeks=number))
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, number=at, state=EntrantState.HERE.value) for at in range(1, len(people) + 1)
    )
    Member.objects.bulk_create(
        Member(entrant=entrant, player=player) for entrant, player in zip(entrants, people, strict=True)
    )
    round_ = a_round(event)
    hall.a_hand_everywhere(round_)
    hall.end(round_)
    return shelving.finish_event(event=event)


@pytest.mark.long
def test_a_season_of_robots_comes_out_the_same_twice() -> None:
    chance = random.Random("season of robots")
    everybody = Player.objects.bulk_create(Player(name=f"Robot {number}") for number in range(OF))
    season = a_season(rules=RULES)
    for number in range(EVENTS):
        event = an_evening_of_robots(number, chance.sample(everybody, PEOPLE))
        weight = "2" if number == EVENTS - 1 else "1"
        changing.add_date(season=season, day=event.day, event=event, weight=weight)
    facts = facts_of(ClubSeason.objects.get(pk=season.pk))
    assert sum(date_.counts for date_ in facts.dates) == EVENTS
    came = came_to(facts)
    assert {len(outcome.people) for outcome in came.values()} == {PEOPLE}
    (of,) = lists_of(facts.season)
    table, slow = table_of(facts, of), SlowSeason(season_of(facts, of.rules, came))
    ranked = [(row.rank, row.last, row.person, row.total) for row in table.rows if row.rank is not None]
    again = [(row.place, row.last, row.person, row.total) for row in slow.rows if row.place is not None]
    assert sorted(ranked) == sorted(again)
    assert len(ranked) > PEOPLE
    assert {row.person: row.total for row in table.rows} == {row.person: row.total for row in slow.rows}
    assert any(cell.left_out is not None for row in table.rows for cell in row.cells), (
        "the worst do not count"
    )
