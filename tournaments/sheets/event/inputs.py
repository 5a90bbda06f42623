"""What the papers of an event show, as plain values.

Whoever prints fills these in the language that is active; nothing here asks a database. All texts are
ready to be read: names, points with their sign, "Round 2". What is empty is not there: nothing is printed.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.sheets.event.pictures import Logo
from tournaments.sheets.inputs import BlankSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHead:
    """What heads and feet of all papers of an event say."""

    club: str
    title: str  # of the event
    date: datetime.date | None = None
    place: str = ""
    printed: datetime.datetime | None = None  # local time


# --- before the first hand


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
    note: str = ""  # "Fee 12 €, reduced 8 €"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """The people of one table in seat order."""

    table: str  # its number as it stands on the table
    people: tuple[str, ...]  # empty name: this seat stays free
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
class TableCard:
    """What lies on one table for a whole event."""

    table: str
    qr: str  # what the code says
    host: str  # the address to type: "192.168.178.20:8000"
    code: str  # what to type there: "7 K7QF"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCards:
    """The cards of all tables. `flat`: A6, four on a page to be cut; `tent`: A5, folded so that it stands."""

    event: EventHead
    cards: tuple[TableCard, ...]
    shape: Literal["flat", "tent"] = "flat"
    wifi: str = ""  # the name of the network phones must be in
    action: str = ""  # what the code is for, a sentence; empty: to write down hands


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheets:
    """Sheets to write on, one for each table of a round."""

    event: EventHead
    round: str
    sheets: tuple[BlankSheet, ...]
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
class DrawProtocol:
    """A draw that anybody can repeat and check."""

    event: EventHead
    round: str  # what was drawn: "Round 1", "Rounds 1–3"
    seed: str
    algorithm: str
    format: str
    drawn: datetime.datetime  # local time
    entrants: tuple[tuple[int, str], ...]  # number · name
    rounds: tuple[DrawnRound, ...]
    achieved: tuple[str, ...]  # sentences
    request: Mapping[str, object]  # as `manage.py draw` reads it
    answer: Mapping[str, object]  # as `manage.py draw` writes it; "text" is left out of its fingerprint
    changes: tuple[str, ...] = ()  # what was changed by hand afterwards, a sentence each
    signers: tuple[str, ...] = ()  # who signs: roles or names; empty: director and a witness


# --- results


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedAccount:
    """One account of a table: a person, a pair, a team."""

    name: str
    total: str  # points at this table
    result: str = ""  # of a match: "2 : 1", "won"
    place: int | None = None  # at this table
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTable:
    """What one table played in a round."""

    table: str
    accounts: tuple[PlayedAccount, ...]
    remark: str = ""  # "walkover", "still playing", "corrected 21:14"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of numbers in a ranking."""

    head: str  # short, to stand above numbers: "R1", "BH"
    name: str = ""  # for the legend: "Buchholz"; empty: explains itself
    explained: str = ""  # for the legend, in words
    decides: bool = False  # a criterion of the ranking; False: told besides (the points of a round)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of a ranking."""

    place: str  # "3", "3–4"; empty: not ranked
    name: str
    cells: tuple[str, ...]  # one per column
    number: int | None = None
    club: str = ""
    category: str = ""
    team: str = ""
    dropped: frozenset[int] = frozenset()  # columns that do not count: the worst round
    lot: bool = False  # a lot decided this place
    remark: str = ""  # below the name: "Anna Maier, from round 2 Ben Kurz", "withdrawn after round 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """A ranking, best first."""

    event: EventHead
    title: str  # "After round 3", "Final standings", "Youth"
    columns: tuple[Column, ...]
    rows: tuple[Standing, ...]
    lots: tuple[str, ...] = ()  # which places a lot decided, a sentence each
    notes: tuple[str, ...] = ()  # "The worst round does not count."
    official: bool = True  # False: something may still change, and the paper says so


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResults:
    """What all tables of a round played, and the ranking of this round."""

    event: EventHead
    round: str
    tables: tuple[PlayedTable, ...]
    resting: tuple[Resting, ...] = ()
    ranking: Standings | None = None  # printed below; of this round alone


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """Everybody against everybody: one group, or the whole field."""

    name: str  # "Group A"; empty: there is only one
    people: tuple[str, ...]  # in the order printed
    results: tuple[tuple[str, ...], ...]  # [one][other]: from the view of `one`; empty: not played
    columns: tuple[Column, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()  # [one][column]
    places: tuple[str, ...] = ()
    through: int = 0  # so many of the first go on: a line below them


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTables:
    """One cross table, or those of all groups."""

    event: EventHead
    title: str
    groups: tuple[CrossTable, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketSide:
    """One side of a match of a knockout."""

    name: str = ""  # empty: not known yet
    source: str = ""  # key of the match whose winner comes here; a line is drawn from there
    waits_for: str = ""  # printed while nobody is known: "Loser of match 3"
    seed: str = ""  # "1", "A2"
    score: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """One match. Who has a bye has no match: the entrant stands as a side of a later round."""

    key: str
    round: int  # the column, from 1
    sides: tuple[BracketSide, BracketSide]
    label: str = ""  # "Match 3 · Table 7"


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketTree:
    """Matches that lead to one last match."""

    rounds: tuple[str, ...]  # the names of the columns: "Quarter-finals"
    matches: tuple[BracketMatch, ...]
    name: str = ""  # "Losers"; empty: there is only one tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """A knockout. With `losers` it is a double one: who loses twice is out, and `finals` stand apart."""

    event: EventHead
    title: str
    winners: BracketTree
    losers: BracketTree | None = None
    finals: tuple[BracketMatch, ...] = ()  # their `round` is not asked
    third: BracketMatch | None = None  # the match for third place
    champion: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Something that was put right after it had counted."""

    at: datetime.datetime  # local time
    where: str  # "Round 2, table 3, hand 9"
    who: str
    reason: str
    before: str
    after: str
    moved: tuple[str, ...] = ()  # what else changed: "Huber: 2nd instead of 4th"


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Points given or taken by a decision."""

    at: datetime.datetime
    where: str
    name: str  # who got it
    points: str
    reason: str
    who: str  # decided it
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionList:
    """All corrections and penalties of an event, oldest first."""

    event: EventHead
    corrections: tuple[Correction, ...]
    penalties: tuple[Penalty, ...] = ()


# --- prizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One line of the list of prizes."""

    rank: str  # "1", "Best youth"
    prize: str  # "120 €", "a basket of sausages"
    name: str = ""  # empty: nobody
    note: str = ""  # "shared with Huber", "48 points"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """Who gets what, to be read out."""

    event: EventHead
    prizes: tuple[Prize, ...]
    title: str = ""  # empty: "Prizes"
    total: str = ""  # "Sum: 480 €"


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftTable:
    """Who picks from the gift table in which order, with a line to sign on."""

    event: EventHead
    picks: tuple[Prize, ...]  # `prize` empty: to be written
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A line to sign on."""

    role: str  # "Tournament director"
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What one person, pair or team takes home."""

    names: tuple[str, ...]  # of all members
    place: int | None = None  # printed in words: "1st place"
    award: str = ""  # instead of the place, or below it: "Best youth"
    team: str = ""  # the name of the team, above its members
    substitutes: tuple[str, ...] = ()  # who played for somebody
    points: str = ""  # "48 points"
    text: str = ""  # a free line


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """Certificates in one design."""

    event: EventHead
    certificates: tuple[Certificate, ...]
    design: Literal["classic", "modern", "cards"] = "classic"
    upright: bool = False  # portrait instead of landscape
    logo: Logo | None = None
    signatures: tuple[Signature, ...] = ()  # at most three
    occasion: str = ""  # below the title: "Cego tournament with 42 players"


Document = (
    ParticipantList
    | SeatingList
    | TableCards
    | ScoreSheets
    | EventCard
    | DrawProtocol
    | RoundResults
    | Standings
    | CrossTables
    | Bracket
    | CorrectionList
    | PrizeList
    | GiftTable
    | Certificates
)
