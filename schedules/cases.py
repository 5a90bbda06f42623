"""What the catalogue is about: table sizes and rounds, the bound, and what needs no search."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.engines.draw.bounds.proven import least_repeats
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import request_from
from tournaments.engines.draw.tables.placing import Gathering, from_design

Sizes = tuple[int, ...]

SEATS = range(3, 8)
MOST_TABLES = 12
MOST_ROUNDS = 12
LOTS = 3  # what a construction reaches in each of so many draws, it reaches


def all_sizes() -> Iterator[Sizes]:
    """Tables of k, and of k and k − 1, two to twelve of them."""
    for size in SEATS:
        for tables in range(2, MOST_TABLES + 1):
            for smaller in range(tables):
                yield (size,) * (tables - smaller) + (size - 1,) * smaller


def bound(sizes: Sizes, rounds: int) -> int:
    """No schedule has fewer repeats, as far as the program knows."""
    raw = {"players": sum(sizes), "rounds": rounds, "sizes": sorted(set(sizes), reverse=True)}
    return least_repeats(request_from(raw), sizes, [[] for _round in range(rounds)])


def rounds_constructed(sizes: Sizes) -> int:
    """So many rounds without a repeat come from the constructions, whatever the draw."""
    people = range(sum(sizes))
    return min(
        len(from_design(Gathering(people, sizes, MOST_ROUNDS), Chance("schedules", number)))
        for number in range(LOTS)
    )
