"""How good a schedule is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Tables = Sequence[Sequence[int]]
Cost = tuple[int, int]
"""Repeats; then twice the pairs among the meetings of a pair beyond the first, and how unevenly people sit at
smaller tables. The same as in annealing.c."""


def meetings(rounds: Sequence[Tables]) -> Counter[tuple[int, int]]:
    """How often each pair meets."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def repeats(rounds: Sequence[Tables]) -> int:
    """Meetings beyond the first, over all pairs."""
    return sum(times - 1 for times in meetings(rounds).values())


def small_seats(rounds: Sequence[Tables]) -> list[int]:
    """How often everybody sits at a smaller table."""
    most = max(map(len, rounds[0]))
    counts = Counter(person for tables in rounds for table in tables if len(table) < most for person in table)
    return [counts[person] for person in range(sum(map(len, rounds[0])))]


def cost(rounds: Sequence[Tables]) -> Cost:
    """The smaller the better."""
    times = meetings(rounds).values()
    besides = sum((met - 1) * (met - 2) for met in times)
    besides += sum(often * (often - 1) // 2 for often in small_seats(rounds))
    return sum(met - 1 for met in times), besides


def least_besides(sizes: Sequence[int], rounds: int) -> int:
    """No schedule has a smaller second figure: meetings and small tables spread over everybody alike."""
    people = sum(sizes)
    each, more = divmod(rounds * sum(size * (size - 1) // 2 for size in sizes), people * (people - 1) // 2)
    besides = more * each * max(0, each - 1)
    besides += (people * (people - 1) // 2 - more) * max(0, each - 1) * max(0, each - 2)
    often, left = divmod(rounds * sum(size for size in sizes if size < max(sizes)), people)
    return besides + left * often * (often + 1) // 2 + (people - left) * often * (often - 1) // 2


def seen(rounds: Sequence[Tables]) -> tuple[int, int, int]:
    """What an organiser sees: repeats, meetings of the pair that met most, spread of the smaller tables."""
    small = small_seats(rounds)
    return repeats(rounds), max(meetings(rounds).values()), max(small) - min(small)


def in_order(rounds: Sequence[Tables]) -> list[Tables]:
    """The same rounds, each beginning as good as it gets when the worst is left out again and again."""
    left, ordered = list(rounds), []
    counts = meetings(left)
    while left:
        gains = []
        for number, tables in enumerate(left):
            pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
            repeated = [counts[pair] for pair in pairs if counts[pair] > 1]
            gains.append((len(repeated), sum(repeated), number))
        worst = max(gains)[2]
        ordered.append(left.pop(worst))
        counts.subtract(pair for table in ordered[-1] for pair in combinations(sorted(table), 2))
    return ordered[::-1]
