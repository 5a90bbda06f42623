"""Local search in large fields: somebody whose table costs something changes with somebody of another.

A matrix of all exchanges of a round would be too large here, and there is so much room that hardly anybody
has to be moved: who sits well is left alone. Of the exchanges of one person with the people of some tables,
drawn by lot, one is chosen by the same rule as in `tempering.py`, always in the cold.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.tables.arrangement import EVEN, Places, Prices, SeatArrangement
from tournaments.engines.draw.tables.tempering import CALLS, COLD, IMPOSSIBLE, LOTS, gumbel_lots
from tournaments.engines.draw.watch import Watch

MOST_TABLES = 80  # looked at for one exchange; more are drawn by lot


class Mending:
    """The search on one plan; `best` and `best_cost` are what it reached. Rounds before `fixed` stay."""

    def __init__(self, plan: SeatArrangement, chance: Chance, fixed: int = 0) -> None:
        self.plan = plan
        self.chance = chance
        self.best: Places = plan.where.copy()
        self.best_cost = plan.cost
        self.best_pending = False  # the plan itself is the best, and not yet copied
        self.stopped = False
        self.tables = [[np.array(table, np.intp) for table in tables] for tables in plan.rounds()]
        self.open = [number for number in range(fixed, len(plan.sizes)) if len(plan.sizes[number]) > 1]

    def run(self, steps: int, goal: int, watch: Watch | None = None, done: int = 0, total: int = 0) -> int:
        """Mend for so many steps or until the goal is reached; returns the steps it took."""
        taken, busy = 0, True
        while busy:
            busy = False
            for number in self.open:
                taken += self.plan.people
                for person in self.chance.shuffled(self._uneasy(number)):
                    if self.best_cost <= goal or taken >= steps:
                        self._keep()
                        return taken
                    taken += self._move(number, person)
                    busy = True
                if watch is not None and watch(done + taken, total, self.best_cost):
                    self.stopped = True
                    self._keep()
                    return taken
        self._keep()
        return taken

    def _uneasy(self, number: int) -> list[int]:
        """Everybody in a round whose table costs something, or who sits at smaller tables too often."""
        plan = self.plan
        uneasy = np.zeros(plan.people, bool)
        for people, saved in self._saved(number, self.tables[number]):
            uneasy[people] = saved > 0
        if plan.mixed[number]:
            where = plan.where[number]
            seated = where >= 0
            often = plan.small > plan.small[seated].min() + 1
            uneasy |= often & seated & plan.lesser[number][np.maximum(where, 0)]
        people_there: list[int] = np.flatnonzero(uneasy & ~plan.held).tolist()
        return people_there

    def _saved(self, number: int, tables: Iterable[Places]) -> list[tuple[Places, Prices]]:
        """What it saves if somebody leaves these tables: for each size all people, table by table."""
        of_size: dict[int, list[Places]] = {}
        for table in tables:
            of_size.setdefault(len(table), []).append(table)
        return [
            (people.ravel(), self.plan.leaving(number, people[:, :, None], people[:, None, :]).sum(2).ravel())
            for people in map(np.array, of_size.values())
        ]

    def _move(self, number: int, person: int) -> int:
        """Draw an exchange for this person and make it; returns how much work that was."""
        plan = self.plan
        here = int(plan.where[number, person])
        seated = self.tables[number]
        mine = seated[here]
        beside = mine[mine != person]
        lost = int(plan.leaving(number, np.array([person]), beside).sum())
        costs: list[Prices] = []
        people: list[Places] = []
        for others, saved in self._saved(number, self._candidates(number, here)):
            size = len(seated[int(plan.where[number, others[0]])])
            meet = plan.joining(number, np.array([person]), others)
            sit_down = np.repeat(meet.reshape(-1, size).sum(1), size) - meet
            change = sit_down + plan.joining(number, beside[:, None], others).sum(0) - saved - lost
            smaller = int(plan.lesser[number][plan.where[number, others[0]]])
            smaller -= int(plan.lesser[number][here])
            if smaller:
                change += (2 * EVEN) * (smaller * (plan.small[person] - plan.small[others]) + 1)
            change[plan.held[others]] += IMPOSSIBLE
            costs.append(change)
            people.append(others)
        cost, others = np.concatenate(costs), np.concatenate(people)
        first = self.chance.below(LOTS - len(cost))
        place = int((cost - np.float32(COLD) * gumbel_lots()[first : first + len(cost)]).argmin())
        if cost[place] < IMPOSSIBLE / 2:
            self._exchange(number, person, int(others[place]), int(cost[place]))
        return CALLS + len(mine) * len(others)

    def _candidates(self, number: int, here: int) -> list[Places]:
        """The tables whose people are looked at."""
        seated = self.tables[number]
        count = len(seated)
        if count <= MOST_TABLES:
            return [table for at, table in enumerate(seated) if at != here]
        first, stride = self.chance.below(count), self.chance.below(count - 1) + 1
        drawn = {(first + k * stride) % count for k in range(MOST_TABLES)} - {here}
        return [seated[at] for at in sorted(drawn)]

    def _exchange(self, number: int, a: int, b: int, change: int) -> None:
        plan = self.plan
        if change > 0:
            self._keep()
        here, there = int(plan.where[number, a]), int(plan.where[number, b])
        plan.exchange(number, a, b, change)
        seated = self.tables[number]
        seated[here] = np.where(seated[here] == a, b, seated[here])
        seated[there] = np.where(seated[there] == b, a, seated[there])
        if plan.cost < self.best_cost:
            self.best_cost = plan.cost
            self.best_pending = True

    def _keep(self) -> None:
        """Copy the plan if it is the best so far and not copied."""
        if self.best_pending:
            self.best = self.plan.where.copy()
            self.best_pending = False
