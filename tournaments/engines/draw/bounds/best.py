"""What is known beyond what is proven: the repeats of the best seating in the catalogue.

A bound says that fewer are impossible. Between it and the best known value nobody knows. With tables of two
sizes the catalogue weighs evenly spread small tables too, and a more uneven seating may have fewer.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engines.draw.catalogue.schedules import known_repeats
from tournaments.engines.draw.request import Request


def best_known(request: Request, sizes: Sequence[int], sitting_out: Sequence[Sequence[int]]) -> int | None:
    """The repeats of the best seating known for so many tables and rounds; None where nothing compares.

    Comparable are seatings of the same people in all rounds, drawn at once: no rounds played before, nobody
    sits out, and all meetings count. Wishes to sit apart cannot make fewer possible than are known without.
    """
    if request.format != "tables" or request.played or request.together or any(sitting_out):
        return None
    return known_repeats(tuple(sorted(sizes, reverse=True)), request.rounds)
