"""Who gets which prize: the most valuable first, to whoever is first entitled and may still take it.

Everybody prefers the more valuable prize, and every prize goes down its own line; so there is one way only in
which nobody would rather have a prize that somebody behind got. It does not depend on the order in which the
prizes are written, but for those of equal worth.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engines.prizes.choices import BesideGoods, PerPerson, Sharing
from tournaments.engines.prizes.contest import Contest
from tournaments.engines.prizes.expanding import Expanded, Idle
from tournaments.engines.prizes.inputs import PrizeQuestion
from tournaments.engines.prizes.lines import Key, Slot, Tier, WaitingLine
from tournaments.engines.prizes.lots import Lots, TieVerdict
from tournaments.engines.prizes.outcome import PassedOver
from tournaments.engines.prizes.shares import Portion, portions

MOST_NOTED = 20  # people a prize has passed by, as its sentence names them


@dataclass(frozen=True, slots=True)
class PrizeGrant:
    """What one recipient gets, before rounding."""

    recipient: int
    slots: tuple[Slot, ...]
    shared_by: tuple[int, ...]
    money: Fraction
    own_half: Fraction  # Hort: of it the half of the own place
    goods: tuple[Slot, ...]
    code: str  # whole, shared, hort, higher, pooled, given, raffle
    how: str = ""  # equals told apart
    line: WaitingLine | None = None
    urgency: tuple[int, Fraction, tuple[int, int]] = (0, Fraction(0), (0, 0))  # of the best of its slots


@dataclass(frozen=True, slots=True)
class ToldApart:
    """Equals of a line who were told apart."""

    line: WaitingLine
    among: tuple[int, ...]
    verdict: TieVerdict
    too_small: bool


class Awarding:
    """Gives the prizes of one plan away."""

    def __init__(self, question: PrizeQuestion, contest: Contest, expanded: Expanded, lots: Lots) -> None:
        self.rules, self.contest, self.expanded = question.rules, contest, expanded
        self.question, self.lots = question, lots
        self.grants: list[PrizeGrant] = []
        self.idle: list[Idle] = list(expanded.idle)
        self.told_apart: list[ToldApart] = []
        self._used: dict[int, set[Key]] = {}
        self._winners: set[int] = set()
        self._declined = {
            (decision.entrant, decision.prize)
            for decision in question.decisions
            if decision.kind == "declined"
        }
        self._lines_of: dict[int, list[WaitingLine]] = {}
        for line in expanded.lines:
            for member in line.tier_of:
                self._lines_of.setdefault(member, []).append(line)
        self._changed: deque[Tier] = deque()
        self._heap: list[tuple[int, Fraction, tuple[int, int], int, int, Tier]] = []
        self._serial = 0

    def run(self) -> None:
        """Everything, in order."""
        for line in self.expanded.lines:
            self._offer(*line)
        self._look_again()
        while self._heap:
            *_rank, version, tier = heapq.heappop(self._heap)
            if tier.version == version:
                self._settle(tier)
                self._look_again()

    def give(self, slot: Slot, tier: Tier | None, recipient: int) -> None:
        """By decision of people, whatever the rules say."""
        if tier is not None:
            tier.slots.remove(slot)
        self.grant([Portion(recipient, slot.money, goods=(slot,))], [slot], "given", tier)

    # --- who may take what --------------------------------------------------------------------------

    def free(self, tier: Tier) -> list[int]:
        """Who of these may take a prize of this line."""
        return [member for member in tier.members if not self.obstacle(member, tier.line, tier.slots)]

    def obstacle(self, member: int, line: WaitingLine, slots: Sequence[Slot]) -> str:
        if self._used.get(member, set()) & line.keys:
            return "has_prize"
        if line.needs_none and member in self._winners:
            return "has_prize"
        if self._declined:
            wished = self.contest.recipients[member].id
            refused = (wished, "") in self._declined
            if refused or any((wished, slot.prize.id) in self._declined for slot in slots[:1]):
                return "declined"  # a prize that somebody declined has a line of its own
        return ""

    # --- what they would get ------------------------------------------------------------------------

    def takes(self, tier: Tier, free: Sequence[int]) -> list[Slot]:
        """The prizes these may take together: every prize of their places, or the best one each."""
        slots = sorted(tier.slots, key=lambda slot: slot.urgency)
        return slots[: len(free)] if tier.line.keys else slots

    def _offer(self, *tiers: Tier) -> None:
        """What is to be had here has changed."""
        self._changed.extend(tiers)

    def _look_again(self) -> None:
        """Say what is to be had where something has changed. Prizes nobody there may take move on."""
        while self._changed:
            tier = self._changed.popleft()
            tier.version += 1
            if not tier.slots:
                continue
            free = self.free(tier)
            if not free:
                self.move_on(tier, list(tier.slots))
                continue
            if len(tier.members) > 1 and self.rules.ties in (Sharing.BY_CRITERIA, Sharing.LOT):
                self._tell_apart(tier, free)  # nobody is equal here, whatever is to be had
                continue
            taken = self.takes(tier, free)
            best = taken[0]
            worth = best.value
            if len(free) > 1 and not self._undivided(free, taken):
                worth = min((portion.money for portion in self._portions(tier, free, taken)), default=worth)
            self._serial += 1
            heapq.heappush(self._heap, (best.phase, -worth, best.written, self._serial, tier.version, tier))

    def _undivided(self, free: Sequence[int], taken: Sequence[Slot]) -> str:
        """Why these equals cannot share these prizes: goods, small; empty: they can."""
        goods = any(slot.stands_for_itself for slot in taken)
        if goods and self.rules.beside_goods is BesideGoods.WHOLE:
            return "goods"
        money = sum((slot.money for slot in taken), Fraction(0))
        small = self.rules.least and 0 < money < self.rules.least * len(free)
        return "small" if small and self.rules.ties is not Sharing.HIGHER else ""

    def _portions(self, tier: Tier, free: Sequence[int], taken: Sequence[Slot]) -> list[Portion]:
        by_place = sorted(taken, key=lambda slot: (slot.won.place, slot.written))
        return portions(free, by_place, tier.first, self.rules)

    # --- giving -------------------------------------------------------------------------------------

    def _settle(self, tier: Tier) -> None:
        """The most valuable offer of all is taken."""
        free = self.free(tier)
        taken = self.takes(tier, free)
        code = "raffle" if tier.line.raffle else "whole"
        if len(free) == 1:
            for slot in taken:
                tier.slots.remove(slot)
                self.grant([Portion(free[0], slot.money, goods=(slot,))], [slot], code, tier)
        elif self._alike(free, taken):
            by_place = sorted(taken, key=lambda slot: (slot.won.place, slot.written))
            for member, slot in zip(free, by_place, strict=True):
                tier.slots.remove(slot)
                self.grant([Portion(member, slot.money, goods=(slot,))], [slot], code, tier)
        elif why := self._undivided(free, taken):
            self._tell_apart(tier, free, too_small=why == "small")
            return
        else:
            order: Sequence[int] = free
            if any(slot.stands_for_itself for slot in taken):
                order = [member for member in self._verdict(tier, free).order if member in free]
            for slot in taken:
                tier.slots.remove(slot)
            self.grant(self._portions(tier, order, taken), taken, self.rules.ties.value, tier)
        self._offer(tier)

    def _alike(self, free: Sequence[int], taken: Sequence[Slot]) -> bool:
        """Is there the same whole prize for each of them?"""
        return (
            len(free) == len(taken) == len({slot.won.place for slot in taken})
            and len({(slot.money, slot.won.goods, slot.won.worth) for slot in taken}) == 1
            and not any(slot.prize.choice for slot in taken)
        )

    def _tell_apart(self, tier: Tier, free: Sequence[int], *, too_small: bool = False) -> None:
        verdict = self._verdict(tier, free, too_small=too_small)
        self._offer(*tier.line.tell_apart(tier, verdict.order, verdict.how))

    def _verdict(self, tier: Tier, free: Sequence[int], *, too_small: bool = False) -> TieVerdict:
        equals = self.contest.order(tier.line.target).level_of(free[0])
        verdict = self.lots.tell_apart(tier.members, free, equals)
        self.told_apart.append(ToldApart(tier.line, tuple(free), verdict, too_small))
        return verdict

    def grant(
        self,
        shares: Iterable[Portion],
        slots: Sequence[Slot],
        code: str,
        tier: Tier | None,
    ) -> None:
        """Write down who gets what, and look at everything else these people could have taken."""
        shares, slots = list(shares), tuple(slots)
        keys = frozenset(key for slot in slots for key in slot.keys)
        urgency = min(slot.urgency for slot in slots)
        together = tuple(portion.recipient for portion in shares)
        for portion in shares:
            self.grants.append(
                PrizeGrant(
                    portion.recipient,
                    slots,
                    together,
                    portion.money,
                    portion.own_half,
                    portion.goods,
                    code,
                    tier.how if tier is not None else "",
                    tier.line if tier is not None else None,
                    urgency,
                )
            )
            self._used.setdefault(portion.recipient, set()).update(keys)
            self._winners.add(portion.recipient)
        for recipient in together:
            for line in self._lines_of.get(recipient, ()):
                where = line.tier_of[recipient]
                if where is not tier and where.slots:
                    self._offer(where)

    # --- moving on ----------------------------------------------------------------------------------

    def move_on(self, tier: Tier, slots: Sequence[Slot]) -> None:
        """To the next who is entitled; the rule may forbid it."""
        for slot in slots:
            tier.slots.remove(slot)
            self._note_passed(tier, slot)
            following = tier.below if slot.step > 0 else tier.above
            if not (self.rules.passed_on or tier.line.raffle or self.rules.per_person is PerPerson.ALL):
                self.idle.append(Idle(slot, "not_passed_on"))
            elif following is None:
                self.idle.append(Idle(slot, "all_have_prizes"))
            else:
                following.slots.append(slot)
                self._offer(following)

    def _note_passed(self, tier: Tier, slot: Slot) -> None:
        for member in tier.members[: MOST_NOTED - len(slot.over)]:
            reason = self.obstacle(member, tier.line, [slot]) or "has_prize"
            slot.over.append(PassedOver(self.contest.recipients[member].id, reason))
