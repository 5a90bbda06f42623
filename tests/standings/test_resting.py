"""Byes, sitting out, absence, walkovers, leaving: rounds without playing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.standings.builders import competition, match, order, table, value_of
from tournaments.engines.standings import By, Competitor, Rest, standings
from tournaments.engines.standings.choices import Absence, Bye, Credit, WithdrawnRank

OUT = Rest(1, 2, 5, "sitting_out")
EVENING = (
    table(1, {(1, 2): 150, (3, 5): 141}),
    table(2, {(1, 3): 160, (2, 4): 133}),
)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"sitting_out": Credit.NONE}, 141),
        # Caesar: the average of all pairs in that round, rounded down: 146½
        ({"sitting_out": Credit.ROUND}, 141 + 146),
        ({"sitting_out": Credit.OWN}, 141 + 141),
        # De Pitslag (Klaverjas): forced sitting out is credited 1600
        ({"sitting_out": Credit.FIXED, "sitting_out_points": 1600}, 141 + 1600),
    ],
)
def test_what_sitting_out_gives(rules: dict[str, Any], expected: int) -> None:
    assert value_of(By.POINTS, competition(*EVENING, rests=[OUT], **rules))[5] == expected


def test_credits_are_rounded_down_below_zero_too() -> None:
    field = competition(
        table(1, {1: -3, 2: -2}), rests=[Rest(1, 1, 3, "sitting_out")], sitting_out=Credit.ROUND
    )
    assert value_of(By.POINTS, field)[3] == -3


def test_the_director_may_grant_something_else() -> None:
    field = competition(*EVENING, rests=[Rest(1, 2, 5, "sitting_out", points=120)])
    assert value_of(By.POINTS, field)[5] == 141 + 120


ABSENT = Rest(1, 2, 5, "absent")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, 141),
        ({"low_wins": True}, 141 + 160),
        ({"absent": Absence.NONE, "low_wins": True}, 141),
        ({"absent": Absence.WORST}, 141 + 133),
        # Doppelkopf (reinhold-wolter.de): −3 and −150 for a missed session
        ({"absent": Absence.FIXED, "absent_points": -150}, 141 - 150),
    ],
)
def test_what_being_absent_gives(rules: dict[str, Any], expected: int) -> None:
    assert value_of(By.POINTS, competition(*EVENING, rests=[ABSENT], **rules))[5] == expected


def test_a_missed_session_costs_places() -> None:
    field = competition(
        table(1, {1: 40, 2: 30, 3: 20, 4: 10}),
        rests=[Rest(1, 1, 5, "absent")],
        by=(By.PLACEMENT,),
        absent_placement=-3,
    )
    assert value_of(By.PLACEMENT, field) == {1: 3, 2: 1, 3: -1, 4: -3, 5: -3}


MATCHES = (match(1, 1, 2, (30, 20), games=(1, 0)), match(2, 1, 3, (30, 12), games=(1, 0)))
BYE = Rest(1, 2, 2, "bye")


@pytest.mark.parametrize(
    ("rules", "points", "difference"),
    [
        # an automatic win with the score of a walkover: 30–0
        ({"bye": Bye.WIN, "forfeit_points": 30, "forfeit_games": 1}, 2, -10 + 30),
        ({"bye": Bye.DRAW}, 1, -10),
        ({"bye": Bye.NONE}, 0, -10),
        ({"bye": Bye.FIXED, "bye_number": 3}, 3, -10),
        ({"bye": Bye.AVERAGE}, 0, -10),
    ],
)
def test_what_a_bye_gives(rules: dict[str, Any], points: int, difference: int) -> None:
    field = competition(*MATCHES, rests=[BYE], by=(By.MATCH_POINTS, By.POINT_DIFFERENCE), **rules)
    assert value_of(By.MATCH_POINTS, field)[2] == points
    assert value_of(By.POINT_DIFFERENCE, field)[2] == difference


def test_the_average_of_the_own_matches_is_exact() -> None:
    field = competition(
        match(1, 1, 2, (1, 1)),
        match(2, 1, 3, (2, 1)),
        match(3, 1, 2, (2, 1)),
        match(4, 2, 3, (1, 2)),
        rests=[Rest(1, 4, 1, "bye")],
        by=(By.MATCH_POINTS,),
        bye=Bye.AVERAGE,
    )
    assert value_of(By.MATCH_POINTS, field)[1] == 5 + Fraction(5, 3)


def test_whether_it_is_a_bye_or_sitting_out_is_decided_by_the_round() -> None:
    names = (Rest(1, 2, 2, "bye"), Rest(1, 2, 2, "sitting_out"))
    first, second = (
        standings(competition(*MATCHES, rests=[rest], by=(By.MATCH_POINTS, By.POINTS))).row(2)
        for rest in names
    )
    assert first == second
    assert first.rounds[1].kind == "bye"


def test_a_walkover_is_written_as_the_rules_say() -> None:
    """30–0 per chico, 2–0 in best of three."""
    field = competition(
        match(1, 1, 2, walkover=1),
        by=(By.MATCH_POINTS, By.GAMES_DIFFERENCE, By.POINT_DIFFERENCE, By.WINS, By.WINS_PLAYED),
        forfeit_points=60,
        forfeit_games=2,
    )
    assert value_of(By.MATCH_POINTS, field) == {1: 2, 2: 0}
    assert value_of(By.GAMES_DIFFERENCE, field) == {1: 2, 2: -2}
    assert value_of(By.POINT_DIFFERENCE, field) == {1: 60, 2: -60}
    assert value_of(By.WINS, field) == {1: 1, 2: 0}
    assert value_of(By.WINS_PLAYED, field) == {1: 0, 2: 0}


def test_byes_and_missed_rounds_are_counted() -> None:
    field = competition(
        *MATCHES,
        match(3, 1, 2, walkover=1),
        rests=[BYE, Rest(1, 1, 3, "absent"), Rest(1, 3, 3, "bye")],
        by=(By.MATCH_POINTS, By.BYES, By.UNPLAYED),
    )
    assert value_of(By.BYES, field) == {1: 0, 2: 1, 3: 1}
    assert value_of(By.UNPLAYED, field) == {1: 1, 2: 2, 3: 2}


GONE = Competitor(3, withdrawn_after=1)
LEAVING = (table(1, {1: 5, 2: 40, 3: 20}), table(2, {1: 30, 2: 20}))


@pytest.mark.parametrize(
    ("withdrawn", "expected"),
    [(WithdrawnRank.STAYS, [(1, 2), (2, 1), (3, 3)]), (WithdrawnRank.UNRANKED, [(1, 2), (2, 1), (None, 3)])],
)
def test_who_leaves_is_absent_from_then_on(
    withdrawn: WithdrawnRank, expected: list[tuple[int | None, int]]
) -> None:
    ranking = standings(competition(*LEAVING, entrants=[GONE], withdrawn=withdrawn))
    assert order(ranking) == expected
    assert [round_.kind for round_ in ranking.row(3).rounds] == ["played", "absent"]


def test_leaving_is_no_advantage_where_few_points_win() -> None:
    ranking = standings(competition(*LEAVING, entrants=[GONE], low_wins=True))
    assert order(ranking) == [(1, 1), (2, 3), (3, 2)]


def test_nobody_has_left_before_he_leaves() -> None:
    field = competition(*LEAVING, entrants=[GONE], withdrawn=WithdrawnRank.UNRANKED)
    assert order(standings(field, upto=1)) == [(1, 2), (2, 3), (3, 1)]


def test_guests_stand_at_the_end_without_a_place() -> None:
    field = competition(table(1, {1: 90, 2: 20, 3: 10}), entrants=[Competitor(1, ranked=False)])
    assert order(standings(field)) == [(1, 2), (2, 3), (None, 1)]


@pytest.mark.parametrize(
    ("rest", "open_"),
    [("sitting_out", True), ("absent", False)],
)
def test_a_credit_can_change_as_long_as_its_round_is_played(rest: Any, open_: bool) -> None:
    field = competition(
        table(1, {1: 5, 2: 4}, finished=False), table(1, {4: 5, 5: 1}, 2), rests=[Rest(1, 1, 3, rest)]
    )
    ranking = standings(field)
    assert ranking.provisional
    assert {row.entrant: row.provisional for row in ranking.rows} == {
        1: True,
        2: True,
        3: open_,
        4: False,
        5: False,
    }
