"""Sums of points, places at tables, rounds and hands: what organisers add up on paper."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.standings.builders import competition, hand_table, match, order, table, value_of, values
from tournaments.engines.standings import Adjustment, By, Rest, TableResult, standings
from tournaments.engines.standings.choices import MatchBy, Places, Short


def test_the_sum_of_three_rounds_as_the_newspaper_printed_it() -> None:
    """Cego in Schapbach, Schwarzwälder Bote: the winner had 110 = 41 + 40 + 29."""
    field = competition(table(1, {1: 41, 2: -20, 3: -21}), table(2, {1: 40, 3: 0}), table(3, {1: 29, 2: 1}))
    assert value_of(By.POINTS, field) == {1: 110, 2: -19, 3: -21}


def test_few_points_win_where_points_are_penalties() -> None:
    field = competition(table(1, {1: 12, 2: 7, 3: 30}), low_wins=True)
    assert order(standings(field)) == [(1, 2), (2, 1), (3, 3)]


def test_equal_sums_share_a_place_and_the_next_one_is_left_out() -> None:
    """Competition ranking: 1, 2, 2, 4."""
    field = competition(table(1, {1: 30, 2: 20, 3: 20, 4: 10}))
    assert order(standings(field)) == [(1, 1), (2, 2), (2, 3), (4, 4)]
    assert [row.shared for row in standings(field).rows] == [False, True, True, False]


TIE = (
    table(1, {1: 80, 2: 75, 3: 80, 4: 40}),
    table(2, {1: 40, 2: 45, 3: 30, 4: 80}),
    table(3, {1: 30, 2: 30, 3: 40, 4: 30}),
)


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        # highest round; 1 and 3 both have 80, 40, 30; 4 has 80, 40, 30 too
        (By.BEST_ROUND, [(1, 1), (1, 3), (1, 4), (4, 2)]),
        # last round, then the one before
        (By.LAST_ROUND, [(1, 3), (2, 4), (3, 2), (4, 1)]),
        (By.WORST_ROUND, [(1, 1), (1, 2), (1, 3), (1, 4)]),
    ],
)
def test_equal_sums_are_split_by_rounds(by: By, expected: list[tuple[int, int]]) -> None:
    """All have 150."""
    assert order(standings(competition(*TIE, by=(By.POINTS, by)))) == expected


def test_the_second_best_round_decides_where_the_best_is_equal() -> None:
    """Jass clubs: the highest round, then the second highest."""
    field = competition(
        *(
            table(number, {1: first, 2: second})
            for number, (first, second) in enumerate([(90, 90), (20, 40), (30, 10)], 1)
        ),
        by=(By.POINTS, By.BEST_ROUND),
    )
    ranking = standings(field)
    assert order(ranking) == [(1, 2), (2, 1)]
    assert ranking.rows[1].decided_by is By.BEST_ROUND


FOUR, THREE, FIVE = {1: 40, 2: 30, 3: 20, 4: 10}, {1: 40, 2: 30, 3: 20}, {1: 50, 2: 40, 3: 30, 4: 20, 5: 10}


@pytest.mark.parametrize(
    ("places", "points", "expected"),
    [
        # Doppelkopf (reinhold-wolter.de): +3 +1 −1 −3 and +4 +2 0 −2 −4; three by the same formula
        (Places.BALANCED, FOUR, {1: 3, 2: 1, 3: -1, 4: -3}),
        (Places.BALANCED, FIVE, {1: 4, 2: 2, 3: 0, 4: -2, 5: -4}),
        (Places.BALANCED, THREE, {1: 2, 2: 0, 3: -2}),
        (Places.BALANCED, {1: 30, 2: 30, 3: 20, 4: 10}, {1: 2, 2: 2, 3: -1, 4: -3}),
        (Places.BALANCED, {1: 30, 2: 20, 3: 20, 4: 20}, {1: 3, 2: -1, 3: -1, 4: -1}),
        # n for the first … 1 for the last
        (Places.COUNTING, FOUR, {1: 4, 2: 3, 3: 2, 4: 1}),
        (Places.COUNTING, {1: 30, 2: 30, 3: 20}, {1: Fraction(5, 2), 2: Fraction(5, 2), 3: 1}),
    ],
)
def test_places_at_the_table(places: Places, points: dict[int, int], expected: dict[int, Fraction]) -> None:
    field = competition(table(1, points), by=(By.PLACEMENT,), places=places)
    assert value_of(By.PLACEMENT, field) == expected


def test_the_lowest_result_is_first_at_the_table_where_few_points_win() -> None:
    field = competition(table(1, FOUR), by=(By.PLACEMENT,), low_wins=True)
    assert value_of(By.PLACEMENT, field) == {1: -3, 2: -1, 3: 1, 4: 3}


def test_places_count_when_the_table_is_finished() -> None:
    field = competition(table(1, FOUR, finished=False), by=(By.PLACEMENT,))
    assert value_of(By.PLACEMENT, field) == {1: 0, 2: 0, 3: 0, 4: 0}


@pytest.mark.parametrize(
    ("points", "hands", "planned", "expected"),
    [(30, 12, 16, 40), (5, 12, 16, 7), (-5, 12, 16, -7), (1, 8, 12, 2), (-1, 8, 12, -2), (30, 16, 16, 30)],
)
def test_a_table_cut_short_is_scaled_and_halves_go_away_from_zero(
    points: int, hands: int, planned: int, expected: int
) -> None:
    """S′ = S × H₀ / H: 5 × 16 / 12 is 6⅔, 1 × 12 / 8 is 1½."""
    hand_points = [points] + [0] * (hands - 1)
    field = competition(
        hand_table(1, {1: hand_points, 2: [0] * hands}, planned=planned),
        by=(By.SCALED, By.POINTS),
        short=Short.RAW,
    )
    assert value_of(By.SCALED, field)[1] == expected
    assert value_of(By.POINTS, field)[1] == points
    scaled = competition(*field.played, short=Short.SCALED)
    assert value_of(By.POINTS, scaled)[1] == expected


def test_hands_counted_on_paper_scale_a_table_known_by_its_totals() -> None:
    sheet = replace(table(1, {1: 30, 2: -30}, planned=16), number=12)
    field = competition(sheet, short=Short.SCALED)
    assert value_of(By.POINTS, field) == {1: 40, 2: -40}


def test_a_table_that_is_still_playing_is_not_scaled() -> None:
    field = competition(hand_table(1, {1: [5], 2: [-5]}, planned=16, finished=False), short=Short.SCALED)
    assert value_of(By.POINTS, field) == {1: 5, 2: -5}


def test_points_per_hand_are_exact_and_too_few_hands_stand_behind() -> None:
    field = competition(
        hand_table(1, {1: [4, 3, 3], 2: [1, 1, 1], 3: [-5, 0, 0]}),
        hand_table(2, {4: [90]}),
        by=(By.MEAN,),
        least_hands=2,
    )
    ranking = standings(field)
    assert values(ranking, By.MEAN) == {1: Fraction(10, 3), 2: 1, 3: Fraction(-5, 3), 4: None}
    assert order(ranking) == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize(
    ("best", "expected", "left_out"),
    [
        (0, {1: 40, 2: 100}, {1: [], 2: []}),
        (3, {1: 60, 2: 80}, {1: [2], 2: [1]}),
        (1, {1: 40, 2: 40}, {1: [1, 2, 3], 2: [1, 2, 3]}),
    ],
)
def test_only_the_best_rounds_count(
    best: int, expected: dict[int, int], left_out: dict[int, list[int]]
) -> None:
    """Best three of four, as in Stallikon; of equal rounds the earlier is left out."""
    scores = [(10, 20), (-20, 20), (10, 20), (40, 40)]
    field = competition(
        *(table(number, {1: first, 2: second}) for number, (first, second) in enumerate(scores, 1)),
        best_rounds=best,
    )
    ranking = standings(field)
    assert values(ranking, By.POINTS) == expected
    assert {
        row.entrant: [round_.round for round_ in row.rounds if not round_.counted] for row in ranking.rows
    } == left_out


def test_with_few_points_the_highest_round_is_left_out() -> None:
    field = competition(table(1, {1: 10, 2: 5}), table(2, {1: 50, 2: 6}), best_rounds=1, low_wins=True)
    assert value_of(By.POINTS, field) == {1: 10, 2: 5}


def test_a_missed_round_may_be_the_one_that_is_left_out() -> None:
    field = competition(
        table(1, {1: 30, 2: 30}), table(2, {2: -5, 3: 5}), rests=[Rest(1, 2, 1, "absent")], best_rounds=1
    )
    assert value_of(By.POINTS, field) == {1: 30, 2: 30, 3: 5}


FINE = Adjustment(1, 2, -10, "Late")


@pytest.mark.parametrize(
    ("in_round", "best", "expected"), [(False, 0, 50), (True, 0, 50), (False, 1, 30), (True, 1, 40)]
)
def test_a_penalty_stays_unless_it_belongs_to_a_round_that_is_left_out(
    in_round: bool, best: int, expected: int
) -> None:
    field = competition(
        table(1, {1: 40, 2: 0}),
        table(2, {1: 20, 2: 0}),
        adjustments=[FINE],
        best_rounds=best,
        penalty_in_round=in_round,
    )
    assert value_of(By.POINTS, field)[1] == expected
    assert standings(field).row(1).adjustments == (FINE,)


def test_a_penalty_may_take_match_points() -> None:
    field = competition(
        match(1, 1, 2, (30, 10)),
        by=(By.MATCH_POINTS, By.POINTS),
        adjustments=[Adjustment(1, None, -1, "Signals", "match_points")],
    )
    assert value_of(By.MATCH_POINTS, field) == {1: 1, 2: 0}
    assert value_of(By.POINTS, field) == {1: 30, 2: 10}


def test_partners_who_score_together_both_get_what_their_side_writes() -> None:
    """Caesar: a new partner in every round, everybody collects what his side writes."""
    field = competition(
        table(1, {(1, 3): 150, (2, 4): 148}),
        table(2, {(1, 4): 140, (2, 3): 155}),
        by=(By.POINTS, By.BEST_ROUND),
    )
    assert value_of(By.POINTS, field) == {1: 290, 2: 303, 3: 305, 4: 288}


HANDS = {1: [0, 0, 12, 5], 2: [3, 4, 5, 5], 3: [17, 0, 0, 0], 4: [0, 0, 6, 11]}


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        (By.HANDS_AT_ZERO, {1: 2, 2: 0, 3: 3, 4: 2}),
        (By.WORST_HAND, {1: 12, 2: 5, 3: 17, 4: 11}),
        (By.BEST_HAND, {1: (0, 0, 5, 12), 2: (3, 4, 5, 5), 3: (0, 0, 0, 17), 4: (0, 0, 6, 11)}),
    ],
)
def test_hands_of_a_game_where_few_points_win(by: By, expected: dict[int, object]) -> None:
    assert value_of(by, competition(hand_table(1, HANDS), by=(By.POINTS, by), low_wins=True)) == expected


def test_the_usual_order_of_a_game_where_few_points_win() -> None:
    """Equal sums: more hands at 0, then the lower worst hand."""
    field = competition(hand_table(1, HANDS), by=(By.POINTS, By.HANDS_AT_ZERO, By.WORST_HAND), low_wins=True)
    assert order(standings(field)) == [(1, 3), (2, 4), (3, 1), (4, 2)]


def test_hands_decide_nothing_where_a_sheet_is_known_by_its_total_only() -> None:
    field = competition(
        hand_table(1, {1: [10, 0], 2: [5, 5]}), table(2, {3: 10, 4: -10}), by=(By.POINTS, By.BEST_HAND)
    )
    ranking = standings(field)
    assert [row.rank for row in ranking.rows] == [1, 1, 1, 4]
    assert values(ranking, By.BEST_HAND)[3] is None


@pytest.mark.parametrize(("by", "expected"), [(By.HANDS_WON, {1: 3, 2: 1}), (By.HANDS_LOST, {1: 1, 2: 0})])
def test_hands_won_and_lost_are_those_the_game_names(by: By, expected: dict[int, int]) -> None:
    field = competition(table(1, {1: 5, 2: 5}, won={1: 3, 2: 1}, lost={1: 1, 2: 0}), by=(By.POINTS, by))
    assert value_of(by, field) == expected


def test_a_shared_first_place_at_the_table_counts_one_half() -> None:
    field = competition(
        table(1, {1: 5, 2: 5, 3: 0}),
        table(2, {1: 9, 2: 1, 3: 0}),
        table(3, {1: 1, 2: 2}, finished=False),
        by=(By.POINTS, By.TABLES_WON),
    )
    assert value_of(By.TABLES_WON, field) == {1: Fraction(3, 2), 2: Fraction(1, 2), 3: 0}


def test_rounds_at_zero_are_rounds_that_were_played() -> None:
    field = competition(
        table(1, {1: 0, 2: 4}),
        table(2, {2: 0, 3: 0}),
        rests=[Rest(1, 2, 1, "absent")],
        by=(By.POINTS, By.ROUNDS_AT_ZERO),
    )
    assert value_of(By.ROUNDS_AT_ZERO, field) == {1: 1, 2: 1, 3: 1}


CHICO = match(1, 1, 2, (30, 18), games=(1, 0))
BEST_OF_THREE = match(1, 1, 2, (78, 81), games=(2, 1))
LEVEL = match(1, 1, 2, (48, 45), games=(1, 1))


@pytest.mark.parametrize(
    ("played", "match_by", "expected"),
    [
        (CHICO, MatchBy.GAMES, {1: 2, 2: 0}),
        (BEST_OF_THREE, MatchBy.GAMES, {1: 2, 2: 0}),
        (BEST_OF_THREE, MatchBy.POINTS, {1: 0, 2: 2}),
        (LEVEL, MatchBy.GAMES, {1: 1, 2: 1}),  # two chicos may end 1–1
        (LEVEL, MatchBy.BOTH, {1: 2, 2: 0}),
        (match(1, 1, 2, (120, 90)), MatchBy.GAMES, {1: 2, 2: 0}),  # no games counted: points decide
        (match(1, 1, 2, (90, 90)), MatchBy.BOTH, {1: 1, 2: 1}),
        (match(1, 1, 2, (30, 18), games=(1, 0), finished=False), MatchBy.GAMES, {1: 0, 2: 0}),
    ],
)
def test_who_has_won_a_match(played: TableResult, match_by: MatchBy, expected: dict[int, int]) -> None:
    field = competition(played, by=(By.MATCH_POINTS,), match_by=match_by)
    assert value_of(By.MATCH_POINTS, field) == expected


def test_three_points_for_a_win_one_for_a_draw() -> None:
    field = competition(CHICO, match(2, 1, 2, (48, 45), games=(1, 1)), by=(By.MATCH_POINTS,), win=3)
    assert value_of(By.MATCH_POINTS, field) == {1: 4, 2: 1}


def test_games_and_points_of_matches_are_compared_with_those_of_the_opponents() -> None:
    field = competition(
        match(1, 1, 2, (60, 40), games=(2, 0)),
        match(2, 2, 1, (30, 29), games=(1, 0)),
        match(3, 1, 2, (15, 3), finished=False),
        by=(By.MATCH_POINTS, By.GAMES_DIFFERENCE, By.POINT_DIFFERENCE, By.POINTS_FOR, By.GAMES),
    )
    assert value_of(By.GAMES_DIFFERENCE, field) == {1: 1, 2: -1}
    assert value_of(By.POINT_DIFFERENCE, field) == {1: 19, 2: -19}
    assert value_of(By.POINTS_FOR, field) == {1: 89, 2: 70}
    assert value_of(By.GAMES, field) == {1: 2, 2: 1}


def test_totals_after_every_round_are_added_up() -> None:
    field = competition(
        *(
            table(number, {1: first, 2: second})
            for number, (first, second) in enumerate([(30, 0), (0, 10), (0, 20)], 1)
        ),
        by=(By.POINTS, By.PROGRESSIVE),
    )
    assert value_of(By.PROGRESSIVE, field) == {1: 90, 2: 40}
    assert order(standings(field)) == [(1, 1), (2, 2)]
