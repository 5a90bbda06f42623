"""Rows of cells as people: names, clubs and what else a list says of them, with everything that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from scoring import Problem
from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.lists.cells import Row
from tournaments.lists.headings import Column, headings
from tournaments.lists.words import cleaned, folded

LONGEST = {
    Column.NAME: 60,
    Column.CLUB: 60,
    Column.CATEGORY: 40,
    Column.TEAM: 60,
    Column.CONTACT: 200,
    Column.PSEUDONYM: 60,
}
HIGHEST_NUMBER = 9999
TOGETHER = re.compile(r"\s*[/&+]\s*")
YES = {"ja", "j", "x", "yes", "y", "si", "s", "ok", "wahr", "true", "bezahlt", "gezahlt", "paid", "pagado"}
NO = {"nein", "n", "no", "falsch", "false", "falso", "offen", "open", "pendiente"}
SHOWN = {
    "full": "full, full name, voll, voller name, ganzer name, completo, nombre completo",
    "short": "short, kurz, first name and initial, vorname und initiale, corto, nombre e inicial",
    "initials": "initials, initialen, iniciales",
    "pseudonym": "pseudonym, seudonimo",
}
CONTACT = re.compile(r"@|(?:\d[\s/()+.-]*){6}")
UNKNOWN = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Listed:
    """One row. `names` are those who enter together: one, or the people of a pair or team.

    `line` is its place in the file, from 1. What a list does not say is "" or None. Rows with problems
    cannot be taken as they are.
    """

    line: int
    names: tuple[str, ...]
    club: str = ""
    category: str = ""
    team: str = ""
    contact: str = ""
    pseudonym: str = ""
    paid: bool | None = None
    number: int | None = None
    rating: int | None = None
    shown: str = ""  # a key of SHOWN
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A list as it was understood: `columns` in their order, None where one was not read."""

    rows: tuple[Listed, ...]
    columns: tuple[Column | None, ...]
    headed: bool
    notes: tuple[Text, ...] = ()


def read_people(rows: Sequence[Row], *, together: bool = False) -> PeopleList:
    """The people of a list; `together`: a row may name several, as `Anna / Bernd`."""
    heads = headings(rows[0].cells) if rows else None
    headed = heads is not None
    columns = heads if heads is not None else _guessed([row.cells for row in rows])
    listed = [_listed(row, columns, together) for row in (rows[1:] if headed else rows)]
    notes = []
    left_out = _left_out(rows, columns)
    if left_out:
        notes.append(say(_("Columns that are not read: {columns}."), columns=", ".join(left_out)))
    return PeopleList(tuple(_with_repeats(listed)), columns, headed, tuple(notes))


def _guessed(rows: Sequence[Sequence[str]]) -> tuple[Column | None, ...]:
    """Without headings: numbers first if there are any, then the name; then what looks like a contact, and
    the first other column is the club."""
    width = max(map(len, rows), default=0)
    columns: list[Column | None] = []
    for place in range(width):
        cells = [row[place] for row in rows if place < len(row) and row[place]]
        contacts = sum(bool(CONTACT.search(cell)) for cell in cells)
        if not cells:
            columns.append(None)
        elif Column.NAME not in columns and Column.NUMBER not in columns and width > 1 and _numbers(cells):
            columns.append(Column.NUMBER)
        elif Column.NAME not in columns:
            columns.append(Column.NAME)
        elif contacts:  # a single address would be one too many on a public page
            columns.append(None if Column.CONTACT in columns else Column.CONTACT)
        else:
            columns.append(None if Column.CLUB in columns or _numbers(cells) else Column.CLUB)
    return tuple(columns)


def _numbers(cells: Iterable[str]) -> bool:
    return all(cell.rstrip(".)").isdecimal() for cell in cells)


def _left_out(rows: Sequence[Row], columns: Sequence[Column | None]) -> list[str]:
    """The columns that hold something and are not read, by heading or by letter-less place."""
    found = []
    for place, column in enumerate(columns):
        if column is None and any(place < len(row.cells) and row.cells[place] for row in rows):
            head = rows[0].cells[place] if place < len(rows[0].cells) else ""
            found.append(f"{place + 1} ({head[:30]})" if head else str(place + 1))
    return found


