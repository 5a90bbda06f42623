"""Which pairs outside the graph could make a Swiss round cheaper: those whose prices pay more than they cost.

Looking at all pairs would take longer than the matching. Two things keep it short. The cost of a pair is at
least that of its groups' distance and of the sides both should have, and grows with the distance from the
ideal place, so that only few places are near enough. And two people in one blossom give its price back: each
blossom is looked at with what is left of the prices inside it, and only the pairs that meet in no smaller
one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from math import isqrt

from tournaments.engines.draw.matches.matching import Matching
from tournaments.engines.draw.matches.sides import clash
from tournaments.engines.draw.matches.swiss_costs import CLUB, FAR, GROUP, MOST_GAP, Costs
from tournaments.engines.draw.work import OutOfWork, Work

LOOK = 1000  # pairs priced before the work is looked at
SMALL = 24  # people of a blossom among whom all pairs are looked at
FARTHEST = 2 * FAR * FAR  # what distance costs at most, doubled as prices are

Priced = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Alike:
    """People for whom group, side and club cost the same: the dearest first, and by their places."""

    group: int
    wish: int
    camp: int
    dearest: list[int]
    places: list[int]


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
    count, price = len(costs.order.people), matching.price
    tops = sorted({matching.top[a] for a in range(count)})
    line, spans = _in_line(matching, tops)
    at = {person: number for number, person in enumerate(line)}
    everybody = _alike(costs, price, range(count))
    waiting = [
        (tops, 0, (0, len(line)))
    ]  # children, the prices given back so far, and where they are in line
    while waiting:
        children, back, (start, stop) = waiting.pop()
        largest = max(children, key=lambda child: spans[child][1] - spans[child][0])
        home = {
            person: spans[child]
            for child in children
            if child != largest
            for person in line[slice(*spans[child])]
            if person < count
        }
        few = [b for b in line[start:stop] if b < count] if stop - start <= SMALL else []
        for a, b in (
            _among(costs, price, home, few, back) if few else _dear(costs, price, home, everybody, back)
        ):
            # those of one child meet further inside
            if start <= at[b] < stop and not home[a][0] <= at[b] < home[a][1]:
                yield (back, a, b) if a < b else (back, b, a)
        for child in children:
            if matching.children[child]:
                waiting.append((matching.children[child], back + price[child], spans[child]))


def _in_line(matching: Matching, tops: Iterable[int]) -> tuple[list[int], dict[int, tuple[int, int]]]:
    """All vertices, those of a blossom side by side, and where those of each blossom are."""
    line: list[int] = []
    spans: dict[int, tuple[int, int]] = {}
    waiting = [(top, False) for top in tops]
    while waiting:
        blossom, is_through = waiting.pop()
        if is_through:
            spans[blossom] = spans[blossom][0], len(line)
        elif blossom < matching.n:
            spans[blossom] = len(line), len(line) + 1
            line.append(blossom)
        else:
            spans[blossom] = len(line), len(line)
            waiting.append((blossom, True))
            waiting += [(child, False) for child in matching.children[blossom]]
    return line, spans


def _among(
    costs: Costs, price: list[int], active: Collection[int], members: list[int], back: int
) -> Iterator[tuple[int, int]]:
    """Pairs of an active member with any whose prices, less `back`, exceed the least cost of their groups and
    sides."""
    group, wishes = costs.order.group, costs.wishes
    for a in active:
        for b in members:
            if b == a or (b < a and b in active):  # a pair of two of them is found from the first one
                continue
            gap = min(MOST_GAP, abs(group[a] - group[b]))
            least = GROUP * gap * gap + costs.side * clash(wishes[a], wishes[b])
            if price[a] + price[b] - back > 2 * least:
                yield a, b


def _dear(
    costs: Costs, price: list[int], active: Collection[int], everybody: list[Alike], back: int
) -> Iterator[tuple[int, int]]:
    """The same with all people, without looking at most of them."""
    numbers = [alike.group for alike in everybody]
    highest = max(price[alike.dearest[0]] for alike in everybody)
    for mine in _alike(costs, price, active):
        farthest = isqrt(max(0, price[mine.dearest[0]] + highest - back) // (2 * GROUP))
        first, last = 0, len(everybody)
        if farthest < MOST_GAP:
            first = bisect_left(numbers, mine.group - farthest)
            last = bisect_right(numbers, mine.group + farthest)
        for alike in everybody[first:last]:
            gap = min(MOST_GAP, abs(mine.group - alike.group))
            least = GROUP * gap * gap + costs.side * clash(mine.wish, alike.wish)
            if alike.camp and alike.camp == mine.camp:
                least += CLUB
            for a in mine.dearest:
                owed = back + 2 * least - price[a]  # b must pay more than this
                if price[alike.dearest[0]] <= owed:
                    break  # and so it is for all who are less dear
                for b in _who_pay(costs, price, a, alike, owed):
                    if a < b or (b < a and b not in active):
                        yield a, b


def _alike(costs: Costs, price: list[int], people: Iterable[int]) -> list[Alike]:
    """These people, put together as far as all pairs with them cost the same but for places and meetings."""
    inside: dict[tuple[int, int, int], list[int]] = {}
    for b in people:
        inside.setdefault((costs.order.group[b], costs.wishes[b], costs.camps[b]), []).append(b)
    return [
        Alike(g, wish, camp, sorted(alike, key=lambda b: -price[b]), sorted(alike))
        for (g, wish, camp), alike in sorted(inside.items())
    ]


def _who_pay(costs: Costs, price: list[int], a: int, alike: Alike, owed: int) -> Iterator[int]:
    """Those who pay more than is owed, and what their distance costs besides."""
    number = 0
    for b in alike.dearest:
        if price[b] <= owed + FARTHEST:
            break
        number += 1
        yield b
    if number == len(alike.dearest) or price[alike.dearest[number]] <= owed:
        return
    reach = isqrt((price[alike.dearest[number]] - owed) // 2) + 1
    for b, off in _near(costs, a, alike, reach):
        if owed + 2 * off * off < price[b] <= owed + FARTHEST:
            yield b


def _near(costs: Costs, a: int, alike: Alike, reach: int) -> Iterator[tuple[int, int]]:
    """Those of them whose place is at most so far from where a should meet them, and how far."""
    order, places = costs.order, alike.places
    there, mine = order.groups[alike.group], order.groups[order.group[a]]
    if alike.group == order.group[a]:
        half = len(mine) // 2
        for ideal, low, high in (
            (a - half, there.start, a - 1),
            (a + half, a + 1, there.stop),
        ):
            nearest, last = max(low, ideal - reach), min(high, ideal + reach)
            for b in places[bisect_left(places, nearest) : bisect_right(places, last)]:
                yield b, min(FAR, abs(b - ideal))
    elif alike.group > order.group[a]:  # a floats down: from the bottom of his group to the top of theirs
        below = mine.stop - 1 - a - there.start
        for b in places[: bisect_right(places, reach - below)]:
            yield b, min(FAR, below + b)
    else:
        above = order.place[a] + there.stop - 1
        for b in places[bisect_left(places, above - reach) :]:
            yield b, min(FAR, above - b)
