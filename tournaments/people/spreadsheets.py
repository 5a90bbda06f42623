"""Lists as files: CSV at once, spreadsheets read and written where papers are made (`config.press`)."""

from __future__ import annotations

from django.http import HttpResponse

from config import press
from tournaments import lists
from tournaments.lists import DataTable, Hints, ListRow, is_workbook, write_csv

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def file_of(table: DataTable, name: str, kind: str) -> HttpResponse:
    """A table as a file to keep: `csv` for spreadsheets in German and Spanish, or `xlsx`."""
    if kind == "xlsx":
        response = HttpResponse(workbook(table), content_type=XLSX)
    else:
        response = HttpResponse(write_csv(table), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def workbook(*tables: DataTable) -> bytes:
    """These tables in one spreadsheet."""
    return bytes(press.make("tournaments.lists.writing:write_xlsx", *tables))


def rows_of_file(data: bytes, known: Hints) -> list[ListRow]:
    """The rows of a file that somebody has sent; raises Unreadable."""
    if not is_workbook(data):
        return lists.rows_of_file(data, known)
    return list(press.make("tournaments.lists.cells:rows_of_file", data))


def table_of_file(data: bytes) -> list[ListRow]:
    """The same for a list that is a table in any case; raises Unreadable."""
    if not is_workbook(data):
        return lists.table_of_file(data)
    return list(press.make("tournaments.lists.cells:table_of_file", data))