def _listed(row: Row, columns: Sequence[Column | None], together: bool) -> Listed:
    said: dict[Column, str] = {}
    partners: list[str] = []
    for column, cell in zip_longest(columns, row.cells, fillvalue=None):
        text = cell or ""
        if column is Column.PARTNER and text:
            partners.append(text)
        elif column is not None:
            said[column] = text
    problems: list[Problem] = []
    names = _names(said, partners, together)
    if not names:
        problems.append(Problem("name", "name_missing", say(_("The name is missing."))))
    if any(len(name) > LONGEST[Column.NAME] for name in names):
        long = say(_("The name is too long: at most {most} letters."), most=LONGEST[Column.NAME])
        problems.append(Problem("name", "length", long))
    if any(UNKNOWN in cell for cell in row.cells):
        problems.append(
            Problem(
                None,
                "letters",
                say(
                    _(
                        "Some letters of this row could not be read. Please save the file as UTF-8 and try "
                        "again."
                    )
                ),
            )
        )
    number = _whole(said, Column.NUMBER, problems)
    if number is not None and not 1 <= number <= HIGHEST_NUMBER:
        between = say(_("Start numbers go from 1 to {most}."), most=HIGHEST_NUMBER)
        problems.append(Problem("number", "range", between))
        number = None
    return Listed(
        line=row.line,
        names=names,
        **_texts(said, problems),
        paid=_paid(said, problems),
        number=number,
        rating=_whole(said, Column.RATING, problems),
        shown=_shown(said, problems),
        problems=tuple(problems),
    )


def _names(said: Mapping[Column, str], partners: Sequence[str], together: bool) -> tuple[str, ...]:
    name = said.get(Column.NAME) or cleaned(f"{said.get(Column.FIRST, '')} {said.get(Column.LAST, '')}")
    parts = [name, *partners]
    if together:
        parts = [part for one in parts for part in TOGETHER.split(one)]
    return tuple(part for part in map(first_name_first, parts) if part)


def first_name_first(name: str) -> str:
    """`Müller, Hans` → `Hans Müller`; everything else stays."""
    last, comma, first = name.partition(",")
    if not comma or "," in first or not first.strip() or not last.strip():
        return cleaned(name.replace(",", " ")) if comma else cleaned(name)
    return cleaned(f"{first} {last}")


def _texts(said: Mapping[Column, str], problems: list[Problem]) -> dict[str, str]:
    found = {}
    for column in (Column.CLUB, Column.CATEGORY, Column.TEAM, Column.CONTACT, Column.PSEUDONYM):
        text = said.get(column, "")
        if len(text) > LONGEST[column]:
            shown = say(
                _("“{text}” is too long: at most {most} letters."), text=text[:20] + "…", most=LONGEST[column]
            )
            problems.append(Problem(column.value, "length", shown))
            text = ""
        found[column.value] = text
    return found


def _whole(said: Mapping[Column, str], column: Column, problems: list[Problem]) -> int | None:
    text = said.get(column, "").rstrip(".)")
    if not text:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 9:
        return int(text)
    shown = say(_("“{text}” is not a whole number."), text=text[:20])
    problems.append(Problem(column.value, "type", shown))
    return None


def _paid(said: Mapping[Column, str], problems: list[Problem]) -> bool | None:
    """yes, x, ✓ or an amount; nothing in a column that is there means no."""
    if Column.PAID not in said:
        return None
    text = said[Column.PAID]
    word = folded(text)
    if not text or text in "-–—" or word in NO:
        return False
    if word in YES or not word:
        return True
    amount = re.fullmatch(r"(\d{1,6})(?: (\d{1,2}))?(?: (?:eur|euro|euros|ch?f|fr|usd))?", word)
    if amount:
        return int(amount[1]) > 0 or int(amount[2] or 0) > 0
    shown = say(_("“{text}”: is that paid or not?"), text=text[:20])
    problems.append(Problem("paid", "type", shown))
    return None


def _shown(said: Mapping[Column, str], problems: list[Problem]) -> str:
    text = said.get(Column.SHOWN, "")
    word = folded(text.partition("(")[0])
    for key, words in SHOWN.items():
        if word in words.split(", "):
            return key
    if text:
        shown = say(
            _(
                "“{text}” is not a way to show a name. Possible: full name, first name and initial, "
                "initials, pseudonym."
            ),
            text=text[:20],
        )
        problems.append(Problem("shown", "type", shown))
    return ""


def _with_repeats(listed: Sequence[Listed]) -> list[Listed]:
    """Names and numbers that were there before are marked on the later row."""
    lines: dict[str, int] = {}
    numbers: dict[int, int] = {}
    found = []
    for row in listed:
        problems = list(row.problems)
        for name in row.names:
            before = lines.setdefault(cleaned(name).casefold(), row.line)
            if before != row.line:
                shown = say(_("“{name}” is in line {line} already."), name=name, line=before)
                problems.append(Problem("name", "name_twice", shown))
        if len({name.casefold() for name in row.names}) < len(row.names):
            problems.append(Problem("name", "name_twice", say(_("The same name is in this row twice."))))
        if row.number is not None and numbers.setdefault(row.number, row.line) != row.line:
            shown = say(
                _("Start number {number} is in line {line} already."),
                number=row.number,
                line=numbers[row.number],
            )
            problems.append(Problem("number", "number_twice", shown))
        found.append(replace(row, problems=tuple(problems)))
    return found
