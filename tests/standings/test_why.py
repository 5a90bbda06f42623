"""“Why am I twelfth?”, who moves, and the way up and down."""

from __future__ import annotations

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Seating
from tests.standings.builders import competition, hand_table, match, rounds, table
from tests.standings.events import competitions
from tests.standings.slow import SLOW
from tournaments.engines.standings import (
    Adjustment,
    By,
    Competition,
    Competitor,
    Standings,
    moved,
    ranks_by_round,
    standings,
    why,
)
from tournaments.engines.standings.choices import WithdrawnRank
from tournaments.speech.wording import Wording

SPEAKS = Wording(Seating((0,)))


def reasons(ranking: Standings, entrant: int, language: str = "en") -> list[tuple[int | None, bool, str]]:
    with translation.override(language):
        return [(reason.other, reason.above, SPEAKS.say(reason)) for reason in why(ranking, entrant)]


def test_ahead_and_behind_in_points() -> None:
    ranking = standings(competition(table(1, {1: 134, 2: 120, 3: -5})))
    assert reasons(ranking, 2) == [
        (1, True, "Behind by 14. Points: 120 against 134."),
        (3, False, "Ahead by 125. Points: 120 against −5."),
    ]
    assert reasons(ranking, 1) == [(2, False, "Ahead by 14. Points: 134 against 120.")]


def test_what_was_equal_is_said_first() -> None:
    ranking = standings(
        competition(*rounds({1: (80, 40), 2: (75, 45)}), by=(By.POINTS, By.BEST_ROUND)),
    )
    assert reasons(ranking, 1) == [(2, False, "Equal: Points (120). Ahead by 5. Best round: 80 against 75.")]
    assert reasons(ranking, 2) == [(1, True, "Equal: Points (120). Behind by 5. Best round: 75 against 80.")]


def test_the_second_best_round_is_named() -> None:
    ranking = standings(
        competition(*rounds({1: (80, 40, 10), 2: (80, 30, 20)}), by=(By.POINTS, By.BEST_ROUND)),
    )
    assert reasons(ranking, 1)[0][2] == "Equal: Points (130). Ahead by 10. Best round, no. 2: 40 against 30."


def test_one_round_more_is_said() -> None:
    field = competition(
        *rounds({1: (30, 10, 0)}), *rounds({2: (30, 10)}, number=2), by=(By.POINTS, By.BEST_ROUND)
    )
    ranking = standings(field)
    assert (
        reasons(ranking, 1)[0][2]
        == "Equal: Points (40). Ahead: the other has no value for Best round, no. 3."
    )


def test_the_round_that_decides_is_named() -> None:
    ranking = standings(
        competition(*rounds({1: (80, 40, 10), 2: (70, 50, 10)}), by=(By.POINTS, By.LAST_ROUND)),
    )
    assert reasons(ranking, 2)[0][2] == "Equal: Points (130). Ahead by 10. Round 2: 50 against 40."


def test_drawn_by_lot_is_said() -> None:
    ranking = standings(competition(table(1, {1: 5, 2: 5}), by=(By.POINTS, By.LAST_ROUND, By.LOT)), seed="x")
    first, last = (row.entrant for row in ranking.rows)
    assert reasons(ranking, first) == [(last, False, "Equal: Points (5) and Last round (5). Ahead by lot.")]
    assert reasons(ranking, last) == [(first, True, "Equal: Points (5) and Last round (5). Behind by lot.")]


def test_the_direct_meeting_is_said_without_numbers() -> None:
    field = competition(match(1, 1, 2, (1, 0)), match(2, 2, 1, (1, 1)), by=(By.BYES, By.DIRECT))
    assert reasons(standings(field), 2) == [(1, True, "Equal: Byes (0). Behind: Head-to-head.")]


def test_a_shared_place_is_said() -> None:
    ranking = standings(competition(table(1, {1: 5, 2: 5, 3: 0})))
    assert reasons(ranking, 1) == [
        (2, False, "Equal in everything; the place is shared."),
        (3, False, "Ahead by 5. Points: 5 against 0."),
    ]
    assert reasons(ranking, 2)[0] == (1, True, "Equal in everything; the place is shared.")
    many = standings(competition(table(1, {1: 5, 2: 5, 3: 5})))
    assert reasons(many, 2) == [(None, False, "Equal in everything; the place is shared with 2 others.")]


