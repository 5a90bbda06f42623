"""The requests for tables that are measured: a list where no design fits, sizes by lot, and conditions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring import Unreadable
from tournaments.engines.draw.sizes import table_sizes

Rounds = list[list[list[int]]]
SEED = "bench"
WORKLOAD: list[tuple[int, list[int], int]] = [
    *[(24, [6], 4), (30, [6], 4), (30, [6], 5), (30, [6], 6), (35, [7], 5), (36, [6], 8), (36, [6], 4)],
    *[(20, [5], 5), (33, [6, 5], 5), (19, [5, 4], 6), (13, [5, 4], 5), (24, [4], 8), (20, [4], 6)],
    (100, [10], 4),
]
BY_LOT = 40
PEOPLE, SIZES, ROUNDS = (8, 84), (3, 7), (2, 12)


@dataclass(frozen=True, slots=True)
class Case:
    """A request beside the name of the group it is summed up in."""

    group: str
    name: str
    request: dict[str, Any]


def cases() -> Iterator[Case]:
    """All of them."""
    for group, shapes in (("list", WORKLOAD), ("by lot", by_lot())):
        for shape in shapes:
            yield Case(group, named(*shape), free(*shape))
        for shape in shapes:
            yield Case(f"{group}, apart", named(*shape), apart(*shape))
        for shape in shapes:
            yield Case(f"{group}, late guest", named(*shape), late_guest(*shape))
    yield from conditions()


def named(people: int, sizes: Sequence[int], rounds: int) -> str:
    """30×(6,5)×4, as in docs/draws.md."""
    tables = str(sizes[0]) if len(sizes) == 1 else f"({','.join(map(str, sizes))})"
    return f"{people}×{tables}×{rounds}"


def by_lot() -> list[tuple[int, list[int], int]]:
    """The same sizes in every run: one size in three of five, mixtures else, two tables at least."""
    dice = random.Random(20261122)
    shapes: list[tuple[int, list[int], int]] = []
    while len(shapes) < BY_LOT:
        people, size, rounds = dice.randint(*PEOPLE), dice.randint(*SIZES), dice.randint(*ROUNDS)
        sizes = [size] if dice.random() < 0.6 or size == SIZES[0] else [size, size - 1]
        try:
            tables = table_sizes(people, sizes)
        except Unreadable:
            continue
        if len(tables) > 1:
            shapes.append((people, sizes, rounds))
    return shapes


def free(people: int, sizes: list[int], rounds: int) -> dict[str, Any]:
    """A request without conditions."""
    return {"players": people, "sizes": sizes, "rounds": rounds, "seed": SEED}


def apart(people: int, sizes: list[int], rounds: int) -> dict[str, Any]:
    """The same, but two people shall never meet."""
    return free(people, sizes, rounds) | {"apart": [[1, 2]]}


def late_guest(people: int, sizes: list[int], rounds: int) -> dict[str, Any]:
    """The last one missed the first round, which was drawn by lot with one seat empty."""
    first = by_hand(people, sizes, 1, f"{people}-{sizes}")[0]
    first = [[person for person in table if person != people] for table in first]
    return {
        "players": people - 1,
        "sizes": sizes,
        "rounds": rounds - 1,
        "seed": SEED,
        "played": [first],
        "join": [people],
    }


def by_hand(people: int, sizes: list[int], rounds: int, seed: str) -> Rounds:
    """Rounds as somebody deals them with cards, without looking at who met."""
    dice = random.Random(seed)
    dealt: Rounds = []
    for _round in range(rounds):
        cards = dice.sample(range(1, people + 1), people)
        dealt.append([[cards.pop() for _seat in range(size)] for size in table_sizes(people, sizes)])
    return dealt


def conditions() -> Iterator[Case]:
    """Wishes, a history, people who come and go, and mixtures of these."""

    def case(name: str, people: int, sizes: list[int], rounds: int, **more: object) -> Case:
        return Case("conditions", name, free(people, sizes, rounds) | more)

    def clubs(people: int, count: int) -> dict[str, str]:
        return {str(person): f"club {person % count}" for person in range(1, people + 1)}

    def pairs(people: int, count: int, seed: int) -> list[list[int]]:
        every = list(combinations(range(1, people + 1), 2))
        return [list(pair) for pair in random.Random(seed).sample(every, count)]

    yield case("six clubs, 30×6×5", 30, [6], 5, clubs=clubs(30, 6))
    yield case("ten pairs apart, 33×(6,5)×5", 33, [6, 5], 5, apart=pairs(33, 10, 1))
    yield case("two rounds played, 35×7×5", 35, [7], 3, played=by_hand(35, [7], 2, "played 2"))
    yield case("five rounds played, 40×5×9", 40, [5], 4, played=by_hand(40, [5], 5, "played 5"))
    yield case(
        "four late guests, 30×5×7", 26, [5], 5, played=by_hand(26, [5, 4], 2, "late"), join=[27, 28, 29, 30]
    )
    yield case(
        "five leavers, 37×(6,5)×7",
        42,
        [6, 5],
        4,
        played=by_hand(42, [6], 3, "gone"),
        leave=[3, 9, 20, 31, 42],
    )
    yield case("three pairs together, 24×4×6", 24, [4], 6, together=[[1, 2], [5, 9], [11, 23]])
    yield case("three sit out, 33×6×6", 33, [6], 5, played=by_hand(33, [6, 3], 1, "out"))
    yield case(
        "clubs, apart, late guests and history, 38×(5,4)×7",
        *(36, [5, 4], 5),
        clubs=clubs(36, 9),
        apart=pairs(36, 6, 2),
        played=by_hand(36, [5, 4], 2, "mixed"),
        join=[37, 38],
    )
    yield case(
        "together, apart, leavers and sitting out, 22×4×7",
        *(26, [4], 5),
        together=[[4, 6]],
        apart=[[7, 8], [7, 13], [10, 22]],
        played=by_hand(26, [4, 3], 2, "small"),
        leave=[1, 2, 15, 26],
    )
