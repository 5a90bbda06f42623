"""Who gets what, why, and where everything else goes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.text import Text
from tournaments.engines.prizes.inputs import PrizeId, WinnerId


@dataclass(frozen=True, slots=True)
class WonSlot:
    """One prize at one place: what is won whole, or shared."""

    prize: PrizeId
    place: int  # of the ranking it is for, from the best; 0 in a raffle
    money: Fraction  # before sharing
    goods: str = ""
    worth: int = 0
    each_of: str = ""  # the table, club or group, where every one has its own

    @property
    def key(self) -> tuple[PrizeId, str, int]:
        """What tells it from all others of the plan, also after a correction."""
        return self.prize, self.each_of, self.place


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Somebody who is ahead in the same line and did not get it, and by which rule."""

    entrant: WinnerId
    code: str  # has_prize, declined, tie


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeAward:
    """What somebody gets for one prize, or for the prizes of the places they share."""

    entrant: WinnerId  # or the team
    team: bool
    slots: tuple[WonSlot, ...]  # one, or those that are shared
    shared_by: tuple[WinnerId, ...]  # all who share, in their order; one: not shared
    exact: Fraction  # money before rounding, of all heads, with a full stake
    money: int  # paid, of all heads
    heads: int
    each: int  # paid to each head, rounded down to the smallest unit
    goods: tuple[str, ...]
    worth: int  # of the goods
    rules: tuple[str, ...]  # codes: shared, hort, lot, passed_on, half_stake, given, pooled …
    over: tuple[PassedOver, ...]
    open: bool  # a lot or a play-off has still to decide; meanwhile the order of the ranking
    text: Text

    @property
    def prizes(self) -> tuple[PrizeId, ...]:
        """The lines of the plan."""
        return tuple(dict.fromkeys(slot.prize for slot in self.slots))


@dataclass(frozen=True, slots=True)
class UnusedPrize:
    """A prize nobody gets."""

    slot: WonSlot
    code: (
        str  # no_such_place, nobody_entitled, all_have_prizes, not_passed_on, too_few …, withheld, not_drawn
    )
    text: Text


@dataclass(frozen=True, slots=True)
class PrizeRest:
    """A part of the pot that is not paid, and where it goes. Below 0: the club adds it."""

    amount: int
    code: str  # rounding, unused, half_stake, left, missing
    to: str  # club, box, final
    text: Text


@dataclass(frozen=True, slots=True)
class PrizeLot:
    """Equals whom a lot or a play-off told apart, or has to."""

    among: tuple[WinnerId, ...]  # in the order that counts now
    prizes: tuple[PrizeId, ...]
    how: str  # seed, recorded, open
    tickets: tuple[str, ...] = ()  # of the seed


@dataclass(frozen=True, slots=True)
class EqualWithout:
    """Somebody as good as the last who won, without a prize."""

    entrant: WinnerId
    beside: WinnerId  # who is equal and has one
    prizes: tuple[PrizeId, ...]


@dataclass(frozen=True, slots=True)
class PrizeWarning:
    """What an organiser should see before the prize-giving."""

    code: str  # pot_short, more_prizes_than_people, lot_needed, costs_more, too_small …
    text: Text
    prizes: tuple[PrizeId, ...] = ()
    entrants: tuple[WinnerId, ...] = ()


@dataclass(frozen=True, slots=True)
class PotSum:
    """How big the pot is, by where it comes from."""

    fees: int  # all of them
    fees_in: int  # of them into the pot
    lost_games: int
    lost_games_in: int
    gifts: int
    costs: int
    added: int  # by the club, to reach what it guaranteed
    pot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePot:
    """A pot beside that of the event, and where it goes: sum.pot = paid + rest."""

    name: str
    sum: PotSum
    paid: int
    rest: int
    rests: tuple[PrizeRest, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeOutcome:
    """Everything about the prizes of an event. pot.pot = paid + rest, to the smallest unit.

    The sums are those of the event's own pot; the side pots have theirs, and what is won there stands among
    the awards.
    """

    awards: tuple[PrizeAward, ...]
    unused: tuple[UnusedPrize, ...]
    lots: tuple[PrizeLot, ...]
    equal_without: tuple[EqualWithout, ...]
    warnings: tuple[PrizeWarning, ...]
    rests: tuple[PrizeRest, ...]
    pot: PotSum
    paid: int
    rest: int
    planned: Fraction  # what all prizes together cost, if all are awarded
    goods_worth: int  # of the goods awarded
    sides: tuple[SidePot, ...] = ()

    @property
    def paid_in_all(self) -> int:
        """Of all pots."""
        return self.paid + sum(side.paid for side in self.sides)

    def awards_of(self, entrant: WinnerId) -> tuple[PrizeAward, ...]:
        """What somebody gets."""
        return tuple(award for award in self.awards if award.entrant == entrant and not award.team)
