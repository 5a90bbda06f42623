"""Rows of cells as people: names, clubs and what else a list says of them, with everything that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from scoring import Problem
from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.lists.cells import ListRow
from tournaments.lists.headings import ListColumn, headings
from tournaments.lists.lines import HEADS
from tournaments.lists.nobody import Doubt, Hints, nobody
from tournaments.lists.typed import cleaned, folded

LONGEST = {
    ListColumn.NAME: 60,
    ListColumn.CLUB: 60,
    ListColumn.CATEGORY: 40,
    ListColumn.TEAM: 60,
    ListColumn.CONTACT: 200,
    ListColumn.PSEUDONYM: 60,
    ListColumn.MEMBER: 20,
}
TEXTS = (
    *(ListColumn.CLUB, ListColumn.CATEGORY, ListColumn.TEAM, ListColumn.CONTACT, ListColumn.PSEUDONYM),
    ListColumn.MEMBER,
)
HIGHEST_NUMBER = 9999
# Not "von und zu": that is one name.
TOGETHER = re.compile(r"\s*[/&+]\s*|\s+(?:und|and)\s+(?!(?:zu|zum|zur)\b)")
NUMBERING = re.compile(r"^\d{1,3}\s*[.)]+\s*(?=[^\W\d_])")
WOMEN = {
    **dict.fromkeys(("w", "weiblich", "frau", "d", "dame", "damen"), "Damen"),
    **dict.fromkeys(("f", "female", "woman", "lady"), "Ladies"),
    **dict.fromkeys(("femenino", "femenina", "mujer", "dama"), "Damas"),
}
HEADED = tuple(ListColumn(head) for head in HEADS)
MOST_TITLES = 12  # rows above the headings
NO_HINTS = Hints()
YES = {"ja", "j", "x", "yes", "y", "si", "s", "ok", "wahr", "true", "bezahlt", "gezahlt", "paid", "pagado"}
NO = {"nein", "n", "no", "falsch", "false", "falso", "offen", "open", "pendiente"}
SHOWN = {
    "full": "full, full name, voll, voller name, ganzer name, completo, nombre completo",
    "short": "short, kurz, first name and initial, vorname und initiale, corto, nombre e inicial",
    "initials": "initials, initialen, iniciales",
    "pseudonym": "pseudonym, seudonimo",
}
# Classes in which only young people play. A list with one says of everybody in it that he is under age.
YOUNG = re.compile(
    r"(?:jugend(?:liche)?|kinder|schuler|schueler|junioren|juniorinnen|junior|juniors|youth|children|kids|minors|"
    r"juvenil|juveniles|infantil|infantiles|menores|ninos|(?:u|sub) ?(?:[6-9]|1[0-8]))(?: [a-d]| \d)?"
)
CONTACT = re.compile(r"@|(?:\d[\s/()+.-]*){6}")
UNKNOWN = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class ListedEntrant:
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
    minor: bool = False  # the list says so, or the class is one of young people
    problems: tuple[Problem, ...] = ()
    doubt: str = (
        ""  # why this is probably no person (`nobody.Doubt`); such a row is left out until somebody says so
    )
    club_number: str = ""  # of one person, where his club gives numbers


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A list as it was understood: `columns` in their order, None where one was not read."""

    rows: tuple[ListedEntrant, ...]
    columns: tuple[ListColumn | None, ...]
    headed: bool
    notes: tuple[Text, ...] = ()


def read_people(
    rows: Sequence[ListRow],
    *,
    together: bool = False,
    columns: Sequence[ListColumn | None] | None = None,
    hints: Hints = NO_HINTS,
) -> PeopleList:
    """The people of a list; `together`: a row may name several, as `Anna / Bernd`.

    `columns` are those somebody has chosen instead of the recognised ones.
    """
    at, recognised = _heads(rows)
    headed = recognised is not None
    below = rows[at + 1 :] if headed else rows
    guessed = recognised if recognised is not None else _guessed([row.cells for row in below])
    columns = tuple(columns) if columns is not None else guessed
    listed = [_above(row) for row in rows[:at]] if headed else []
    listed += [_listed(row, columns, together, hints) for row in below]
    notes = []
    left_out = _left_out(rows[at:], columns)
    if left_out:
        notes.append(say(_("Columns that are not read: {columns}."), columns=", ".join(left_out)))
    return PeopleList(tuple(_with_repeats(listed)), columns, headed, tuple(notes))


def _heads(rows: Sequence[ListRow]) -> tuple[int, tuple[ListColumn | None, ...] | None]:
    """Where the headings stand and what they say; a title may stand above them, people never."""
    for place, row in enumerate(rows[:MOST_TITLES]):
        heads = headings(row.cells)
        if heads is None:
            continue
        named = sum(head is not None for head in heads)
        if place == 0 or named > 1:
            return place, heads
    return 0, None


