"""Evenings on which people come and go while each round is drawn from what was played before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Rounds = list[list[list[int]]]
Drawer = Callable[[dict[str, Any]], Rounds]


@dataclass(frozen=True, slots=True)
class Evening:
    """Who is there at first, and who comes or goes before which round; rounds count from 1."""

    name: str
    people: int
    sizes: Sequence[int]
    rounds: int
    coming: Mapping[int, Sequence[int]]
    going: Mapping[int, Sequence[int]]


EVENINGS = (
    Evening("17 come and go, (4,3)×6", 17, (4, 3), 6, {2: (18, 19), 4: (20,)}, {3: (5,), 5: (2, 11)}),
    Evening("24 come and go, (4,3)×7", 24, (4, 3), 7, {3: (25,), 5: (26, 27)}, {2: (7,), 4: (1, 9)}),
    Evening("45 come and go, (5,4)×8", 45, (5, 4), 8, {2: (46, 47), 6: (48,)}, {4: (3, 30), 7: (11,)}),
)


def played(evening: Evening, drawer: Drawer) -> Rounds:
    """The rounds of an evening, each asked for as the program asks for it."""
    rounds: Rounds = []
    for number, present in enumerate(attendance(evening), start=1):
        before = {person for tables in rounds for table in tables for person in table}
        request = {
            "players": present,
            "sizes": list(evening.sizes),
            "rounds": 1,
            "seed": f"{evening.name}, {number}",
            "played": [*rounds],
            "leave": sorted(before.difference(present)),
            "ahead": evening.rounds - number,
        }
        rounds.append(drawer(request)[0])
    return rounds


def attendance(evening: Evening) -> list[list[int]]:
    """Who is there in each round."""
    present = list(range(1, evening.people + 1))
    every = []
    for number in range(1, evening.rounds + 1):
        coming = evening.coming.get(number, ())
        present = [person for person in (*present, *coming) if person not in evening.going.get(number, ())]
        every.append(present)
    return every
