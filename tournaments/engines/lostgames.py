"""What lost games cost: a scale of steps, pure. Amounts are in smallest units of a currency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.fields import Option
from scoring.text import mark as _
from tournaments.engines.amounts import MOST
from tournaments.engines.cashdesk.kinds import Destination

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


class Collected(Option):
    """Where and when the money is taken."""

    AT_END = "end", _("At the desk, before the prize-giving")
    AT_TABLE = "table", _("At the table, after each round")
    STAYS = "stays", _("It stays at the table as its pot; nothing is booked")


@dataclass(frozen=True, slots=True)
class LostGamesPlan:
    """What an event does with lost games."""

    scale: LostGameScale
    collected: Collected = Collected.AT_END
    feeds: Destination = Destination.CLUB

    @property
    def booked(self) -> bool:
        """Does it go into the cash book?"""
        return self.collected is not Collected.STAYS


KEY = "lost_games"


def lost_games_plan(money: Mapping[str, Any]) -> LostGamesPlan | None:
    """From the money of an event; None where lost games cost nothing, or what is there cannot be read."""
    raw = money.get(KEY)
    try:
        if not isinstance(raw, Mapping):
            return None
        steps = tuple(ScaleStep(_whole(first), _whole(amount)) for first, amount in raw["steps"])
        by = {str(what): _whole(amount) for what, amount in raw["by"].items()}
        plan = LostGamesPlan(
            LostGameScale(steps, bool(raw["through"]), by),
            Collected(raw["collected"]),
            Destination(raw["feeds"]),
        )
    except (AttributeError, LookupError, TypeError, ValueError):
        return None
    return plan if is_scale(steps) and plan.scale.costs else None


def lost_games_json(plan: LostGamesPlan) -> dict[str, Any]:
    """As the money of an event keeps it."""
    return {
        "steps": [[step.first, step.amount] for step in plan.scale.steps],
        "through": plan.scale.through,
        "by": dict(plan.scale.by),
        "collected": plan.collected.value,
        "feeds": plan.feeds.value,
    }


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise ValueError(value)
    return value
