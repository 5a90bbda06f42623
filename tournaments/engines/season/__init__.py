"""Seasons, pure: evenings with results go in, the standings of the season come out.

No names but those that are handed in, no language, no clock, and no chance but the lot of a published seed.

table = season(Season(evenings, SeasonRules(best=10, evenings=13)))
table.rows[0].rank, table.rows[0].total, table.rows[0].cells[3].counted
sentence(rules)           # the rules in sentences, spoken by whoever speaks the language
why(table, person)        # how the total came about, and what is still possible
moved(before, after)      # which places a correction has moved
"""

from __future__ import annotations

from tournaments.engines.season.choices import (
    Absent,
    BonusPlace,
    ChallengeCup,
    Combining,
    Finalists,
    Negatives,
    Outsiders,
    PlaceSharing,
    SeasonBy,
    Unit,
    Whom,
    Worth,
)
from tournaments.engines.season.cup import CupHolder, CupRules, CupWin, firsts_of, holders, together
from tournaments.engines.season.evenings import PlaceTable
from tournaments.engines.season.hints import problems, rule_hints
from tournaments.engines.season.inputs import (
    Number,
    PersonId,
    Season,
    SeasonEvening,
    SeasonExtra,
    SeasonPerson,
    SeasonResult,
)
from tournaments.engines.season.merging import merged
from tournaments.engines.season.rules import SeasonRules
from tournaments.engines.season.sentences import sentence
from tournaments.engines.season.standing import finalists, season
from tournaments.engines.season.tables import (
    LeftOut,
    SeasonCell,
    SeasonLine,
    SeasonLot,
    SeasonOutlook,
    SeasonRow,
    SeasonTable,
    Unranked,
    written,
)
from tournaments.engines.season.why import SeasonMove, SeasonReason, moved, notice, why

__all__ = [
    "Absent",
    "BonusPlace",
    "ChallengeCup",
    "Combining",
    "CupHolder",
    "CupRules",
    "CupWin",
    "Finalists",
    "LeftOut",
    "Negatives",
    "Number",
    "Outsiders",
    "PersonId",
    "PlaceSharing",
    "PlaceTable",
    "Season",
    "SeasonBy",
    "SeasonCell",
    "SeasonEvening",
    "SeasonExtra",
    "SeasonLine",
    "SeasonLot",
    "SeasonMove",
    "SeasonOutlook",
    "SeasonPerson",
    "SeasonReason",
    "SeasonResult",
    "SeasonRow",
    "SeasonRules",
    "SeasonTable",
    "Unit",
    "Unranked",
    "Whom",
    "Worth",
    "finalists",
    "firsts_of",
    "holders",
    "merged",
    "moved",
    "notice",
    "problems",
    "rule_hints",
    "season",
    "sentence",
    "together",
    "why",
    "written",
]
