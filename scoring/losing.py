"""What was lost on a sheet, and by whom: for money that is asked for it, never for points."""

from __future__ import annotations

from typing import Any

from scoring.game import Game
from scoring.hands import Hand, Log, SoFar, entered
from scoring.remarks import Loss
from scoring.table import Table


def losses_of(game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any]) -> tuple[Loss, ...]:
    """Everything on a sheet of the same people from beginning to end, oldest first.

    Of hands that are known by totals from paper alone nobody knows who has lost them.
    """
    lost: list[Loss] = []
    for done in so_far.earlier:
        lost += _of_hands(game, table, done.log)
        lost += game.games_lost(done, table)
    return (*lost, *_of_hands(game, table, so_far.log))


def _of_hands(game: Game[Any, Any], table: Table[Any], log: Log[Any]) -> list[Loss]:
    hands: tuple[Hand[Any], ...] = entered(log)
    return [loss for hand in hands for loss in game.losses(hand, table)]
