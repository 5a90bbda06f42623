"""What a measurement yields: a value, its yardstick from the same run, and how they must stand to each other.

Machines differ, ratios less: no figure is a time alone.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

TURNS = 5  # so often value and yardstick take turns


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of `make bench`."""

    name: str  # "hand.sqlite": lower case, dots; the same in every run, for comparing
    what: str
    value: float
    unit: str  # of value and yardstick: "ms", "1/s", "MB"
    yardstick: float
    beside: str  # what the yardstick is
    goal: float  # of the ratio
    at_least: bool = False  # a rate; otherwise a cost, and the goal is the most it may be
    size: int | None = None  # of what grows: people, tables, sheets

    @property
    def ratio(self) -> float:
        """The value in yardsticks."""
        return self.value / self.yardstick

    @property
    def reached(self) -> bool:
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal


def in_turns(
    value: Callable[[], float], yardstick: Callable[[], float], turns: int = TURNS
) -> tuple[float, float]:
    """Medians of both, measured in turns: what slows the machine down for a while slows both down."""
    values: list[float] = []
    yardsticks: list[float] = []
    for _turn in range(turns):
        yardsticks.append(yardstick())
        values.append(value())
    return statistics.median(values), statistics.median(yardsticks)


def quantile(values: Sequence[float], share: float) -> float:
    """So much of all is not above it."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
