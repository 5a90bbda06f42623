"""The corrections as the hall may see them: what they moved is told only where places are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import get_language

from config.caches import Cache
from tournaments.hall.decisions import DecisionRow, decision_rows
from tournaments.hall.facts import Hall

_spoken: Cache[tuple[object, ...], tuple[Mapping[int, str], list[DecisionRow]]] = Cache(24)


def public_decision_rows(hall: Hall) -> list[DecisionRow]:
    """The latest first; of a round that may not be known yet only that something in it was corrected."""
    rows = _all_rows(hall)
    if hall.known.shown and hall.known.last is None:
        return rows
    return [row if hall.known.shown and _is_public(hall, row) else _covered(row) for row in rows]


def _all_rows(hall: Hall) -> list[DecisionRow]:
    """Spoken once for as long as only hands are written, and none at a table that is spoken of."""
    key = (hall.event.uid, hall.revision, get_language())
    earlier = _spoken.look_up(key)
    if earlier is None or any(_head(hall, sitting) != head for sitting, head in earlier[0].items()):
        rows = decision_rows(hall.event)
        tables = {(row.round, row.table) for row in rows}
        earlier = (
            {
                table.sitting: _head(hall, table.sitting)
                for round_ in hall.rounds
                for table in round_.tables
                if (round_.number, table.number) in tables
            },
            rows,
        )
        _spoken.put(key, earlier)
    return earlier[1]


def _head(hall: Hall, sitting: int) -> str:
    sheet = hall.results.sheets.get(sitting)
    return sheet.head if sheet else ""


def _is_public(hall: Hall, row: DecisionRow) -> bool:
    return row.round is not None and hall.known.round(row.round)


def _covered(row: DecisionRow) -> DecisionRow:
    return replace(row, before="", after="", moved=())
