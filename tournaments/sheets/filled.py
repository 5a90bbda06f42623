"""The evening of a table, as played."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.sheets.inputs import FilledSheet


def filled_sheet(view: FilledSheet) -> bytes:
    """The sheet of one table."""
    return filled_sheets([view])


def filled_sheets(views: Sequence[FilledSheet]) -> bytes:
    """The sheets of many tables in one file; each counts its own pages."""
    raise NotImplementedError
