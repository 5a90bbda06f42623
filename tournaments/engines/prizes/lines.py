"""Prizes in line: each stands at a place of a ranking, and moves on where those there may not take it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tournaments.engines.prizes.contest import Level
from tournaments.engines.prizes.inputs import PlannedPrize, PrizeTarget
from tournaments.engines.prizes.outcome import PassedOver, WonSlot

Key = tuple[str, ...]


@dataclass(slots=True, eq=False)
class Slot:
    """One prize of one place, on its way to whoever gets it."""

    prize: PlannedPrize
    won: WonSlot
    written: tuple[int, int]  # line of the plan, place in it
    keys: frozenset[Key]  # nobody takes two prizes with the same key
    phase: int
    step: int  # 1: moves to the next worse, -1: to the next better
    from_end: int = 0  # counted from the last, for its sentence
    over: list[PassedOver] = field(default_factory=list)
    money: Fraction = field(init=False)  # before anything is shared
    value: Fraction = field(init=False)  # what it is worth to who may take only one
    urgency: tuple[int, Fraction, tuple[int, int]] = field(init=False)
    """The most valuable first; of equal ones what is written first."""

    def __post_init__(self) -> None:
        self.money = self.won.money
        self.value = self.won.money + self.won.worth
        self.urgency = self.phase, -self.value, self.written

    @property
    def stands_for_itself(self) -> bool:
        """Is this nothing that can be divided?"""
        return bool(self.won.goods)


@dataclass(slots=True, eq=False)
class Tier:
    """Equals in a line, and the prizes that are theirs to take."""

    members: Level
    first: int  # the place of the first of them
    line: WaitingLine
    above: Tier | None = None
    below: Tier | None = None
    slots: list[Slot] = field(default_factory=list)
    version: int = 0  # rises whenever what they could take has changed
    how: str = ""  # how they were told apart from their equals


class WaitingLine:
    """The people a prize is for, from the one who is first entitled on."""

    def __init__(
        self, levels: Sequence[Level], target: PrizeTarget, keys: frozenset[Key], *, raffle: bool = False
    ) -> None:
        self.target = target  # of one of its prizes: which ranking, among whom
        self.keys = keys
        self.raffle = raffle
        self.needs_none = False  # raffle: only who has no prize at all
        self.tier_of: dict[int, Tier] = {}
        self.equals: dict[int, Level] = {}  # who was equal before anybody was told apart
        self.first: Tier | None = None
        self.size = 0
        self._starts: list[int] = []
        self._tiers: list[Tier] = []
        last: Tier | None = None
        for level in levels:
            tier = Tier(level, self.size + 1, self, above=last)
            if last is None:
                self.first = tier
            else:
                last.below = tier
            for member in level:
                self.tier_of[member] = tier
                self.equals[member] = level
            self._starts.append(tier.first)
            self._tiers.append(tier)
            self.size += len(level)
            last = tier

    def tier_at(self, place: int) -> Tier:
        """Who was at this place before anybody was told apart."""
        return self._tiers[bisect_right(self._starts, place) - 1]

    def __iter__(self) -> Iterator[Tier]:
        tier = self.first
        while tier is not None:
            yield tier
            tier = tier.below

    def mark(self, levels: Iterable[Level], how: str) -> None:
        """Those who are one level there and are not here were told apart like this."""
        for level in levels:
            if len(level) > 1 and self.tier_of[level[0]].members != level:
                for member in level:
                    self.tier_of[member].how = how

    def tell_apart(self, tier: Tier, order: Sequence[int], how: str) -> list[Tier]:
        """Equals become one after the other; their prizes stay at their places."""
        pieces = [Tier((member,), tier.first + place, self, how=how) for place, member in enumerate(order)]
        for piece, following in pairwise(pieces):
            piece.below, following.above = following, piece
        pieces[0].above, pieces[-1].below = tier.above, tier.below
        if tier.above is None:
            self.first = pieces[0]
        else:
            tier.above.below = pieces[0]
        if tier.below is not None:
            tier.below.above = pieces[-1]
        for piece in pieces:
            self.tier_of[piece.members[0]] = piece
        for slot in tier.slots:
            place = min(max(slot.won.place - tier.first, 0), len(pieces) - 1)
            pieces[place].slots.append(slot)
        tier.slots = []
        tier.version += 1
        return pieces
