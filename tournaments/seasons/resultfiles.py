"""The results of an event (JSON), as another installation hands them out, become a list of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from scoring import Problem, Unreadable, say
from scoring.strictjson import object_in
from scoring.text import mark as _
from tournaments.lists import ListRow, cleaned

SCHEMA, VERSION = "stammtisch-results", 1
HEADS = ("rank", "name", "club", "category", "points")
MOST = 2_000
POINTS = "points"  # the criterion


def is_results(data: bytes) -> bool:
    """Does this look like JSON? No list that people write begins so."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def rows_of_results(data: bytes) -> list[ListRow]:
    """One row for each person, with what his entry came to; raises Unreadable with a sentence."""
    raw = object_in(data, say(_("This file does not hold the results of an event.")))
    if raw.get("schema") != SCHEMA:
        _refuse("no_results", _("This file does not hold the results of an event."))
    if raw.get("version") != VERSION:
        _refuse("newer", _("This file was written by a newer version of Stammtisch."))
    try:
        if raw["event"]["finished"] is not True:
            _refuse(
                "running", _("These results are not official yet. Please write the file anew when they are.")
            )
        rows = list(_rows(raw))
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        _refuse("damaged", _("This file is damaged: something is missing or cannot be read."))
    if not rows:
        _refuse("empty", _("There is no name in this list."))
    if len(rows) > MOST:
        _refuse("too_long", _("Lines at once: at most {count}."), count=MOST)
    return [ListRow(0, HEADS), *rows]


def _rows(raw: Mapping[str, Any]) -> Iterator[ListRow]:
    criteria = list(raw["criteria"])
    at = criteria.index(POINTS) if POINTS in criteria else None
    entrants = {entrant["number"]: entrant for entrant in raw["entrants"]}
    line = 0
    for row in raw["standings"]:
        if row["rank"] is None:
            continue
        entrant = entrants[row["number"]]
        members = entrant["members"] or [entrant["name"]]
        points = row["values"][at] if at is not None else sum(_int(each["points"]) for each in row["rounds"])
        for member in members:
            line += 1
            cells = (str(_int(row["rank"])), member, entrant["club"], entrant["category"], _written(points))
            yield ListRow(line, tuple(cleaned(_text(cell)) for cell in cells))


def _written(points: object) -> str:
    """As it stands; what is not whole is judged by whoever reads the list."""
    return points if isinstance(points, str) else "" if points is None else str(_int(points))


def _int(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**12:
        raise TypeError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    value.encode()
    if "\0" in value:
        raise ValueError
    return value[:200]


def _refuse(code: str, message: str, **values: object) -> NoReturn:
    raise Unreadable([Problem("file", code, say(message, **values))])
