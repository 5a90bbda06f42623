"""Score sheets to write on."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.sheets.inputs import BlankSheet


def blank_sheet(sheet: BlankSheet, *, two_up: bool = False) -> bytes:
    """One sheet for one table; `two_up`: twice on a landscape A4 page, to be cut."""
    return blank_sheets([sheet, sheet] if two_up else [sheet], two_up=two_up)


def blank_sheets(sheets: Sequence[BlankSheet], *, two_up: bool = False) -> bytes:
    """The sheets of many tables in one file; `two_up`: two tables on a landscape A4 page."""
    raise NotImplementedError
