"""What each of several equals gets of the prizes of their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engines.prizes.choices import HortShare, Sharing
from tournaments.engines.prizes.lines import Slot
from tournaments.engines.prizes.rules import PrizeRules


@dataclass(frozen=True, slots=True)
class Portion:
    """One of them."""

    recipient: int
    money: Fraction
    own_half: Fraction = Fraction(0)  # Hort: half of the prize of the own place
    goods: tuple[Slot, ...] = ()


def portions(equals: Sequence[int], slots: Sequence[Slot], first: int, rules: PrizeRules) -> list[Portion]:
    """Equals in their order, from place `first` on; prizes by place. Goods go to those who are ahead."""
    total = sum((slot.money for slot in slots), Fraction(0))
    goods = [slot for slot in slots if slot.stands_for_itself]
    given = {member: tuple(goods[place :: len(equals)]) for place, member in enumerate(equals)}
    match rules.ties:
        case Sharing.HIGHER:
            highest = max(slot.money for slot in slots)
            return [Portion(member, highest, goods=given[member]) for member in equals]
        case Sharing.HORT:
            own_half = dict(zip(equals, _own_halves(len(equals), slots, first), strict=True))
            everybody = rules.hort is HortShare.ALL_EQUAL
            sharing = [member for member in equals if everybody or own_half[member] or given[member]]
            sharing = sharing or list(equals)  # prizes of nothing, where the pot is empty
            part = total / 2 / len(sharing)
            return [
                Portion(member, own_half[member] + part, own_half[member], given[member])
                for member in sharing
            ]
        case _:
            return [Portion(member, total / len(equals), goods=given[member]) for member in equals]


def _own_halves(people: int, slots: Sequence[Slot], first: int) -> list[Fraction]:
    """Half of the prize of everybody's own place; a prize that moved down is that of the first without."""
    halves: list[Fraction | None] = [None] * people
    for slot in slots:
        place = min(max(slot.won.place - first, 0), people - 1)
        free = next((p for p in range(place, people) if halves[p] is None), None)
        if free is None:
            free = next((p for p in range(people) if halves[p] is None), place)
        halves[free] = (halves[free] or Fraction(0)) + slot.money / 2
    return [half or Fraction(0) for half in halves]
