"""Totals from paper: hands of which nothing is known but how many they were and what they were worth.

A table without a phone keeps its running totals on paper and types them later. On the sheet such a stretch
stands between the hands like one of them. It is a `Hand` whose record is a `PaperTotals` and which has one
line; games never find it among the hands that directly precede the coming one (`SoFar.hands`). How a game is
kept on paper, where not in rows, is its `Tally`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from scoring.fields import Ask, Between, PerSide
from scoring.problem import Problem
from scoring.table import Side
from scoring.text import Text, say, vocabulary

_ = vocabulary("scoring")

MOST_HANDS = 500
MOST_POINTS = 999_999  # hands under the largest values of the switches come to more than 100,000
CODE = "paper"  # of the line


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTotals:
    """So many hands, which counted so much for each side."""

    hands: Annotated[int, Ask(_("How many?"), _("No.")), Between(1, MOST_HANDS)]
    points: Annotated[PerSide[int], Ask(_("Points"), _("Pts")), Between(-MOST_POINTS, MOST_POINTS)]


@dataclass(frozen=True, slots=True)
class Tally:
    """How a game is kept on paper where players draw strokes instead of writing hands in rows.

    Five strokes make a square with a diagonal. `parts` are the stretches of a game in their order, each
    with its name and its points; `games` how many games the sheet may need.
    """

    parts: tuple[tuple[str, int], ...]
    games: int


def wrong_total(side: int, text: Text) -> Problem:
    """This side cannot have what was typed."""
    return Problem("points", "paper_total", text, (side + 1,))


def outside(totals: tuple[int, ...], low: int | None = None, high: int | None = None) -> Iterator[Problem]:
    """Totals a game cannot reach: below `low`, above `high`; None: there is no such bound."""
    for side, total in enumerate(totals):
        message = ""
        if low is not None and total < low:
            message = _("{side} cannot have {total}: the lowest total is {low}.")
        elif high is not None and total > high:
            message = _("{side} cannot have {total}: a game goes to {high}.")
        if message:
            text = say(message, side=Side(side), total=total, low=low, high=high)
            yield wrong_total(side, text)


def both_at(target: int, totals: tuple[int, ...]) -> Iterator[Problem]:
    """Where a game ends as soon as a side is at the target, nobody else gets there."""
    there = [side for side, total in enumerate(totals) if total == target]
    for side in there[1:]:
        text = say(_("Only one side can have {target}: then the game is over."), target=target)
        yield wrong_total(side, text)