def _above(row: ListRow) -> ListedEntrant:
    """A title above the headings."""
    text = cleaned(" ".join(row.cells))[: LONGEST[ListColumn.NAME]]
    return ListedEntrant(row.line, (text,) if text else (), doubt=Doubt.HEADING.value)


def _guessed(rows: Sequence[Sequence[str]]) -> tuple[ListColumn | None, ...]:
    """Without headings: numbers first if there are any, then the name; then what looks like a contact, and
    the first other column is the club."""
    width = max(map(len, rows), default=0)
    columns: list[ListColumn | None] = []
    full = [row for row in rows if width == 1 or len(row) > 1]  # not the greetings above
    for place in range(width):
        cells = [row[place] for row in full if place < len(row) and row[place]]
        contacts = sum(bool(CONTACT.search(cell)) for cell in cells)
        if not cells:
            columns.append(None)
        elif (
            ListColumn.NAME not in columns
            and ListColumn.NUMBER not in columns
            and width > 1
            and _numbers(cells)
        ):
            columns.append(ListColumn.NUMBER)
        elif ListColumn.NAME not in columns:
            columns.append(ListColumn.NAME)
        elif contacts:  # a single address would be one too many on a public page
            columns.append(None if ListColumn.CONTACT in columns else ListColumn.CONTACT)
        else:
            columns.append(None if ListColumn.CLUB in columns or _numbers(cells) else ListColumn.CLUB)
    return tuple(columns)


def _numbers(cells: Iterable[str]) -> bool:
    return all(cell.rstrip(".)").isdecimal() for cell in cells)


def _left_out(rows: Sequence[ListRow], columns: Sequence[ListColumn | None]) -> list[str]:
    """The columns that hold something and are not read, by heading or by letter-less place."""
    names = []
    for place, column in enumerate(columns):
        if column is None and any(place < len(row.cells) and row.cells[place] for row in rows):
            head = rows[0].cells[place] if place < len(rows[0].cells) else ""
            names.append(f"{place + 1} ({head[:30]})" if head else str(place + 1))
    return names


def _listed(
    row: ListRow, columns: Sequence[ListColumn | None], together: bool, hints: Hints
) -> ListedEntrant:
    cells: dict[ListColumn, str] = {}
    partners: list[str] = []
    for column, cell in zip_longest(columns, row.cells, fillvalue=None):
        text = cell or ""
        if column is ListColumn.PARTNER and text:
            partners.append(text)
        elif column is not None:
            cells[column] = text
    doubt = row.doubt or _alone(row, columns, hints)
    if doubt and not cells.get(ListColumn.NAME):
        cells[ListColumn.NAME] = next(filter(None, row.cells), "")
    if ListColumn.NAME in cells:
        cells[ListColumn.NAME] = NUMBERING.sub("", cells[ListColumn.NAME])
    problems: list[Problem] = []
    names = _names(cells, partners, together)
    problems += _of_names(names)
    if any(UNKNOWN in cell for cell in row.cells):
        problems.append(
            Problem(
                None,
                "letters",
                say(
                    _(
                        "Some letters of this row could not be read. Please save the file as UTF-8 and try"
                        " again."
                    )
                ),
            )
        )
    number = _number(cells, problems)
    texts = _texts(cells, problems)
    return ListedEntrant(
        line=row.line,
        names=names,
        **texts,
        paid=_paid(cells, problems),
        number=number,
        rating=_whole(cells, ListColumn.RATING, problems),
        shown=_shown(cells, problems),
        minor=_minor(cells, texts["category"], problems),
        problems=tuple(problems),
        doubt=str(doubt),
    )


def written(listed: ListedEntrant, column: ListColumn) -> str:
    """A cell of a row as somebody may put it right."""
    if column is ListColumn.NAME:
        return " / ".join(listed.names)
    value = getattr(listed, column.value)
    return "" if value is None else str(value)


def amended(
    listed: ListedEntrant, cells: Mapping[ListColumn, str], *, together: bool = False
) -> ListedEntrant:
    """A row with cells (name, club, class, team, contact, number) that somebody has put right."""
    fresh = {column: cleaned(text) for column, text in cells.items()}
    fields = {column.value for column in fresh}
    problems = [
        problem for problem in listed.problems if problem.field not in fields and problem.code != "letters"
    ]
    changed: dict[str, Any] = {}
    if ListColumn.NAME in fresh:
        changed["names"] = _names({ListColumn.NAME: fresh[ListColumn.NAME]}, (), together)
        problems += _of_names(changed["names"])
    if ListColumn.NUMBER in fresh:
        changed["number"] = _number(fresh, problems)
    texts = _texts(fresh, problems)
    changed |= {column.value: texts[column.value] for column in TEXTS if column in fresh}
    return replace(listed, **changed, problems=tuple(problems))


