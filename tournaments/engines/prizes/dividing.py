"""Exact amounts become payable ones: rounded down once, in steps; what is cut off goes to a named place."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from tournaments.engines.prizes.choices import RestGoes


def rounded_down(exact: Fraction, step: int) -> int:
    """The largest multiple of the step that is not more."""
    return floor(exact / step) * step


def payable(exact: Sequence[Fraction], steps: Sequence[int], rest: RestGoes) -> list[int]:
    """What is paid of each amount; they stand in the order of the ranking, each with its own step.

    What is cut off all of them together is given out in steps where the rule says so: to those who were cut,
    one step each. Less than a step stays.
    """
    paid = [rounded_down(amount, step) for amount, step in zip(exact, steps, strict=True)]
    cut = [amount - whole for amount, whole in zip(exact, paid, strict=True)]
    left = sum(cut, Fraction(0))
    for number in _turns(cut, rest):
        if steps[number] <= left:
            paid[number] += steps[number]
            left -= steps[number]
    return paid


def _turns(cut: Sequence[Fraction], rest: RestGoes) -> list[int]:
    """Who of those who were cut gets a step, in this order."""
    hurt = [number for number, amount in enumerate(cut) if amount]
    match rest:
        case RestGoes.FIRST:
            return hurt
        case RestGoes.LARGEST:
            return sorted(hurt, key=lambda number: -cut[number])  # equal ones stay by rank
        case _:
            return []
