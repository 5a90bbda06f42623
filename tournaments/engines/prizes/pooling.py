"""Equals who pool: they put the best prizes they can win together, one for each of them, and share them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engines.prizes.awarding import Awarding
from tournaments.engines.prizes.choices import PerPerson, PrizePlaces, Sharing, Takes
from tournaments.engines.prizes.lines import Slot, Tier, WaitingLine
from tournaments.engines.prizes.shares import Portion


@dataclass(frozen=True, slots=True)
class _Brought:
    """A prize some of the equals can bring in."""

    slot: Slot
    tier: Tier
    by: frozenset[int]
    special: bool


def can_pool(awarding: Awarding) -> bool:
    """Does the rule mean anything here? It shares money among people who may have one prize."""
    rules = awarding.rules
    return rules.ties is Sharing.SHARED and rules.per_person in (PerPerson.ONE, PerPerson.ONE_MONEY)


def pool(awarding: Awarding) -> None:
    """Go down the ranking and settle every place that way, as far as the prizes of places are money."""
    for main in awarding.expanded.lines:
        if id(main) not in awarding.expanded.plain or not main.keys:
            continue
        special = [line for line in awarding.expanded.lines if line is not main and _is_special(line, main)]
        for tier in main:
            if any(slot.stands_for_itself or slot.step < 0 for slot in tier.slots):
                break
            _settle(awarding, tier, special)


def _is_special(line: WaitingLine, main: WaitingLine) -> bool:
    target = line.target
    return (
        line.keys == main.keys
        and not line.raffle
        and target.places is not PrizePlaces.ABOVE
        and not (target.teams or target.ranking or target.statistic)
    )


def _settle(awarding: Awarding, tier: Tier, special: Sequence[WaitingLine]) -> None:
    free = awarding.free(tier)
    if free:
        chosen = _chosen(_candidates(awarding, tier, free, special), free)
        if chosen:
            _share(awarding, free, chosen, tier)
    if tier.slots:
        awarding.move_on(tier, list(tier.slots))


def _candidates(
    awarding: Awarding, tier: Tier, free: Sequence[int], special: Sequence[WaitingLine]
) -> list[_Brought]:
    """Prizes of their places, and special ones for which nobody ahead of them is left."""
    everybody = frozenset(free)
    brought = [_Brought(slot, tier, everybody, special=False) for slot in tier.slots]
    for line in special:
        for step in line:
            entitled = awarding.free(step)
            if not entitled:
                awarding.move_on(step, list(step.slots))
                continue
            if set(entitled) <= everybody:
                brought += [
                    _Brought(slot, step, frozenset(entitled), special=True)
                    for slot in step.slots
                    if not slot.stands_for_itself and slot.step > 0
                ]
            break
    return sorted(brought, key=lambda prize: prize.slot.urgency)


def _chosen(brought: Sequence[_Brought], free: Sequence[int]) -> list[tuple[_Brought, int]]:
    """The best prizes that can be brought in by one of them each, and who brings which."""
    brings: dict[int, int] = {}
    for number in range(len(brought)):
        if len(brings) == len(free):
            break
        _bring(number, brought, free, brings)
    return [(brought[number], member) for member, number in brings.items()]


def _bring(number: int, brought: Sequence[_Brought], free: Sequence[int], brings: dict[int, int]) -> None:
    """Somebody brings this prize in, where others can bring theirs in another way if need be."""
    came: dict[int, int] = {}  # member: the prize for which they were asked
    asking = deque([number])
    while asking:
        prize = asking.popleft()
        for member in free:
            if member in came or member not in brought[prize].by:
                continue
            came[member] = prize
            if member in brings:
                asking.append(brings[member])
                continue
            while True:
                prize = came[member]
                before = next((other for other, held in brings.items() if held == prize), None)
                brings[member] = prize
                if prize == number or before is None:
                    return
                member = before


def _share(
    awarding: Awarding, free: Sequence[int], chosen: Sequence[tuple[_Brought, int]], tier: Tier
) -> None:
    prizes = [prize for prize, _member in chosen]
    parts = [(list(free), prizes)]
    if awarding.rules.takes is Takes.POOLED_OR_APART:
        parts = _apart(free, prizes)
    for members, shared in parts:
        slots = sorted((prize.slot for prize in shared), key=lambda slot: slot.urgency)
        total = sum((slot.money for slot in slots), Fraction(0))
        for prize in shared:
            prize.tier.slots.remove(prize.slot)
        if slots:
            special = any(prize.special for prize in shared)
            code = "whole" if len(members) == 1 else "pooled" if special else "shared"
            awarding.grant(
                [
                    Portion(member, total / len(members), goods=tuple(slots) if code == "whole" else ())
                    for member in members
                ],
                slots,
                code,
                tier,
            )


def _apart(free: Sequence[int], prizes: Sequence[_Brought]) -> list[tuple[list[int], list[_Brought]]]:
    """Who gets more by sharing a prize the others cannot win among themselves does so.

    The others take the best prizes of places, one for each; what those apart bring in besides is the least.
    """
    whole = _mean(prizes, len(free))
    best: tuple[Fraction, list[tuple[list[int], list[_Brought]]]] | None = None
    for entitled in dict.fromkeys(prize.by for prize in prizes if prize.special):
        theirs = [prize for prize in prizes if prize.special and prize.by == entitled]
        if len(entitled) == len(free) or len(theirs) < sum(prize.special for prize in prizes):
            continue  # more than one special prize: nobody can say which of them is whose
        places = sorted(
            (prize for prize in prizes if prize not in theirs), key=lambda prize: prize.slot.urgency
        )
        others = len(free) - len(entitled)
        mine = theirs + places[others:]
        gain = _mean(mine, len(entitled))
        if gain > whole and (best is None or gain > best[0]):
            inside = [member for member in free if member in entitled]
            outside = [member for member in free if member not in entitled]
            best = gain, [(inside, mine), (outside, places[:others])]
    return best[1] if best else [(list(free), list(prizes))]


def _mean(prizes: Sequence[_Brought], people: int) -> Fraction:
    return sum((prize.slot.money for prize in prizes), Fraction(0)) / people
