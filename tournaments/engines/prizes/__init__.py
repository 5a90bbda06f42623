"""Prizes, pure: a pot, people with places, prizes and rules go in; who gets what, why, and the rest come out.

outcome = awarded(PrizeQuestion(currency="EUR", pot=…, entrants=…, prizes=…, rules=PrizeRules()))
outcome.awards[0].money, outcome.awards[0].text, outcome.rest
question = question_from({"currency": "EUR", …})      # JSON; raises Unreadable with everything that is wrong
prizes_from([…]), rules_from({…})                     # parts of it, as they are stored
prize_json(prize), rules_json(rules)                  # and back
"""

from __future__ import annotations

from tournaments.engines.prizes.engine import awarded
from tournaments.engines.prizes.inputs import (
    Placing,
    PlannedPrize,
    PotItem,
    PrizeDecision,
    PrizeEntrant,
    PrizePot,
    PrizeQuestion,
    PrizeTarget,
    PrizeTeam,
)
from tournaments.engines.prizes.outcome import PrizeAward, PrizeOutcome, UnusedPrize
from tournaments.engines.prizes.pots import pot_sum
from tournaments.engines.prizes.reading import prizes_from, question_from, rules_from, rules_json
from tournaments.engines.prizes.rules import PrizeRules
from tournaments.engines.prizes.writing import prize_json, target_json

__all__ = [
    "Placing",
    "PlannedPrize",
    "PotItem",
    "PrizeAward",
    "PrizeDecision",
    "PrizeEntrant",
    "PrizeOutcome",
    "PrizePot",
    "PrizeQuestion",
    "PrizeRules",
    "PrizeTarget",
    "PrizeTeam",
    "UnusedPrize",
    "awarded",
    "pot_sum",
    "prize_json",
    "prizes_from",
    "question_from",
    "rules_from",
    "rules_json",
    "target_json",
]
