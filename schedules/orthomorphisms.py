"""The complete rounds across six columns of twelve tables: `python -m schedules.orthomorphisms`.

A row of offsets that has every number once, as have its differences from the row 0, 1, 2 …, is an
orthomorphism of the group. There are 16,512 of Z2·Z2·Z3 with 0 in the first place; four that also have every
difference once from each other make, with zeros and the row 0, 1, 2 …, a difference matrix of six rows. They
are looked through in an order drawn by lot. Larger groups have too many.
"""

from __future__ import annotations

import json
from itertools import product

from tournaments.engines.draw.chance import Chance

MODULI = (2, 2, 3)
WANTED = 4
Row = tuple[int, ...]
ELEMENTS = list(product(*map(range, MODULI)))
MINUS = [
    [ELEMENTS.index(tuple((x - y) % m for x, y, m in zip(a, b, MODULI, strict=True))) for b in ELEMENTS]
    for a in ELEMENTS
]


def orthomorphisms(begun: Row = (0,)) -> list[Row]:
    """All that begin so."""
    place = len(begun)
    if place == len(ELEMENTS):
        return [begun]
    differences = {MINUS[number][at] for at, number in enumerate(begun)}
    return [
        row
        for number in range(len(ELEMENTS))
        if number not in begun and MINUS[number][place] not in differences
        for row in orthomorphisms((*begun, number))
    ]


def apart(row: Row, other: Row) -> bool:
    """Their differences are all numbers."""
    return len({MINUS[a][b] for a, b in zip(row, other, strict=True)}) == len(ELEMENTS)


def enough(rows: list[Row], possible: list[Row]) -> list[Row] | None:
    """These rows with more of the possible ones, all apart from each other."""
    if len(rows) == WANTED:
        return rows
    for place, row in enumerate(possible):
        complete = enough([*rows, row], [other for other in possible[place + 1 :] if apart(row, other)])
        if complete is not None:
            return complete
    return None


if __name__ == "__main__":
    every = Chance("orthomorphisms", 1).shuffled(orthomorphisms())
    rows = enough([], every)
    size = len(ELEMENTS)
    print(json.dumps([[0] * size, list(range(size)), *(rows or [])]))
