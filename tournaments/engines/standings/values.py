"""Exact numbers, and how they are written."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scoring.text import say

Number = int | Fraction
Exact = int | Fraction | tuple[int | Fraction | None, ...] | None
"""One number; several that are compared one after the other (None: no such round); or no value at all."""

MINUS = "\N{MINUS SIGN}"


def exact(over: Number, under: int) -> Number:
    """A quotient, as a whole number where it is one."""
    if isinstance(over, int) and over % under == 0:
        return over // under
    quotient = Fraction(over) / under
    return quotient.numerator if quotient.denominator == 1 else quotient


def half_away(number: Fraction) -> int:
    """The nearest whole number; halves away from zero."""
    size = int(abs(number) + Fraction(1, 2))
    return size if number >= 0 else -size


@dataclass(frozen=True, slots=True)
class Value:
    """What somebody has by one criterion. `exact` None: none, or the criterion was not needed."""

    exact: Exact
    percent: bool = False

    @property
    def first(self) -> Number | None:
        """The number itself; of several the first, which is what a table shows."""
        return self.exact[0] if isinstance(self.exact, tuple) and self.exact else _single(self.exact)

    @property
    def shown(self) -> object:
        """For a sentence or a cell, spoken by whoever speaks the language; "" where there is none."""
        return shown(self.first, percent=self.percent)

    @property
    def plain(self) -> str:
        """For a file that programs read: `12`, `-3`, `7/3`."""
        return "" if self.first is None else str(self.first)


def _single(value: Exact) -> Number | None:
    return None if isinstance(value, tuple) else value


def shown(number: Number | None, percent: bool = False) -> object:
    """`12`, `3½`, `2.67`, `66.7 %`: a whole number, a text, or decimals, which languages write their way."""
    if number is None:
        return ""
    if percent:
        return say("{number} %", number=_decimal(Fraction(number) * 100, 1))
    if number.denominator == 1:
        return int(number)
    if number.denominator == 2:
        whole = abs(number.numerator) // 2
        return f"{MINUS if number < 0 else ''}{whole or ''}½"
    return _decimal(Fraction(number), 2)


def _decimal(number: Fraction, digits: int) -> Decimal:
    return Decimal(half_away(number * int(10**digits))).scaleb(-digits)
