"""A pasted text or a file as rows of cells. What cannot be read is refused in words, never with a crash."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring import Problem, Unreadable
from scoring.text import mark as _
from scoring.text import say
from tournaments.lists import workbooks
from tournaments.lists.headings import headings
from tournaments.lists.lines import HEADS, people_of_lines
from tournaments.lists.nobody import Hints
from tournaments.lists.typed import cleaned
from tournaments.lists.writing import unguarded

MOST_BYTES = 1_000_000
MOST_ROWS = 5_000
MOST_COLUMNS = 40
LONGEST_CELL = 1_000  # letters; the longest of a person, a contact, has 200
LONGEST_LINE = 20_000  # letters of a text, with all its columns
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
OTHER_FILES = (  # PDF, pictures, old office files, rich text, archives
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\xd0\xcf\x11\xe0",
    b"{\\rtf",
    b"Rar!",
    b"\x1f\x8b",
)
APART = re.compile(r"\t|(?<=[^\s;,]) {3,}(?=\S)")  # columns in a mail
MOST_TITLES = 12  # lines above the headings
NO_HINTS = Hints()
SEPARATOR = re.compile(r"sep=(.)", re.IGNORECASE)  # spreadsheets write it above a list


@dataclass(frozen=True, slots=True)
class ListRow:
    """Cells of one row, clean; `line` is where it stands in the file, from 1. Empty rows are left out.

    Line 0 are headings that nobody wrote. `doubt` says why a line is probably no person (`nobody.Doubt`).
    """

    line: int
    cells: tuple[str, ...]
    doubt: str = ""


def refused(code: str, message: str, **values: object) -> Unreadable:
    """The list as a whole cannot be read."""
    return Unreadable([Problem(None, code, say(message, **values))])


def is_workbook(data: bytes) -> bool:
    """Is it packed, as spreadsheets are?"""
    return data.startswith(b"PK")


def rows_of_file(data: bytes, hints: Hints = NO_HINTS) -> list[ListRow]:
    """CSV in any usual encoding and with any usual separator, or a spreadsheet (XLSX); raises Unreadable."""
    content = _of_file(data)
    return rows_of_text(content, hints) if isinstance(content, str) else content


def table_of_file(data: bytes) -> list[ListRow]:
    """The same for a list that is a table in any case, whatever stands in it; raises Unreadable."""
    content = _of_file(data)
    return table_of_text(content) if isinstance(content, str) else content


def _of_file(data: bytes) -> list[ListRow] | str:
    """The rows of a spreadsheet, or a text."""
    if len(data) > MOST_BYTES:
        raise refused("too_large", _("The file is too large: at most 1 MB."))
    if is_workbook(data):
        return _limited(workbooks.rows_of_workbook(data, MOST_ROWS, MOST_COLUMNS))
    if data.startswith(OTHER_FILES):
        raise refused("no_list", _("This is not a list. Please save it as CSV or as XLSX."))
    return _decoded(data)


def _decoded(data: bytes) -> str:
    for mark, encoding in MARKS.items():
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def rows_of_text(text: str, hints: Hints = NO_HINTS) -> list[ListRow]:
    """What somebody pasted: a table, or lines as in a mail. Raises Unreadable."""
    text, announced = _looked_over(text)
    if announced:
        return _announced(text, announced)
    first_lines = [line for line in text.split("\n", 200)[:200] if line.strip()]
    separator = _separator(first_lines)
    if separator is not None:
        return _limited(_cells(text, separator))
    return _free(text, hints)


def table_of_text(text: str) -> list[ListRow]:
    """A table that somebody pasted, with tabs, semicolons or commas between columns. Raises Unreadable."""
    text, announced = _looked_over(text)
    if announced:
        return _announced(text, announced)
    lines = [line for line in text.split("\n", 200)[:200] if line.strip()]
    most = max("\t;,", key=lambda separator: sum(separator in line for line in lines))
    return _limited(_cells(text, most))


def _announced(text: str, separator: str) -> list[ListRow]:
    """Below a first line that says what stands between columns."""
    return _limited((line + 1, cells) for line, cells in _cells(text.partition("\n")[2], separator))


def _looked_over(text: str) -> tuple[str, str]:
    """The text with plain ends of lines, and what it says itself stands between columns."""
    if len(text) > MOST_BYTES:
        raise refused("too_large", _("The list is too long: at most 1 MB."))
    if "\0" in text:
        raise refused("no_list", _("This is not a list. Please save it as CSV or as XLSX."))
    # Not by looking at each letter: whoever has lost the line ends has one line of a million letters.
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            raise refused(
                "too_long",
                _("Line {line} is too long: at most {most} letters."),
                line=number,
                most=LONGEST_LINE,
            )
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n").replace("\r", "\n")
    announced = SEPARATOR.fullmatch(text.partition("\n")[0].strip())
    return text, announced[1] if announced else ""


def _free(text: str, hints: Hints) -> list[ListRow]:
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_CELL:
            message = _("Line {line}: a cell is too long, at most {most} letters.")
            raise refused("too_long", message, line=number, most=LONGEST_CELL)
    written = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if len(written) > MOST_ROWS:
        raise refused("too_long", _("The list is too long: at most {most} rows."), most=MOST_ROWS)
    if written and headings([cleaned(written[0][1])]) is not None:
        del written[0]  # "Name" above the names
    numbers = {number for number, _line in written}
    numbered = [
        (number, _spaced(line) if number in numbers else "")
        for number, line in enumerate(lines[: 20 * MOST_ROWS], start=1)
    ]
    people = people_of_lines(numbered, hints)
    doubts = {line: doubt for line, doubt, _cells_there in people}
    rows = _limited((line, cells) for line, _doubt, cells in people)
    return [ListRow(0, HEADS), *(replace(row, doubt=doubts[row.line]) for row in rows)] if rows else []


def _spaced(line: str) -> str:
    """Columns made of blanks, as mails have them; `Hans   Müller` is none."""
    parts = APART.split(line.strip())
    columns = "\t" in line.strip() or len(parts[0].split()) > 1
    return unguarded(cleaned((" ; " if columns else " ").join(parts)))


def _separator(lines: Sequence[str]) -> str | None:
    """What stands between the columns of a table; None: the lines are no table."""
    for separator in "\t;":
        parted = [line.split(separator) for line in lines if separator in line]
        if 2 * len(parted) > len(lines) and _is_table(parted):
            return separator
    return "," if _commas_separate(lines) else None


def _is_table(parted: Sequence[Sequence[str]]) -> bool:
    """Headings, quotation marks, numbers in front or three columns make a table."""
    if any(headings([cleaned(cell.strip('" ')) for cell in cells]) for cells in parted[:MOST_TITLES]):
        return True
    several = sum(len(cells) > 2 for cells in parted)
    marked = sum(cells[0].strip().startswith('"') and cells[0].count('"') == 2 for cells in parted)
    numbers = sum(cells[0].strip().rstrip(".)").isdecimal() for cells in parted)
    return 2 * max(several, marked, numbers) > len(parted)


def _commas_separate(lines: Sequence[str]) -> bool:
    """Headings or quotation marks say that commas stand between columns; else it is for each line to say."""
    for line in lines[:MOST_TITLES]:
        heads = headings([cleaned(cell.strip('" ')) for cell in line.split(",")])
        if heads is not None and sum(head is not None for head in heads) > 1:
            return True
    return any('",' in line or ',"' in line for line in lines)


def _cells(text: str, separator: str) -> Iterable[tuple[int, list[str]]]:
    """(line, cells); a quotation mark without a second one is a letter like any other."""
    paired = text.count('"') % 2 == 0
    lines = io.StringIO(text, newline="\n")
    reader = csv.reader(lines, delimiter=separator, quoting=csv.QUOTE_MINIMAL if paired else csv.QUOTE_NONE)
    line = 1
    try:
        for cells in reader:
            yield line, [unguarded(cell) for cell in cells]
            line = reader.line_num + 1
    except csv.Error:  # a cell of more than 100,000 letters
        raise refused("no_list", _("Line {line} cannot be read."), line=line) from None


def _limited(rows: Iterable[tuple[int, Sequence[str]]]) -> list[ListRow]:
    listed = []
    letters = 0
    for line, cells in rows:
        longest = max(map(len, cells[:MOST_COLUMNS]), default=0)
        if longest > LONGEST_CELL:
            message = _("Line {line}: a cell is too long, at most {most} letters.")
            raise refused("too_long", message, line=line, most=LONGEST_CELL)
        letters += sum(map(len, cells[:MOST_COLUMNS]))
        if letters > MOST_BYTES:  # a spreadsheet may use one text in many cells
            raise refused("too_large", _("The list is too long: at most 1 MB."))
        seen = [cleaned(cell) for cell in cells[:MOST_COLUMNS]]
        while seen and not seen[-1]:
            seen.pop()
        if seen:
            listed.append(ListRow(line, tuple(seen)))
        if len(listed) > MOST_ROWS or line > 20 * MOST_ROWS:
            raise refused("too_long", _("The list is too long: at most {most} rows."), most=MOST_ROWS)
    return listed
