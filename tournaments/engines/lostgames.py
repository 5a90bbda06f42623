"""What lost games cost: a scale of steps, pure. Amounts are in smallest units of a currency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

MOST_STEPS = 4


@dataclass(frozen=True, slots=True)
class ScaleStep:
    """From which lost game on one costs how much: `ScaleStep(4, 100)`: the fourth and each after it 1.00."""

    first: int  # from 1
    amount: int


@dataclass(frozen=True, slots=True)
class LostGameScale:
    """What each lost game costs.

    `by` are amounts of their own for what was lost (a contract), instead of the step's; such a game counts on
    the scale like any other. `through`: the steps run through the evening; else every round begins anew.
    """

    steps: tuple[ScaleStep, ...]
    through: bool
    by: Mapping[str, int] = field(default_factory=dict)

    @property
    def costs(self) -> bool:
        """Does anything cost anything?"""
        return any(step.amount for step in self.steps) or any(self.by.values())

    def price(self, place: int, what: str = "") -> int:
        """What the lost game at this place costs, counted from 1."""
        if what in self.by:
            return self.by[what]
        reached = [step.amount for step in self.steps if step.first <= place]
        return reached[-1] if reached else 0

    def of_rounds(self, rounds: Iterable[Sequence[str]]) -> tuple[int, ...]:
        """What was lost in each round costs, in their order: of each game what was lost, "" where nothing
        is said about it.
        """
        costs: list[int] = []
        before = 0
        for lost in rounds:
            first = before + 1 if self.through else 1
            costs.append(sum(self.price(place, what) for place, what in enumerate(lost, first)))
            before += len(lost)
        return tuple(costs)

    def total(self, rounds: Iterable[Sequence[str]]) -> int:
        """What somebody owes."""
        return sum(self.of_rounds(rounds))


def is_scale(steps: Sequence[ScaleStep]) -> bool:
    """Do the steps begin with the first lost game and go up, one after the other, at most so many?"""
    firsts = [step.first for step in steps]
    return (
        len(steps) <= MOST_STEPS
        and (not steps or firsts[0] == 1)
        and firsts == sorted(set(firsts))
        and all(step.amount >= 0 for step in steps)
    )
