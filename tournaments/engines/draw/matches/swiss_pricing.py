"""Which pairs outside the graph could make a Swiss round cheaper: those whose prices pay more than they cost.

Looking at all pairs would take longer than the matching. Two things keep it short. The cost of a pair is at
least that of its groups' distance and of the sides both should have, and grows with the distance from the
ideal place, so that only few places are near enough. And two people in one blossom give its price back: each
blossom is looked at with what is left of the prices inside it, and only the pairs that meet in no smaller
one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from itertools import islice
from math import isqrt

from tournaments.engines.draw.matches.matching import Matching
from tournaments.engines.draw.matches.sides import clash
from tournaments.engines.draw.matches.swiss_costs import CLUB, FAR, GROUP, MOST_GAP, Costs
from tournaments.engines.draw.work import OutOfWork, Work

LOOK = 1000  # pairs priced before the work is looked at
SMALL = 24  # people of a blossom among whom all pairs are looked at
FARTHEST = 2 * FAR * FAR  # what distance costs at most, doubled as prices are

Priced = tuple[int, int, int]


def too_cheap(costs: Costs, matching: Matching, work: Work) -> Iterator[Priced]:
    """All pairs whose prices pay more than they cost: what is left, doubled and below zero, then the pair,
    the smaller number first. Those of the graph are never among them.

    Raises OutOfWork when they are too many to look at.
    """
    price = matching.price
    for number, (back, a, b) in enumerate(_suspects(costs, matching)):
        if number % LOOK == 0:
            work.take(LOOK)
            if work.ended:
                raise OutOfWork
        slack = 2 * costs.of(a, b) - price[a] - price[b] + back
        if slack < 0:
            yield slack, a, b


def _suspects(costs: Costs, matching: Matching) -> Iterator[Priced]:
    """All pairs that may be worth more than they cost, and some that are not: what blossoms that hold both
    give back, and the pair, the smaller number first."""
    count = len(costs.order.people)
    tops = sorted({matching.top[a] for a in range(count)})
    waiting: list[tuple[list[int], int]] = [(tops, 0)]  # children, and the prices given back so far
    while waiting:
        children, back = waiting.pop()
        members = [[person for person in matching.inside(child) if person < count] for child in children]
        largest = max(range(len(members)), key=lambda number: len(members[number]))
        active = [person for number, people in enumerate(members) if number != largest for person in people]
        if len(children) > 1:
            home = {person: number for number, people in enumerate(members) for person in people}
            for a, b in _among(costs, matching.price, active, list(home), back):
                if home.get(b, home[a]) != home[a]:  # those of one child meet further inside
                    yield (back, a, b) if a < b else (back, b, a)
        for child in children:
            if matching.children[child]:
                waiting.append((matching.children[child], back + matching.price[child]))


def _among(
    costs: Costs, price: list[int], active: Collection[int], members: list[int], back: int
) -> Iterator[tuple[int, int]]:
    """Pairs of an active member with any whose prices, less `back`, exceed the least cost of their groups and
    sides."""
    order = costs.order
    group, wishes = order.group, costs.wishes
    camps = costs.camps
    looking = set(active)  # a pair of two of them is found from the first one
    if len(members) <= SMALL:
        for a in active:
            for b in members:
                if b == a or (b < a and b in looking):
                    continue
                gap = min(MOST_GAP, abs(group[a] - group[b]))
                least = GROUP * gap * gap + costs.side * clash(wishes[a], wishes[b])
                if price[a] + price[b] - back > 2 * least:
                    yield a, b
        return
    inside: dict[tuple[int, int, int], list[int]] = {}
    for b in members:
        inside.setdefault((group[b], wishes[b], camps[b]), []).append(b)
    dearest = [(*alike, sorted(people, key=lambda b: -price[b])) for alike, people in sorted(inside.items())]
    numbers = [g for g, _wish, _camp, _people in dearest]
    highest = max(price[people[0]] for _g, _wish, _camp, people in dearest)
    for a in active:
        farthest = isqrt(max(0, price[a] + highest - back) // (2 * GROUP))
        first, last = 0, len(dearest)
        if farthest < MOST_GAP:
            first = bisect_left(numbers, group[a] - farthest)
            last = bisect_right(numbers, group[a] + farthest)
        for g, wish, camp, people in dearest[first:last]:
            gap = min(MOST_GAP, abs(group[a] - g))
            least = GROUP * gap * gap + costs.side * clash(wishes[a], wish)
            if camp and camp == camps[a]:
                least += CLUB
            owed = back + 2 * least - price[a]  # b must pay more than this
            number = 0
            for b in people:
                if price[b] <= owed + FARTHEST:
                    break
                number += 1
                if a < b or (b < a and b not in looking):
                    yield a, b
            rest = next(islice(people, number, None), None)
            if rest is not None and price[rest] > owed:
                reach = isqrt((price[rest] - owed) // 2) + 1
                for b, off in _near(costs, a, g, reach):
                    if (
                        owed + 2 * off * off < price[b] <= owed + FARTHEST
                        and wishes[b] == wish
                        and camps[b] == camp
                        and (a < b or b not in looking)
                    ):
                        yield a, b


def _near(costs: Costs, a: int, g: int, reach: int) -> Iterator[tuple[int, int]]:
    """Those of a group whose place is at most so far from where a should meet them, and how far."""
    order = costs.order
    there, mine = order.groups[g], order.groups[order.group[a]]
    if g == order.group[a]:
        half = len(mine) // 2
        ideal = a - half
        for b in range(max(there.start, ideal - reach), min(a, ideal + reach + 1)):
            yield b, min(FAR, abs(b - ideal))
        ideal = a + half
        for b in range(max(a + 1, ideal - reach), min(there.stop, ideal + reach + 1)):
            yield b, min(FAR, abs(b - ideal))
    elif g > order.group[a]:  # a floats down: from the bottom of his group to the top of theirs
        below = mine.stop - 1 - a - there.start
        for b in range(there.start, min(there.stop, reach - below + 1)):
            yield b, min(FAR, below + b)
    else:
        above = order.place[a] + there.stop - 1
        for b in range(max(there.start, above - reach), there.stop):
            yield b, min(FAR, above - b)
