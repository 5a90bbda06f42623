"""A list that comes in, as it is understood, and what becomes of each of its rows."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tournaments.lists import ListedEntrant

SKIP = "skip"
REST = "rest"  # the decision for all names that have none of their own
CELL, TICK, OUT, COLUMN = "cell-", "in-", "out-", "col-"  # of fields: how a row was put right and decided
MOST_DOUBTS = 400  # each is a field of the form


class Fate(enum.StrEnum):
    """What becomes of a row."""

    NEW = "new"
    KNOWN = "known"  # everybody in it is in the register
    DOUBTFUL = "doubtful"  # a decision is missing
    THERE = "there"  # takes part already
    SKIPPED = "skipped"  # left out by decision
    REFUSED = "refused"  # something is wrong with it
    NOBODY = "nobody"  # a line that is probably no person


@dataclass(frozen=True, slots=True)
class NameChoice:
    """One way to decide about a name: `new`, `skip`, or the id of somebody in the register."""

    value: str
    label: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PersonIn:
    """A name of a row. `player` is who it is in the register; None: somebody new, or not decided."""

    field: str  # of the form
    name: str
    player: int | None = None
    options: tuple[NameChoice, ...] = ()
    decided: str = ""
    like: tuple[str, ...] = ()  # names of the list itself that may be the same
    proposed: str = ""  # what to decide, if nothing speaks against it

    @property
    def chosen(self) -> str:
        """What stands in the form: the decision, else what is proposed."""
        return self.decided or self.proposed

    @property
    def doubtful(self) -> bool:
        """Somebody has to decide."""
        return bool(self.options) and not self.decided


@dataclass(frozen=True, slots=True)
class RowIn:
    """A row with what becomes of it."""

    listed: ListedEntrant
    people: tuple[PersonIn, ...]
    fate: Fate
    problems: tuple[str, ...] = ()
    ticked: bool = False  # somebody wants this row taken

    @property
    def taken(self) -> bool:
        """This row will be written."""
        return self.fate in (Fate.NEW, Fate.KNOWN)

    @property
    def left_out(self) -> bool:
        """Nothing will come of this row."""
        return self.fate in (Fate.NOBODY, Fate.REFUSED, Fate.SKIPPED, Fate.THERE)

    @property
    def in_vain(self) -> bool:
        """It is to be taken and cannot be."""
        return self.ticked and self.fate in (Fate.REFUSED, Fate.THERE)

    @property
    def asks(self) -> bool:
        """This row has something to decide, or to decide anew."""
        return any(person.options for person in self.people)


@dataclass(frozen=True, slots=True)
class ListPreview:
    """A list as it would be taken."""

    rows: tuple[RowIn, ...]
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()  # as they were written, or an example of each column; none: not a table

    def count(self, fate: Fate) -> int:
        """Rows with this fate."""
        return sum(row.fate is fate for row in self.rows)

    @property
    def taken(self) -> int:
        """Rows that would be written."""
        return sum(row.taken for row in self.rows)

    @property
    def undecided(self) -> int:
        """Rows that wait for a decision."""
        return self.count(Fate.DOUBTFUL)

    @property
    def in_vain(self) -> bool:
        """A row that was ticked cannot be taken as it is."""
        return any(row.in_vain for row in self.rows)
