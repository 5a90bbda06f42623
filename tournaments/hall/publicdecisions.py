"""The corrections as the hall may see them: what they moved is told only where places are told."""

from __future__ import annotations

from dataclasses import replace

from tournaments.hall.decisions import DecisionRow, decision_rows
from tournaments.hall.facts import Hall


def public_decision_rows(hall: Hall) -> list[DecisionRow]:
    """The latest first; of a round that may not be known yet only that something in it was corrected."""
    rows = decision_rows(hall.event)
    if hall.known.shown and hall.known.last is None:
        return rows
    return [row if hall.known.shown and _is_public(hall, row) else _covered(row) for row in rows]


def _is_public(hall: Hall, row: DecisionRow) -> bool:
    return row.round is not None and hall.known.round(row.round)


def _covered(row: DecisionRow) -> DecisionRow:
    return replace(row, before="", after="", moved=())
