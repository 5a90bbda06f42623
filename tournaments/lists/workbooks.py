"""Spreadsheets (XLSX): values only, within limits that no packed file can get around."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator, Sequence

from scoring import Problem, Unreadable
from scoring.text import mark as _
from scoring.text import say

MOST_PARTS = 200  # files in the package
MOST_UNPACKED = 12_000_000  # bytes; a list of 5,000 rows needs about 2


def rows_of_workbook(data: bytes, most_rows: int, most_columns: int) -> Iterator[tuple[int, list[str]]]:
    """(line, cells) of the first sheet that holds anything; raises Unreadable.

    Formulas count with the value the spreadsheet has kept; macros, links and pictures are not looked at.
    """
    _check_package(data)
    try:
        yield from _rows(data, most_rows, most_columns)
    except Unreadable:
        raise
    except Exception as error:  # openpyxl meets broken files with whatever Python raises
        raise _unreadable() from error


def _check_package(data: bytes) -> None:
    """Unpacking never reads more than the directory of the package announces; so the directory is judged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = package.infolist()
            names = {part.filename for part in parts}
    except Exception as error:  # zipfile, too
        raise _unreadable() from error
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        text = say(_("This spreadsheet is too large. Please save only the list, as CSV or as XLSX."))
        raise Unreadable([Problem(None, "too_large", text)])
    if "content.xml" in names:
        text = say(_("This is an OpenDocument file. Please save it as CSV or as XLSX."))
        raise Unreadable([Problem(None, "no_list", text)])


def _rows(data: bytes, most_rows: int, most_columns: int) -> Iterator[tuple[int, list[str]]]:
    import openpyxl  # here: most starts of the program read no spreadsheet

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                continue
            sheet.reset_dimensions()  # what the file says of its size may be wrong
            rows = sheet.iter_rows(max_row=most_rows + 1, max_col=most_columns, values_only=True)
            filled = False
            for line, values in enumerate(rows, start=1):
                cells = _texts(values)
                filled = filled or any(cells)
                yield line, cells
            if filled:
                return
    finally:
        book.close()


def _texts(values: Sequence[object]) -> list[str]:
    return [_text(value) for value in values]


def _text(value: object) -> str:
    """A value as people would have typed it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime | datetime.date):
        return value.isoformat()[:10]
    return str(value)


def _unreadable() -> Unreadable:
    text = say(_("This file cannot be read. Please save it again as XLSX or as CSV."))
    return Unreadable([Problem(None, "unreadable", text)])
