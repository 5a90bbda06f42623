"""All games of the house, in menu order. A new game is one module and one name here."""

from __future__ import annotations

import copyreg
from typing import Any

from scoring.game import Game
from scoring.games.cabo import CABO
from scoring.games.caesar import CAESAR
from scoring.games.cego import CEGO
from scoring.games.ecarte import ECARTE
from scoring.games.truco import TRUCO

GAMES: tuple[Game[Any, Any], ...] = (CEGO, CAESAR, TRUCO, CABO, ECARTE)

_BY_KEY = {game.key: game for game in GAMES}


def game_for(key: str) -> Game[Any, Any]:
    """The game with this key; raises KeyError when there is none."""
    return _BY_KEY[key]


def _named(game: Game[Any, Any]) -> tuple[Any, ...]:
    return game_for, (game.key,)


copyreg.pickle(Game, _named)
"""What goes to another process is the name of a game: it has the same ones."""
