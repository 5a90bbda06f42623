"""A list of points as it hangs on the wall: place, name, club, points. Pure: a text or a file becomes lines.

With headings every column is read by its own; without, the last number of a line are the points and a number
before the name is the place. What cannot be read is said of its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring import Text, say
from scoring.text import mark as _
from tournaments.lists.cells import ListRow, refused
from tournaments.lists.headings import ListColumn, meaning
from tournaments.lists.lengths import too_long
from tournaments.lists.people import first_name_first
from tournaments.lists.typed import cleaned, folded

MOST_POINTS = 10_000_000
MOST_COUNTED = 100_000
LONGEST = 60  # letters of a name or a club
MOST_LINES = 2_000
APART = re.compile(r"\s*[\t;|]\s*|(?<=\S)\s{3,}(?=\S)")
WHOLE = re.compile(r"[+\-−–]?\d{1,9}")
NUMBER = re.compile(r"[+\-−–]?\d[\d.,' ]*")
BEFORE = re.compile(r"^\(?(\d{1,4})\s*[.):]\s*|^(\d{1,4})\s+(?=[^\W\d_])")
BEHIND = re.compile(
    r"(?:^|[\s:=]|(?<!\d),)\s*([+\-−–]?\s?\d{1,3}(?:\.\d{3})+|[+\-−–]?\s?\d{1,9})"
    r"(?:\s*(?:punkte?|pkte?|points?|pts?|puntos?|p)\.?)?\s*$",
    re.IGNORECASE,
)
HEADS: Mapping[str, str] = {
    "points": "punkte, punkt, pkt, pkte, summe, gesamt, points, pts, score, total, puntos, suma",
    "rank": "platz, rang, pl, pos, place, rank, puesto, lugar, posicion",
    "hands": "spiele, hands, games, manos, partidas",
    "rounds": "runden, serien, listen, rounds, series, rondas",
    "wins": "siege, gewonnen, wins, won, victorias, ganadas",
    "guest": "gast, gaste, guest, invitado",
}
MEANT = {folded(word): key for key, words in HEADS.items() for word in words.split(",")}
GUESTS = frozenset(("x", "ja", "yes", "si", "gast", "guest", "invitado", "invitada", "1"))


@dataclass(frozen=True, slots=True)
class PointsLine:
    """What one line says. `wrong` says why it cannot be taken; then the rest is as far as it was read."""

    line: int
    name: str
    points: int = 0
    club: str = ""
    rank: int | None = None
    hands: int | None = None
    rounds: int | None = None
    wins: int | None = None
    group: str = ""
    guest: bool = False
    wrong: tuple[Text, ...] = field(default=())
    member: str = ""  # his number in the club


def point_rows(text: str) -> list[ListRow]:
    """The rows of a list that was typed or pasted."""
    return [
        ListRow(number, tuple(cleaned(cell) for cell in APART.split(line.strip())))
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]


def points_of_text(text: str) -> list[PointsLine]:
    """A list that was typed or pasted; raises Unreadable where it is none."""
    return points_of_rows(point_rows(text))


def points_of_rows(rows: Sequence[ListRow]) -> list[PointsLine]:
    """The same from rows of a file; raises Unreadable."""
    if not rows:
        raise refused("empty", _("There is no name in this list."))
    if len(rows) > MOST_LINES:
        raise refused("too_long", _("Lines at once: at most {count}."), count=MOST_LINES)
    for place, row in enumerate(rows[:12]):
        columns = _columns(row.cells)
        if columns is not None:
            return _checked(_of_table(rows[place + 1 :], columns))
    return _checked(_free(rows))


def _columns(cells: Sequence[str]) -> dict[int, str] | None:
    """What each column holds, if this row is one of headings."""
    columns: dict[int, str] = {}
    for place, cell in enumerate(cells):
        key = MEANT.get(folded(cell))
        column = meaning(cell) if cell and key is None else None
        if key is None and column in (ListColumn.NAME, ListColumn.FIRST, ListColumn.LAST, ListColumn.CLUB):
            key = str(column)
        elif key is None and column is ListColumn.CATEGORY:
            key = "group"
        elif key is None and column is ListColumn.MEMBER:
            key = "member"
        if key is not None and key not in columns.values():
            columns[place] = key
    held = set(columns.values())
    return columns if "points" in held and held & {"name", "last", "first"} else None


def _of_table(rows: Sequence[ListRow], columns: Mapping[int, str]) -> Iterator[PointsLine]:
    for row in rows:
        cells = {key: row.cells[place] for place, key in columns.items() if place < len(row.cells)}
        first, last = cells.get("first", ""), cells.get("last", "")
        name = cells.get("name", "") or f"{first} {last}"
        if "name" in cells and first:  # "Name" beside "Vorname" is the family name
            name = f"{first} {cells['name']}"
        elif "name" in cells and last:  # "Nombre" beside "Apellidos" is the first name
            name = f"{cells['name']} {last}"
        if not cleaned(name):
            continue  # a sum below the list
        yield _line(row.line, name, cells)


def _free(rows: Sequence[ListRow]) -> Iterator[PointsLine]:
    for row in rows:
        cells = [cell for cell in row.cells if cell]
        if len(cells) == 1:
            yield _loose(row.line, cells[0])
            continue
        numbers = [place for place, cell in enumerate(cells) if NUMBER.fullmatch(cell.rstrip("."))]
        words = [cell for place, cell in enumerate(cells) if place not in numbers]
        sent: dict[str, str] = {}
        if numbers and numbers[0] == 0 and len(numbers) > 1:
            sent["rank"] = cells[0].rstrip(".")
            numbers = numbers[1:]
        if numbers:
            sent["points"] = cells[numbers[-1]]
        elif words:  # the points stand behind the last word
            words[-1], sent["points"] = _cut(words[-1])
        name, *others = words or [""]
        before = BEFORE.match(name)
        if before:
            sent["rank"], name = before[1] or before[2], name[before.end() :]
        if others and len(name.split()) == 1 and len(others[0].split()) == 1 and "," not in name:
            name, others = f"{others[0]} {name}", others[1:]  # family name and first name in two columns
        sent["club"] = others[0] if others else ""
        yield _line(row.line, name, sent)


def _loose(line: int, text: str) -> PointsLine:
    """`3. Keller, Anna 410`"""
    sent: dict[str, str] = {}
    before = BEFORE.match(text)
    if before:
        sent["rank"], text = before[1] or before[2], text[before.end() :]
    text, sent["points"] = _cut(text)
    club = re.search(r"\(([^()]+)\)\s*$", text)
    if club:
        text, sent["club"] = text[: club.start()], club[1]
    return _line(line, text.strip(" ,:="), sent)


def _cut(text: str) -> tuple[str, str]:
    behind = BEHIND.search(text)
    return (text[: behind.start()], behind[1].replace(" ", "")) if behind else (text, "")


def _line(line: int, name: str, cells: Mapping[str, str]) -> PointsLine:
    wrong: list[Text] = []
    name = first_name_first(cleaned(name))
    club = cleaned(cells.get("club", ""))
    if not name or not any(map(str.isalpha, name)):
        wrong.append(say(_("The name is missing.")))
    elif len(name) > LONGEST or len(club) > LONGEST:
        wrong.append(too_long(LONGEST))
    points = _whole(cells.get("points", ""), MOST_POINTS, signed=True)
    if points is None:
        wrong.append(say(_("There are no points in this line: a whole number is needed.")))
    counted: dict[str, int | None] = {}
    for key in ("rank", "hands", "rounds", "wins"):
        text = cells.get(key, "").rstrip(".")
        text = text.replace("-", "–").partition("–")[0] if key == "rank" else text  # 5–8 is shared from 5 on
        counted[key] = _whole(text, MOST_COUNTED) if text.strip(" –-") else None
        if counted[key] is None and text.strip(" –-"):
            wrong.append(say(_("“{text}” is not a whole number."), text=text[:40]))
    return PointsLine(
        line,
        name[:200],
        points or 0,
        club[:200],
        rank=counted["rank"] or None,
        hands=counted["hands"],
        rounds=counted["rounds"],
        wins=counted["wins"],
        group=cleaned(cells.get("group", ""))[:40],
        member=cleaned(cells.get("member", ""))[:20],
        guest=folded(cells.get("guest", "")) in GUESTS,
        wrong=tuple(wrong),
    )


def _whole(text: str, most: int, *, signed: bool = False) -> int | None:
    plain = text.strip().replace("−", "-").replace("–", "-").replace("'", "")
    plain = re.sub(r"(?<=\d)[. \u00a0\u202f](?=\d{3}\b)", "", plain)  # 1.250 is written for 1250
    if not plain.isascii() or not WHOLE.fullmatch(plain):
        return None
    number = int(plain)
    return None if abs(number) > most or (number < 0 and not signed) else number


def _checked(lines: Iterator[PointsLine]) -> list[PointsLine]:
    read = list(lines)
    if not read:
        raise refused("empty", _("There is no name in this list."))
    return read
