"""Changing partners: 1 and 3 against 2 and 4."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Unreadable
from tests.draw import checker
from tournaments.engines.draw import draw


def partners(people: int, rounds: int, **more: Any) -> dict[str, Any]:
    """The facts of a draw, its own numbers already compared with the checker's."""
    request = {"format": "partners", "players": people, "rounds": rounds, "seed": "aces", **more}
    facts: dict[str, Any] = json.loads(json.dumps(draw(request).facts))
    every = [*more.get("played", []), *facts["rounds"]]
    here = [person for person in range(1, people + 1) if person not in more.get("leave", [])]
    assert checker.everyone_once(facts["rounds"], facts["sitting_out"], here)
    assert checker.sizes_allowed(facts["rounds"], [4])
    together, against = checker.partner_counts(every)
    assert facts["partner_repeats"] == sum(times - 1 for times in together.values())
    assert facts["opponent_excess"] == sum(max(0, times - 2) for times in against.values())
    assert facts["repeats"] == checker.repeats(every) >= facts["bound"]
    assert facts["seats_spread"] == checker.seats_spread(every, here, 4)
    return facts


WHIST = [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 37, 40, 41, 44, 45, 48, 52, 60]


@pytest.mark.parametrize("people", WHIST)
def test_whole_tournaments_are_perfect(people: int) -> None:
    rounds = people - 1 if people % 4 == 0 else people
    facts = partners(people, rounds)
    assert facts["partner_repeats"] == facts["opponent_excess"] == 0
    assert facts["repeats"] == facts["bound"]
    out = Counter(person for resting in facts["sitting_out"] for person in resting)
    assert set(out.values()) <= {1}
    assert len(out) == (people if people % 4 else 0)


@pytest.mark.parametrize("people", [10, 14, 15, 18, 23, 30, 42, 43, 46, 50])
def test_with_two_or_three_sitting_out_too(people: int) -> None:
    facts = partners(people, people - 1)
    assert facts["partner_repeats"] == facts["opponent_excess"] == 0
    out = Counter(person for resting in facts["sitting_out"] for person in resting)
    assert checker.times_spread(out[person] for person in range(1, people + 1)) <= 1


@pytest.mark.parametrize(("people", "rounds"), [(44, 20), (48, 30), (42, 20), (60, 30)])
def test_part_of_a_whole_tournament(people: int, rounds: int) -> None:
    facts = partners(people, rounds)
    assert facts["partner_repeats"] == facts["opponent_excess"] == 0


@pytest.mark.parametrize("people", [8, 12, 14, 15, 18, 19, 22, 23, 27, 30, 33, 36, 42, 44])
@pytest.mark.parametrize("rounds", [3, 5, 7])
def test_no_partner_twice_and_no_opponent_three_times(people: int, rounds: int) -> None:
    facts = partners(people, rounds)
    assert facts["partner_repeats"] == facts["opponent_excess"] == 0
    out = Counter(person for resting in facts["sitting_out"] for person in resting)
    assert checker.times_spread(out[person] for person in range(1, people + 1)) <= 1


def test_forty_two_people_five_rounds() -> None:
    facts = partners(42, 5)
    assert facts["repeats"] == facts["partner_repeats"] == facts["opponent_excess"] == 0
    assert facts["seats_spread"] <= 1


def test_on_top_of_rounds_played() -> None:
    played: list[Any] = []
    for _round in range(6):
        facts = partners(16, 1, played=played)
        played = [*played, *facts["rounds"]]
    assert facts["partner_repeats"] == facts["opponent_excess"] == 0


def test_aces_are_drawn_at_the_table() -> None:
    facts = partners(32, 5, aces=True)
    assert facts["repeats"] == 0


def test_wishes_are_kept() -> None:
    facts = partners(20, 8, apart=[[1, 2], [3, 4]], clubs={"5": "A", "6": "A", "7": "A"})
    assert facts["apart_met"] == []
    assert facts["clubmates_met"] == 0
    assert facts["partner_repeats"] == 0


@pytest.mark.parametrize("people", [1, 2, 3])
def test_three_people_are_too_few(people: int) -> None:
    with pytest.raises(Unreadable) as refused:
        draw({"format": "partners", "players": people})
    assert [problem.code for problem in refused.value.problems] == ["no_seating"]


def test_other_tables_than_four_are_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        draw({"format": "partners", "players": 12, "sizes": [4, 3]})
    assert [problem.code for problem in refused.value.problems] == ["sizes"]


@settings(max_examples=20, deadline=None)
@given(st.integers(4, 18), st.integers(1, 8), st.text(max_size=3), st.data())
def test_any_number_of_people_and_rounds(people: int, rounds: int, seed: str, data: st.DataObject) -> None:
    leave = sorted(data.draw(st.sets(st.integers(1, people), max_size=people - 4)))
    played: list[Any] = []
    if data.draw(st.booleans()):
        played = partners(people, 2, seed=seed)["rounds"]
    facts = partners(people, rounds, seed=seed, leave=leave, played=played)
    assert facts == partners(people, rounds, seed=seed, leave=leave, played=played)
