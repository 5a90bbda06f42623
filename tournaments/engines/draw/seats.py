"""Seats: everybody deals first, second, third equally often, as far as the number of rounds allows.

The first seat deals first. That comes before all other seats: a table whose first dealer had more turns than
another there gives the turn on, from table to table, to somebody who had two less. No sharing out is more
even than what is left then (a flow of whole turns along alternating paths). The other seats are evened out
within it.

For two seats i and j every table is an arrow from the person on i to the person on j; turning an arrow round
makes the two change seats. Turning all arrows of a path moves one surplus from its first to its last person
and changes nothing between. Paths are turned until no surplus can be moved, for one pair of seats after the
other; each time the sum of the squares of all counts falls, so this ends. Without history and with tables of
one size nobody then has a seat twice more than another (every bipartite graph has equitable colourings).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import Request

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


class Dealers:
    """How often everybody dealt first; from the most even sharing out on, only changes that keep it."""

    def __init__(self, request: Request) -> None:
        self.turns = turns_before(request)
        self.least = self.most = 0

    def share_out(self, tables: Sequence[list[int]]) -> None:
        """Turn tables round until nobody can give a turn on to somebody who had two less."""
        turns = self.turns
        at: dict[int, list[int]] = {}  # tables at which somebody deals first
        for number, table in enumerate(tables):
            at.setdefault(table[0], []).append(number)
            turns[table[0]] += 1
        people = {person for table in tables for person in table}
        moved = True
        while moved:
            moved = False
            fewest = min((turns[person] for person in people), default=0)
            stuck: set[int] = set()  # from them nobody with so few turns can be reached
            for start in sorted(at, key=lambda person: -turns[person]):
                if turns[start] - fewest < 2 or start in stuck:
                    continue
                way, seen = _to_fewer_turns(tables, turns, at, start)
                stuck.update(person for person in seen if turns[person] <= turns[start])
                for number, person in way:
                    moved = True
                    table = tables[number]
                    at[table[0]].remove(number)
                    turns[table[0]] -= 1
                    place = table.index(person)
                    table[:] = table[place:] + table[:place]
                    at.setdefault(person, []).append(number)
                    turns[person] += 1
        self.least = min((turns[person] for person in people), default=0)
        self.most = max((turns[person] for person in people), default=0)

    def may_change(self, dealer: int, other: int) -> bool:
        """Everybody's turns stay as even as they are if the other deals instead."""
        return dealer == other or (self.may_give(dealer) and self.may_take(other))

    def may_give(self, dealer: int) -> bool:
        """This dealer may deal once less."""
        return self.turns[dealer] > self.least

    def may_take(self, other: int) -> bool:
        """This one may deal once more."""
        return self.turns[other] < self.most

    def change(self, dealer: int, other: int) -> None:
        """The other deals instead."""
        self.turns[dealer] -= 1
        self.turns[other] += 1


