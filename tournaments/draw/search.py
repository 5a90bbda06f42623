"""Local search: people change places within a round while that helps, and for a while when it does not.

A table with a repeated meeting is chosen by lot, one of its people too, and the best exchange with anybody of
another table of that round is made even if it makes things worse; who has just moved stays for some steps
(tabu search). Work is counted in exchanges looked at, never in seconds, so that an answer does not depend on
the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.draw.chance import Chance
from tournaments.draw.plan import Plan

Watch = Callable[[int, int, int], bool]
"""Told steps done, steps in all and the best cost now and then; True stops with the best so far."""

MOST_TABLES = 80  # looked at for one exchange; more are drawn by lot
MOST_PEOPLE = 65_536
MOVE = 100  # a move costs as much time as so many exchanges looked at


class Hot:
    """The tables that cost something; one of them can be drawn by lot in one step."""

    def __init__(self, plan: Plan, fixed: int) -> None:
        self.plan = plan
        self.fixed = fixed  # so many rounds stay as they are
        self.tables: list[tuple[int, int]] = []
        self.place: dict[tuple[int, int], int] = {}
        for number, costs in enumerate(plan.table_cost):
            for table in range(len(costs)):
                self.look(number, table)

    def look(self, number: int, table: int) -> None:
        """The cost of this table may have changed."""
        if number < self.fixed:
            return
        one = (number, table)
        costly = self.plan.table_cost[number][table] > 0
        if costly == (one in self.place):
            return
        if costly:
            self.place[one] = len(self.tables)
            self.tables.append(one)
            return
        gap = self.place.pop(one)
        last = self.tables.pop()
        if last != one:
            self.tables[gap] = last
            self.place[last] = gap


class Search:
    """The search on one plan; `best` and `best_cost` are what it found."""

    def __init__(
        self, plan: Plan, chance: Chance, fixed: int = 0, bound: frozenset[int] = frozenset()
    ) -> None:
        self.plan = plan
        self.bound = bound  # who stays at his table
        self.chance = chance
        self.hot = Hot(plan, fixed)
        self.best = plan.copy()
        self.best_cost = plan.cost
        self.best_pending = False  # the plan itself is the best, and not yet copied
        self.moves = 0
        self.stays_until: dict[int, int] = {}
        self.stopped = False

    def run(self, steps: int, goal: int, watch: Watch | None = None, done: int = 0, total: int = 0) -> int:
        """Search for so many steps or until the goal is reached; returns the steps it took."""
        taken, told = 0, 0
        while taken < steps and self.best_cost > goal:
            chosen = self._choose()
            if chosen is None:
                break
            number, person = chosen
            looked, other, delta = self._best_exchange(number, person)
            taken += looked + MOVE
            if other >= 0:
                self._exchange(number, person, other, delta)
            if watch is not None and taken - told > 50_000:
                told = taken
                if watch(done + taken, total, self.best_cost):
                    self.stopped = True
                    break
        self._keep()
        return taken

    def _choose(self) -> tuple[int, int] | None:
        """A round and a person in it who ought to sit elsewhere."""
        plan, chance = self.plan, self.chance
        uneven = self._uneven() if not self.hot.tables or chance.below(8) == 0 else None
        if uneven is not None:
            return uneven
        if not self.hot.tables:
            return None
        number, table = chance.one_of(self.hot.tables)
        people = plan.rounds[number][table]
        free = [person for person in people if person not in self.bound] if self.bound else people
        if not free:
            return self._anybody()
        costly = [person for person in free if plan.part_of(number, person, people)]
        return number, chance.one_of(costly or free)

    def _anybody(self) -> tuple[int, int] | None:
        """Somebody of any table, where nobody of the chosen one may move."""
        movable = [
            (number, person)
            for number, tables in enumerate(self.plan.rounds)
            if number >= self.hot.fixed
            for table in tables
            for person in table
            if person not in self.bound
        ]
        return self.chance.one_of(movable) if movable else None

    def _uneven(self) -> tuple[int, int] | None:
        """Somebody who sits at smaller tables more often than need be."""
        plan = self.plan
        found = [
            (number, person)
            for number, tables in enumerate(plan.rounds)
            if number >= self.hot.fixed
            for table in tables
            if len(table) < plan.full
            for person in table
            if person not in self.bound
        ]
        if not found:
            return None
        most = max(plan.small[person] for _number, person in found)
        seated = {person for where in plan.where for person, table in enumerate(where) if table >= 0}
        if most <= min(plan.small[person] for person in seated) + 1:
            return None
        return self.chance.one_of([one for one in found if plan.small[one[1]] == most])

    def _best_exchange(self, number: int, a: int) -> tuple[int, int, int]:
        """The best partner for an exchange with a in a round: (exchanges looked at, person or −1, change)."""
        plan = self.plan
        tables, costs = plan.rounds[number], plan.table_cost[number]
        here = plan.where[number][a]
        old = tables[here]
        price_a = plan.prices(number, a)
        others = [plan.prices(number, x) for x in old if x != a]
        joining = others[0] if len(others) == 1 else list(map(sum, zip(*others, strict=True)))
        left = plan.part_of(number, a, old)
        candidates: Sequence[int] = range(len(tables))
        if len(tables) > MOST_TABLES:
            start, stride = self.chance.below(len(tables)), self.chance.below(len(tables) - 1) + 1
            candidates = sorted({(start + k * stride) % len(tables) for k in range(MOST_TABLES)})
        best, ties, partner, looked = 1 << 30, 0, -1, 0
        stays, moves, allowed = self.stays_until, self.moves, self.best_cost - plan.cost
        base, bound = number * MOST_PEOPLE, self.bound
        for there in candidates:
            if there == here:
                continue
            new = tables[there]
            arrive = -left
            for y in new:
                arrive += price_a[y]
            uneven = len(new) != len(old)
            costly = costs[there]
            for b in new:
                if b in bound:
                    continue
                delta = arrive - price_a[b] + joining[b]
                if costly:
                    delta -= plan.part_of(number, b, new)
                if uneven:
                    delta += plan.smaller_tables(a, b, len(old), len(new))
                if delta <= best and (stays.get(base + b, 0) <= moves or delta < allowed):
                    if delta < best:
                        best, ties, partner = delta, 1, b
                    else:
                        ties += 1
                        if self.chance.below(ties) == 0:
                            partner = b
            looked += len(new)
        return looked, partner, best

    def _exchange(self, number: int, a: int, b: int, delta: int) -> None:
        plan = self.plan
        if delta > 0:
            self._keep()
        for changed in plan.swap(number, a, b, delta):
            self.hot.look(*changed)
        self.moves += 1
        base = number * MOST_PEOPLE
        for person in (a, b):
            self.stays_until[base + person] = self.moves + 3 + self.chance.below(8)
        if plan.cost < self.best_cost:
            self.best_cost = plan.cost
            self.best_pending = True

    def _keep(self) -> None:
        """Copy the plan if it is the best so far and not copied."""
        if self.best_pending:
            self.best = self.plan.copy()
            self.best_pending = False
