"""Swiss rounds against brute force, and the matching itself against all matchings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draw import checker
from tournaments.engines.draw import draw
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.matches.matching import Matching, NoPerfectMatching
from tournaments.engines.draw.matches.sides import Sides, clash
from tournaments.engines.draw.matches.swiss import best_pairs
from tournaments.engines.draw.matches.swiss_costs import Costs, standing

Edges = dict[tuple[int, int], int]


def cheapest(count: int, edges: Edges) -> int | None:
    """The cost of the cheapest perfect matching, by looking at all."""

    @cache
    def rest(left: frozenset[int]) -> int | None:
        if not left:
            return 0
        a = min(left)
        totals = [
            edges[a, b] + more for b in left if (a, b) in edges and (more := rest(left - {a, b})) is not None
        ]
        return min(totals, default=None)

    return rest(frozenset(range(count)))


@st.composite
def graphs(draw_: st.DrawFn) -> tuple[int, Edges]:
    count = 2 * draw_(st.integers(1, 5))
    cost = st.integers(0, draw_(st.sampled_from([1, 3, 1000])))
    pairs = draw_(st.sets(st.sampled_from(list(combinations(range(count), 2)))))
    return count, {pair: draw_(cost) for pair in sorted(pairs)}


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_a_matching_is_the_cheapest_of_all(graph: tuple[int, Edges]) -> None:
    count, edges = graph
    matching = Matching(count, [(a, b, cost) for (a, b), cost in edges.items()])
    if cheapest(count, edges) is None:
        with pytest.raises(NoPerfectMatching):
            matching.solve()
        return
    mate = matching.solve()
    assert all(mate[mate[a]] == a != mate[a] for a in range(count))
    assert sum(edges[a, mate[a]] for a in range(count) if a < mate[a]) == cheapest(count, edges)
    assert all(matching.slack(a, b, cost) >= 0 for (a, b), cost in edges.items())


@pytest.mark.parametrize("seed", range(12))
def test_a_large_matching_proves_itself(seed: int) -> None:
    """Prices that no edge undercuts and that the matching pays in full: nothing can be cheaper."""
    dice = random.Random(seed)
    count = 120
    edges = {
        pair: dice.randint(0, 60)
        for pair in combinations(range(count), 2)
        if dice.random() < 0.08 or pair[0] + 1 == pair[1]
    }
    matching = Matching(count, [(a, b, cost) for (a, b), cost in edges.items()])
    mate = matching.solve()
    assert all(matching.slack(a, b, cost) >= 0 for (a, b), cost in edges.items())
    assert all(matching.slack(a, mate[a], edges[a, mate[a]]) == 0 for a in range(count) if a < mate[a])
    paid = sum(matching.price[:count])
    for blossom in range(count, len(matching.children)):
        assert matching.price[blossom] >= 0
        if matching.price[blossom]:
            people = set(matching.inside(blossom))
            assert sum(mate[a] in people for a in people) == len(people) - 1
            paid -= matching.price[blossom] * (len(people) - 1) // 2
    assert paid == 2 * sum(edges[a, mate[a]] for a in range(count) if a < mate[a])


# --- a round against all rounds ---------------------------------------------------------------------


def all_pairings(people: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to pair people; with an odd number one is alone."""
    if not people:
        yield []
        return
    first, rest = people[0], people[1:]
    if len(people) % 2:
        for more in all_pairings(rest):
            yield [(first,), *more]
    for at, other in enumerate(rest):
        for more in all_pairings(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *more]


