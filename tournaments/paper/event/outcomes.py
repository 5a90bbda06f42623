"""What papers show once hands have been played, as plain values. Empty texts are not printed."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from tournaments.paper.event.inputs import EventHead, Resting


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedAccount:
    """One account of a table: a person, a pair, a team."""

    name: str
    total: str  # points at this table
    result: str = ""  # of a match: "2 : 1", "won"
    place: int | None = None  # at this table
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedResult:
    """What one table played in a round."""

    table: str
    accounts: tuple[PlayedAccount, ...]
    remark: str = ""  # "walkover", "still playing", "corrected 21:14"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedColumn:
    """A column of numbers in a ranking."""

    head: str  # short, to stand above numbers: "R1", "BH"
    name: str = ""  # for the legend: "Buchholz"; empty: explains itself
    explained: str = ""  # for the legend, in words
    decides: bool = False  # a criterion of the ranking; False: told besides (the points of a round)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRank:
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
    member: bool = False  # of the team above it


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRanking:
    """A ranking, best first."""

    event: EventHead
    title: str  # "After round 3", "Final standings", "Youth"
    columns: tuple[PrintedColumn, ...]
    rows: tuple[PrintedRank, ...]
    lots: tuple[str, ...] = ()  # which places a lot decided, a sentence each
    notes: tuple[str, ...] = ()  # "The worst round does not count."
    official: bool = True  # False: something may still change, and the paper says so
    club_head: str = ""  # what the column of clubs is called, where something else stands in it


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResults:
    """What all tables of a round played, and the ranking of this round."""

    event: EventHead
    round: str
    tables: tuple[PrintedResult, ...]
    resting: tuple[Resting, ...] = ()
    ranking: PrintedRanking | None = None  # printed below; of this round alone


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCross:
    """Everybody against everybody: one group, or the whole field."""

    name: str  # "Group A"; empty: there is only one
    people: tuple[str, ...]  # in the order printed
    results: tuple[tuple[str, ...], ...]  # [one][other]: from the view of `one`; empty: not played
    columns: tuple[PrintedColumn, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()  # [one][column]
    places: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  # start numbers, above the columns too; empty: counted from 1
    through: int = 0  # so many of the first go on: a line below them

    @property
    def called(self) -> tuple[str, ...]:
        """What stands before each name, and above the column of the same one."""
        return tuple(map(str, self.numbers or range(1, len(self.people) + 1)))


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTables:
    """One cross table, or those of all groups."""

    event: EventHead
    title: str
    groups: tuple[PrintedCross, ...]
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
class PrintedMatch:
    """One match. Who has a bye has no match: the entrant stands as a side of a later round."""

    key: str
    round: int  # the column, from 1
    sides: tuple[BracketSide, BracketSide]
    label: str = ""  # "Match 3 · Table 7"


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketTree:
    """Matches that lead to one last match."""

    rounds: tuple[str, ...]  # the names of the columns: "Quarter-finals"
    matches: tuple[PrintedMatch, ...]
    name: str = ""  # "Losers"; empty: there is only one tree


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedBracket:
    """A knockout. With `losers` it is a double one: who loses twice is out, and `finals` stand apart."""

    event: EventHead
    title: str
    winners: BracketTree
    losers: BracketTree | None = None
    finals: tuple[PrintedMatch, ...] = ()  # their `round` is not asked
    third: PrintedMatch | None = None  # the match for third place
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
class PrintedPenalty:
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
    penalties: tuple[PrintedPenalty, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedHighlight:
    """A single hand, or a series, that stands out."""

    label: str
    value: str
    who: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class PlayedFor:
    """What was played for, how often, and by whom."""

    name: str
    tried: str
    won: str
    most: str


@dataclass(frozen=True, slots=True)
class EveningNumbers:
    """A whole event in numbers."""

    event: EventHead
    sums: tuple[tuple[str, str], ...]
    feats: tuple[PrintedHighlight, ...]
    choices: tuple[PlayedFor, ...]
