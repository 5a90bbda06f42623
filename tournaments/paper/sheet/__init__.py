"""Paper: score sheets to write on, score sheets as played, cards with the house rules.

Pure functions from plain values to the bytes of a PDF, in the language that is active.
"""

from __future__ import annotations

from tournaments.paper.sheet.blank import blank_sheet, blank_sheets
from tournaments.paper.sheet.card import rules_card
from tournaments.paper.sheet.filled import filled_sheet, filled_sheets
from tournaments.paper.sheet.inputs import (
    BlankSheet,
    FilledSheet,
    Numbers,
    NumbersOf,
    Result,
    SheetHand,
    Tried,
)
from tournaments.paper.sheet.numbers import numbers_page

__all__ = [
    "BlankSheet",
    "FilledSheet",
    "Numbers",
    "NumbersOf",
    "Result",
    "SheetHand",
    "Tried",
    "blank_sheet",
    "blank_sheets",
    "filled_sheet",
    "filled_sheets",
    "numbers_page",
    "rules_card",
]
