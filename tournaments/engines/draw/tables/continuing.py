"""Round by round and still as good as all at once: finding the construction behind the rounds played.

The first round played fixes who takes which place of a construction, in a way that depends on nothing else.
If all later rounds played are rounds of it too, the next one is taken from what is left. Whoever draws one
round at a time with the same people so never runs into a dead end before the construction ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.engines.draw.catalogue.designs import rounds_without_repeats
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.tables.placing import Gathering

Rounds = list[list[list[int]]]
LONGEST = 40  # rounds of a construction; always the same number, so that it is always the same construction


def from_history(gathering: Gathering, played: Sequence[Sequence[Sequence[int]]], chance: Chance) -> Rounds:
    """Further rounds without repeats; none if the rounds played follow no construction."""
    here, sizes = gathering.here, gathering.sizes
    size, tables = max(sizes), len(sizes)
    wanted = sorted(sizes)
    if min(sizes) < size - 1 or any(
        sorted(map(len, seating)) != wanted or sorted(p for table in seating for p in table) != sorted(here)
        for seating in played
    ):
        return []
    design = rounds_without_repeats(tables * size, size, LONGEST)
    empty = tables * size - len(here)
    ghosts = _apart_in_most(design, empty)
    taken: dict[int, int] = {}
    seated = sorted((sorted(table) for table in played[0]), key=lambda table: (-len(table), table))
    for table, people in zip(design[0], seated, strict=True):
        taken.update(zip((place for place in table if place not in ghosts), people, strict=True))
    possible = {}
    for seating in design:
        mapped = [[taken[place] for place in table if place in taken] for table in seating]
        if sorted(map(len, mapped)) == wanted:
            possible[frozenset(map(frozenset, mapped))] = mapped
    for past in played:
        if possible.pop(frozenset(map(frozenset, past)), None) is None:
            return []
    return _fairest(list(possible.values()), gathering, played, chance)


def _apart_in_most(design: Rounds, empty: int) -> set[int]:
    """Empty places at the last tables of the first round that meet each other in as few rounds as can be."""
    ghosts: set[int] = set()
    for table in reversed(design[0][len(design[0]) - empty :]):
        ghosts.add(
            min(
                table,
                key=lambda place: sum(
                    place in other and not ghosts.isdisjoint(other) for tables in design for other in tables
                ),
            )
        )
    return ghosts


def _fairest(
    possible: Rounds,
    gathering: Gathering,
    played: Sequence[Sequence[Sequence[int]]],
    chance: Chance,
) -> Rounds:
    """One after the other, those in which wishes are kept and the smaller tables go to who had the fewest."""
    full = max((len(table) for tables in played for table in tables), default=0)
    small = Counter(p for tables in played for table in tables if len(table) < full for p in table)
    left = chance.shuffled(possible)
    fairest: Rounds = []
    while left and len(fairest) < gathering.rounds:
        prices = []
        for tables in left:
            broken = sum(a in table and b in table for table in tables for a, b in gathering.apart)
            uneven = sum(2 * small[p] + 1 for table in tables if len(table) < full for p in table)
            prices.append((broken, uneven))
        chosen = left.pop(prices.index(min(prices)))
        small.update(p for table in chosen if len(table) < full for p in table)
        fairest.append(chosen)
    return fairest
