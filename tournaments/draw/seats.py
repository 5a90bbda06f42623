"""Seats: everybody deals first, second, third equally often, as far as the number of rounds allows.

For two seats i and j every table is an arrow from the person on i to the person on j; turning an arrow round
makes the two change seats. Turning all arrows of a path moves one surplus from its first to its last person
and changes nothing between. Paths are turned until no surplus can be moved, for one pair of seats after the
other; each time the sum of the squares of all counts falls, so this ends. Without history and with tables of
one size nobody then has a seat twice more than another (every bipartite graph has equitable colourings).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from tournaments.draw.chance import Chance

Rounds = list[list[list[int]]]
ATTEMPTS = 100  # to even out what tables of several sizes leave
MANY = 500  # so many tables are left as they are


def seat_counts(people: int, rounds: Iterable[Sequence[Sequence[int]]], seats: int) -> list[list[int]]:
    """How often everybody had each seat."""
    counts = [[0] * seats for _person in range(people)]
    for tables in rounds:
        for table in tables:
            for seat, person in enumerate(table[:seats]):
                counts[person][seat] += 1
    return counts


def spread(people: Iterable[int], counts: Sequence[Sequence[int]]) -> int:
    """The largest difference between somebody's most and least frequent seat."""
    return max((max(counts[person]) - min(counts[person]) for person in people), default=0)


def balanced(rounds: Rounds, before: list[list[int]], chance: Chance) -> Rounds:
    """The same tables, each in an order that balances the seats; `before` counts the rounds played.

    Where tables of several sizes leave somebody uneven, some of his tables are shuffled and all is evened out
    again.
    """
    found = [[chance.shuffled(table) for table in tables] for tables in rounds]
    flat = [table for tables in found for table in tables]
    counts = [row[:] for row in before]
    for table in flat:
        for seat, person in enumerate(table):
            counts[person][seat] += 1
    _settle(flat, counts)
    uneven = _uneven(flat, counts)
    for _attempt in range(ATTEMPTS):
        if not uneven or len(flat) > MANY:
            break
        kept = [table[:] for table in flat]
        person = chance.one_of(uneven)
        for table in flat:
            if person in table and chance.below(2):
                _count(table, counts, -1)
                table[:] = chance.shuffled(table)
                _count(table, counts, 1)
        _settle(flat, counts)
        now = _uneven(flat, counts)
        if len(now) <= len(uneven):
            uneven = now
            continue
        for table, old in zip(flat, kept, strict=True):
            _count(table, counts, -1)
            table[:] = old
            _count(table, counts, 1)
    return found


def _uneven(tables: list[list[int]], counts: list[list[int]]) -> list[int]:
    """Who has one seat twice more than another."""
    return sorted(
        {person for table in tables for person in table if max(counts[person]) - min(counts[person]) > 1}
    )


def _count(table: list[int], counts: list[list[int]], by: int) -> None:
    for seat, person in enumerate(table):
        counts[person][seat] += by


def _settle(tables: list[list[int]], counts: list[list[int]]) -> None:
    """Even out all pairs of seats until nothing changes."""
    better = True
    while better:
        better = False
        for i, j in permutations(range(len(counts[0]) if counts else 0), 2):
            better |= _even_out(tables, counts, i, j)


def _even_out(tables: list[list[int]], counts: list[list[int]], i: int, j: int) -> bool:
    """Balance two seats for everybody; True if anything changed."""
    at: dict[int, list[int]] = {}  # tables with somebody on seat i
    for number, table in enumerate(tables):
        if len(table) > max(i, j):
            at.setdefault(table[i], []).append(number)
    changed = False
    for start in sorted(at):
        while counts[start][i] - counts[start][j] >= 2:
            path = _way_down(tables, counts, at, start, i, j)
            if not path:
                break
            changed = True
            for number in path:
                table = tables[number]
                at[table[i]].remove(number)
                table[i], table[j] = table[j], table[i]
                at.setdefault(table[i], []).append(number)
            end = tables[path[-1]][i]
            counts[start][i] -= 1
            counts[start][j] += 1
            counts[end][i] += 1
            counts[end][j] -= 1
    return changed


def _way_down(
    tables: list[list[int]], counts: list[list[int]], at: dict[int, list[int]], start: int, i: int, j: int
) -> list[int]:
    """The shortest way over tables from a surplus on seat i to somebody whose surplus is smaller by three."""
    surplus = counts[start][i] - counts[start][j]
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue = [start]
    for person in queue:
        if person != start and counts[person][i] - counts[person][j] <= surplus - 3:
            path = []
            while person != start:
                number, person = came[person]
                path.append(number)
            return path[::-1]
        for number in at.get(person, ()):
            other = tables[number][j]
            if other not in came:
                came[other] = (number, person)
                queue.append(other)
    return []
