"""A table as members of a federation: number, name, club, year of birth, whether they have left."""

from __future__ import annotations

import datetime
import enum
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import Problem
from scoring.text import mark as _
from scoring.text import say
from tournaments.lists.cells import ListRow, refused
from tournaments.lists.people import first_name_first
from tournaments.lists.typed import cleaned, folded


class MemberColumn(enum.StrEnum):
    """What a column of such a list can hold."""

    NUMBER = "number"
    NAME = "name"
    FIRST = "first"
    LAST = "last"
    CLUB = "club"
    BORN = "born"
    STATE = "state"
    LEFT_ON = "left_on"


WORDS = {
    MemberColumn.NUMBER: """nummer, nr, mitgliedsnummer, mitgliedsnr, mitglieds nr, mitglied nr,
        mitgliednummer, passnummer, pass nr, passnr, spielernummer, spielernr, lizenznummer, number, no,
        member number, member no, membership number, id, licence number, numero, nro, n, n o, numero de
        miembro, nro de miembro, numero de socio, nro de socio, socio nro, licencia""",
    MemberColumn.NAME: """name, voller name, name vorname, vorname name, vor und nachname, mitglied,
        spieler, full name, member, member name, player, nombre, nombre completo, nombre y apellido,
        nombre y apellidos, apellido y nombre, apellidos y nombre, miembro, socio, jugador""",
    MemberColumn.FIRST: "vorname, vornamen, first name, given name, forename, nombre de pila",
    MemberColumn.LAST: """nachname, familienname, zuname, last name, surname, family name, apellido,
        apellidos""",
    MemberColumn.CLUB: """verein, vereinsname, club, klub, ortsverein, ortsgruppe, club name,
        asociacion, entidad""",
    MemberColumn.BORN: """jahrgang, jg, geburtsjahr, geburtsdatum, geb, geb datum, geboren, geboren am,
        year of birth, birth year, born, date of birth, birthday, ano de nacimiento, fecha de nacimiento,
        nacimiento, nacido""",
    MemberColumn.STATE: "status, stand, zustand, mitgliedschaft, state, membership, estado, situacion",
    MemberColumn.LEFT_ON: """austritt, austrittsdatum, ausgetreten am, ausgetreten, left on, left, date
        left, fecha de baja, baja, dado de baja""",
}
BY_WORD = {folded(word): column for column, words in WORDS.items() for word in words.split(",")}
PLAIN_ORDER = (MemberColumn.NUMBER, MemberColumn.NAME, MemberColumn.CLUB, MemberColumn.BORN)
ACTIVE = {
    folded(word) for word in ("aktiv", "active", "activo", "activa", "mitglied", "member", "ja", "yes", "si")
}
LEFT = {
    folded(word)
    for word in (
        *("ausgetreten", "inaktiv", "ehemalig", "nein", "left", "inactive", "former", "no"),
        *("baja", "de baja", "inactivo", "inactiva", "se fue"),
    )
}
DAY = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
ISO_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[ T].*)?")
MOST_TITLES = 12  # rows above the headings


@dataclass(frozen=True, slots=True)
class ListedMember:
    """One row; what a list does not say is "" or None, and changes nothing. `line`: its place in the file."""

    line: int
    number: str
    name: str
    club: str = ""
    born: str = ""
    left: bool | None = None
    left_on: datetime.date | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class MemberList:
    """A list as it was understood; `unread` are the headings of columns that are not read."""

    rows: tuple[ListedMember, ...]
    unread: tuple[str, ...] = ()


