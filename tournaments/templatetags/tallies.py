"""Tally marks as players lay them out: matchsticks, four to a square and the fifth across it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import template

from tournaments.table.handview import HandView

register = template.Library()

FIVE = 5
PITCH = 38  # from one square to the next
IN_A_ROW = 5
SIDES = ((3, 27, 3, 5), (5, 3, 27, 3), (29, 5, 29, 27), (27, 29, 5, 29), (6, 26, 25, 7))
"""Left, top, right, bottom, across: foot and head of each stick inside its square."""


@dataclass(frozen=True, slots=True)
class Stick:
    """One place for a match, and whether one lies there."""

    x1: int
    y1: int
    x2: int
    y2: int
    laid: bool


@dataclass(frozen=True, slots=True)
class Sticks:
    """A drawing of sticks and its size."""

    width: int
    height: int
    sticks: tuple[Stick, ...]


@register.simple_tag
def matchsticks(total: int, first: int, last: int) -> Sticks:
    """The points above `first` up to `last`, one place each; laid as far as the total reaches."""
    places = last - first
    squares = -(-places // FIVE)
    columns = min(squares, IN_A_ROW)
    rows = -(-squares // IN_A_ROW)
    sticks = []
    for place in range(places):
        square, side = divmod(place, FIVE)
        x, y = PITCH * (square % IN_A_ROW), PITCH * (square // IN_A_ROW)
        x1, y1, x2, y2 = SIDES[side]
        sticks.append(Stick(x + x1, y + y1, x + x2, y + y2, first + place < total))
    return Sticks(PITCH * columns - 6, PITCH * rows - 6, tuple(sticks))


@register.filter
def counted_before(hands: Sequence[HandView], number: str) -> list[HandView]:
    """Of a round in parts: the hands of its parts before this one, oldest first; voids are left out.

    After totals from paper the parts before may not be known.
    """
    parts = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 3 else 0
    since = max((place for place, hand in enumerate(hands, start=1) if hand.on_paper), default=0)
    counted = [hand for hand in hands[since:] if hand.label]
    return counted[len(counted) - parts :] if 0 < parts <= len(counted) else []
