"""Standings, pure: what was played goes in, places and their reasons come out.

No names, no language, no clock, and no chance but the lot of a seed that was published.
"""

from __future__ import annotations

from tournaments.standings.inputs import (
    Account,
    Adjustment,
    Competition,
    Entrant,
    Id,
    Played,
    Rest,
)
from tournaments.standings.rules import By, RankingRules

__all__ = [
    "Account",
    "Adjustment",
    "By",
    "Competition",
    "Entrant",
    "Id",
    "Played",
    "RankingRules",
    "Rest",
]
