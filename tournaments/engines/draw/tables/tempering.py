"""Local search: many plans at once, each at its own temperature; a step looks at all exchanges of a round.

What all exchanges of two people in a round would cost is a matrix. One of them is drawn by lot, a cheaper one
more likely than a dearer one (heat bath, by exp(−cost ÷ temperature)), and made; the draw is the smallest of
cost − temperature × lot for lots of Gumbel's distribution. No step is wasted on an exchange that is then
refused.

A cold plan only improves, a warm one wanders. Neighbours change temperatures when the warmer has become the
better (parallel tempering; Swendsen and Wang 1986, Geyer 1991): what wandering finds is worked out in the
cold. All plans lie in the same arrays, so that one call of numpy serves all of them. Work is counted in
entries of the matrices, never in seconds: an answer does not depend on the machine. All sums are whole
numbers that float32 holds exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp

import numpy as np

from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.tables.arrangement import (
    APART,
    EVEN,
    KEPT_APART,
    REPEAT,
    Places,
    Prices,
    SeatArrangement,
)
from tournaments.engines.draw.watch import Watch

COLD, WARM = 0.12 * REPEAT, 0.35 * REPEAT  # the lowest and the highest temperature
IMPOSSIBLE = np.float32(1 << 20)  # dearer than anything that can be
CALLS = 15_000  # the calls of one step take as long as so many entries
BETWEEN = 20  # steps between two changes of temperatures
LOTS = 1 << 17


@cache
def gumbel_lots() -> Prices:
    """Lots of Gumbel's distribution in an order that looks like chance, the same on every machine.

    Rounded, so that the last digit of a logarithm, in which processors differ, is nowhere seen.
    """
    quantiles = (np.arange(LOTS) + 0.5) / LOTS
    lots = np.round(-np.log(-np.log(quantiles)) * 256) / 256
    mixed = np.arange(1, LOTS + 1, dtype=np.uint64)
    for factor, shift in ((0x9E3779B97F4A7C15, 30), (0xBF58476D1CE4E5B9, 27), (0x94D049BB133111EB, 31)):
        mixed *= np.uint64(factor)
        mixed ^= mixed >> np.uint64(shift)
    return lots[np.argsort(mixed, kind="stable")].astype(np.float32)


def plans_at_once(people: int) -> int:
    """How many plans are worth the work of one: the fewer people, the more."""
    return 16 if people <= 48 else 8 if people <= 100 else 4


class Tempering:
    """The search on plans of the same rounds, coldest first; `best` and `best_cost` are what it reached."""

    def __init__(self, plans: Sequence[SeatArrangement], chance: Chance) -> None:
        first = plans[0]
        self.sizes, self.people, self.chance = first.sizes, first.people, chance
        self.lesser, self.mixed = first.lesser, first.mixed
        self.each = np.arange(len(plans))
        self.cost = np.array([plan.cost for plan in plans], np.int64)
        coldest = int(self.cost.argmin())
        self.best: Places = plans[coldest].where.copy()
        self.best_cost = int(self.cost[coldest])
        self.stopped = False
        self.where = np.stack([plan.where for plan in plans])
        self.small = np.stack([plan.small for plan in plans]).astype(np.float32)
        counts = np.stack([plan.met for plan in plans])
        self.met = (counts % KEPT_APART).astype(np.float32)
        self.apart = (
            (first.met >= KEPT_APART).astype(np.float32) * APART if (counts >= KEPT_APART).any() else None
        )
        everybody = np.arange(self.people)
        self.clubmates = first.clubmates(0, everybody[:, None], everybody)
        self.seats_at = [np.array(sizes, np.float32) for sizes in self.sizes]
        self.seats = [self._seats(number) for number in range(len(self.sizes))]
        still = first.held | (first.where < 0)  # the same in all of them
        self.still = [np.flatnonzero(row) for row in still]
        self.open = [
            number
            for number in range(len(self.sizes))
            if all(len(set(plan.where[number][~still[number]].tolist())) > 1 for plan in plans)
        ]
        steps = max(1, len(plans) - 1)
        self.temperatures = COLD + (WARM - COLD) * np.arange(len(plans)) / steps
        self.level = list(range(len(plans)))  # which temperature each plan has

    def _seats(self, number: int) -> Prices:
        """1 where a person of a plan sits at a table."""
        tables = np.arange(len(self.sizes[number]))
        seats: Prices = (self.where[:, number, :, None] == tables).astype(np.float32)
        return seats

    def run(self, steps: int, goal: int, watch: Watch | None = None, done: int = 0, total: int = 0) -> int:
        """Search for so many steps or until the goal is reached; returns the steps it took."""
        work = len(self.cost) * self.people**2 + CALLS * (1 + any(self.mixed))
        taken = count = 0
        while taken < steps and self.best_cost > goal and self.open:
            self._step(self.chance.one_of(self.open))
            taken += work
            count += 1
            if count % BETWEEN == 0:
                self._change_temperatures(count // BETWEEN % 2)
            if watch is not None and count % 200 == 0 and watch(done + taken, total, self.best_cost):
                self.stopped = True
                break
        return taken

    def _step(self, number: int) -> None:
        """Draw an exchange of a round for every plan, and make them."""
        entries = self.people**2
        costs = self._costs(number).reshape(len(self.cost), entries)
        first = self.chance.below(LOTS - costs.size)
        lots = gumbel_lots()[first : first + costs.size].reshape(costs.shape)
        temperature = self.temperatures[self.level].astype(np.float32)
        drawn = (costs - temperature[:, None] * lots).argmin(1)
        self._exchange(number, drawn // self.people, drawn % self.people, costs[self.each, drawn])

    def _costs(self, number: int) -> Prices:
        """What every exchange of two people of a round would cost more: for each plan a square matrix."""
        seats = self.seats[number]
        join = np.minimum(self.met, 1)
        join *= REPEAT - 1
        join += self.met
        for more in (self.apart, self.clubmates if number == 0 else None):
            if more is not None:
                join += more
        sit_down = join @ seats
        # To leave the own table saves what joining it would cost, were everybody there met once less.
        once = (self.met == 1).astype(np.float32) @ seats
        saved = sit_down - (REPEAT - 1) * once - (self.seats_at[number] - 1)
        sit_down -= (saved * seats).sum(2)[:, :, None]
        sit_down += IMPOSSIBLE * seats  # nobody changes within a table
        if self.mixed[number]:
            sit_down, seats = self._with_smaller_tables(number, sit_down, seats)
        costs: Prices = sit_down @ seats.swapaxes(1, 2)
        costs -= join  # whom one changes with is no longer there
        costs[:, self.still[number]] += IMPOSSIBLE
        return costs + costs.swapaxes(1, 2)

    def _with_smaller_tables(self, number: int, sit_down: Prices, seats: Prices) -> tuple[Prices, Prices]:
        """Two more columns each: then the product counts who goes to a smaller table and who comes from it.

        With EVEN times the square of k for k times, that costs 2 EVEN (k + 1) for one and saves 2 EVEN k
        for the other.
        """
        smaller = seats @ self.lesser[number].astype(np.float32)
        larger = (2 * EVEN) * (1 - smaller)
        goes = np.stack((larger * (self.small + 1), -larger), axis=2)
        comes = np.stack((smaller, smaller * self.small), axis=2)
        return np.concatenate((sit_down, goes), axis=2), np.concatenate((seats, comes), axis=2)

    def _exchange(self, number: int, a: Places, b: Places, changes: Prices) -> None:
        """In each plan its a and b change places in a round, which costs so much more."""
        each, seats, met = self.each, self.seats[number], self.met
        here, there = seats[each, a], seats[each, b]
        beside = (seats @ (there - here)[:, :, None])[:, :, 0]  # whom a meets now and b no more, and less
        beside[each, a] = beside[each, b] = 0
        met[each, a] += beside
        met[each, b] -= beside
        met[each, :, a] += beside
        met[each, :, b] -= beside
        seats[each, a], seats[each, b] = there, here
        where = self.where[:, number]
        where[each, a], where[each, b] = where[each, b], where[each, a]
        if self.mixed[number]:
            shift = (there - here) @ self.lesser[number].astype(np.float32)
            self.small[each, a] += shift
            self.small[each, b] -= shift
        self.cost += changes.astype(np.int64)
        best = int(self.cost.argmin())
        if self.cost[best] < self.best_cost:
            self.best_cost = int(self.cost[best])
            self.best = self.where[best].copy()

    def _change_temperatures(self, first: int) -> None:
        """Neighbours on the ladder change places if the warmer plan is better, now and then if it is not."""
        plan_at = sorted(range(len(self.level)), key=self.level.__getitem__)
        for step in range(first, len(plan_at) - 1, 2):
            colder, warmer = plan_at[step], plan_at[step + 1]
            gain = float(1 / self.temperatures[step] - 1 / self.temperatures[step + 1])
            gain *= int(self.cost[colder] - self.cost[warmer])
            if gain >= 0 or self.chance.below(1 << 30) < exp(gain) * (1 << 30):
                self.level[colder], self.level[warmer] = step + 1, step
