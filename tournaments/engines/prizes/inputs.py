"""What prizes are awarded from: a pot, people with their places, prizes, rules, and what is decided already.

Money is whole numbers of the smallest unit. Nobody needs a name here; who has one is called by it in the
sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from tournaments.engines.prizes.choices import Division, HeadShare, PrizeKind, PrizePlaces
from tournaments.engines.prizes.rules import PrizeRules

PrizeId = str
WinnerId = int | str
"""An entrant (a person, a pair) or, for prizes of teams, a team."""


@dataclass(frozen=True, slots=True)
class PotItem:
    """One line of what comes in or goes out."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePot:
    """Where the money of the prizes comes from; what was not paid in does not stand here."""

    fees: tuple[PotItem, ...] = ()
    lost_games: tuple[PotItem, ...] = ()
    gifts: tuple[PotItem, ...] = ()
    costs: tuple[PotItem, ...] = ()
    fees_percent: Fraction = Fraction(100)  # of the fees that goes into the pot
    lost_games_percent: Fraction = Fraction(100)
    guarantee: int = 0  # the pot is at least this; the club adds what is missing


@dataclass(frozen=True, slots=True)
class Placing:
    """Where somebody is in a ranking; rank None: out of competition there."""

    rank: int | None
    points: int | Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeEntrant:
    """Somebody who can win. The order in which entrants are written is the ranking's own order of equals."""

    id: WinnerId
    rank: int | None
    points: int | Fraction | None = None
    groups: frozenset[str] = frozenset()  # lady, youth, senior, beginner …
    club: str = ""
    team: str = ""
    table: str = ""
    member: bool = False  # of this club; who is none is a guest
    heads: int = 1  # 2: a pair
    stake: int = 100  # percent of the fee that was paid: half a stake wins half a prize
    eligible: bool = True  # False: stands in the ranking and in no list of prizes
    present: bool = True  # False: cannot be drawn in a raffle
    statistics: Mapping[str, int | Fraction] = field(default_factory=dict)  # best hand, year of birth …
    rankings: Mapping[str, Placing] = field(default_factory=dict)  # of sessions: name -> place there
    name: str = ""  # for sentences; empty: the id


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTeam:
    """A team with its place, or without: then the engine adds up the best members."""

    id: WinnerId
    rank: int | None = None
    points: int | Fraction | None = None
    members: tuple[WinnerId, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTarget:
    """Whom a prize is for: places of a ranking, among some people.

    Best lady: `group="lady"`. Best of every table: `each="table"`. Last: `first=-1`. Best team: `teams=True`.
    Best hand: `statistic="best hand"`. Everybody in order: `first=1, last=-1`.
    """

    places: PrizePlaces = PrizePlaces.RANKS
    first: int = 1  # RANKS: from here …
    last: int | None = None  # … to here; None: only `first`. Below 0: counted from the last
    number: int = 1  # EVERY, ONE_IN, PER_TABLE, PERCENT: the number; RAFFLE: how many are drawn
    points: int = 0  # ABOVE
    inclusive: bool = False  # ABOVE: exactly so many points are enough
    ranking: str = ""  # of a session; empty: of the event
    statistic: str = ""  # instead of a ranking: the highest of this number is first
    lowest: bool = False  # statistic: the lowest is first
    teams: bool = False
    count: int = 0  # teams without a rank: so many of the best members count; 0: all
    group: str = ""
    club: str = ""
    table: str = ""
    members: bool | None = None  # True: members only; False: guests only
    each: Literal["", "group", "club", "table"] = ""  # a prize for each of them
    without_prize: bool = False  # RAFFLE: only those who have none


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPrize:
    """One line of the plan of prizes."""

    id: PrizeId
    target: PrizeTarget
    money: int = 0  # fixed …
    percent: Fraction = Fraction(0)  # … or part of the pot
    of_left: bool = False  # the part is of what the fixed prizes leave
    goods: str = ""
    worth: int = 0  # of the goods; 0: not known
    choice: bool = False  # the winner chooses the goods, so the order of equals matters
    kind: PrizeKind | None = None  # of the goods; None: money or goods, by what is there
    division: Division = Division.EACH
    weights: tuple[Fraction, ...] = ()  # divided like this from the first place on, instead of `division`
    heads: HeadShare = HeadShare.WHOLE
    block: str = ""  # prizes of different blocks do not count against each other
    pot: str = ""  # one of the side pots; empty: the pot of the event
    least_players: int = 0  # only if so many are ranked
    most_players: int | None = None
    least_tables: int = 0
    least_entitled: int = 1  # only if so many are in the group
    label: str = ""  # what it is called; empty: said from the target


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeDecision:
    """What people have decided, which is never decided again.

    lot, playoff: `order` says who is ahead among equals; with `prize`, in which order a raffle was drawn.
    given: `prize` (of place `place`) goes to `entrant`, whatever the rules say.
    declined: `entrant` does not take `prize`; without a prize: none at all. It moves on.
    withheld: `prize` is not awarded; `reason` says why.
    """

    kind: Literal["lot", "playoff", "given", "declined", "withheld"]
    order: tuple[WinnerId, ...] = ()
    prize: PrizeId = ""
    entrant: WinnerId | None = None
    place: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeQuestion:
    """Everything prizes are awarded from."""

    currency: str
    pot: PrizePot = field(default_factory=PrizePot)
    pots: Mapping[str, PrizePot] = field(default_factory=dict)  # side pots by name, each with its own prizes
    entrants: tuple[PrizeEntrant, ...] = ()
    teams: tuple[PrizeTeam, ...] = ()
    prizes: tuple[PlannedPrize, ...] = ()
    rules: PrizeRules = field(default_factory=PrizeRules)
    decisions: tuple[PrizeDecision, ...] = ()
    seed: str = ""  # of lots and raffles, published before
    called: Mapping[str, str] = field(default_factory=dict)  # rankings and statistics, in sentences
    tables: int | None = None  # None: as many as entrants have different ones
