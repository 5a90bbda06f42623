"""What there is to win, as organisers say it: rows, gifts to choose from, rules by which it is divided.

Stored whole with the event. Who gets what is computed by `engines.prizes`; money is in whole smallest units.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated

from scoring.fields import Ask, Between
from scoring.text import mark as _
from tournaments.engines.plans.prizewho import PotOf, PrizeFor, TurnoutBy
from tournaments.engines.prizes.choices import Division, HeadShare, PrizeKind
from tournaments.engines.prizes.rules import PrizeRules

MOST_LINES, MOST_GIFTS = 60, 300
MOST_WEIGHTS, MOST_STEPS = 100, 2
LONGEST = 80  # letters
MOST_AMOUNT = 10**10  # smallest units
ID = re.compile(r"[a-z0-9-]{1,20}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PotShares:
    """How much of what comes in goes into the pot."""

    fees: Annotated[
        int,
        Ask(_("Of the fees into the pot"), "", _("In percent of what is meant for prizes.")),
        Between(0, 100),
    ] = 100
    lost: Annotated[
        int,
        Ask(_("Of the lost-game money into the pot"), "", _("In percent of what is meant for prizes.")),
        Between(0, 100),
    ] = 100
    by_stake: Annotated[
        bool,
        Ask(
            _("Half a fee wins half a prize"),
            "",
            _("Who has paid a part of the fee gets that part of a prize of money."),
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class TurnoutStep:
    """From so many tables or people on, the money is divided like this."""

    least: int
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow:
    """One line: who gets what."""

    id: str
    who: PrizeFor
    first: int = 0
    last: int = 0  # of places; below 0: counted from the last
    name: str = ""  # of a class, a club, of what is counted by hand
    label: str = ""  # what it is called, where the target does not say it: "Mauskönig"
    amount: int = 0  # money
    percent: int = 0  # of the pot, in hundredths of a percent
    left: bool = False  # the part is of what the fixed prizes leave
    goods: str = ""
    worth: int = 0  # of the goods; 0: nobody has said
    kind: PrizeKind | None = None  # of the goods
    picks: bool = False  # from the table of gifts
    heads: HeadShare = HeadShare.WHOLE
    division: Division = Division.EACH
    weights: tuple[int, ...] = ()  # divided like this from the first place on, instead of `division`
    steps: tuple[TurnoutStep, ...] = ()  # other weights where more come
    by: TurnoutBy = TurnoutBy.TABLES  # what is counted for these
    tables: int = 0  # only with so many tables
    pot: PotOf = PotOf.MAIN
    apart: bool = False  # does not count against other prizes

    @property
    def until(self) -> int:
        """The last place of a span, where named shares say it too."""
        return self.last or (self.first + len(self.weights) - 1 if len(self.weights) > 1 else 0)

    def weights_for(self, tables: int, people: int) -> tuple[int, ...]:
        """How it is divided with so many."""
        there = tables if self.by == TurnoutBy.TABLES else people
        fitting = [step for step in self.steps if step.least <= there]
        return max(fitting, key=lambda step: step.least).weights if fitting else self.weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Gift:
    """Something on the table of gifts."""

    id: str
    what: str
    donor: str = ""
    worth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """All of it. Amounts are whole smallest units of the event's currency."""

    rules: PrizeRules = field(default_factory=PrizeRules)
    shares: PotShares = field(default_factory=PotShares)
    guarantee: int = 0  # so much is in the pot at least
    sponsors: int = 0  # money given for prizes
    costs: int = 0  # taken out of the pot
    prizes: tuple[PrizeRow, ...] = ()
    gifts: tuple[Gift, ...] = ()

    @property
    def of_pot(self) -> bool:
        """Is anything a share of the pot?"""
        return any(prize.percent for prize in self.prizes)

    @property
    def by_stage(self) -> bool:
        """Is the pot of the series divided among stages, and not among rounds?"""
        return any(row.pot == PotOf.SERIES and row.who == PrizeFor.STAGE for row in self.prizes)

    @property
    def feats(self) -> tuple[PrizeRow, ...]:
        """What is counted by hand, each name once."""
        named = {row.name.casefold(): row for row in reversed(self.prizes) if row.who == PrizeFor.FEAT}
        return tuple(row for row in self.prizes if named.get(row.name.casefold()) is row)

    @property
    def picking(self) -> bool:
        """Does anybody choose from the table of gifts?"""
        return any(prize.picks for prize in self.prizes)

    def prize(self, key: str) -> PrizeRow | None:
        """The line with this id."""
        return next((prize for prize in self.prizes if prize.id == key), None)

    def gift(self, key: str) -> Gift | None:
        """The gift with this id."""
        return next((gift for gift in self.gifts if gift.id == key), None)


AMOUNTS = ("guarantee", "sponsors", "costs")
