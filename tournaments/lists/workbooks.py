"""Spreadsheets (XLSX): values only, within limits that no packed file can get around."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence

from scoring import Problem, Unreadable
from scoring.text import mark as _
from scoring.text import say
from tournaments.lists import spreadsheets

MOST_PARTS = 200  # files in the package
MOST_UNPACKED = 12_000_000  # bytes; a list of 5,000 rows needs about 2
MOST_TAGS = 1_000_000  # of XML in all parts together; reading as many takes two seconds
LONGEST_TEXT = 40_000  # bytes between two tags, or in one; spreadsheets allow 32,767 letters in a cell
MOST_TAGS_BESIDES = 50_000  # where no row and no text is: formats, names, merged cells; read far more slowly
TEXTS = "xl/sharedStrings"
BESIDES = ("[Content_Types]", "docProps/", "xl/styles", "xl/theme/", "xl/workbook")
UNSEEN = ("xl/charts/", "xl/drawings/", "xl/media/", "xl/pivot", "customXml/")  # nobody reads these
SHEET_DATA = b"sheetData>"  # at the end of the rows; some programs put a prefix before each name
# Nothing a spreadsheet writes: a type of document, in which entities can grow; letters of two bytes.
NO_SHEET = (b"<!DOCTYPE", b"\0")


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
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                text = say(_("This spreadsheet is too large. Please save only the list, as CSV or as XLSX."))
                raise Unreadable([Problem(None, "too_large", text)])
            if "content.xml" in {part.filename for part in parts}:
                text = say(_("This is an OpenDocument file. Please save it as CSV or as XLSX."))
                raise Unreadable([Problem(None, "no_list", text)])
            _check_parts(
                {
                    part.filename: package.read(part)
                    for part in parts
                    if part.filename.endswith((".xml", ".rels")) and not part.filename.startswith(UNSEEN)
                }
            )
    except Unreadable:
        raise
    except Exception as error:  # zipfile, too
        raise _unreadable() from error


def _check_parts(parts: Mapping[str, bytes]) -> None:
    """How much there is to read, found by counting: reading it takes a thousand times longer.

    Rows, cells, merged cells and shared texts are tags, whatever they are called.
    """
    if any(mark in part for part in parts.values() for mark in NO_SHEET):
        raise _unreadable()
    rows = {name: part for name, part in parts.items() if _has_rows(name, part)}
    besides = sum(part.count(b"<") for name, part in parts.items() if name not in rows)
    besides += sum(part.count(b"<", part.rfind(SHEET_DATA)) for part in rows.values() if SHEET_DATA in part)
    if sum(part.count(b"<") for part in rows.values()) > MOST_TAGS or besides > MOST_TAGS_BESIDES:
        text = say(_("This spreadsheet has too many cells. Please save only the list, as CSV or as XLSX."))
        raise Unreadable([Problem(None, "too_large", text)])
    if any(len(text) > LONGEST_TEXT for part in rows.values() for text in part.split(b"<")):
        text = say(_("A cell of this spreadsheet is too long. Please save only the list, as CSV or as XLSX."))
        raise Unreadable([Problem(None, "too_large", text)])


def _has_rows(name: str, part: bytes) -> bool:
    """Rows of a sheet, wherever a program has put it, or the texts in them."""
    if name.startswith(BESIDES) or name.endswith(".rels"):
        return False
    return name.startswith(TEXTS) or SHEET_DATA in part


def _rows(data: bytes, most_rows: int, most_columns: int) -> Iterator[tuple[int, list[str]]]:
    openpyxl = spreadsheets.library()  # here: most starts of the program read no spreadsheet

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
