"""Tables with more seats than there are tables: rounds with the fewest repeats that can be.

At every table then two people of one earlier table meet again, so it is best if they are always the same.
People are put into blocks that always sit together, and the blocks are seated without meeting twice: with t
tables, t blocks in each of m columns, one of each column to a table. With t columns, as even as can be, each
round after the first costs exactly what two rounds share at least (`two_rounds.py`), and nothing is better:
t rounds if t is a prime power, and t + 1 if all blocks are equal (affine planes).
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engines.draw.bounds.two_rounds import inside
from tournaments.engines.draw.catalogue import Round
from tournaments.engines.draw.catalogue.designs import columns_across, rounds_without_repeats


@dataclass(frozen=True, slots=True)
class Built:
    """Rounds of full tables and the repeats in all of them."""

    rounds: list[Round]
    repeats: int


def overfull(places: int, size: int, wanted: int) -> list[Built]:
    """Rounds to begin with, at most `wanted`, the best first; what has fewer rounds may be the better start.

    Empty when no table has more seats than there are tables: then `rounds_without_repeats` is the better one.
    """
    tables = places // size
    if places % size or tables >= size or tables < 2 or wanted < 1:
        return []
    starts: dict[int, Built] = {}
    for columns in range(2, tables + 1):
        blocks = [size // columns + (c < size % columns) for c in range(columns)]
        built = columns_across(tables, columns, wanted)
        if size % columns == 0:
            equal = rounds_without_repeats(tables * columns, columns, wanted)
            built = max(built, equal, key=len)
        rounds = _with_people(built, blocks, tables)
        repeats = (len(rounds) - 1) * tables * inside(size, columns)
        starts[len(rounds)] = Built(rounds, repeats)  # more columns repeat less
    dear = 2 * tables * inside(size, tables)  # what a round costs that still has to be found, about
    return sorted(starts.values(), key=lambda start: start.repeats + dear * (wanted - len(start.rounds)))


def _with_people(built: list[Round], blocks: list[int], tables: int) -> list[Round]:
    """The people of each block in its place; block i of column c has number c·tables + i."""
    people: list[list[int]] = []
    first = 0
    for size in blocks:
        for _block in range(tables):
            people.append(list(range(first, first + size)))
            first += size
    return [[[p for block in table for p in people[block]] for table in seating] for seating in built]
