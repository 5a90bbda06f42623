"""Spreadsheets, read and written where papers are made (`config.press`)."""

from __future__ import annotations

from config import press
from tournaments.lists import DataTable, Hints, ListRow, is_workbook
from tournaments.lists import rows_of_file as rows_read

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def workbook(*tables: DataTable) -> bytes:
    """These tables in one spreadsheet."""
    return bytes(press.make("tournaments.lists.writing:write_xlsx", *tables))


def rows_of_file(data: bytes, known: Hints) -> list[ListRow]:
    """The rows of a file that somebody has sent; raises Unreadable."""
    if not is_workbook(data):
        return rows_read(data, known)
    return list(press.make("tournaments.lists.cells:rows_of_file", data))
