"""The house rules on one page."""

from __future__ import annotations

from typing import Any

from scoring.game import Game
from scoring.table import Table


def rules_card(
    game: Game[Any, Any],
    table: Table[Any],
    *,
    club: str = "",
    rule_set_name: str = "",
    two_up: bool = False,
) -> bytes:
    """All switches in force at this table; those unlike the game's default rule set are marked.

    `two_up`: twice on a landscape A4 page, to be cut.
    """
    raise NotImplementedError
