"""What a season is made of: evenings with results of people. Points are whole numbers or exact fractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tournaments.engines.season.rules import SeasonRules

Number = int | Fraction
PersonId = int | str
"""Who somebody is: a number of the register, or a name."""


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """What somebody did on an evening. `points` or `rank` None: took part, without a value of this kind."""

    person: PersonId
    points: Number | None = None
    rank: int | None = None
    hands: int = 0
    rounds: int = 1
    wins: int = 0
    losses: int = 0
    club: str = ""  # empty: that of the person
    team: str = ""
    guest: bool = False  # on this evening, whatever the person is otherwise
    bonus: Number = 0
    announced: bool = False  # said beforehand that this evening is to count
    partners: tuple[PersonId, ...] = ()
    parts: tuple[Number | None, ...] = ()  # points of each series of the evening


@dataclass(frozen=True, slots=True)
class SeasonEvening:
    """An evening of the season, played or still to come (`played` false: nobody was absent yet)."""

    key: str
    day: date | None = None
    results: tuple[SeasonResult, ...] = ()
    kind: str = ""  # leg, final
    place: str = ""
    group: str = ""  # of which only the best may count: a state, a village
    weight: Number = 1
    size: int = 0  # people in the field; 0: as many as there are results
    hosts: tuple[PersonId, ...] = ()
    tables: tuple[Mapping[PersonId, Number], ...] = ()  # who sat together, with points
    played: bool = True


@dataclass(frozen=True, slots=True)
class SeasonPerson:
    """What is known of somebody besides results."""

    id: PersonId
    member: bool = True
    club: str = ""
    team: str = ""
    categories: tuple[str, ...] = ()
    barred: str = ""  # why somebody has no place: arrears, won the last cup
    on_lot: str = ""  # what stands on the ticket; empty: the id


@dataclass(frozen=True, slots=True)
class SeasonExtra:
    """Points that organisers add or take away."""

    person: PersonId
    points: Number
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Season:
    """Everything that decides about the standings of a season. Evenings in the order they were played."""

    evenings: tuple[SeasonEvening, ...]
    rules: SeasonRules = field(default_factory=SeasonRules)
    people: tuple[SeasonPerson, ...] = ()  # those with results need not be named
    extras: tuple[SeasonExtra, ...] = ()
    seed: str = ""  # of the lot; empty: nothing is drawn
    over: bool | None = None  # None: over when nothing is left to be played
    today: date | None = None  # end of the rolling window; None: the last evening played


def in_order(person: PersonId) -> tuple[bool, PersonId]:
    """Numbers before names, each in their order."""
    return (isinstance(person, str), person)
