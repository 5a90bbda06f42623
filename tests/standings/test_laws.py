"""What must hold for every event and every order of criteria."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standings.builders import competition, order, table, values
from tests.standings.events import competitions
from tournaments.engines.standings import (
    By,
    Competition,
    Rest,
    Standings,
    group_standings,
    standings,
    team_standings,
)

ANY = st.lists(st.sampled_from([by for by in By if by is not By.LOT]), min_size=1, max_size=4, unique=True)


@st.composite
def anything(draw: st.DrawFn, /, **fixed: Any) -> Competition:
    return draw(competitions(*draw(ANY), By.LOT, **fixed))


seeds = st.sampled_from(("", "x", "Martini 2026"))


@settings(max_examples=150)
@given(anything(), seeds, st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_told_changes_nothing(
    field: Competition, seed: str, chance: Any
) -> None:
    def mixed(things: tuple[Any, ...]) -> tuple[Any, ...]:
        items = list(things)
        chance.shuffle(items)
        return tuple(items)

    shuffled = replace(
        field,
        entrants=mixed(field.entrants),
        played=tuple(replace(played, accounts=mixed(played.accounts)) for played in mixed(field.played)),
        rests=mixed(field.rests),
        adjustments=mixed(field.adjustments),
    )
    first, second = standings(field, seed=seed), standings(shuffled, seed=seed)
    assert first.rows == tuple(
        replace(row, adjustments=first.row(row.entrant).adjustments) for row in second.rows
    )
    assert first.lots == second.lots


@settings(max_examples=150)
@given(anything(), seeds)
def test_places_count_those_who_are_ahead(field: Competition, seed: str) -> None:
    ranking = standings(field, seed=seed)
    ranked = [row for row in ranking.rows if row.rank is not None]
    assert {row.entrant for row in ranking.rows} == {entrant.id for entrant in field.entrants}
    assert ranking.rows[: len(ranked)] == tuple(ranked)
    for place, row in enumerate(ranked):
        assert row.rank is not None
        assert row.rank == 1 + sum(other.rank < row.rank for other in ranked if other.rank is not None)
        assert row.rank <= place + 1
        assert row.shared == (sum(other.rank == row.rank for other in ranked) > 1)
        assert (row.decided_by is None) == (place == 0 or ranked[place - 1].rank == row.rank)


@settings(max_examples=100)
@given(anything())
def test_a_seed_leaves_no_place_shared_and_moves_nobody_past_another_place(field: Competition) -> None:
    shared, drawn = standings(field), standings(field, seed="x")
    assert not any(row.shared for row in drawn.rows)
    before = {row.entrant: row.rank for row in shared.rows}
    for row in drawn.rows:
        was = before[row.entrant]
        if was is not None and row.rank is not None:
            assert was <= row.rank < was + sum(rank == was for rank in before.values())
    in_lots = {entrant for lot in drawn.lots for entrant in lot.order}
    assert in_lots == {row.entrant for row in shared.rows if row.shared}


@settings(max_examples=100)
@given(anything(), seeds)
def test_the_same_is_the_same_again(field: Competition, seed: str) -> None:
    assert standings(field, seed=seed) == standings(field, seed=seed)


@settings(max_examples=100)
@given(anything(), seeds, st.sets(st.integers(1, 6)))
def test_a_table_of_some_keeps_their_order(field: Competition, seed: str, some: set[int]) -> None:
    ranking = standings(field, seed=seed)
    part = ranking.among(some)
    assert [row.entrant for row in part.rows] == [row.entrant for row in ranking.rows if row.entrant in some]
    whole = {row.entrant: row.rank for row in ranking.rows}
    for row, other in combinations(part.rows, 2):
        mine, theirs = whole[row.entrant], whole[other.entrant]
        if mine is not None and theirs is not None:
            assert row.rank is not None
            assert other.rank is not None
            assert (row.rank < other.rank) == (mine < theirs)
    assert ranking.among([entrant.id for entrant in field.entrants]) == ranking


BY_POINTS = st.lists(
    st.sampled_from((By.POINTS, By.BEST_ROUND, By.LAST_ROUND, By.WORST_ROUND, By.PLACEMENT)),
    min_size=1,
    max_size=4,
    unique=True,
)


@settings(max_examples=80)
@given(
    by=BY_POINTS,
    scores=st.lists(st.tuples(*[st.integers(-5, 5)] * 4), min_size=1, max_size=4),
    more=st.integers(-30, 30),
    low_wins=st.booleans(),
)
def test_the_same_number_for_everybody_in_every_round_changes_no_place(
    by: list[By], scores: list[tuple[int, ...]], more: int, low_wins: bool
) -> None:
    def event(extra: int) -> Standings:
        tables = [
            table(number, {entrant: points + extra for entrant, points in enumerate(row, 1)})
            for number, row in enumerate(scores, 1)
        ]
        return standings(competition(*tables, by=by, low_wins=low_wins))

    assert order(event(more)) == order(event(0))


@settings(max_examples=80)
@given(by=BY_POINTS, scores=st.lists(st.tuples(*[st.integers(-5, 5)] * 4), min_size=1, max_size=4))
def test_where_few_points_win_everything_is_turned_round(by: list[By], scores: list[tuple[int, ...]]) -> None:
    def event(sign: int) -> Standings:
        tables = [
            table(number, {entrant: sign * points for entrant, points in enumerate(row, 1)})
            for number, row in enumerate(scores, 1)
        ]
        return standings(competition(*tables, by=by, low_wins=sign < 0))

    assert order(event(-1)) == order(event(1))


@settings(max_examples=120)
@given(competitions(By.POINTS, best_rounds=2, penalty_in_round=False))
def test_no_other_choice_of_rounds_is_better_than_the_one_that_counts(field: Competition) -> None:
    ranking = standings(field)
    every = standings(replace(field, rules=replace(field.rules, best_rounds=0)))
    best = min if field.rules.low_wins else max
    for row in ranking.rows:
        scores = [round_.points for round_ in row.rounds]
        penalty = values(every, By.POINTS)[row.entrant] - sum(scores)  # type: ignore[operator]
        choices = [sum(choice) for choice in combinations(scores, min(2, len(scores)))]
        assert row.values[0].exact == best(choices) + penalty
        assert sum(round_.counted for round_ in row.rounds) == min(2, len(scores))


@settings(max_examples=60)
@given(competitions(By.POINTS, By.BEST_ROUND, best_rounds=0))
def test_teams_of_one_are_ranked_as_their_members(field: Competition) -> None:
    people = tuple(
        replace(entrant, team=f"Team {entrant.id:02}", ranked=True, withdrawn_after=None)
        for entrant in field.entrants
    )
    alone = replace(field, entrants=people)
    members = {row.entrant: (row.rank, row.values[0].exact) for row in standings(alone).rows}
    teams = {row.members[0]: (row.rank, row.total.exact) for row in team_standings(alone)}
    assert teams == members


@settings(max_examples=60)
@given(anything(), seeds)
def test_one_group_of_all_is_the_whole_table(field: Competition, seed: str) -> None:
    everybody = tuple(entrant.id for entrant in field.entrants)
    assert group_standings(field, {"A": everybody}, seed=seed)["A"].rows == standings(field, seed=seed).rows


@settings(max_examples=60)
@given(anything())
def test_a_round_looks_back_only(field: Competition) -> None:
    """The table after round 1 is the same whatever comes later, and whoever leaves later."""
    here = replace(
        field, entrants=tuple(replace(entrant, withdrawn_after=None) for entrant in field.entrants)
    )
    rests = tuple(Rest(1, 9, entrant.id, "absent") for entrant in here.entrants)
    leavers = tuple(replace(entrant, withdrawn_after=1) for entrant in here.entrants)
    later = replace(here, rests=(*here.rests, *rests), entrants=leavers)
    assert standings(here, upto=1).rows == standings(later, upto=1).rows
