"""Standings, pure: what was played goes in, places and their reasons come out.

No names, no language, no clock, and no chance but the lot of a seed that was published.

table = standings(Competition(entrants, played, rules=style("swiss").rules), seed="2026-05-01")
table.rows[0].rank, table.rows[0].values[0].exact
why(table, 17)            # sentences, spoken by whoever speaks the language
moved(before, after)      # what a correction changes
"""

from __future__ import annotations

from tournaments.engines.standings.choices import By
from tournaments.engines.standings.criteria import CRITERIA, Criterion, criteria_of
from tournaments.engines.standings.direct import drawn, ticket
from tournaments.engines.standings.final import PlayedPart as PlayedPart
from tournaments.engines.standings.final import final_list
from tournaments.engines.standings.groups import Qualification, Qualified, group_standings, qualifiers
from tournaments.engines.standings.inputs import (
    Account,
    Adjustment,
    Competition,
    Competitor,
    Id,
    Rest,
    TableResult,
)
from tournaments.engines.standings.knockout import KnockoutPlace, final_places, winner_of
from tournaments.engines.standings.presets import STYLES, RankingStyle, style
from tournaments.engines.standings.ranking import (
    FinalPart,
    Lot,
    RoundScore,
    Standings,
    StandingsRow,
    span,
    standings,
)
from tournaments.engines.standings.rules import RankingRules, problems
from tournaments.engines.standings.teams import TeamRound, TeamRow, team_standings
from tournaments.engines.standings.values import Exact, Number, Value, shown
from tournaments.engines.standings.why import Move, Reason, moved, ranks_by_round, why

__all__ = [
    "CRITERIA",
    "STYLES",
    "Account",
    "Adjustment",
    "By",
    "Competition",
    "Competitor",
    "Criterion",
    "Exact",
    "FinalPart",
    "Id",
    "KnockoutPlace",
    "Lot",
    "Move",
    "Number",
    "PlayedPart",
    "Qualification",
    "Qualified",
    "RankingRules",
    "RankingStyle",
    "Reason",
    "Rest",
    "RoundScore",
    "Standings",
    "StandingsRow",
    "TableResult",
    "TeamRound",
    "TeamRow",
    "Value",
    "criteria_of",
    "drawn",
    "final_list",
    "final_places",
    "group_standings",
    "moved",
    "problems",
    "qualifiers",
    "ranks_by_round",
    "shown",
    "span",
    "standings",
    "style",
    "team_standings",
    "ticket",
    "why",
    "winner_of",
]
