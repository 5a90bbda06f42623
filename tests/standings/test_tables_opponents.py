"""Opponents at tables of more than two, match-win shares, the direct meeting in small."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.standings.builders import competition, match, order, table, value_of, values
from tournaments.engines.standings import By, Competitor, Rest, TableResult, standings


def test_opponents_at_tables_weigh_the_same_at_three_and_at_four() -> None:
    """Σ over rounds of the mean of the opponents' sums."""
    field = competition(
        table(1, {1: 10, 2: 20, 3: 30, 4: 40}),
        table(2, {1: 1, 2: 2, 3: 3}),
        rests=[Rest(1, 2, 4, "absent")],
        by=(By.POINTS, By.BUCHHOLZ),
    )
    # sums: 11, 22, 33, 40; whoever rests meets somebody like himself
    assert value_of(By.BUCHHOLZ, field) == {
        1: Fraction(22 + 33 + 40, 3) + Fraction(22 + 33, 2),
        2: Fraction(11 + 33 + 40, 3) + Fraction(11 + 33, 2),
        3: Fraction(11 + 22 + 40, 3) + Fraction(11 + 22, 2),
        4: Fraction(11 + 22 + 33, 3) + 40,
    }


def test_those_one_was_ahead_of_at_a_table_count_in_full_equals_by_half() -> None:
    field = competition(table(1, {1: 30, 2: 30, 3: 10, 4: 0}), by=(By.POINTS, By.SONNEBORN))
    assert value_of(By.SONNEBORN, field) == {
        1: Fraction(15 + 10 + 0, 3),
        2: Fraction(15 + 10 + 0, 3),
        3: 0,
        4: 0,
    }


def test_strong_opponents_are_those_with_few_points_where_few_points_win() -> None:
    """1 and 2 have the same sum; 2 met the better opponent."""
    field = competition(
        table(1, {1: 5, 3: 90}), table(1, {2: 5, 4: 6}, 2), by=(By.POINTS, By.BUCHHOLZ), low_wins=True
    )
    assert order(standings(field))[:2] == [(1, 2), (2, 1)]


def test_strong_opponents_have_many_match_points_also_where_few_points_win() -> None:
    """1 and 2 have lost to 3 and to 4; 3 has won twice."""
    field = competition(
        match(1, 3, 1, (0, 9)),
        match(1, 4, 2, (0, 9), number=2),
        match(2, 3, 5, (0, 9)),
        by=(By.WINS_PLAYED, By.BUCHHOLZ),
        entrants=[Competitor(5, ranked=False)],
        low_wins=True,
    )
    assert order(standings(field))[2:4] == [(3, 1), (4, 2)]


@pytest.mark.parametrize(
    ("won", "drawn", "lost", "byes", "share"),
    [
        # blog.playerlink.online “Deep dive into tiebreaker math”, after Magic Tournament Rules, appendix C
        (6, 1, 2, 0, Fraction(19, 27)),
        (4, 1, 2, 2, Fraction(13, 21)),
        (1, 0, 4, 0, Fraction(1, 3)),
    ],
)
def test_shares_of_match_points_leave_byes_out_and_are_never_below_a_third(
    won: int, drawn: int, lost: int, byes: int, share: Fraction
) -> None:
    """The share of player 1, seen by his first opponent, who met nobody else."""
    results = [(1, 0)] * won + [(1, 1)] * drawn + [(0, 1)] * lost
    games = [match(number, 1, 1 + number, score) for number, score in enumerate(results, 1)]
    rests = [Rest(1, len(games) + number, 1, "bye") for number in range(1, byes + 1)]
    last = [match(len(games) + number, 2 + number, 20 + number) for number in range(1, byes + 1)]
    field = competition(*games, *last, rests=rests, by=(By.MATCH_POINTS, By.OPPONENTS_WIN), win=3)
    assert value_of(By.OPPONENTS_WIN, field)[2] == share


def games(*results: tuple[int, int, int]) -> list[TableResult]:
    """One match a round: (first, second, sign)."""
    scores = {1: (1, 0), 0: (0, 0), -1: (0, 1)}
    return [
        match(number, first, second, scores[sign]) for number, (first, second, sign) in enumerate(results, 1)
    ]


