"""First rounds of whist tournaments with holes, over a group, by lot: `python -m schedules.whist_groups`.

The people are the elements of a group, a product of cyclic ones, written as numbers with the last factor
moving fastest. A subgroup is the hole. The differences of partners must be all elements outside of the hole
once, those of opponents twice; then the first round, moved by all elements, is a whist tournament of all
pairs but those of the same coset of the hole.

    frame    whoever is in the hole sits out in the first round
    groups   everybody plays, and so do as many more who stay where they are as the hole is large

Most tables come in families, a table times all powers of a multiplier that leaves only the hole fixed; there
are then so few of them that lots find a solution within seconds. `whist.c` does without a multiplier.
What was found is in `tournaments/engines/draw/catalogue/whist.json`.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

from tournaments.engines.draw.chance import Chance

TASKS: list[tuple[str, list[int], list[list[int]], list[int], str]] = [
    # name, moduli of the factors, generators of the hole, multiplier in each factor, kind
    ("frame", [7, 8], [[0, 1]], [2, 1], "8^7 for 57"),
    ("frame", [19, 4], [[0, 1]], [7, 1], "4^19 for 77"),
    ("frame", [23, 4], [[0, 1]], [2, 1], "4^23 for 93"),
    ("frame", [3, 29], [[1, 0]], [1, 7], "3^29 for 88"),
    ("groups", [16], [[4]], [1], "4^5 for 84"),
]


class Group:
    """A product of cyclic groups, its elements numbered."""

    def __init__(self, moduli: list[int], hole: list[list[int]]) -> None:
        self.moduli = moduli
        self.elements = list(product(*map(range, moduli)))
        self.number = {element: place for place, element in enumerate(self.elements)}
        within = {(0,) * len(moduli)}
        while True:
            more = {self._sum(a, tuple(b)) for a in within for b in hole} | within
            if more == within:
                break
            within = more
        self.hole = {self.number[element] for element in within}
        self.minus = [
            [
                self.number[tuple((x - y) % m for x, y, m in zip(a, b, moduli, strict=True))]
                for b in self.elements
            ]
            for a in self.elements
        ]

    def _sum(self, a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((x + y) % m for x, y, m in zip(a, b, self.moduli, strict=True))

    def powers(self, multiplier: list[int]) -> list[list[int]]:
        """What becomes of each element when it is multiplied 0, 1, 2 … times."""
        step = [
            self.number[tuple(x * k % m for x, k, m in zip(element, multiplier, self.moduli, strict=True))]
            for element in self.elements
        ]
        result = [list(range(len(step)))]
        while [step[place] for place in result[-1]] != result[0]:
            result.append([step[place] for place in result[-1]])
        return result


def first_round(kind: str, group: Group, multiplier: list[int], seed: int) -> list[list[int]]:
    """Tables of a first round; the elements are followed by those who stay where they are."""
    chance = Chance("whist", seed)
    powers = group.powers(multiplier)
    size = len(group.elements)
    classes: dict[int, int] = {}
    for d in range(size):
        if d not in group.hole:
            orbit = min(min(p[d], group.minus[0][p[d]]) for p in powers)
            classes[d] = orbit
    goal = dict.fromkeys(classes.values(), 1)
    orbits = sorted({min(p[x] for p in powers) for x in range(size) if x not in group.hole})
    staying = list(range(size, size + len(group.hole))) if kind == "groups" else []
    points = [*orbits, *(sorted(group.hole) if kind == "groups" else []), *staying]
    assert len(points) % 4 == 0

    def price(table: list[int], by: int) -> int:
        a, b, c, d = table
        total = 0
        for counts, aim, pairs in (
            (partners, 1, ((a, c), (b, d))),
            (opponents, 2, ((a, b), (b, c), (c, d), (d, a))),
        ):
            for x, y in pairs:
                if x >= size or y >= size:
                    total += by * 9 * (x >= size and y >= size)
                    continue
                difference = group.minus[x][y]
                if difference in group.hole:
                    total += by * 9
                    continue
                orbit = classes[difference]
                before = abs(counts[orbit] - aim)
                counts[orbit] += by
                total += abs(counts[orbit] - aim) - before
        return total

    while True:
        partners: Counter[int] = Counter()
        opponents: Counter[int] = Counter()
        cards = [p if p >= size else chance.one_of(powers)[p] for p in chance.shuffled(points)]
        tables = [cards[at : at + 4] for at in range(0, len(cards), 4)]
        cost = 3 * len(goal) + sum(price(table, 1) for table in tables)
        for step in range(20_000):
            if cost == 0:
                return [[p if p >= size else power[p] for p in t] for t in tables for power in powers]
            t, u = chance.below(len(tables)), chance.below(len(tables))
            i, j = chance.below(4), chance.below(4)
            change = price(tables[t], -1)
            if t != u:
                change += price(tables[u], -1)
            before = tables[t][:], tables[u][:]
            if t == u and tables[t][i] < size:
                tables[t][i] = chance.one_of(powers)[tables[t][i]]
            if t != u or i != j:
                tables[t][i], tables[u][j] = tables[u][j], tables[t][i]
            change += price(tables[t], 1)
            if t != u:
                change += price(tables[u], 1)
            if change > 0 and chance.below(1000) >= 1000 * 2.718 ** (
                -change / (0.3 + 1.2 * (1 - step / 20_000))
            ):
                price(tables[t], -1)
                if t != u:
                    price(tables[u], -1)
                tables[t], tables[u] = before
                price(tables[t], 1)
                if t != u:
                    price(tables[u], 1)
            else:
                cost += change


if __name__ == "__main__":
    for kind, moduli, hole, multiplier, name in TASKS:
        result = first_round(kind, Group(moduli, hole), multiplier, 1)
        print(name, json.dumps({"kind": kind, "moduli": moduli, "hole": hole, "first": result}), flush=True)