def _of_names(names: Sequence[str]) -> list[Problem]:
    if not names:
        return [Problem("name", "name_missing", say(_("The name is missing.")))]
    if any(len(name) > LONGEST[ListColumn.NAME] for name in names):
        long = say(_("The name is too long: at most {most} letters."), most=LONGEST[ListColumn.NAME])
        return [Problem("name", "length", long)]
    return []


def _number(cells: Mapping[ListColumn, str], problems: list[Problem]) -> int | None:
    number = _whole(cells, ListColumn.NUMBER, problems)
    if number is not None and not 1 <= number <= HIGHEST_NUMBER:
        between = say(_("Start numbers go from 1 to {most}."), most=HIGHEST_NUMBER)
        problems.append(Problem("number", "range", between))
        return None
    return number


def _alone(row: ListRow, columns: Sequence[ListColumn | None], hints: Hints) -> str:
    """A cell that is the only one of its row may be a greeting, or a sum below the table."""
    if len(columns) < 2 or tuple(columns) == HEADED or sum(map(bool, row.cells)) != 1:
        return ""
    place = next(place for place, cell in enumerate(row.cells) if cell)
    if place and columns[place : place + 1] != (ListColumn.NAME,):
        return ""
    return nobody(row.cells[place], hints) or ""


def _names(cells: Mapping[ListColumn, str], partners: Sequence[str], together: bool) -> tuple[str, ...]:
    name = cells.get(ListColumn.NAME, "")
    if ListColumn.NAME not in cells:
        name = cleaned(f"{cells.get(ListColumn.FIRST, '')} {cells.get(ListColumn.LAST, '')}")
    parts = [name, *partners]
    if together:
        parts = [part for name in parts for part in TOGETHER.split(name)]
    return tuple(part for part in map(first_name_first, parts) if part)


def first_name_first(name: str) -> str:
    """`Müller, Hans` → `Hans Müller`; everything else stays."""
    last, comma, first = name.partition(",")
    if not comma or "," in first or not first.strip() or not last.strip():
        return cleaned(name.replace(",", " ")) if comma else cleaned(name)
    return cleaned(f"{first} {last}")


def _texts(cells: Mapping[ListColumn, str], problems: list[Problem]) -> dict[str, str]:
    texts = {}
    for column in TEXTS:
        text = cells.get(column, "")
        if len(text) > LONGEST[column]:
            shown = say(
                _("“{text}” is too long: at most {most} letters."), text=text[:20] + "…", most=LONGEST[column]
            )
            problems.append(Problem(column.value, "length", shown))
            text = ""
        texts[column.value] = "".join(text.split()) if column is ListColumn.MEMBER else text
    if not texts["category"] and ListColumn.SEX in cells:
        texts["category"] = WOMEN.get(folded(cells[ListColumn.SEX]), "")
    return texts


def _whole(cells: Mapping[ListColumn, str], column: ListColumn, problems: list[Problem]) -> int | None:
    text = cells.get(column, "").rstrip(".)")
    if not text:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 9:
        return int(text)
    shown = say(_("“{text}” is not a whole number."), text=text[:20])
    problems.append(Problem(column.value, "type", shown))
    return None


def _paid(cells: Mapping[ListColumn, str], problems: list[Problem]) -> bool | None:
    """yes, x, ✓ or an amount; nothing in a column that is there means no."""
    if ListColumn.PAID not in cells:
        return None
    text = cells[ListColumn.PAID]
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


def _minor(cells: Mapping[ListColumn, str], category: str, problems: list[Problem]) -> bool:
    """yes, x or ✓ in the column, or a class of young people."""
    text = cells.get(ListColumn.MINOR, "")
    word = folded(text)
    if not text or text in "-–—" or word in NO:
        return YOUNG.fullmatch(folded(category)) is not None
    if word in YES or not word or YOUNG.fullmatch(word):
        return True
    shown = say(_("“{text}”: is that under age or not?"), text=text[:20])
    problems.append(Problem("minor", "type", shown))
    return False


def _shown(cells: Mapping[ListColumn, str], problems: list[Problem]) -> str:
    text = cells.get(ListColumn.SHOWN, "")
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


def _with_repeats(listed: Sequence[ListedEntrant]) -> list[ListedEntrant]:
    """Numbers that were there before are marked on the later row; of one name there may be two people."""
    numbers: dict[int, int] = {}
    listed_entrants = []
    for row in listed:
        if row.doubt:
            listed_entrants.append(row)
            continue
        problems = list(row.problems)
        if len({name.casefold() for name in row.names}) < len(row.names):
            problems.append(Problem("name", "name_twice", say(_("The same name is in this row twice."))))
        if row.number is not None and numbers.setdefault(row.number, row.line) != row.line:
            shown = say(
                _("Start number {number} is in line {line} already."),
                number=row.number,
                line=numbers[row.number],
            )
            problems.append(Problem("number", "number_twice", shown))
        listed_entrants.append(replace(row, problems=tuple(problems)))
    return listed_entrants
