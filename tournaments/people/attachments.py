"""Lists of people as files to keep."""

from __future__ import annotations

from django.http import HttpResponse

from tournaments.lists import DataTable, write_csv, write_xlsx

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def file_of(table: DataTable, name: str, kind: str) -> HttpResponse:
    """A table as a file to keep: `csv` for spreadsheets in German and Spanish, or `xlsx`."""
    if kind == "xlsx":
        response = HttpResponse(write_xlsx(table), content_type=XLSX)
    else:
        response = HttpResponse(write_csv(table), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response
