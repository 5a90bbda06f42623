"""Paper: score sheets to write on, score sheets as played, cards with the house rules.

Pure functions from plain values to the bytes of a PDF, in the language that is active. They are drawn where
papers are made (`config.press`): who fills them in need not load what draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from config import press
from scoring.game import Game
from scoring.table import Table
from tournaments.paper.sheet.inputs import (
    NumbersOf,
    PrintedAccount,
    PrintedAttempts,
    PrintedEnding,
    PrintedHand,
    PrintedPlace,
    PrintedSheet,
    ScoreSheet,
    TableNumbers,
)

__all__ = [
    "NumbersOf",
    "PrintedAccount",
    "PrintedAttempts",
    "PrintedEnding",
    "PrintedHand",
    "PrintedPlace",
    "PrintedSheet",
    "ScoreSheet",
    "TableNumbers",
    "ending_picture",
    "numbers_page",
    "printed_sheet",
    "printed_sheets",
    "rules_card",
    "score_sheet",
    "score_sheets",
]


def score_sheet(sheet: ScoreSheet, *, two_up: bool = False) -> bytes:
    """One sheet for one table; `two_up`: twice on a landscape A4 page, to be cut."""
    return _drawn("blank:score_sheet", sheet, two_up=two_up)


def score_sheets(sheets: Sequence[ScoreSheet], *, two_up: bool = False) -> bytes:
    """The sheets of many tables in one file; `two_up`: two tables on a landscape A4 page."""
    return _drawn("blank:score_sheets", sheets, two_up=two_up)


def printed_sheet(view: PrintedSheet) -> bytes:
    """The sheet of one table."""
    return _drawn("filled:printed_sheet", view)


def printed_sheets(views: Sequence[PrintedSheet]) -> bytes:
    """The sheets of many tables in one file; each counts its own pages."""
    return _drawn("filled:printed_sheets", views)


def numbers_page(view: TableNumbers) -> bytes:
    """Who played what, and how it went; one page A4."""
    return _drawn("numbers:numbers_page", view)


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
    named = {"club": club, "rule_set_name": rule_set_name, "two_up": two_up}
    return _drawn("rulecard:rules_card", game, table, **named)


def ending_picture(ending: PrintedEnding, *, wide: bool = False) -> bytes:
    """The end of an evening or event as a PNG: 1080 × 1350, or `wide` 1200 × 630."""
    return _drawn("ending:ending_picture", ending, wide=wide)


def _drawn(function: str, *given: Any, **named: Any) -> bytes:
    return bytes(press.make(f"{__name__}.{function}", *given, **named))
