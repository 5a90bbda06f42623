"""Names as projectors show them: a first name may be shortened where room is scarce, a last name never."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from config.caches import Cache
from tournaments.hall.facts import EntrantFacts, Hall
from tournaments.lists.namesakes import Named, additions
from tournaments.lists.surnames import by_surname, surname
from tournaments.lists.typed import folded

ASIDE = re.compile(r"^(.*\S)\s*\(([^()]*)\)$")
BETWEEN = " / "


@dataclass(frozen=True, slots=True)
class NamePart:
    """One person's name; of a pair there are two."""

    first: str
    short: str  # instead of the first name; empty: it must not be shortened
    last: str
    aside: str = ""  # what tells two of one name apart: the club


@dataclass(frozen=True, slots=True)
class BoardName:
    """A name on a board."""

    parts: tuple[NamePart, ...]

    @property
    def whole(self) -> str:
        """All of the name."""
        return BETWEEN.join(f"{part.first} {part.last}".strip() for part in self.parts)

    @property
    def key(self) -> tuple[str, str, str]:
        """What lists are ordered by."""
        return by_surname(self.whole)


class BoardNames:
    """The names of an event: knows who could be taken for somebody else."""

    def __init__(self, hall: Hall) -> None:
        everybody = {name for person in hall.people.values() for name in _people(person)}
        everybody |= {seat.name for round_ in hall.rounds for table in round_.tables for seat in table.seats}
        self._short = Counter(_shortened(name) for name in everybody)
        self._added = additions(
            Named(person.entrant, person.name, club=person.club, number=person.number)
            for person in hall.people.values()
        )
        self._known: dict[int, BoardName] = {}

    def person(self, person: EntrantFacts) -> BoardName:
        """Of an entrant: a person, a pair, or a team under its own name."""
        name = self._known.get(person.entrant)
        if name is None:
            name = self._known[person.entrant] = self._of(person)
        return name

    def _of(self, person: EntrantFacts) -> BoardName:
        names = _people(person) if person.name == BETWEEN.join(_people(person)) else (person.name,)
        added = self._added.get(person.entrant, "")
        if names != _people(person):
            return BoardName((NamePart("", "", person.name, added),))
        return BoardName(tuple(self._part(name, added) for name in names))

    def seat(self, name: str, person: EntrantFacts | None = None) -> BoardName:
        """Of somebody at a table, who may be a substitute."""
        if person is not None and name == person.name:
            return self.person(person)
        return BoardName((self._part(name),))

    def _part(self, name: str, added: str = "") -> NamePart:
        if aside := ASIDE.match(name):
            name, added = aside.groups()
        first, last = split(name)
        short = initials(first)
        unclear = not added and self._short[_shortened(name)] > 1
        return NamePart(first, "" if unclear or len(short) >= len(first) else short, last, added)


_of_events: Cache[tuple[object, str], BoardNames] = Cache(24)


def board_names(hall: Hall) -> BoardNames:
    """The names of an event, made once for as long as only hands are written."""
    return _of_events.get((hall.event.uid, hall.revision), lambda: BoardNames(hall))


def _people(person: EntrantFacts) -> tuple[str, ...]:
    return person.members or (person.name,)


def split(name: str) -> tuple[str, str]:
    """What stands before the surname, and the surname with what follows it."""
    place = name.rfind(surname(name))
    return (name[:place].strip(), name[place:]) if place > 0 else ("", name)


def initials(first: str) -> str:
    """`Dr. Karl-Heinz Otto` → `Dr. K.-H. O.`"""
    words = (
        word if word.endswith(".") else "-".join(f"{part[0]}." for part in word.split("-") if part)
        for word in first.split()
    )
    return " ".join(words)


def _shortened(name: str) -> str:
    first, last = split(name)
    return folded(f"{initials(first)} {last}")