def test_too_few_hands_are_said() -> None:
    field = competition(hand_table(1, {1: [4, 3]}), hand_table(2, {2: [9]}), by=(By.MEAN,), least_hands=2)
    ranking = standings(field)
    assert reasons(ranking, 1) == [(2, False, "Ahead: the other has no value for Points per hand.")]
    assert reasons(ranking, 2) == [(1, True, "Behind: no value for Points per hand.")]


def test_halves_and_thirds_are_written_as_people_write_them() -> None:
    field = competition(hand_table(1, {1: [4, 3, 3], 2: [1, 1, 1]}), by=(By.MEAN,))
    assert reasons(standings(field), 1)[0][2] == "Ahead by 2.33. Points per hand: 3.33 against 1."
    assert reasons(standings(field), 1, "de")[0][2] == "Um 2,33 vorn. Punkte pro Spiel: 3,33 gegen 1."
    places = competition(table(1, {1: 3, 2: 3}), table(2, {1: 3, 2: 1}), by=(By.TABLES_WON,))
    assert reasons(standings(places), 2)[0][2] == "Behind by 1. Tables won: ½ against 1½."


def test_who_has_no_place_is_told_why() -> None:
    field = competition(
        table(1, {1: 5, 2: 4, 3: 3}),
        table(2, {1: 5}),
        entrants=[Competitor(2, ranked=False), Competitor(3, withdrawn_after=1)],
        withdrawn=WithdrawnRank.UNRANKED,
    )
    ranking = standings(field)
    assert reasons(ranking, 2) == [(None, False, "Out of competition: listed without a place.")]
    assert reasons(ranking, 3) == [(None, False, "Left the event after round 1: listed without a place.")]
    assert reasons(ranking, 1) == []


def test_a_stranger_has_no_place() -> None:
    with pytest.raises(KeyError):
        why(standings(competition(table(1, {1: 5, 2: 4}))), 3)


@settings(max_examples=80)
@given(st.data())
def test_there_is_a_sentence_for_everybody_in_every_table(data: st.DataObject) -> None:
    by = tuple(data.draw(st.lists(st.sampled_from([*SLOW, By.DIRECT]), min_size=1, max_size=4, unique=True)))
    field = data.draw(competitions(*by))
    ranking = standings(field, seed=data.draw(st.sampled_from(("", "x"))))
    for row in ranking.rows:
        for reason in why(ranking, row.entrant):
            assert SPEAKS.say(reason)
            if reason.other is not None:
                other = ranking.row(reason.other)
                assert row.rank is not None
                assert other.rank is not None
                assert (other.rank < row.rank) <= reason.above


def test_who_moves_and_from_where_to_where() -> None:
    field = competition(table(1, {1: 30, 2: 20, 3: 10, 4: 0}))
    corrected = competition(table(1, {1: 30, 2: 20, 3: 25, 4: 0}))
    moves = moved(standings(field), standings(corrected))
    assert [(move.entrant, move.rank_before, move.rank_after) for move in moves] == [(3, 3, 2), (2, 2, 3)]
    assert moves[0].total_before is not None
    assert moves[0].total_after is not None
    assert (moves[0].total_before.exact, moves[0].total_after.exact) == (10, 25)


def test_who_comes_and_who_goes() -> None:
    before = standings(competition(table(1, {1: 30, 2: 20})))
    after = standings(competition(table(1, {1: 30, 3: 40})))
    moves = moved(before, after)
    assert [(move.entrant, move.rank_before, move.rank_after) for move in moves] == [
        (3, None, 1),
        (1, 1, 2),
        (2, 2, None),
    ]


@settings(max_examples=60)
@given(competitions(By.POINTS, By.BEST_ROUND), competitions(By.POINTS, By.BEST_ROUND))
def test_nothing_moves_by_itself_and_back_is_back(first: Competition, second: Competition) -> None:
    before, after = standings(first), standings(second)
    assert moved(before, before) == ()
    there = {move.entrant: (move.rank_before, move.rank_after) for move in moved(before, after)}
    back = {move.entrant: (move.rank_after, move.rank_before) for move in moved(after, before)}
    assert there == back
    ranks = {row.entrant: row.rank for row in after.rows}
    for entrant, (_was, now) in there.items():
        assert ranks.get(entrant) == now


def test_the_way_up_and_down_round_by_round() -> None:
    field = competition(
        *rounds({1: (30, -20, 0), 2: (20, 10, 0), 3: (10, 10, 30)}),
        adjustments=[Adjustment(2, 3, -25, "Late")],
    )
    assert ranks_by_round(field) == {1: (1, 3, 2), 2: (2, 1, 3), 3: (3, 2, 1)}