def badness(
    pairing: list[tuple[int, ...]],
    ranked: list[int],
    scores: dict[int, int],
    met: Counter[frozenset[int]],
    byes: Counter[int],
    clubs: dict[int, str],
    played: list[list[list[int]]],
) -> tuple[int, ...]:
    """What is wrong with a pairing, the weightiest first, from the definition in docs/draws.md."""
    groups = sorted({scores[person] for person in ranked}, reverse=True)
    members = {group: [p for p in ranked if scores[p] == group] for group in groups}
    again = bye_again = same_club = apart = sides = off = 0
    for pair in pairing:
        if len(pair) == 1:
            (alone,) = pair
            group = members[scores[alone]]
            bye_again += byes[alone]
            apart += (len(groups) - 1 - groups.index(scores[alone])) ** 2
            off += (len(group) - 1 - group.index(alone)) ** 2
            continue
        a, b = sorted(pair, key=ranked.index)
        again += met[frozenset(pair)]
        same_club += a in clubs and clubs[a] == clubs.get(b)
        upper, lower = members[scores[a]], members[scores[b]]
        apart += (groups.index(scores[b]) - groups.index(scores[a])) ** 2
        wishes = side_wish(played, a), side_wish(played, b)
        if wishes[0] * wishes[1] > 0:
            sides += min(map(abs, wishes))
        if upper == lower:
            off += abs(upper.index(b) - upper.index(a) - len(upper) // 2) ** 2
        else:
            off += (len(upper) - 1 - upper.index(a) + lower.index(b)) ** 2
    return again, bye_again, same_club, apart, sides, off


def side_wish(played: list[list[list[int]]], person: int) -> int:
    """How strongly somebody should be named first (below zero: second), from the definition in
    docs/draws.md."""
    had = [1 if pair[0] == person else -1 for pairs in played for pair in pairs if person in pair]
    more, last = sum(had), sum(had[-1:])
    if abs(more) >= 2:
        return -64 if more > 0 else 64
    if had[-2:] == [last, last]:
        return -64 * last
    return -8 * more if more else -last


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_round_is_the_best_of_all_rounds(people: int, seed: int) -> None:
    dice = random.Random(seed)
    everybody = list(range(1, people + 1))
    scores = dict.fromkeys(everybody, 0)
    clubs = {person: dice.choice("AB") for person in everybody if dice.random() < 0.5}
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    played: list[list[list[int]]] = []
    for _round in range(min(6, people)):
        facts: Any = draw(
            {
                "format": "swiss",
                "players": people,
                "seeds": everybody,
                "scores": {str(person): score for person, score in scores.items()},
                "clubs": {str(person): club for person, club in clubs.items()},
                "played": played,
            }
        ).facts
        pairs, out = facts["rounds"][0], facts["sitting_out"][0]
        assert checker.everyone_once([pairs], [out], everybody)
        ranked = sorted(everybody, key=lambda person: (-scores[person], person))
        look = (ranked, scores, met, byes, clubs, played)
        drawn = [tuple(pair) for pair in pairs] + [(person,) for person in out]
        best = min(badness(pairing, *look) for pairing in all_pairings(tuple(everybody)))
        assert badness(drawn, *look) == best
        for pair in pairs:
            met[frozenset(pair)] += 1
            scores[dice.choice(pair)] += 1
        for person in out:
            byes[person] += 1
            scores[person] += 1
        played.append(pairs)
        assert facts["repeats"] == checker.repeats(played)


@pytest.mark.parametrize("people", [90, 91, 150])
def test_the_thinned_graph_misses_nothing(people: int) -> None:
    """The same cost as with all pairs in the graph from the start."""
    dice = random.Random(people)
    order_of = list(range(people))
    scores = {person: Fraction(dice.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]), 2) for person in order_of}
    ranked = sorted(order_of, key=lambda person: -scores[person])
    met = Counter({pair: 1 for pair in combinations(order_of, 2) if dice.random() < 0.2})
    clubs = {person: dice.choice("ABCD") for person in order_of}
    byes = [dice.randint(0, 1) for _person in order_of]
    wishes = [dice.choice([-64, -8, -8, -1, 0, 1, 8, 64]) for _person in order_of]
    costs = Costs(standing(ranked, scores), met, byes, order_of[:9], clubs, [(1, 2)], wishes)
    pairs, bye = best_pairs(costs)
    total = sum(costs.of(a, b) for a, b in pairs) + (0 if bye is None else costs.of_bye(bye))
    edges = [(a, b, costs.of(a, b)) for a, b in combinations(range(people), 2)]
    if people % 2:
        edges += [(a, people, costs.of_bye(a)) for a in range(people)]
    full = Matching(people + people % 2, edges)
    mate = full.solve()
    lookup = {(a, b): cost for a, b, cost in edges}
    assert total == sum(lookup[a, b] for a, b in enumerate(mate) if a < b)


@pytest.mark.parametrize("people", [64, 65, 256])
def test_nine_rounds_without_a_rematch(people: int) -> None:
    dice = Chance("results", people)
    scores = {str(person): 0.0 for person in range(1, people + 1)}
    played: list[Any] = []
    byes: Counter[int] = Counter()
    for _round in range(9):
        facts: Any = draw(
            {"format": "swiss", "players": people, "scores": scores, "played": played, "seed": "x"}
        ).facts
        for pair in facts["rounds"][0]:
            scores[str(pair[dice.below(2)])] += 1
        for person in facts["sitting_out"][0]:
            byes[person] += 1
            scores[str(person)] += 1
        played.append(facts["rounds"][0])
        assert facts["repeats"] == facts["bound"] == 0
        assert facts["most_byes"] == people % 2
    assert set(byes.values()) <= {1}


