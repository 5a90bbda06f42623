"""Changing partners by standing: near in the standings, no partner again, everybody once at a table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Unreadable
from tests.draw import checker
from tournaments.engines.draw import draw

Scores = dict[int, int]


def drawn(people: int, scores: Scores | None = None, **more: Any) -> dict[str, Any]:
    """The facts of a draw, its own numbers already compared with the checker's."""
    request = {"format": "partners_standing", "players": people, "seed": "x", **more}
    if scores is not None:
        request["scores"] = {str(person): score for person, score in scores.items()}
    facts: dict[str, Any] = json.loads(json.dumps(draw(request).facts))
    every = [*more.get("played", []), *facts["rounds"]]
    assert checker.everyone_once(facts["rounds"], facts["sitting_out"], range(1, people + 1))
    assert checker.sizes_allowed(facts["rounds"], [4])
    together, against = checker.partner_counts(every)
    assert facts["partner_repeats"] == sum(times - 1 for times in together.values())
    assert facts["opponent_excess"] == sum(max(0, times - 2) for times in against.values())
    assert facts["seats_spread"] == checker.seats_spread(every, range(1, people + 1), 4)
    return facts


def by_number(people: int) -> Scores:
    """The first has most."""
    return {person: people - person for person in range(1, people + 1)}


def test_without_history_neighbours_meet_and_the_first_plays_with_the_last() -> None:
    (tables,) = drawn(16, by_number(16))["rounds"]
    assert [sorted(table) for table in tables] == [[n, n + 1, n + 2, n + 3] for n in (1, 5, 9, 13)]
    for table in tables:
        first, second, third, last = sorted(table)
        assert {frozenset(table[::2]), frozenset(table[1::2])} == {
            frozenset((first, last)),
            frozenset((second, third)),
        }


def test_every_other_place_where_it_is_asked_for() -> None:
    (tables,) = drawn(8, by_number(8), power="1-3-5-7")["rounds"]
    assert [sorted(table) for table in tables] == [[1, 3, 5, 7], [2, 4, 6, 8]]


def test_at_the_same_table_again_they_play_with_somebody_else() -> None:
    played = [[[1, 2, 4, 3]]]
    for partner in ("first", "second"):
        (table,) = drawn(4, by_number(4), played=played, power="1-2-3-4")["rounds"][0]
        played.append([table])
        assert partner
    together, _against = checker.partner_counts(played)
    assert set(together.values()) == {1}, "three rounds of four people: everybody with everybody"


@pytest.mark.parametrize("people", [8, 9, 13, 16, 22, 40, 61])
def test_five_rounds_bring_nobody_the_same_partner_and_stay_near_in_the_standings(people: int) -> None:
    played: list[Any] = []
    for number in range(5):
        # standings that turn round by round, so that nearness and history pull in different directions
        scores = {person: (person * (7 + 6 * number)) % 37 for person in range(1, people + 1)}
        facts = drawn(people, scores, played=played)
        ranked = sorted(range(1, people + 1), key=lambda person: -scores[person])
        ranked = [person for person in ranked if person not in facts["sitting_out"][0]]
        wide = [
            max(ranked.index(person) for person in table) - min(ranked.index(person) for person in table)
            for table in facts["rounds"][0]
        ]
        if people >= 16:
            assert sum(wide) / len(wide) < 7, wide  # 3 is what neighbours have
        played = [*played, *facts["rounds"]]
    assert facts["partner_repeats"] == 0
    assert facts["opponent_excess"] == 0
    sat = [sum(person in table for tables in played for table in tables) for person in range(1, people + 1)]
    assert checker.times_spread(sat) <= 1


def test_standings_that_do_not_move_move_the_partners_all_the_same() -> None:
    """The same order after every round: the draw has to leave it as little as it can."""
    played: list[Any] = []
    for _number in range(6):
        facts = drawn(16, by_number(16), played=played)
        played = [*played, *facts["rounds"]]
    assert facts["partner_repeats"] == facts["opponent_excess"] == 0


def test_those_who_shall_not_meet_do_not() -> None:
    facts = drawn(16, by_number(16), apart=[[1, 2], [5, 6]])
    assert facts["apart_met"] == []


@settings(max_examples=40)
@given(people=st.integers(4, 30), data=st.data())
def test_the_laws_hold_for_any_field_and_history(people: int, data: st.DataObject) -> None:
    scores = data.draw(st.fixed_dictionaries({person: st.integers(-9, 9) for person in range(1, people + 1)}))
    played: list[Any] = []
    for _number in range(data.draw(st.integers(1, 3))):
        played = [*played, *drawn(people, scores, played=played)["rounds"]]


def test_the_same_request_is_the_same_draw() -> None:
    assert drawn(22, by_number(22)) == drawn(22, by_number(22))


@pytest.mark.parametrize(
    "wrong", [{"rounds": 2}, {"sizes": [3]}, {"players": 3}], ids=["two rounds", "tables of three", "too few"]
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        draw({"format": "partners_standing", "players": 8, "seed": "x", **wrong})
