"""Where a search begins: by lot, from a construction, from rounds that turn, from the neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from schedules.cases import Sizes
from schedules.compiled import Rounds
from tournaments.draw.chance import Chance
from tournaments.draw.designs import rounds_without_repeats
from tournaments.draw.fields import prime_power
from tournaments.draw.placing import from_design


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
    """As many rounds without repeats as there are, the others by lot."""
    built = from_design(range(sum(sizes)), sizes, rounds, (), {}, chance)
    return built + by_lot(sizes, rounds - len(built), chance)


def blown_up(sizes: Sizes, rounds: int, chance: Chance) -> Rounds | None:
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
    built = [[[person for point in table for person in points[point]] for table in one] for one in plane]
    return built + by_lot(sizes, rounds - len(built), chance)


def turnings(sizes: Sizes, rounds: int) -> list[tuple[int, int, int]]:
    """(base rounds, turns, cycles) that give about as many rounds."""
    people = sum(sizes)
    return [
        (base, turns, cycles)
        for turns in range(2, min(people, rounds + 4) + 1)
        for base in range(1, 7)
        for cycles in {people // turns, max(1, people // turns - 1)}
        if rounds - 1 <= base * turns <= rounds + (3 if base == 1 else 2)
        and people - cycles * turns <= max(len(sizes), sizes[0])
    ]


def fewer(rounds: Sequence[Sequence[Sequence[int]]], wanted: int) -> Rounds:
    """The beginning of rounds that stand in good order."""
    return [[list(table) for table in tables] for tables in rounds[:wanted]]


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