ALL_MET = games((1, 2, 1), (1, 3, 1), (2, 3, 0))
NOBODY_SURE = games((1, 2, 1), (1, 3, 1), (2, 3, 0), (3, 4, 0))
LEADER_SURE = games((1, 2, 1), (1, 3, 1), (2, 3, 0), (2, 4, 1), (3, 4, 1))
CHAIN = games((1, 2, 1), (1, 3, 1), (2, 4, 1), (3, 2, 0), (3, 4, 0))


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        # C.07, 6.1: all have met, 2 and 3 drew with each other
        (ALL_MET, {1: 1, 2: 2, 3: 2}),
        # 6.2: 4 has not met 1 and 2 and could still have more than 1
        (NOBODY_SURE, {1: 1, 2: 1, 3: 1, 4: 1}),
        # 6.3: 1 is first whatever 1 against 4 brings; 2, 3 and 4 are compared again
        (LEADER_SURE, {1: 1, 2: 2, 3: 2, 4: 4}),
        (CHAIN, {1: 1, 2: 2, 3: 3, 4: 4}),
    ],
)
def test_direct_meeting(played: list[TableResult], expected: dict[int, int]) -> None:
    field = competition(*played, by=(By.BYES, By.DIRECT))
    assert {row.entrant: row.rank for row in standings(field).rows} == expected


def test_two_who_met_twice_are_compared_by_the_mean() -> None:
    """1 took 2 and 1 from 2, which is 1½; 2 took 0 and 1 from 1, and 2 from 3; 3 took 2 from 1."""
    field = competition(*games((1, 2, 1), (2, 1, 0), (3, 1, 1), (2, 3, 1)), by=(By.BYES, By.DIRECT))
    assert order(standings(field)) == [(1, 2), (2, 3), (3, 1)]


def test_a_direct_meeting_without_playing_counts_only_if_the_rules_say_so() -> None:
    walkover = match(1, 1, 2, walkover=2)
    field = competition(walkover, by=(By.BYES, By.DIRECT))
    assert order(standings(field)) == [(1, 1), (1, 2)]
    assert values(standings(field), By.DIRECT) == {1: None, 2: None}
    meets = competition(walkover, by=(By.BYES, By.DIRECT), walkover_meets=True)
    assert order(standings(meets)) == [(1, 2), (2, 1)]


def test_at_tables_only_rounds_in_which_all_equals_sat_together_count() -> None:
    """1, 2 and 3 have 50 each; only in round 1 all of them sat at one table."""
    field = competition(
        table(1, {1: 20, 2: 10, 3: 30, 4: 0}),
        table(2, {1: 30, 2: 40, 4: 0}),
        table(2, {3: 20, 5: 1}, 2),
        by=(By.POINTS, By.DIRECT),
    )
    assert order(standings(field))[:3] == [(1, 3), (2, 1), (3, 2)]
    apart = competition(table(1, {1: 20, 4: 0}), table(1, {2: 20, 5: 1}, 2), by=(By.POINTS, By.DIRECT))
    assert order(standings(apart))[:2] == [(1, 1), (1, 2)]


def test_extra_hands_decide_only_between_those_who_were_equal() -> None:
    extra = table(3, {1: 3, 2: 5, 3: 99})
    field = competition(table(1, {1: 20, 2: 20, 3: 10}), by=(By.POINTS, By.PLAYOFF), playoffs=[extra])
    assert order(standings(field)) == [(1, 2), (2, 1), (3, 3)]
    assert value_of(By.POINTS, field) == {1: 20, 2: 20, 3: 10}


def test_an_extra_game_is_won_by_who_wins_the_game() -> None:
    extra = match(3, 1, 2, (5, 4), games=(0, 1))
    field = competition(match(1, 1, 2, (3, 3)), by=(By.MATCH_POINTS, By.PLAYOFF), playoffs=[extra])
    assert order(standings(field)) == [(1, 2), (2, 1)]
