"""A match of several games on one sheet: who has won how many, and the points of each game.

What counts is the games (3:2); points are those of one game and are never added up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.hands import SoFar


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of the match. `winners` None: it is being played, or was never finished."""

    number: int  # from 1
    points: tuple[int, ...]  # by side
    winners: tuple[int, ...] | None
    hands: int


@dataclass(frozen=True, slots=True)
class Match:
    """All games of a sheet, and how many of them each side has won."""

    games: tuple[MatchGame, ...]
    won: tuple[int, ...]  # by side

    def of_side(self, side: int) -> tuple[int, ...]:
        """The points of one side, game by game."""
        return tuple(game.points[side] for game in self.games)


def match_of(so_far: SoFar[Any]) -> Match:
    """All games of a sheet. The one that is on is among them as soon as it has a hand."""
    games = [
        MatchGame(number, done.totals, tuple(map(int, done.outcome.winners)), done.number)
        for number, done in enumerate(so_far.earlier, start=1)
    ]
    if so_far.log or not games:
        games.append(MatchGame(len(games) + 1, so_far.totals, None, so_far.number))
    decided = [game.winners for game in games if game.winners is not None]
    return Match(
        tuple(games),
        tuple(sum(side in winners for winners in decided) for side in range(len(so_far.totals))),
    )