def test_byes_go_round_before_anybody_has_two() -> None:
    facts: Any = draw({"format": "swiss", "players": 5, "rounds": 5}).facts
    assert sorted(person for out in facts["sitting_out"] for person in out) == [1, 2, 3, 4, 5]
    assert facts["repeats"] == 0


def test_more_rounds_than_opponents_repeat_as_little_as_possible() -> None:
    facts: Any = draw({"format": "swiss", "players": 4, "rounds": 5}).facts
    assert facts["repeats"] == facts["bound"] == 4


def test_who_floated_last_time_does_not_float_again() -> None:
    scores = {"1": 1, "2": 1, "3": 1, "4": 0, "5": 0, "6": 0}
    request = {"format": "swiss", "players": 6, "scores": scores, "seeds": [1, 2, 3, 4, 5, 6]}
    first: Any = draw(request).facts
    assert {3, 4} in [set(pair) for pair in first["rounds"][0]]
    again: Any = draw({**request, "floated": [3]}).facts
    assert {3, 4} not in [set(pair) for pair in again["rounds"][0]]
    assert any(set(pair) & {1, 2} and 4 in pair for pair in again["rounds"][0])


def test_clubs_meet_in_the_first_round_only_when_they_must() -> None:
    clubs = {str(person): "A" for person in range(1, 13)}
    facts: Any = draw({"format": "swiss", "players": 20, "clubs": clubs}).facts
    assert facts["clubmates_met"] == 2


# --- who begins -------------------------------------------------------------------------------------


def test_who_begins_is_balanced() -> None:
    facts: Any = draw({"format": "swiss", "players": 16, "rounds": 7}).facts
    assert facts["seats_spread"] == 1
    assert facts["longest_streak"] <= 2


def test_in_a_first_round_the_better_begin_at_every_other_table() -> None:
    begins = set()
    for seed in range(8):
        facts: Any = draw({"format": "swiss", "players": 12, "seeds": list(range(1, 13)), "seed": seed}).facts
        better_begins = [pair[0] < pair[1] for pair in facts["rounds"][0]]
        assert all(current != following for current, following in pairwise(better_begins))
        begins.add(better_begins[0])
    assert begins == {True, False}


@pytest.mark.parametrize("people", [32, 65])
def test_sides_stay_even_through_a_tournament(people: int) -> None:
    dice = Chance("sides", people)
    scores = {str(person): 0.0 for person in range(1, people + 1)}
    played: list[Any] = []
    for number in range(1, 8):
        facts: Any = draw({"format": "swiss", "players": people, "scores": scores, "played": played}).facts
        for pair in facts["rounds"][0]:
            scores[str(pair[dice.below(2)])] += 1
        for person in facts["sitting_out"][0]:
            scores[str(person)] += 1
        played.append(facts["rounds"][0])
        everybody = range(1, people + 1)
        assert facts["seats_spread"] == checker.seats_spread(played, everybody, 2) <= 2, number
        assert facts["longest_streak"] == checker.longest_streak(played, everybody) <= 2, number


def test_of_two_who_should_begin_the_one_with_more_reason_does() -> None:
    # 1 and 2 have both begun last; 1 has begun twice more than not, 2 once
    sides = Sides(9, [[[1, 3], [2, 4]], [[3, 5], [4, 2]], [[1, 6], [7, 8]], [[1, 7], [2, 8]]])
    assert sides.balance[1:3] == [3, 1]
    assert (sides.in_order(1, 2), sides.in_order(2, 1)) == (-1, 1)


def test_equal_wishes_change_what_was_last_different_and_else_the_better_is_served() -> None:
    assert Sides(4, [[[0, 2], [1, 3]]]).in_order(0, 1) == -1  # the better has his wish: not again
    # both began once more than not; in the second round 0 began and 1 did not
    parted = Sides(5, [[[2, 0], [1, 3]], [[0, 3], [4, 1]], [[0, 4], [1, 2]]])
    assert parted.wish(0) < 0
    assert parted.wish(1) < 0
    assert parted.balance[:2] == [1, 1]
    assert parted.in_order(1, 0) == 1


@given(st.data())
def test_a_clash_costs_the_weaker_wish(data: st.DataObject) -> None:
    wishes = st.sampled_from([-64, -8, -1, 0, 1, 8, 64])
    mine, theirs = data.draw(wishes), data.draw(wishes)
    assert clash(mine, theirs) == clash(theirs, mine) == clash(-mine, -theirs)
    assert (clash(mine, theirs) > 0) == (mine * theirs > 0)
