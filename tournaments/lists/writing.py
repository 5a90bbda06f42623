"""Tables out: CSV and XLSX of people, results, seats. What a cell says is never taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.lists import spreadsheets

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

Cell = str | int | Fraction | None
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # lets spreadsheets recognise UTF-8
DANGEROUS = "=+\\-@＝＋－＠\t\r\n"
STARTS = re.compile(f"'*[{DANGEROUS}]")
GUARDED = re.compile(f"''*[{DANGEROUS}]")
UNWRITABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML has no words for them
PLACES = 4  # decimals of a fraction that does not end
WIDEST = 60  # letters
SHEET_NAME = 31  # letters; longer ones are refused by spreadsheets


@dataclass(frozen=True, slots=True)
class DataTable:
    """Heads and rows; None is an empty cell. `title` names the sheet of a spreadsheet."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""


def harmless(text: str) -> str:
    """A spreadsheet takes a cell that begins like a formula for one; an apostrophe keeps it a text."""
    return f"'{text}" if STARTS.match(text) else text


def unguarded(text: str) -> str:
    """The text before `harmless`."""
    return text[1:] if GUARDED.match(text) else text


def write_csv(table: DataTable, *, semicolons: bool = True) -> str:
    """CSV with a mark that lets spreadsheets recognise UTF-8.

    With semicolons and decimal commas, as spreadsheets in German and Spanish expect it; or with commas and
    decimal points.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if semicolons else ",")
    for row in (table.heads, *table.rows):
        writer.writerow([_csv_cell(cell, semicolons) for cell in row])
    return MARK + text.getvalue()


def _csv_cell(cell: Cell, semicolons: bool) -> str:
    match cell:
        case None:
            return ""
        case str():
            return harmless(cell)
        case _:
            number = decimal(cell)
            return number.replace(".", ",") if semicolons else number


def decimal(number: int | Fraction) -> str:
    """`12`, `12.5`, `0.3333`: exact where four decimals are enough, rounded otherwise."""
    scaled = round(Fraction(number) * 10**PLACES)
    whole, rest = divmod(abs(scaled), 10**PLACES)
    digits = f"{rest:0{PLACES}}".rstrip("0")
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"


def write_xlsx(*tables: DataTable) -> bytes:
    """A spreadsheet with one sheet per table: bold heads that stay in sight, columns as wide as needed."""
    openpyxl = spreadsheets.library()  # here: most starts of the program write no spreadsheet

    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    names: set[str] = set()
    for table in tables:
        _fill(book.create_sheet(_sheet_name(table.title, names)), table)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _sheet_name(title: str, taken: set[str]) -> str:
    words = UNWRITABLE.sub("", re.sub(r"[\[\]:*?/\\]", " ", title)).split()
    plain = " ".join(words).strip("'") or str(len(taken) + 1)
    name, again = plain[:SHEET_NAME].strip(), 2
    while name.casefold() in taken:
        name, again = f"{plain[: SHEET_NAME - 5].strip()} ({again})", again + 1
    taken.add(name.casefold())
    return name


def _fill(sheet: Worksheet, table: DataTable) -> None:
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    for line, row in enumerate((table.heads, *table.rows), start=1):
        for place, value in enumerate(row, start=1):
            cell = sheet.cell(line, place)
            if isinstance(value, str):
                cell.value = UNWRITABLE.sub("", value)
                cell.data_type = "s"  # never a formula, never an error
                cell.quotePrefix = bool(STARTS.match(value))  # stays a text when somebody edits it
            elif value is not None:
                cell.value = int(value) if value == int(value) else float(value)
            if line == 1:
                cell.font, cell.alignment = Font(bold=True), Alignment(vertical="top", wrap_text=True)
    for place, width in enumerate(_widths((table.heads, *table.rows)), start=1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    sheet.freeze_panes = "A2"


def _widths(rows: Iterable[Sequence[Cell]]) -> list[int]:
    widths: list[int] = []
    for row in rows:
        widths += [0] * (len(row) - len(widths))
        for place, cell in enumerate(row):
            shown = "" if cell is None else cell if isinstance(cell, str) else decimal(cell)
            widths[place] = max(widths[place], min(len(shown), WIDEST))
    return [width + 3 for width in widths]
