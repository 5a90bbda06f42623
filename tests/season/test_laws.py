"""What must hold for every season."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.season.random_seasons import season_by_chance
from tournaments.engines.season import (
    Absent,
    Combining,
    Season,
    SeasonRules,
    SeasonTable,
    Whom,
    moved,
    season,
    sentence,
    why,
)
from tournaments.speech.seasons import rules_sentence, spoken_reason

chances = st.builds(random.Random, st.integers(0, 10**9))


@settings(max_examples=150)
@given(chances)
def test_the_order_in_which_things_are_told_changes_nothing(chance: random.Random) -> None:
    whole = season_by_chance(chance)
    mixed = replace(
        whole,
        evenings=tuple(
            replace(evening, results=tuple(chance.sample(evening.results, len(evening.results))))
            for evening in whole.evenings
        ),
        people=tuple(chance.sample(whole.people, len(whole.people))),
    )
    first, second = season(whole), season(mixed)
    assert moved(first, second) == ()
    assert first.lots == second.lots
    assert [row.person for row in first.rows] == [row.person for row in second.rows]


@settings(max_examples=150)
@given(chances)
def test_places_count_those_who_are_ahead(chance: random.Random) -> None:
    table = season(season_by_chance(chance))
    ranked = [row for row in table.rows if row.rank is not None]
    assert table.rows[: len(ranked)] == tuple(ranked)
    for row in ranked:
        assert row.rank is not None
        assert row.rank == 1 + sum(other.rank < row.rank for other in ranked if other.rank is not None)
        assert row.shared == (row.last != row.rank)
        assert row.unranked is None
    assert all(row.unranked is not None for row in table.rows[len(ranked) :])


@settings(max_examples=150)
@given(chances)
def test_every_total_is_what_its_cells_and_lines_say(chance: random.Random) -> None:
    table = season(season_by_chance(chance))
    for row in table.rows:
        counted = sum(cell.value for cell in row.cells if cell.counted and cell.value is not None)
        lines = sum(line.points for line in row.lines)
        assert row.counted == counted
        if table.rules.combine is Combining.SUM:
            assert row.total == counted + lines
        for cell in row.cells:
            assert not (cell.counted and cell.left_out is not None)
            assert cell.state == "played" or cell.left_out is None or cell.value is not None


@settings(max_examples=100)
@given(chances)
def test_everything_can_be_said_and_nothing_is_silent(chance: random.Random) -> None:
    whole = season_by_chance(chance)
    table = season(whole)
    assert rules_sentence(table.rules, table.planned)
    assert sentence(table.rules)
    for row in table.rows:
        assert all(spoken_reason(reason, "Zoë") for reason in why(table, row.person))


@settings(max_examples=100)
@given(chances)
def test_the_same_is_the_same_again_and_moves_nobody(chance: random.Random) -> None:
    whole = season_by_chance(chance)
    assert season(whole) == season(whole)
    assert moved(season(whole), season(whole)) == ()


def plain(chance: random.Random, **rules: object) -> SeasonTable:
    whole = season_by_chance(chance)
    return season(replace(whole, rules=SeasonRules(**rules)))  # type: ignore[arg-type]


@settings(max_examples=100)
@given(chances, st.integers(1, 4))
def test_no_other_choice_of_evenings_is_better(chance: random.Random, best: int) -> None:
    table = plain(chance, best=best)
    for row in table.rows:
        values = sorted((cell.value for cell in row.cells if cell.value is not None), reverse=True)
        assert row.counted == sum(values[:best])
        assert sum(cell.counted for cell in row.cells) == min(best, len(values))


@settings(max_examples=100)
@given(chances)
def test_defaults_do_nothing(chance: random.Random) -> None:
    table = plain(chance, ties=())
    for row in table.rows:
        points = [
            cell.points for cell, evening in zip(row.cells, table.evenings, strict=True) if cell.counted
        ]
        weights = [
            evening.weight for cell, evening in zip(row.cells, table.evenings, strict=True) if cell.counted
        ]
        assert row.counted == sum(
            number * weight for number, weight in zip(points, weights, strict=True) if number is not None
        )
        assert not any(cell.counted for cell in row.cells if cell.state == "absent")


@settings(max_examples=100)
@given(chances)
def test_one_evening_more_that_nobody_came_to_is_worth_what_absence_is(chance: random.Random) -> None:
    whole = replace(season_by_chance(chance), rules=SeasonRules(absent=Absent.FIXED, absent_points=-7))
    empty = Season(
        (*whole.evenings, replace(whole.evenings[0], key="empty", results=(), hosts=(), tables=(), weight=1))
    )
    before, after = season(whole), season(replace(whole, evenings=empty.evenings))
    for row in before.rows:
        assert row.total is not None
        assert after.row(row.person).total == row.total - 7


@settings(max_examples=100)
@given(chances)
def test_clubs_of_one_are_ranked_as_their_members(chance: random.Random) -> None:
    whole = season_by_chance(chance)
    alone = replace(
        whole,
        evenings=tuple(
            replace(
                evening,
                hosts=(),
                tables=(),
                results=tuple(replace(r, points=r.points or 0, club=str(r.person)) for r in evening.results),
            )
            for evening in whole.evenings
        ),
        people=(),
        extras=(),
        rules=SeasonRules(best=2),
    )
    clubs = replace(alone, rules=replace(alone.rules, whom=Whom.CLUBS))
    assert [(row.rank, row.person, row.total) for row in season(alone).rows] == [
        (row.rank, row.person, row.total) for row in season(clubs).rows
    ]
