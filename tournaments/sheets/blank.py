"""Score sheets to write on."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from scoring.game import Game
from scoring.table import Table
from tournaments.sheets.inputs import BlankSheet


def blank_sheet(
    game: Game[Any, Any],
    table: Table[Any],
    *,
    rules_line: str,
    names: Sequence[str] | None = None,
    club: str = "",
    title: str = "",
    date: datetime.date | None = None,
    qr: str | None = None,
    address: str | None = None,
    rows: int | None = None,
    two_up: bool = False,
) -> bytes:
    """One sheet for one table; `two_up`: twice on a landscape A4 page, to be cut."""
    sheet = BlankSheet(
        game=game,
        table=table,
        rules_line=rules_line,
        names=tuple(names or ()),
        club=club,
        title=title,
        date=date,
        qr=qr,
        address=address,
        rows=rows,
    )
    return blank_sheets([sheet, sheet] if two_up else [sheet], two_up=two_up)


def blank_sheets(sheets: Sequence[BlankSheet], *, two_up: bool = False) -> bytes:
    """The sheets of many tables in one file; `two_up`: two tables on a landscape A4 page."""
    raise NotImplementedError
