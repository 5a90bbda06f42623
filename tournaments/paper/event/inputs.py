"""What the papers of an event show, as plain values.

Whoever prints fills these in the language that is active; nothing here asks a database. All texts are
ready to be read: names, points with their sign, "Round 2". What is empty is not there: nothing is printed.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

from tournaments.paper.sheet.inputs import ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHead:
    """What heads and feet of all papers of an event say."""

    club: str
    title: str  # of the event
    date: datetime.date | None = None
    place: str = ""
    printed: datetime.datetime | None = None  # local time
    checksum: str = ""  # "checksum 7K3D 9QXM 2B4T"


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """One line of the list of participants: a person, a pair or a team."""

    number: int | None
    name: str
    club: str = ""
    category: str = ""
    team: str = ""
    here: bool = False
    paid: bool = False
    remark: str = ""  # "withdrawn after round 2", "out of competition"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantList:
    """Who takes part, in the order given."""

    event: EventHead
    people: tuple[Participant, ...]
    door: bool = False  # boxes to tick: is here, has paid
    letters: str = ""  # "A – K": the part of the list for one helper
    note: str = ""  # "Fee 12 €, reduced 8 €"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """The people of one table in seat order."""

    table: str  # its number as it stands on the table
    people: tuple[str, ...]  # empty name: this seat stays free
    numbers: tuple[int, ...] = ()  # the start numbers of these people; empty: not told
    sides: tuple[tuple[int, ...], ...] = ()  # seats (from 0) that play together; empty: everybody alone
    deals: int | None = None  # who deals first: the seat, from 0
    place: str = ""  # "upper room"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resting:
    """Who does not play this round, and why."""

    name: str
    why: str  # "sits out", "has a bye"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingList:
    """Who sits where in one round: by name for people who look for their seat, by table for the desk."""

    event: EventHead
    round: str
    tables: tuple[SeatedTable, ...]
    resting: tuple[Resting, ...] = ()
    by: Literal["name", "table"] = "name"
    note: str = ""  # "Play begins at 19:30."


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCard:
    """What lies on one table for a whole event."""

    table: str
    qr: str  # what the code says
    host: str  # the address to type: "192.168.178.20:8000"
    code: str  # what to type there: "7 K7QF"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCards:
    """The cards of all tables. `flat`: A6, four on a page to be cut; `tent`: A5, folded so that it stands."""

    event: EventHead
    cards: tuple[PrintedCard, ...]
    shape: Literal["flat", "tent"] = "flat"
    wifi: str = ""  # the name of the network phones must be in
    action: str = ""  # what the code is for, a sentence; empty: to write down hands
    pay: str = ""  # what a second code says: a bank's app pays the fee
    pay_words: str = ""  # "Fee 12.00 €: scan with your bank's app"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDoorPaper:
    """What hangs in a club's room: by this code its people open tables on a server."""

    event: EventHead  # here of a club: its name and place
    qr: str
    host: str  # what is typed without a camera
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheets:
    """Sheets to write on, one for each table of a round."""

    event: EventHead
    round: str
    sheets: tuple[ScoreSheet, ...]
    two_up: bool = False  # two tables on a page across


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionLine:
    """One ranking criterion, in words."""

    name: str  # "Direct encounter"
    explained: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCard:
    """What is played and how it is ranked, to be hung up before the first hand."""

    event: EventHead
    game: str
    facts: tuple[tuple[str, str], ...]  # ("Format", "3 rounds at tables of 4"), ("Fee", "12 €")
    criteria: tuple[CriterionLine, ...]  # in the order they are asked
    lots: str = ""  # what decides the lots: the seed, as a sentence
    rules_name: str = ""  # of the house rules
    rules: tuple[str, ...] = ()  # the house rules, one sentence each
    schedule: tuple[tuple[str, str], ...] = ()  # ("19:30", "Round 1")
    notes: tuple[str, ...] = ()  # further sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """One round of a draw."""

    name: str  # "Round 1"
    tables: tuple[SeatedTable, ...]
    resting: tuple[Resting, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawFile:
    """What a machine needs to repeat a draw: `manage.py draw` reads the file of this name."""

    name: str
    checksum: str  # SHA-256 of the file
    answer: str = ""  # SHA-256 of what the command writes
    about: str = ""  # "Group A"
    check: str = ""  # which program draws the same from it


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawProtocol:
    """A draw that anybody can repeat and check."""

    event: EventHead
    round: str  # what was drawn: "Round 1", "Rounds 1–3"
    seed: str  # the draw number
    format: str
    drawn: datetime.datetime  # local time
    entrants: int
    rounds: tuple[DrawnRound, ...]
    how: tuple[str, ...] = ()  # how it was made, a sentence each
    wished: tuple[str, ...] = ()  # what it was to heed
    achieved: tuple[str, ...] = ()
    files: tuple[DrawFile, ...] = ()
    changes: tuple[str, ...] = ()  # what was changed by hand afterwards, a sentence each
    signers: tuple[str, ...] = ()  # who signs: roles or names; empty: director and a witness
