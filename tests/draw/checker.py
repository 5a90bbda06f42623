"""What a seating must be, straight from the definitions. Shares no code with the engine, on purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, groupby
from math import ceil
from typing import Any

Rounds = list[list[list[Any]]]


def pair_counts(rounds: Rounds) -> Counter[frozenset[Any]]:
    """How often each two sat at one table."""
    return Counter(frozenset(two) for tables in rounds for table in tables for two in combinations(table, 2))


def repeats(rounds: Rounds) -> int:
    """Meetings beyond the first, summed over all pairs."""
    return sum(times - 1 for times in pair_counts(rounds).values())


def everyone_once(rounds: Rounds, sitting_out: list[list[Any]], people: Iterable[Any]) -> bool:
    """In every round everybody sits at exactly one table or sits out."""
    wanted = Counter(people)
    return len(rounds) == len(sitting_out) and all(
        Counter([person for table in tables for person in table] + out) == wanted
        for tables, out in zip(rounds, sitting_out, strict=True)
    )


def sizes_allowed(rounds: Rounds, sizes: Iterable[int]) -> bool:
    """Every table has one of these sizes."""
    return {len(table) for tables in rounds for table in tables} <= set(sizes)


def times_spread(times: Iterable[int]) -> int:
    """The difference of the largest and the smallest number."""
    numbers = list(times)
    return max(numbers) - min(numbers)


def seats_spread(rounds: Rounds, people: Iterable[Any], seats: int) -> int:
    """The largest difference between somebody's most and least frequent seat."""
    return max(
        times_spread(
            sum(1 for tables in rounds for table in tables if len(table) > seat and table[seat] == person)
            for seat in range(seats)
        )
        for person in people
    )


def longest_streak(rounds: Rounds, people: Iterable[Any]) -> int:
    """How many matches of two running somebody was named first, or second, at most."""
    longest = 0
    for person in people:
        had = [pair.index(person) for pairs in rounds for pair in pairs if person in pair and len(pair) == 2]
        longest = max([longest, *(len(list(run)) for _side, run in groupby(had))])
    return longest


def times_first(rounds: Rounds, people: Iterable[Any]) -> list[int]:
    """How often everybody has the first seat, which deals first."""
    dealing = [table[0] for tables in rounds for table in tables if len(table) > 1]
    return [dealing.count(person) for person in people]


def times_at_tables(rounds: Rounds, people: Iterable[Any]) -> list[Counter[int]]:
    """How often everybody sat at which table, a table being its place in the round."""
    return [
        Counter(number for tables in rounds for number, table in enumerate(tables) if person in table)
        for person in people
    ]


def small_seats(rounds: Rounds, people: Iterable[Any]) -> list[int]:
    """How often everybody sat at a table smaller than the largest of the round."""
    return [
        sum(
            1
            for tables in rounds
            for table in tables
            if person in table and len(table) < max(map(len, tables))
        )
        for person in people
    ]


def partner_counts(rounds: Rounds) -> tuple[Counter[frozenset[Any]], Counter[frozenset[Any]]]:
    """How often each two were partners (1+3, 2+4), and opponents."""
    partners: Counter[frozenset[Any]] = Counter()
    opponents: Counter[frozenset[Any]] = Counter()
    for tables in rounds:
        for first, second, third, fourth in tables:
            partners.update([frozenset((first, third)), frozenset((second, fourth))])
            for side in (first, third):
                opponents.update(frozenset((side, other)) for other in (second, fourth))
    return partners, opponents


def people_bound(people: int, size: int, rounds: int) -> int:
    """Full tables: each meets size − 1 others a round, and there are only so many."""
    return ceil(people * max(0, rounds * (size - 1) - (people - 1)) / 2)
