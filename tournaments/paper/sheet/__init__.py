"""Paper: score sheets to write on, score sheets as played, cards with the house rules.

Pure functions from plain values to the bytes of a PDF, in the language that is active.
"""

from __future__ import annotations

from tournaments.paper.sheet.blank import score_sheet, score_sheets
from tournaments.paper.sheet.filled import printed_sheet, printed_sheets
from tournaments.paper.sheet.inputs import (
    NumbersOf,
    PrintedAccount,
    PrintedAttempts,
    PrintedHand,
    PrintedSheet,
    ScoreSheet,
    TableNumbers,
)
from tournaments.paper.sheet.numbers import numbers_page
from tournaments.paper.sheet.rulecard import rules_card

__all__ = [
    "NumbersOf",
    "PrintedAccount",
    "PrintedAttempts",
    "PrintedHand",
    "PrintedSheet",
    "ScoreSheet",
    "TableNumbers",
    "numbers_page",
    "printed_sheet",
    "printed_sheets",
    "rules_card",
    "score_sheet",
    "score_sheets",
]
