"""Base rounds found by search, as data. tests/draw/test_catalogue.py checks every one of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
Round = list[list[int]]


@dataclass(frozen=True, slots=True)
class Starter:
    """Rounds that develop from a few base rounds: each turn moves every point on within its cycle."""

    turns: int
    cycles: tuple[int, ...]
    base: tuple[tuple[tuple[int, ...], ...], ...]

    def __len__(self) -> int:
        return self.turns * len(self.base)

    def rounds(self) -> list[Round]:
        """All rounds, developed."""
        following: list[int] = []
        for length in self.cycles:
            first = len(following)
            following += [first + (place + 1) % length for place in range(length)]
        found: list[Round] = []
        for one in self.base:
            tables = [list(table) for table in one]
            for _turn in range(self.turns):
                found.append(tables)
                tables = [[following[point] for point in table] for table in tables]
        return found


@cache
def starters() -> dict[tuple[int, int], Starter]:
    """The base rounds for (people, size)."""
    stored = json.loads((HERE / "tables.json").read_text(encoding="utf-8"))["rounds"]
    return {
        (one["people"], one["size"]): Starter(
            one["turns"],
            tuple(one["cycles"]),
            tuple(tuple(tuple(table) for table in base) for base in one["base"]),
        )
        for one in stored
    }


@cache
def whist_starts() -> dict[int, tuple[int, ...]]:
    """The first round of a cyclic whist tournament for so many people."""
    stored = json.loads((HERE / "whist.json").read_text(encoding="utf-8"))["first"]
    return {int(people): tuple(points) for people, points in stored.items()}
