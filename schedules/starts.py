"""Where a search begins: by lot, from a construction, from rounds that turn, from the neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from schedules.cases import Sizes
from schedules.compiled import Rounds
from tournaments.engines.draw.catalogue.designs import rounds_without_repeats
from tournaments.engines.draw.catalogue.fields import prime_power
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.tables.placing import Gathering, from_design


def by_lot(sizes: Sizes, rounds: int, chance: Chance) -> Rounds:
    """Everybody anywhere."""
    drawn = []
    for _round in range(rounds):
        cards = chance.shuffled(range(sum(sizes)))
        tables = []
        for size in sizes:
            tables.append(cards[-size:])
            del cards[-size:]
        drawn.append(tables)
    return drawn


def constructed(sizes: Sizes, rounds: int, chance: Chance) -> Rounds:
    """As many rounds without repeats as there are."""
    return from_design(Gathering(range(sum(sizes)), sizes, rounds), chance)


def blown_up(sizes: Sizes, rounds: int) -> Rounds | None:
    """More seats than tables: an affine plane of as many columns as tables, its points groups of people.

    They always sit together. Up to so many rounds as there are tables this has (rounds − 1) · Σ inside(size,
    tables) repeats, which is the bound. With smaller tables, points of one column are a person short.
    """
    size, tables = sizes[0], len(sizes)
    if size <= tables or not prime_power(tables):
        return None
    each, more = divmod(size, tables)
    group = [each + (column < more) for column in range(tables)]
    short = sizes.count(size - 1)
    people = 0
    points: list[list[int]] = []  # of column 0, then of column 1 ...
    for column in range(tables):
        for row in range(tables):
            # Groups of the first column are the largest: who is short there saves most repeats.
            fewer = 1 if column == 0 and row < short else 0
            points.append(list(range(people, people + group[column] - fewer)))
            people += group[column] - fewer
    plane = rounds_without_repeats(tables * tables, tables, min(rounds, tables))
    return [[[person for point in table for person in points[point]] for table in tables] for tables in plane]


MOST_TURNS = 14
TRIES = 8  # lots do not always work out


@dataclass(frozen=True, slots=True)
class Turning:
    """How rounds turn: base rounds that develop, rounds that stay as they are, cycles of people."""

    base: int
    turns: int
    still: int
    cycles: int


def turnings(sizes: Sizes, rounds: int) -> list[Turning]:
    """All ways to turn that give about as many rounds."""
    people = sum(sizes)
    ways = []
    for turns in range(2, min(people, rounds + 4) + 1):
        for cycles in sorted({people // turns, max(1, people // turns - 1)}):
            if people - cycles * turns > max(len(sizes), sizes[0]):
                continue
            most = 3 if standing(sizes, turns, cycles, Chance()) else 0
            ways += [
                Turning(base, turns, still, cycles)
                for base in range(1, 7)
                for still in range(most + 1)
                if rounds - 1 <= base * turns + still <= rounds + (3 if base == 1 and not still else 2)
            ]
    return ways


def standing(sizes: Sizes, turns: int, cycles: int, chance: Chance) -> Rounds | None:
    """A round that turning does not change, by lot.

    A table takes from some cycles `part` people who stand equally far apart; it turns to `turns` / `part`
    tables. Who is in no cycle sits with others who are in none and with whole cycles.
    """
    tries = (_standing(sizes, turns, cycles, chance) for _try in range(TRIES))
    return next((built for built in tries if built), None)


def _standing(sizes: Sizes, turns: int, cycles: int, chance: Chance) -> Rounds | None:
    staying = list(range(cycles * turns, sum(sizes)))
    order = chance.shuffled(range(cycles))
    tables: list[list[int]] = []
    left = list(sizes)
    while staying:
        size = chance.one_of(left)
        ways = [
            some
            for some in range(1, min(size, len(staying)) + 1)
            if (size - some) % turns == 0 and (size - some) // turns <= len(order)
        ]
        if not ways:
            return None
        some = chance.one_of(ways)
        left.remove(size)
        whole = [order.pop() for _cycle in range((size - some) // turns)]
        tables.append(staying[:some] + [cycle * turns + place for cycle in whole for place in range(turns)])
        del staying[:some]
    while left:
        size = left[0]
        parts = [
            part
            for part in range(1, size + 1)
            if size % part == turns % part == 0
            and turns // part <= left.count(size)
            and size // part <= len(order)
        ]
        if not parts:
            return None
        part = chance.one_of(parts)
        apart = turns // part
        places = [(order.pop(), chance.below(apart)) for _cycle in range(size // part)]
        for turn in range(apart):
            left.remove(size)
            tables.append(
                [
                    cycle * turns + (place + turn + apart * step) % turns
                    for cycle, place in places
                    for step in range(part)
                ]
            )
    return [sorted(tables, key=len, reverse=True)]


@dataclass(frozen=True, slots=True)
class Orbits:
    """Rounds that turn into one another: `lengths` has how many different ones come of each."""

    rounds: Rounds
    lengths: list[int]
    turns: int
    cycles: int


def in_orbits(sizes: Sizes, rounds: int, chance: Chance) -> Orbits | None:
    """Such rounds, by lot: of a length shorter than `turns`, what is left of turning changes no round."""
    people = sum(sizes)
    turns = 2 + chance.below(min(people, MOST_TURNS) - 1)
    cycles = people // turns - chance.below(2)
    if cycles < 1 or people - cycles * turns > max(len(sizes), sizes[0]):
        return None
    lengths: list[int] = []
    while sum(lengths) < rounds:
        fitting = [length for length in range(1, rounds - sum(lengths) + 1) if turns % length == 0]
        lengths.append(chance.one_of(fitting[len(fitting) // 2 :]))
    return orbits(sizes, lengths, turns, cycles, chance)


def orbits(sizes: Sizes, lengths: list[int], turns: int, cycles: int, chance: Chance) -> Orbits | None:
    """Orbits of these lengths; none if tables do not work out."""
    built: Rounds = []
    for length in lengths:
        stays = turns // length
        base = standing(sizes, stays, cycles * length, chance) if stays > 1 else by_lot(sizes, 1, chance)
        if base is None:
            return None
        # Cycles of the elements that stay, as parts of the cycles of all.
        home = {
            (cycle * length + first) * stays + step: cycle * turns + first + step * length
            for cycle in range(cycles)
            for first in range(length)
            for step in range(stays)
        }
        tables = [[home.get(person, person) for person in table] for table in base[0]]
        built += [
            [[image[person] for person in table] for table in tables]
            for image in images(turns, cycles, sum(sizes))[:length]
        ]
    return Orbits(built, lengths, turns, cycles)


def images(turns: int, cycles: int, people: int) -> list[list[int]]:
    """Everybody by each of the turns: in a cycle the next but so many, who is in none stays."""
    return [
        [cycle * turns + (place + turn) % turns for cycle in range(cycles) for place in range(turns)]
        + list(range(cycles * turns, people))
        for turn in range(turns)
    ]


GROUPS = {4: (2, 2), 6: (6,), 8: (2, 2, 2), 9: (3, 3), 10: (10,), 12: (6, 2)}
"""Groups of so many elements, as products of cyclic ones, where the cyclic one is not the best."""


def differences(order: int) -> list[list[int]]:
    """The table of differences of the group with so many elements."""
    group = GROUPS.get(order, (order,))
    elements = list(product(*map(range, group)))
    number = {element: place for place, element in enumerate(elements)}
    return [
        [number[tuple((a - b) % part for a, b, part in zip(x, y, group, strict=True))] for y in elements]
        for x in elements
    ]


def shifted(sizes: Sizes, shifts: Sequence[Sequence[int]], minus: Sequence[Sequence[int]]) -> Rounds:
    """Rounds in which every column of people is shifted; smaller tables lack somebody of the worst column."""
    seats, tables = sizes[0], len(sizes)
    alike = [Counter(minus[row[c]][row[d]] for row in shifts) for c in range(seats) for d in range(seats)]
    repeats = [
        sum(len(shifts) - len(alike[c * seats + d]) for d in range(seats) if d != c) for c in range(seats)
    ]
    worst = repeats.index(max(repeats))
    gone = {worst * tables + row for row in range(sizes.count(seats - 1))}
    number = {
        person: place
        for place, person in enumerate(person for person in range(seats * tables) if person not in gone)
    }
    rounds = []
    for row in shifts:
        at: list[list[int]] = [[] for _table in range(tables)]
        for column, shift in enumerate(row):
            for place in range(tables):
                person = column * tables + place
                if person not in gone:
                    at[minus[place][shift]].append(number[person])
        rounds.append(sorted(at, key=len, reverse=True))
    return rounds


def plain(rounds: Sequence[Sequence[Sequence[int]]]) -> Rounds:
    """As lists that may be changed."""
    return [[list(table) for table in tables] for tables in rounds]


def without_one(rounds: Rounds, chance: Chance) -> Rounds | None:
    """One person fewer: somebody who never sits at a smaller table goes."""
    most = max(map(len, rounds[0]))
    people = range(sum(map(len, rounds[0])))
    small = {person for tables in rounds for table in tables if len(table) < most for person in table}
    leaving = [person for person in people if person not in small]
    if not leaving:
        return None
    gone = chance.one_of(leaving)
    return [
        sorted(
            ([person - (person > gone) for person in table if person != gone] for table in tables),
            key=len,
            reverse=True,
        )
        for tables in rounds
    ]
