"""What anybody would write first, to compare draws with: hill climbing from random starts, greedy pairs."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations

Rounds = list[list[list[int]]]
Pair = tuple[int, int]


def repeats(rounds: Rounds) -> int:
    counts = Counter(
        tuple(sorted(two)) for tables in rounds for table in tables for two in combinations(table, 2)
    )
    return sum(counts.values()) - len(counts)


def partner_faults(rounds: Rounds) -> int:
    """Partners beyond the first time and opponents beyond the second."""
    partners: Counter[Pair] = Counter()
    opponents: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            a, b, c, d = table
            for x, y in ((a, c), (b, d)):
                partners[min(x, y), max(x, y)] += 1
            for x, y in ((a, b), (a, d), (c, b), (c, d)):
                opponents[min(x, y), max(x, y)] += 1
    return sum(n - 1 for n in partners.values()) + sum(n - 2 for n in opponents.values() if n > 2)


def hill_climbing(
    people: int, sizes: Sequence[int], rounds: int, seconds: float, partners: bool = False
) -> tuple[int, int]:
    """Exchange two at random, keep it unless it is worse, begin anew; the best value and how many starts."""
    dice = random.Random(people * 1000 + rounds)
    until = time.perf_counter() + seconds
    best, starts = 1 << 30, 0
    while best and (time.perf_counter() < until or not starts):
        starts += 1
        best = min(best, _climb(people, sizes, rounds, dice, until, partners))
    return best, starts


def _climb(
    people: int, sizes: Sequence[int], rounds: int, dice: random.Random, until: float, partners: bool
) -> int:
    plan: Rounds = []
    for _round in range(rounds):
        cards = dice.sample(range(people), people)
        plan.append([[cards.pop() for _seat in range(size)] for size in sizes])
    met: defaultdict[tuple[int, int, bool], int] = defaultdict(int)

    def pairs(table: list[int]) -> list[tuple[int, int, bool]]:
        meetings = []
        for i, j in combinations(range(len(table)), 2):
            a, b = sorted((table[i], table[j]))
            meetings.append((a, b, partners and j - i == 2))
        return meetings

    def price(kind: bool, times: int) -> int:
        if partners and not kind:
            return times > 2
        return times > 1

    def change(table: list[int], by: int) -> int:
        total = 0
        for pair in pairs(table):
            if by > 0:
                met[pair] += 1
                total += price(pair[2], met[pair])
            else:
                total -= price(pair[2], met[pair])
                met[pair] -= 1
        return total

    value = sum(change(table, 1) for tables in plan for table in tables)
    idle = 0
    while value and idle < 2_000 and time.perf_counter() < until:
        tables = dice.choice(plan)
        t, u = dice.randrange(len(tables)), dice.randrange(len(tables))
        i, j = dice.randrange(len(tables[t])), dice.randrange(len(tables[u]))
        if t == u:
            if not partners or i == j:
                idle += 1
                continue
            delta = change(tables[t], -1)
            tables[t][i], tables[t][j] = tables[t][j], tables[t][i]
            delta += change(tables[t], 1)
            if delta > 0:
                change(tables[t], -1)
                tables[t][i], tables[t][j] = tables[t][j], tables[t][i]
                change(tables[t], 1)
                delta = 0
        else:
            delta = change(tables[t], -1) + change(tables[u], -1)
            tables[t][i], tables[u][j] = tables[u][j], tables[t][i]
            delta += change(tables[t], 1) + change(tables[u], 1)
            if delta > 0:
                change(tables[t], -1)
                change(tables[u], -1)
                tables[t][i], tables[u][j] = tables[u][j], tables[t][i]
                change(tables[t], 1)
                change(tables[u], 1)
                delta = 0
        value += delta
        idle = 0 if delta < 0 else idle + 1
    return value


def greedy_pairs(count: int, cost: Callable[[int, int], int], bye: Callable[[int], int]) -> int:
    """The cost of pairing from the top: each with the cheapest of those who are left; the last sits out."""
    left, total = list(range(count)), 0
    while len(left) > 1:
        a = left.pop(0)
        price, b = min((cost(a, b), b) for b in left)
        left.remove(b)
        total += price
    return total + sum(bye(a) for a in left)
