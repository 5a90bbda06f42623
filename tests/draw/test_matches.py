"""Round robin, knockout and seating by standing."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from scoring import Unreadable
from tests.draw import checker
from tournaments.engines.draw import draw
from tournaments.engines.draw.matches.round_robin import berger


def facts_of(**request: Any) -> dict[str, Any]:
    """The facts of a draw as they look after JSON."""
    facts: dict[str, Any] = json.loads(json.dumps(draw({"seed": "hall", **request}).facts))
    return facts


# --- everybody against everybody --------------------------------------------------------------------


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 8, 9, 20, 33])
def test_everybody_plays_everybody_once(entrants: int) -> None:
    facts = facts_of(format="round_robin", players=entrants)
    people = range(1, entrants + 1)
    assert len(facts["rounds"]) == (entrants - 1 if entrants % 2 == 0 else entrants)
    assert checker.everyone_once(facts["rounds"], facts["sitting_out"], people)
    assert checker.pair_counts(facts["rounds"]) == Counter(frozenset(two) for two in combinations(people, 2))
    begins = Counter(pair[0] for pairs in facts["rounds"] for pair in pairs)
    assert all(abs(2 * begins[person] - (entrants - 1)) <= 1 for person in people)
    assert facts["seats_spread"] <= 1


def test_the_table_for_six_is_bergers() -> None:
    published = ["16 25 34", "64 53 12", "26 31 45", "65 14 23", "36 42 51"]
    ours = [" ".join(f"{a + 1}{b + 1}" for a, b in pairs) for pairs in berger(6)]
    assert ours == published


def test_numbers_can_be_given() -> None:
    facts = facts_of(format="round_robin", players=4, seeds=[4, 3, 2, 1])
    assert facts["rounds"][0] == [[4, 1], [3, 2]]


@pytest.mark.parametrize("request_", [{"players": 1}, {"players": 4, "played": [[[1, 2]]]}])
def test_round_robin_refusals(request_: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        facts_of(format="round_robin", **request_)
    assert [problem.code for problem in refused.value.problems] == ["no_seating"]


# --- knockout ---------------------------------------------------------------------------------------


def play_out(facts: dict[str, Any], strongest_first: list[Any]) -> tuple[Any, Counter[Any], list[set[Any]]]:
    """Who wins when the stronger always wins, who lost how often, and who met."""
    winners: dict[int, Any] = {}
    losers: dict[int, Any] = {}
    lost: Counter[Any] = Counter()
    met = []
    for match in facts["bracket"]:
        if match["stage"] == "final" and match["round"] == 2:
            break  # the winner of the upper bracket has not lost yet
        sides = []
        for side in match["sides"]:
            if isinstance(side, dict):
                ((how, number),) = side.items()
                sides.append(winners[number] if how == "winner" else losers[number])
            else:
                sides.append(side)
        best, other = sorted(sides, key=strongest_first.index)
        winners[match["match"]], losers[match["match"]] = best, other
        lost[other] += 1
        met.append({best, other})
    return best, lost, met


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 6, 7, 8, 11, 16, 21, 32, 100])
@pytest.mark.parametrize("double", [False, True])
def test_every_bracket_can_be_played(entrants: int, double: bool) -> None:
    order = list(range(1, entrants + 1))
    facts = facts_of(format="knockout", players=entrants, seeds=order, double=double)
    champion, lost, met = play_out(facts, order)
    assert champion == 1
    assert lost == Counter(dict.fromkeys(order[1:], 2 if double else 1))
    assert len(facts["bracket"]) == (2 * entrants - 1 if double else entrants - 1)
    if not double and entrants > 2:
        assert met[-1] == {1, 2}  # the best two meet in the final
        assert len(met) < 3 or {1, 4} in met or {1, 3} in met
    size = 1 << (entrants - 1).bit_length()
    assert facts["sitting_out"] == [sorted(order[: size - entrants])]
    assert checker.everyone_once(facts["rounds"], facts["sitting_out"], order)


def test_the_seeds_stand_where_they_should() -> None:
    facts = facts_of(format="knockout", players=8, seeds=[1, 2, 3, 4, 5, 6, 7, 8])
    assert facts["rounds"] == [[[1, 8], [4, 5], [2, 7], [3, 6]]]


def test_group_mates_meet_late() -> None:
    clubs = {str(person): f"group {(person - 1) // 4}" for person in range(1, 17)}
    firsts = [1, 5, 9, 13]
    facts = facts_of(format="knockout", players=16, seeds=firsts, clubs=clubs)
    line = {person: at for at, person in enumerate(facts["lines"])}
    quarters = [{clubs[str(facts["lines"][4 * q + k])] for k in range(4)} for q in range(4)]
    assert all(len(groups) == 4 for groups in quarters)
    assert sorted(line[person] // 4 for person in firsts) == [0, 1, 2, 3]
    assert facts["clubmates_met"] == 0


def test_nobody_plays_a_knockout_alone() -> None:
    with pytest.raises(Unreadable) as refused:
        facts_of(format="knockout", players=1)
    assert [problem.code for problem in refused.value.problems] == ["no_seating"]


# --- by standing ------------------------------------------------------------------------------------

SCORES = {str(person): 100 - person for person in range(1, 17)}


def tables_of(**request: Any) -> list[list[int]]:
    """The tables of the next round, people in order."""
    facts = facts_of(**{"players": 16, "scores": SCORES, **request})
    return [sorted(table) for table in facts["rounds"][0]]


def test_neighbours_sit_together() -> None:
    assert tables_of(power="1-2-3-4")[:2] == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_every_other_sits_together() -> None:
    assert tables_of(power="1-3-5-7")[:2] == [[1, 3, 5, 7], [2, 4, 6, 8]]
    scores = {str(person): -person for person in range(1, 12)}
    assert tables_of(power="1-3-5-7", players=11, sizes=[4, 3], scores=scores) == [
        [1, 3, 5, 7],
        [2, 4, 6, 8],
        [9, 10, 11],
    ]


def test_swiss_tables_avoid_repeats_and_stay_near() -> None:
    played = [[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]]
    facts = facts_of(players=16, scores=SCORES, played=played)
    assert facts["repeats"] == facts["bound"] == 0
    fresh = facts_of(players=16, scores=SCORES)
    assert [sorted(table) for table in fresh["rounds"][0]] == tables_of(power="1-2-3-4")


def test_the_final_table_is_for_the_first() -> None:
    facts = facts_of(players=16, scores=SCORES, power="final")
    assert [sorted(table) for table in facts["rounds"][0]] == [[1, 2, 3, 4]]
    assert facts["sitting_out"] == [list(range(5, 17))]


def test_large_fields_by_standing() -> None:
    scores = {str(person): person % 37 for person in range(1, 401)}
    played: list[Any] = []
    for _round in range(4):
        facts = facts_of(players=400, scores=scores, played=played)
        assert facts["repeats"] == 0
        played += facts["rounds"]
