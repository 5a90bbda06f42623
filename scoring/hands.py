"""What was played: hands with what they were worth, games that are decided, a sheet up to now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from scoring.paper import PaperTotals
from scoring.series import Series
from scoring.table import Side
from scoring.text import Text

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points, as the scorer would say it aloud.

    `points` is what counts, one number per side. `claimed` is what it would have been worth before it
    was cut at the target; None: the same.
    """

    code: str
    text: Text
    points: tuple[int, ...]
    claimed: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Hand(Generic[R]):
    """A record and what it was worth. `points` is the sum of the lines, always."""

    record: R
    lines: tuple[Line, ...]
    points: tuple[int, ...]


Log = Sequence[Hand[R] | Hand[PaperTotals]]
"""Hands, and stretches of them that are known from paper by their totals."""


def entered(log: Log[R]) -> tuple[Hand[R], ...]:
    """The hands among them, without the stretches."""
    return tuple(cast("Hand[R]", hand) for hand in log if not isinstance(hand.record, PaperTotals))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the sides that share first place, and the sentence for the table."""

    winners: tuple[Side, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Finished(Generic[R]):
    """One game of a sheet that has been decided (a chico, a game to five, an evening of rounds).

    `log` is everything that belongs to it, oldest first; `number` how many hands of it count.
    """

    log: Log[R]
    totals: tuple[int, ...]
    outcome: Outcome
    number: int = 0

    @property
    def hands(self) -> tuple[Hand[R], ...]:
        """Those that were entered one by one."""
        return entered(self.log)


@dataclass(frozen=True, slots=True)
class SoFar(Generic[R]):
    """A sheet up to now: the games already decided and the one in progress.

    `hands` are those of the game in progress that lead up to the coming one without a gap: totals from
    paper begin them anew, and go with what was before into `before`. `number` is how many hands of that
    game count, those on paper too. `totals` is the sum of all its lines. `winners` is None until the sheet
    is over.
    """

    hands: Series[Hand[R]]
    totals: tuple[int, ...]
    earlier: tuple[Finished[R], ...] = ()
    winners: tuple[Side, ...] | None = None
    number: int = 0
    before: tuple[Hand[R] | Hand[PaperTotals], ...] = ()

    @property
    def over(self) -> bool:
        """No further hand is taken."""
        return self.winners is not None

    @property
    def log(self) -> Log[R]:
        """Everything of the game in progress, oldest first."""
        return (*self.before, *self.hands) if self.before else self.hands

    @property
    def all_hands(self) -> tuple[Hand[R] | Hand[PaperTotals], ...]:
        """Everything on the sheet, oldest first."""
        return (*(hand for game in self.earlier for hand in game.log), *self.log)

    @property
    def played(self) -> int:
        """How many hands of the whole sheet count, those on paper too."""
        return sum(game.number for game in self.earlier) + self.number
