"""Bounds: never above the best seating of all, and what is known reached."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draw import checker
from tournaments.engines.draw.bounds.proven import least_repeats
from tournaments.engines.draw.bounds.two_rounds import inside, least_in_common
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import request_from
from tournaments.engines.draw.sitting_out import times_out, who_sits_out
from tournaments.engines.draw.sizes import table_sizes


def bound_and_resting(**raw: Any) -> tuple[int, tuple[int, ...], list[list[int]]]:
    """The bound of a request, its table sizes and who sits out in each round."""
    request = request_from(raw)
    sizes = table_sizes(len(request.here), request.sizes)
    chance = Chance("bounds", request.seed)
    count = len(request.here) - sum(sizes)
    resting = who_sits_out(request.here, count, request.rounds, times_out(request), chance)
    return least_repeats(request, sizes, resting), sizes, resting


@pytest.mark.parametrize(
    ("people", "sizes", "rounds", "bound"),
    [
        *[(24, [6], 4, 24), (30, [6], 4, 15), (30, [6], 5, 20), (35, [7], 5, 40), (36, [6], 8, 90)],
        *[(20, [5], 5, 17), (19, [5, 4], 6, 45), (13, [5, 4], 5, 32), (24, [4], 8, 12)],
        *[(20, [4], 5, 0), (20, [4], 6, 1), (20, [4], 7, 20), (24, [4], 6, 0), (24, [4], 7, 0)],
        *[(6, [3], 2, 2), (6, [3], 3, 5), (20, [5], 4, 12), (24, [6], 5, 33), (18, [6], 4, 27)],
        *[(42, [7], 3, 12), (42, [7], 4, 19)],
        *[(12, [3], 4, 0), (12, [3], 5, 1), (18, [3], 8, 0), (30, [5], 6, 0)],
        *[(36, [6], 3, 0), (36, [6], 4, 2), (36, [6], 6, 6), (35, [6, 5], 3, 0), (35, [6, 5], 5, 2)],
        *[(100, [10], 8, 0), (100, [10], 9, 2), (99, [10, 9], 9, 1), (49, [7], 8, 0), (34, [6, 5], 4, 0)],
    ],
)
def test_what_is_known(people: int, sizes: list[int], rounds: int, bound: int) -> None:
    assert bound_and_resting(players=people, sizes=sizes, rounds=rounds)[0] == bound


def test_rounds_played_count_for_designs_too() -> None:
    columns = [[[6 * row + place for place in range(6)] for row in range(6)]]
    columns.append([[6 * row + place for row in range(6)] for place in range(6)])
    columns.append([[6 * row + (place + row) % 6 for row in range(6)] for place in range(6)])
    assert bound_and_resting(players=list(range(36)), sizes=[6], rounds=1, played=columns)[0] == 2
    assert bound_and_resting(players=list(range(36)), sizes=[6], rounds=1, played=columns[:2])[0] == 0


# --- against everything that is possible ---------------------------------------------------------------


def seatings(people: frozenset[int], sizes: tuple[int, ...]) -> Iterator[list[list[int]]]:
    """All ways to seat these people, each once."""
    if not people:
        yield []
        return
    first = min(people)
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(sorted(people - {first}), size - 1):
            for rest in seatings(people.difference(others, {first}), tuple(left)):
                yield [[first, *others], *rest]


def fewest_repeats(
    here: list[int],
    sizes: tuple[int, ...],
    resting: list[list[int]],
    played: list[list[list[int]]],
    together: frozenset[frozenset[int]] = frozenset(),
) -> int:
    """The fewest repeats of all, by looking at every way to seat every round; friends do not count."""
    every = [list(seatings(frozenset(here).difference(out), sizes)) for out in resting]
    if not played and not together:
        every[0] = every[0][:1]  # the first round is the same as any other but for names
    fewest = 10**9
    for rounds in product(*every):
        counts = checker.pair_counts([*played, *rounds])
        fewest = min(fewest, sum(times - 1 for pair, times in counts.items() if pair not in together))
    return fewest


SIZES = [[2], [3], [4], [3, 2], [4, 3], [5, 3], [4, 2], [5, 2]]


@st.composite
def small_evenings(draw_: st.DrawFn) -> dict[str, Any]:
    """A few people, rounds already played by some of them, one or two to be drawn."""
    sizes = draw_(st.sampled_from(SIZES))
    possible = [n for n in range(max(sizes), 8) if len(sizes) == 1 or n in (5, 6, 7)]
    if sizes == [5, 3]:
        possible = [5, 6]
    if sizes == [4, 3]:
        possible = [6, 7]
    if sizes == [4, 2]:
        possible = [4, 6]
    people = draw_(st.sampled_from([n for n in possible if n >= max(sizes)]))
    played = []
    for _round in range(draw_(st.integers(0, 2))):
        order = draw_(st.permutations(range(1, people + 2)))
        width = draw_(st.integers(2, 5))
        there = order[: draw_(st.integers(0, people + 1))]
        played.append([list(there[at : at + width]) for at in range(0, len(there), width)])
    new = draw_(st.integers(1, 2)) if people < 7 else 1
    leaving = sorted({p for tables in played for table in tables for p in table if p > people})
    friends = []
    if draw_(st.booleans()):
        friends = [
            draw_(st.permutations(range(1, people + 1)))[:2] for _pair in range(draw_(st.integers(1, 2)))
        ]
    asked = {"players": people, "sizes": sizes, "rounds": new, "played": played, "leave": leaving}
    return {**asked, "together": friends}


@settings(max_examples=60, deadline=None)
@given(small_evenings())
def test_no_seating_has_fewer_whatever_was_played(evening: dict[str, Any]) -> None:
    bound, sizes, resting = bound_and_resting(**evening)
    request = request_from(evening)
    played = [[list(table) for table in tables] for tables in request.played]
    friends = frozenset(map(frozenset, request.together))
    assert bound <= fewest_repeats(list(request.here), sizes, resting, played, friends)


@pytest.mark.parametrize(
    ("people", "sizes", "rounds"),
    [
        *[(4, [3], 3), (5, [3], 3), (5, [4], 3), (6, [3], 3), (6, [4], 2), (7, [3], 2), (7, [4, 3], 3)],
        *[(8, [4], 2), (8, [3], 2), (8, [5, 3], 2), (9, [3], 2), (9, [4], 2), (9, [5, 4], 2), (9, [7, 2], 2)],
    ],
)
def test_no_seating_has_fewer(people: int, sizes: list[int], rounds: int) -> None:
    bound, sizes_, resting = bound_and_resting(players=people, sizes=sizes, rounds=rounds)
    here = list(range(people))
    assert bound <= fewest_repeats(here, sizes_, resting, [])


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 5), st.integers(2, 5), st.lists(st.integers(0, 5), min_size=25, max_size=25))
def test_two_rounds_share_no_less(tables: int, others: int, numbers: list[int]) -> None:
    """Any matrix whose rows and columns add up to table sizes has at least so many pairs inside.

    Its last row and column are those who play in one of the two rounds only.
    """
    matrix = [numbers[others * row : others * (row + 1)] for row in range(tables)]
    first = [sum(row) for row in matrix if sum(row)]
    second = [sum(column) for column in zip(*matrix, strict=True) if sum(column)]
    pairs = sum(inside(number, 1) for row in matrix for number in row)
    assert least_in_common(first, second) == least_in_common(second, first) <= pairs
    alone, resting = sum(matrix[-1][:-1]), sum(row[-1] for row in matrix[:-1])
    first = [sum(row) for row in matrix[:-1] if sum(row)]
    second = [sum(column) for column in zip(*matrix, strict=True)][:-1]
    pairs = sum(inside(number, 1) for row in matrix[:-1] for number in row[:-1])
    assert least_in_common(first, [size for size in second if size], alone, resting) <= pairs


def test_large_and_small_tables_share_what_rows_alone_do_not_show() -> None:
    sizes = [10] * 3 + [2] * 7
    assert max(sizes) <= len(sizes)
    assert least_in_common(sizes, sizes) == inside(16, 9)
