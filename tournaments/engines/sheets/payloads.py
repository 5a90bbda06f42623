"""What entries hold: a record, totals from paper, or what the sheet carries besides its hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import scoring
from scoring import LineUp, PaperTotals, Seat, Table, Unreadable, fields_for
from scoring.fields import Field, fields_of
from scoring.record import Answers, read
from tournaments.engines.sheets.kinds import EntryKind
from tournaments.engines.sheets.rows import SheetRow


def value_of(sitting: SheetRow, kind: str, raw: Mapping[str, Any], table: Table[Any] | None = None) -> Any:
    """Answers as the value they stand for, whatever the rules say to it.

    A stored record has been judged before; raises Unreadable when it cannot even be read. `table` is that of
    the people who played it; None: those who began.
    """
    table = table or sitting.table()
    declared, fields = _declared(sitting, kind, table)
    reading = read(fields, raw, table.seating)
    if reading.problems:
        raise Unreadable(reading.problems)
    return declared(**reading.values)


def stored(sitting: SheetRow, kind: str, value: Any, table: Table[Any] | None = None) -> Answers:
    """Such a value as it is written."""
    return scoring.dump(_declared(sitting, kind, table or sitting.table())[1], value)


def readable(
    sitting: SheetRow, kind: str, raw: Mapping[str, Any] | None, table: Table[Any] | None = None
) -> Answers | None:
    """What these answers would be stored as; None if they cannot be read."""
    try:
        return stored(sitting, kind, value_of(sitting, kind, raw or {}, table), table)
    except Unreadable:
        return None


def line_up(payload: Mapping[str, Any]) -> LineUp:
    """Who plays, as an entry says it."""
    dealer = payload["dealer"]
    places = tuple(place - 1 for place in payload["places"])
    return LineUp(places, None if dealer is None else Seat(dealer - 1))


def _declared(sitting: SheetRow, kind: str, table: Table[Any]) -> tuple[type[Any], Sequence[Field]]:
    game = sitting.game_value()
    match kind:
        case EntryKind.PAPER:
            return PaperTotals, fields_of(PaperTotals)
        case EntryKind.EXTRA:
            return game.extra, fields_of(game.extra)
        case _:
            return game.record, fields_for(game, table)
