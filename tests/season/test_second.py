"""The engine against the slow second reckoning, on seasons by chance."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.season.builders import asked, event
from tests.season.random_seasons import season_by_chance
from tests.season.second_reckoning import SlowSeason
from tournaments.engines.season import Season, SeasonEvening, SeasonResult, SeasonRules, season

INPUTS = 10_000


def compared(whole: Season) -> None:
    table, slow = season(whole), SlowSeason(whole)
    assert table.over == slow.over
    facts = [
        (row.rank, row.last, row.person, row.total, row.counted, row.attended, row.missed, row.units)
        for row in table.rows
    ]
    again = [
        (row.place, row.last, row.person, row.total, row.counted, row.attended, row.missed, row.units)
        for row in slow.rows
    ]
    ranked = [fact for fact in facts if fact[0] is not None]
    assert sorted(ranked, key=lambda fact: (fact[0], str(fact[2]))) == sorted(
        [fact for fact in again if fact[0] is not None], key=lambda fact: (fact[0], str(fact[2]))
    ), whole
    assert {fact for fact in facts if fact[0] is None} == {fact for fact in again if fact[0] is None}, whole


@pytest.mark.long
def test_ten_thousand_seasons_by_chance_come_out_the_same_twice() -> None:
    for number in range(INPUTS):
        compared(season_by_chance(random.Random(f"season {number}")))


@settings(max_examples=150)
@given(st.builds(random.Random, st.integers(0, 10**9)))
def test_any_season_comes_out_the_same_twice(chance: random.Random) -> None:
    compared(season_by_chance(chance))


def large(people: int, evenings: int) -> tuple[SeasonEvening, ...]:
    chance = random.Random(f"{people} {evenings}")
    return tuple(
        SeasonEvening(
            f"E{number}",
            results=tuple(
                SeasonResult(person, chance.randrange(-900, 1200))
                for person in range(people)
                if chance.random() < 0.9
            ),
        )
        for number in range(evenings)
    )


def test_thirteen_evenings_of_144_people_of_which_ten_count() -> None:
    whole = Season(large(144, 13), SeasonRules(best=10, evenings=13, least=6))
    compared(whole)
    compared(replace(whole, rules=SeasonRules(drop=3, ties=())))


def test_the_command_says_the_same_of_thirteen_evenings_as_the_second_reckoning() -> None:
    whole = Season(large(144, 13), SeasonRules(best=10, evenings=13, least=6))
    events = [
        event({str(result.person): result.points for result in evening.results}, name=evening.key)
        for evening in whole.evenings
    ]
    reply = asked(rules={"best": 10, "evenings": 13, "least": 6}, events=events)
    slow = SlowSeason(whole)
    assert [(row["rank"], row["total"]) for row in reply["rows"] if row["rank"]] == [
        (row.place, row.total) for row in slow.rows if row.place
    ]
    assert {(row["person"], row["rank"], row["total"]) for row in reply["rows"]} == {
        (str(row.person), row.place, row.total) for row in slow.rows
    }
