"""Names as projectors show them: a first name may be shortened where room is scarce, a last name never."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.hall.facts import Hall, Person
from tournaments.lists.words import folded


@dataclass(frozen=True, slots=True)
class NamePart:
    """One person's name; of a pair there are two."""

    first: str
    short: str  # instead of the first name; empty: it must not be shortened
    last: str


@dataclass(frozen=True, slots=True)
class BoardName:
    """A name on a board, and the club where somebody else is called the same."""

    parts: tuple[NamePart, ...]
    club: str = ""

    @property
    def last(self) -> str:
        """What lists are ordered by."""
        return self.parts[0].last

    @property
    def whole(self) -> str:
        """All of the name."""
        return " / ".join(f"{part.first} {part.last}".strip() for part in self.parts)


class BoardNames:
    """The names of an event: knows who could be taken for somebody else."""

    def __init__(self, hall: Hall) -> None:
        singles = [name for person in hall.people.values() for name in person.members or (person.name,)]
        singles += [seat.name for one in hall.rounds for table in one.tables for seat in table.seats]
        different = sorted(set(singles))
        self._alike = Counter(folded(person.name) for person in hall.people.values())
        self._short = Counter(folded(_shortened(name)) for name in different)
        self._clubs: Mapping[int, str] = {one.entrant: one.club for one in hall.people.values()}

    def person(self, person: Person) -> BoardName:
        """Of an entrant: a person, a pair, or a team under its own name."""
        pair = person.members and person.name == " / ".join(person.members)
        return self._named(person.members if pair else (person.name,), person, team=bool(person.members))

    def seat(self, name: str, person: Person | None) -> BoardName:
        """Of somebody at a table, who may be a substitute."""
        return self._named((name,), person)

    def _named(self, names: Iterable[str], person: Person | None, *, team: bool = False) -> BoardName:
        names = tuple(names)
        parts = tuple(self._part(name, team=team and len(names) == 1) for name in names)
        alike = person is not None and self._alike[folded(" / ".join(names))] > 1
        return BoardName(parts, person.club if alike and person else "")

    def _part(self, name: str, *, team: bool) -> NamePart:
        first, last = split(name)
        if team or not first:
            return NamePart("", "", name)
        short = initials(first)
        unclear = self._short[folded(_shortened(name))] > 1 or len(short) >= len(first)
        return NamePart(first, "" if unclear else short, last)


def split(name: str) -> tuple[str, str]:
    """First names and the last name."""
    first, _blank, last = name.rpartition(" ")
    return first, last


def initials(first: str) -> str:
    """`Karl-Heinz Otto` → `K.-H. O.`"""
    words = ("-".join(f"{part[0]}." for part in word.split("-") if part) for word in first.split())
    return " ".join(words)


def _shortened(name: str) -> str:
    first, last = split(name)
    return f"{initials(first)} {last}"