def read_members(rows: Sequence[ListRow]) -> MemberList:
    """The members of a table: by its headings, else number, name, club, year. Raises Unreadable."""
    at, columns = _headings(rows)
    below = rows if at is None else rows[at + 1 :]
    if not below:
        raise refused("empty", _("There is no member in this list."))
    if MemberColumn.NUMBER not in columns or not {MemberColumn.NAME, MemberColumn.LAST} & set(columns):
        raise refused("no_columns", _("The list needs a column with the number and one with the name."))
    heads = rows[at].cells if at is not None else ()
    unread = tuple(
        head for place, head in enumerate(heads) if head and (place >= len(columns) or columns[place] is None)
    )
    return MemberList(tuple(_without_repeats([_listed(row, columns) for row in below])), unread)


def only_read(rows: Sequence[ListRow]) -> list[ListRow]:
    """The same list without the columns that are not read: what a form has to carry."""
    at, columns = _headings(rows)
    return [
        replace(row, cells=tuple(cell for cell, column in zip(row.cells, columns, strict=False) if column))
        for row in rows[at or 0 :]
    ]


def _headings(rows: Sequence[ListRow]) -> tuple[int | None, tuple[MemberColumn | None, ...]]:
    for place, row in enumerate(rows[:MOST_TITLES]):
        columns: list[MemberColumn | None] = []
        for cell in row.cells:
            column = BY_WORD.get(folded(cell))
            columns.append(None if column in columns else column)
        if sum(column is not None for column in columns) > 1 or (
            place == 0 and columns and columns[0] is MemberColumn.NUMBER
        ):
            return place, tuple(columns)
    return None, PLAIN_ORDER


def _listed(row: ListRow, columns: Sequence[MemberColumn | None]) -> ListedMember:
    cells = {column: cell for column, cell in zip(columns, row.cells, strict=False) if column is not None}
    problems: list[Problem] = []
    left, left_on = _left(cells, problems)
    name = cells.get(MemberColumn.NAME, "")
    if not name:
        name = f"{cells.get(MemberColumn.FIRST, '')} {cells.get(MemberColumn.LAST, '')}"
    return ListedMember(
        line=row.line,
        number="".join(cleaned(cells.get(MemberColumn.NUMBER, "")).upper().split()),
        name=first_name_first(cleaned(name)),
        club=cleaned(cells.get(MemberColumn.CLUB, "")),
        born=cleaned(cells.get(MemberColumn.BORN, "")),
        left=left,
        left_on=left_on,
        problems=tuple(problems),
    )


def _left(
    cells: Mapping[MemberColumn, str], problems: list[Problem]
) -> tuple[bool | None, datetime.date | None]:
    """Whether the list says that somebody has left, and since when."""
    word = folded(cells.get(MemberColumn.STATE, ""))
    left = True if word in LEFT else False if word in ACTIVE else None
    if word and left is None:
        text = say(
            _("“{text}”: active or left?"),
            text=cells[MemberColumn.STATE][:20],
        )
        problems.append(Problem("state", "type", text))
    day = cells.get(MemberColumn.LEFT_ON, "")
    if not day or left is False:
        return left, None
    if folded(day) in LEFT | {"x"}:
        return True, None
    left_on = _day(day)
    if left_on is None:
        text = say(_("“{text}” is not a date. Please write it like this: 2026-12-31."), text=day[:20])
        problems.append(Problem("left_on", "type", text))
    return True, left_on


def _day(text: str) -> datetime.date | None:
    try:
        if match := ISO_DAY.fullmatch(text):
            return datetime.date(int(match[1]), int(match[2]), int(match[3]))
        if match := DAY.fullmatch(text):
            return datetime.date(int(match[3]), int(match[2]), int(match[1]))
    except ValueError:
        pass
    return None


def _without_repeats(listed: Sequence[ListedMember]) -> list[ListedMember]:
    """A number that stood there before is marked on the later row."""
    lines: dict[str, int] = {}
    rows = []
    for row in listed:
        if row.number and lines.setdefault(row.number, row.line) != row.line:
            text = say(
                _("Number {number} is in line {line} already."), number=row.number, line=lines[row.number]
            )
            row = replace(row, problems=(*row.problems, Problem("number", "number_twice", text)))
        rows.append(row)
    return rows
