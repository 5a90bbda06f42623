"""What a sheet of paper shows, as plain values: whoever prints fills these, nothing here asks a database."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from scoring.game import Game
from scoring.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A sheet to write on, for one table."""

    game: Game[Any, Any]
    table: Table[Any]
    rules_line: str  # the house rules in force, one sentence
    names: tuple[str, ...] = ()  # the people in seat order; empty: the sheet leaves room to write them
    club: str = ""
    title: str = ""  # "Friday tournament, round 2, table 3"
    round: str = ""  # "Round 2", where the title does not say it
    number: str = ""  # of the table in a hall, printed very large
    date: datetime.date | None = None
    qr: str | None = None  # what the code says: the address of this table
    address: str | None = None  # the same to type, below the code
    rows: int | None = None  # None: the hands of a round where the rules fix them, else a full page


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedHand:
    """One row of the table of hands."""

    number: int | None  # None: not one of the hands of a round (a redeal, an adjustment); of several the last
    sentences: tuple[str, ...]  # one per line of the score; empty: nobody scored
    points: tuple[int, ...]  # one per account
    totals: tuple[int, ...]  # after this hand, of the game it belongs to
    correction: str = ""  # "Anna Maier, 21:14: 36 instead of 46 points"; empty: never corrected
    opens: str = ""  # the first hand of a further game of the same sheet: its heading ("Chico 2")
    hands: int = 1  # how many it stands for: more than one where only totals from paper are known
    line_up: str = ""  # who plays from this hand on, where somebody has come or gone
    absent: frozenset[int] = frozenset()  # accounts of those who did not play it


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedAccount:
    """One account in the result box."""

    name: str  # "Anna Maier", "Anna & Ben"
    total: int
    place: int | None = None  # equal numbers share; None: no places yet
    remark: str = ""  # below the name: "12 malas", "1.20 €"
    games: tuple[int, ...] = ()  # of a match the points of each of its games; `total` are the games won


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """What one table played."""

    club: str
    title: str
    date: datetime.date | None
    game: str  # its name, in the language of the sheet
    rule_set: str
    rules_line: str
    results: tuple[PrintedAccount, ...]  # in the order of the accounts
    people: tuple[str, ...]  # who signs, in seat order
    hands: tuple[PrintedHand, ...]  # oldest first
    closing: str  # "The round of 24 hands is full: Anna with 48."; empty: still being played
    games: tuple[str, ...] = ()  # of a match what its games are called: "Chico 1", "Chico 2"
    low_wins: bool = False
    hand_name: str = ""  # what the players call one hand ("Round"); empty: "Hand"
    remarks: tuple[str, ...] = ()  # further sentences under the closing one
    round: str = ""  # of an event: "Round 2"
    table: str = ""  # its number in the hall


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersOf:
    """One person's evening in numbers."""

    name: str
    place: int
    total: int
    tried: int | None  # None: nobody plays for something in this game
    won: int | None  # None: nothing that could be won
    best: str  # signed points; empty: no hand yet
    worst: str
    favourite: str  # what was tried most often; empty: nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedAttempts:
    """How often something was tried at the table, and how often it worked."""

    name: str
    tried: int
    won: int | None  # None: nothing to win in it


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNumbers:
    """The evening of a table in numbers, one page."""

    club: str
    title: str
    date: datetime.date | None
    game: str
    rules_line: str
    hands: int
    hand_name: str  # what the players call one of them
    people: tuple[NumbersOf, ...]  # by their places
    choices: tuple[PrintedAttempts, ...]  # the most frequent first
    accounts: tuple[str, ...]
    series: tuple[tuple[int, ...], ...]  # running totals, one series per account
    restarts: tuple[int, ...] = ()
    widths: tuple[int, ...] = ()  # how many hands each step of the series stands for; empty: one
    low_wins: bool = False
    first: tuple[int, ...] = ()  # accounts in the first place


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A line of the list at the end."""

    place: str  # "1", "2–3"
    name: str
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedEnding:
    """The end of an evening or event, for a picture to send: public names only."""

    title: str
    club: str
    date: str
    game: str
    played: str  # "24 hands", "42 entrants"
    places: tuple[PrintedPlace, ...]  # from the first on
    best: tuple[str, str, str] | None  # who, points, why
    medals: tuple[tuple[str, str], ...]  # what for, who
    curves: tuple[
        tuple[str, tuple[int, ...]], ...
    ]  # of each line its name and its values; those in front first
    restarts: tuple[int, ...] = ()  # where a further game begins at nought, counted from 0
    sample: str = ""  # of what was made up: a sentence that says so
    from_nought: bool = True  # the lines begin at nought, before the first value
