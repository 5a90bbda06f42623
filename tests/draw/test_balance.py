"""What goes round: the tables of the hall, the first deal, the small table, who begins."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draw import checker
from tournaments.engines.draw import draw
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.matches.round_robin import berger, with_tables
from tournaments.engines.draw.numbering import least_at_one_table, most_at_one_table, numbered

Rounds = list[list[list[int]]]


def facts_of(**request: Any) -> dict[str, Any]:
    """The facts of a draw as they look after JSON."""
    answered: dict[str, Any] = json.loads(json.dumps(draw({"seed": "hall", **request}).facts))
    return answered


# --- the number of the table ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "sizes", "rounds", "most"),
    [
        (16, [4], 5, 3),  # twice would take four disjoint dual ovals; there are three
        (40, [4], 6, 2),
        (32, [4], 10, 2),
        (42, [4, 3], 5, 2),
        (100, [4], 6, 1),
        (1400, [4], 3, 1),
    ],
)
def test_everybody_moves_through_the_hall(people: int, sizes: list[int], rounds: int, most: int) -> None:
    facts = facts_of(players=people, sizes=sizes, rounds=rounds)
    assert facts["repeats"] == 0
    assert facts["most_at_one_table"] <= most
    assert facts["most_at_one_table_bound"] >= -(-rounds // -(-people // sizes[0]))


def test_round_by_round_the_tables_played_count() -> None:
    played: Rounds = []
    for number in range(5):
        facts = facts_of(players=42, sizes=[4, 3], rounds=1, played=played, seed=number)
        played += facts["rounds"]
    assert facts["most_at_one_table"] == most_at_one_table(range(1, 43), played) <= 2


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_only_the_order_of_equal_tables_changes(data: st.DataObject) -> None:
    sizes = sorted(data.draw(st.lists(st.integers(2, 5), min_size=1, max_size=6)), reverse=True)
    everybody = range(sum(sizes) + 2)  # two sit out
    rounds: Rounds = []
    for _round in range(data.draw(st.integers(1, 5))):
        order = data.draw(st.permutations(everybody))
        rounds.append([order[sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(len(sizes))])
    fixed = data.draw(st.integers(0, len(rounds)))
    played, coming = rounds[:fixed], rounds[fixed:]
    seed = data.draw(st.integers())
    renumbered = numbered(coming, played, Chance(seed))
    assert renumbered == numbered(coming, played, Chance(seed))
    for before, after in zip(coming, renumbered, strict=True):
        assert sorted(map(tuple, before)) == sorted(map(tuple, after))
        assert list(map(len, before)) == list(map(len, after))
    most = most_at_one_table(everybody, [*played, *renumbered])
    assert least_at_one_table(everybody, played, renumbered) <= most
    assert most == max(
        max(c.values(), default=0) for c in checker.times_at_tables([*played, *renumbered], everybody)
    )


def test_small_hall_reaches_the_best_of_all_orders() -> None:
    """Three rounds of three tables, against every order of every round."""
    rounds = facts_of(players=9, sizes=[3], rounds=3)["rounds"]
    best = min(
        most_at_one_table(range(1, 10), [rounds[0], list(second), list(third)])
        for second in permutations(rounds[1])
        for third in permutations(rounds[2])
    )
    assert most_at_one_table(range(1, 10), numbered(rounds, (), Chance(1))) == best


@pytest.mark.parametrize("entrants", [6, 8, 12, 14, 18, 20, 24, 30])
def test_in_a_round_robin_nobody_is_at_one_table_more_than_twice(entrants: int) -> None:
    published, moved = berger(entrants), with_tables(entrants)
    assert [sorted(pairs) for pairs in published] == [sorted(pairs) for pairs in moved]
    assert most_at_one_table(range(entrants), published) == entrants - 1
    assert most_at_one_table(range(entrants), moved) == 2


@pytest.mark.parametrize(("entrants", "most"), [(4, 3), (5, 2), (9, 2), (10, 2), (16, 3), (22, 3), (40, 3)])
def test_every_round_robin_moves(entrants: int, most: int) -> None:
    facts = facts_of(format="round_robin", players=entrants)
    assert facts["most_at_one_table"] <= most
    assert facts["seats_spread"] <= 1
    assert facts["longest_streak"] == checker.longest_streak(facts["rounds"], range(1, entrants + 1)) <= 3


def test_partners_move_too() -> None:
    facts = facts_of(format="partners", players=24, rounds=6)
    assert facts["most_at_one_table"] <= 2


# --- the first deal ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("people", "rounds"), [(37, 6), (42, 4), (42, 7), (50, 5), (61, 3)])
def test_everybody_deals_first_equally_often_where_tables_differ(people: int, rounds: int) -> None:
    facts = facts_of(players=people, sizes=[4, 3], rounds=rounds)
    first = checker.times_first(facts["rounds"], range(1, people + 1))
    assert facts["first_dealer_spread"] == checker.times_spread(first) <= 1
    assert facts["smaller_tables_spread"] <= 1


@pytest.mark.parametrize("people", [37, 42])
def test_drawn_round_by_round_the_deals_of_before_count(people: int) -> None:
    played: Rounds = []
    for number in range(6):
        facts = facts_of(players=people, sizes=[4, 3], rounds=1, played=played, seed=number)
        for table in facts["rounds"][0]:
            before = {person: sum(person == t[0] for tables in played for t in tables) for person in table}
            assert before[table[0]] == min(before.values())
        played += facts["rounds"]
    assert facts["first_dealer_spread"] <= 2
    assert facts["smaller_tables_spread"] <= 1


def test_partners_deal_first_equally_often() -> None:
    for people, rounds in ((16, 15), (21, 6), (24, 10)):
        facts = facts_of(format="partners", players=people, rounds=rounds)
        first = checker.times_first(facts["rounds"], range(1, people + 1))
        assert facts["first_dealer_spread"] == checker.times_spread(first) <= 1


def test_who_comes_late_does_not_deal_all_the_time() -> None:
    """Eight of twelve rounds were missed: these turns are counted as if they had been taken."""
    played = facts_of(players=16, sizes=[4], rounds=8)["rounds"]
    facts = facts_of(players=19, sizes=[5, 4], rounds=4, played=played, join=[20])
    late = sum(table[0] == 20 for tables in facts["rounds"] for table in tables)
    assert late <= 2


# --- the small table by standing --------------------------------------------------------------------


def evening(people: int, sizes: list[int], rounds: int, **more: Any) -> tuple[Rounds, dict[str, Any]]:
    """Rounds by standing after a first one by lot; scores by lot."""
    dice = Chance("evening", people)
    total = dict.fromkeys(range(1, people + 1), 0)
    played: Rounds = []
    for number in range(rounds):
        request = {"players": people, "sizes": sizes, "played": played, "seed": number}
        if number:
            request |= {"scores": {str(person): score for person, score in total.items()}, **more}
        facts = facts_of(**request)
        played = [*played, *facts["rounds"]]
        for person in total:
            total[person] += dice.below(81) - 40
    return played, facts


@pytest.mark.parametrize("people", [37, 42, 50, 61])
def test_by_standing_nobody_is_at_a_small_table_again_while_others_never_were(people: int) -> None:
    played, facts = evening(people, [4, 3], 5)
    small = checker.small_seats(played, range(1, people + 1))
    assert facts["smaller_tables_spread"] == checker.times_spread(small) <= 1
    assert facts["repeats"] == 0


@pytest.mark.parametrize("power", ["1-2-3-4", "1-3-5-7"])
def test_where_the_order_is_strict_the_small_tables_move_along_it(power: str) -> None:
    _played, facts = evening(42, [4, 3], 5, power=power)
    assert facts["smaller_tables_spread"] <= 2
    assert facts["widest_table"] <= 6


def test_without_history_the_last_play_short() -> None:
    scores = {str(person): -person for person in range(1, 12)}
    facts = facts_of(players=11, sizes=[4, 3], scores=scores, power="1-2-3-4")
    assert [sorted(table) for table in facts["rounds"][0]] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]
    assert facts["widest_table"] == 3


def test_neighbours_stay_neighbours_when_others_play_short() -> None:
    scores = {str(person): -person for person in range(1, 12)}
    played = [[[1, 2, 5, 6], [3, 4, 7, 8], [9, 10, 11]]]
    facts = facts_of(players=11, sizes=[4, 3], scores=scores, power="1-2-3-4", played=played)
    assert [sorted(table) for table in facts["rounds"][0]] == [[1, 2, 3, 4], [8, 9, 10, 11], [5, 6, 7]]
    assert Counter(checker.small_seats([*played, *facts["rounds"]], range(1, 12))) == {0: 5, 1: 6}