def turns_before(request: Request) -> list[int]:
    """How often everybody dealt first in the rounds played. Who missed so many rounds that it would have been
    his turn is not made to catch up."""
    seated, turns = [0] * len(request.ids), [0] * len(request.ids)
    size = max(request.sizes)
    for tables in request.played:
        for table in tables:
            if len(table) > 1:
                turns[table[0]] += 1
                for person in table:
                    seated[person] += 1
    return [count + (len(request.played) - seated[person]) // size for person, count in enumerate(turns)]


def first_dealers(people: Iterable[int], rounds: Iterable[Sequence[Sequence[int]]]) -> int:
    """The largest difference between how often two people deal first."""
    turns = Counter(table[0] for tables in rounds for table in tables if len(table) > 1)
    times = [turns[person] for person in people]
    return max(times, default=0) - min(times, default=0)


def _to_fewer_turns(
    tables: Sequence[Sequence[int]], turns: Sequence[int], at: dict[int, list[int]], start: int
) -> tuple[list[tuple[int, int]], set[int]]:
    """The shortest way over tables to somebody who dealt at least twice less: (table, who deals there
    instead), the last table first; and everybody who was reached."""
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue = [start]
    for dealer in queue:
        if turns[dealer] <= turns[start] - 2:
            way = []
            person = dealer
            while person != start:
                number, before = came[person]
                way.append((number, person))
                person = before
            return way, set()
        for number in at.get(dealer, ()):
            for other in tables[number]:
                if other not in came:
                    came[other] = (number, dealer)
                    queue.append(other)
    return [], set(came)


def balanced(rounds: Rounds, before: list[list[int]], dealers: Dealers, chance: Chance) -> Rounds:
    """The same tables, each in an order that balances the seats; `before` counts the rounds played.

    Where tables of several sizes leave somebody uneven, some of his tables are shuffled and all is evened out
    again.
    """
    seated = [[chance.shuffled(table) for table in tables] for tables in rounds]
    flat = [table for tables in seated for table in tables]
    dealers.share_out(flat)
    counts = [row[:] for row in before]
    for table in flat:
        for seat, person in enumerate(table):
            counts[person][seat] += 1
    _settle(flat, counts, dealers)
    uneven = _uneven(flat, counts)
    for _attempt in range(ATTEMPTS):
        if not uneven or len(flat) > MANY:
            break
        old_tables, turns = [table[:] for table in flat], dealers.turns[:]
        person = chance.one_of(uneven)
        for table in flat:
            if person in table and chance.below(2):
                _count(table, counts, -1)
                table[1:] = chance.shuffled(table[1:])
                _count(table, counts, 1)
        _settle(flat, counts, dealers)
        now = _uneven(flat, counts)
        if len(now) <= len(uneven):
            uneven = now
            continue
        dealers.turns = turns
        for table, old in zip(flat, old_tables, strict=True):
            _count(table, counts, -1)
            table[:] = old
            _count(table, counts, 1)
    return seated


def _uneven(tables: list[list[int]], counts: list[list[int]]) -> list[int]:
    """Who has one seat twice more than another."""
    return sorted(
        {person for table in tables for person in table if max(counts[person]) - min(counts[person]) > 1}
    )


def _count(table: list[int], counts: list[list[int]], by: int) -> None:
    for seat, person in enumerate(table):
        counts[person][seat] += by


def _settle(tables: list[list[int]], counts: list[list[int]], dealers: Dealers) -> None:
    """Even out all pairs of seats until nothing changes; who deals first only as far as turns stay even."""
    better = True
    while better:
        better = False
        for i, j in permutations(range(len(counts[0]) if counts else 0), 2):
            better |= _even_out(tables, counts, dealers, i, j)


def _even_out(tables: list[list[int]], counts: list[list[int]], dealers: Dealers, i: int, j: int) -> bool:
    """Balance two seats for everybody; True if anything changed."""
    at: dict[int, list[int]] = {}  # tables with somebody on seat i
    for number, table in enumerate(tables):
        if len(table) > max(i, j):
            at.setdefault(table[i], []).append(number)
    changed = False
    stuck: set[int] = set()  # from them nobody with so small a surplus can be reached
    for start in sorted(at):
        while counts[start][i] - counts[start][j] >= 2 and start not in stuck:
            if (i == 0 and not dealers.may_give(start)) or (j == 0 and not dealers.may_take(start)):
                break
            path, seen = _way_down(tables, counts, dealers, at, start, i, j)
            if not path:
                surplus = counts[start][i] - counts[start][j]
                stuck.update(p for p in seen if counts[p][i] - counts[p][j] <= surplus)
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
            if i == 0:
                dealers.change(start, end)
            elif j == 0:
                dealers.change(end, start)
    return changed


def _way_down(
    tables: list[list[int]],
    counts: list[list[int]],
    dealers: Dealers,
    at: dict[int, list[int]],
    start: int,
    i: int,
    j: int,
) -> tuple[list[int], Iterable[int]]:
    """The shortest way over tables from a surplus on seat i to somebody whose surplus is smaller by three,
    and who was reached."""
    surplus = counts[start][i] - counts[start][j]
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue = [start]
    for person in queue:
        ends = person != start and counts[person][i] - counts[person][j] <= surplus - 3
        if ends and (i or dealers.may_take(person)) and (j or dealers.may_give(person)):
            path = []
            while person != start:
                number, person = came[person]
                path.append(number)
            return path[::-1], came
        for number in at.get(person, ()):
            other = tables[number][j]
            if other not in came:
                came[other] = (number, person)
                queue.append(other)
    return [], came
