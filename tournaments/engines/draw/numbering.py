"""The numbers of the tables: everybody sits at as many different tables as can be, nobody much more often at
one than need be.

The place of a table in its round is its number in the hall. Within a round only tables of one size change
numbers, so that small tables stay where they are. A person's visits to one table cost more each time, steeply
once they exceed what rounds and tables demand; two tables of a round change numbers where that is cheaper.
Fields of the usual size are annealed (Kirkpatrick, Gelatt and Vecchi 1983), large ones go downhill from a
greedy start. Work is counted in exchanges looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import exp

from tournaments.engines.draw.chance import Chance

Rounds = list[list[list[int]]]
STEPS = 120_000  # exchanges looked at, for an effort of 1
STEPS_EACH = 400  # for each two tables of a round: a few tables need no more
LARGE = 1_500  # tables in all; more are not annealed
LOOK = 12  # numbers or partners looked at for a table of a large field
SWEEPS = 3  # over all tables of a large field
STEEP = 7  # a visit beyond what need be, against one within
HOT, COLD, COOLING = 6.0, 0.3, 50
Visits = list[dict[int, int]]


def numbered(
    rounds: Rounds,
    played: Iterable[Sequence[Sequence[int]]],
    chance: Chance,
    *,
    effort: int = 1,
    as_given: bool = False,
) -> Rounds:
    """The same rounds, their tables in another order, the larger ones first. `as_given`: begin with the order
    they have, which is good."""
    rounds = [sorted(tables, key=len, reverse=True) for tables in rounds]
    every = [*played, *rounds]
    people = 1 + max((person for tables in every for table in tables for person in table), default=-1)
    visits: Visits = [{} for _person in range(people)]
    for tables in played:
        _count(visits, tables)
    numbers = _Numbers(rounds, visits, every, chance)
    if as_given:
        for tables in rounds:
            _count(visits, tables)
    else:
        numbers.seat_greedily()
    if sum(map(len, rounds)) <= LARGE and not numbers.perfect():
        pairs = sum(len(span) * (len(span) - 1) // 2 for spans in numbers.spans for span in spans)
        numbers.anneal(min(STEPS, STEPS_EACH * pairs) * effort)
    for _sweep in range(SWEEPS):
        if not numbers.sweep():
            break
    return rounds


def most_at_one_table(people: Iterable[int], rounds: Iterable[Sequence[Sequence[int]]]) -> int:
    """How often somebody sat at one table at most, a table being its number."""
    visits = _visits(rounds)
    return max((max(visits[person].values()) for person in people if person in visits), default=0)


def least_at_one_table(
    people: Iterable[int],
    played: Sequence[Sequence[Sequence[int]]],
    rounds: Sequence[Sequence[Sequence[int]]],
) -> int:
    """No numbers are better than this: everybody's rounds shared out over the tables there were for him."""
    before = _visits(played)
    times: dict[tuple[int, int], int] = {}  # a person's rounds at tables of one size
    there: dict[int, int] = {}  # the most tables of a size in one round
    tables_at_once = max((len(tables) for tables in (*played, *rounds)), default=0)
    for tables in rounds:
        for size, same in groupby(sorted(tables, key=len), key=len):
            group = list(same)
            there[size] = max(there.get(size, 0), len(group))
            for person in (person for table in group for person in table):
                times[person, size] = times.get((person, size), 0) + 1
    wanted = set(people)
    least = max((max(before[person].values()) for person in wanted if person in before), default=0)
    seated: dict[int, int] = {}
    for (person, size), count in times.items():
        if person in wanted:
            seated[person] = seated.get(person, 0) + count
            least = max(least, -(-count // there[size]))
    for person, count in seated.items():
        least = max(least, -(-(count + sum(before.get(person, {}).values())) // tables_at_once))
    return least


def _visits(rounds: Iterable[Sequence[Sequence[int]]]) -> dict[int, dict[int, int]]:
    visits: dict[int, dict[int, int]] = {}
    for tables in rounds:
        for number, table in enumerate(tables):
            if len(table) > 1:
                for person in table:
                    there = visits.setdefault(person, {})
                    there[number] = there.get(number, 0) + 1
    return visits


def _count(visits: Visits, tables: Sequence[Sequence[int]]) -> None:
    for number, table in enumerate(tables):
        for person in table:
            visits[person][number] = visits[person].get(number, 0) + 1


class _Numbers:
    """New rounds whose tables change numbers; `visits` counts, by person, how often he sits at which
    number."""

    def __init__(
        self,
        rounds: Rounds,
        visits: Visits,
        every: Sequence[Sequence[Sequence[int]]],
        chance: Chance,
    ) -> None:
        self.rounds, self.visits, self.chance = rounds, visits, chance
        self.spans = [list(_spans(tables)) for tables in rounds]
        need = -(-len(every) // max((len(tables) for tables in every), default=1))
        self.need = need
        self.rise = [
            times if times < need else need + STEEP * (times - need + 1) ** 2
            for times in range(len(every) + 2)
        ]
        """What one more visit costs somebody who was there so often."""

    def seat_greedily(self) -> None:
        """One round after the other, each table at the cheapest of some free numbers."""
        for tables, spans in zip(self.rounds, self.spans, strict=True):
            for span in spans:
                free = self.chance.shuffled(span)
                for table in self.chance.shuffled(tables[span.start : span.stop]):
                    best, cheapest = 0, -1
                    for at in range(min(LOOK, len(free))):
                        price = self._price(table, free[-1 - at])
                        if cheapest < 0 or price < cheapest:
                            best, cheapest = at, price
                        if price == 0:
                            break
                    free[-1 - best], free[-1] = free[-1], free[-1 - best]
                    number = free.pop()
                    tables[number] = table
                    for person in table:
                        there = self.visits[person]
                        there[number] = there.get(number, 0) + 1

    def perfect(self) -> bool:
        """Nobody sits anywhere twice."""
        return self.need == 1 and all(times < 2 for there in self.visits for times in there.values())

    def anneal(self, steps: int) -> None:
        """Exchanges by lot, the dear ones ever more rarely; what was cheapest stays."""
        places = [
            (number, span) for number, spans in enumerate(self.spans) for span in spans if len(span) > 1
        ]
        if not places:
            return
        chance, below = self.chance, self.chance.below
        now = least = 0
        best = [tables[:] for tables in self.rounds]
        heat = HOT
        for step in range(steps):
            if step % COOLING == 0:
                heat = HOT * (COLD / HOT) ** (step / steps)
            number, span = chance.one_of(places)
            tables = self.rounds[number]
            here, there = span.start + below(len(span)), span.start + below(len(span))
            if here == there:
                continue
            change = self._change(tables, here, there)
            if change <= 0 or chance.below(1 << 30) < exp(-change / heat) * (1 << 30):
                self._exchange(tables, here, there)
                now += change
                if now < least:
                    least, best = now, [one_round[:] for one_round in self.rounds]
        for number, tables in enumerate(best):
            for at, table in enumerate(self.rounds[number]):
                for person in table:
                    self.visits[person][at] -= 1
            self.rounds[number][:] = tables
            _count(self.visits, tables)

    def sweep(self) -> bool:
        """Every table at which somebody sits more often than need be changes numbers with one of some others
        where that is cheaper; False if nothing became better."""
        better = False
        for tables, spans in zip(self.rounds, self.spans, strict=True):
            for span in spans:
                for here in span if len(span) > 1 else ():
                    if all(self.visits[person][here] <= self.need for person in tables[here]):
                        continue
                    others = [span.start + self.chance.below(len(span)) for _look in range(LOOK)]
                    others = list(span) if len(span) <= LOOK else others
                    change, there = min((self._change(tables, here, other), other) for other in others)
                    if change < 0:
                        self._exchange(tables, here, there)
                        better = True
        return better

    def _price(self, table: Sequence[int], number: int) -> int:
        return sum(self.rise[self.visits[person].get(number, 0)] for person in table)

    def _change(self, tables: Sequence[Sequence[int]], here: int, there: int) -> int:
        """What it costs more that two tables of a round change numbers."""
        if here == there:
            return 0
        rise, visits, change = self.rise, self.visits, 0
        for person in tables[here]:
            times = visits[person]
            change += rise[times.get(there, 0)] - rise[times[here] - 1]
        for person in tables[there]:
            times = visits[person]
            change += rise[times.get(here, 0)] - rise[times[there] - 1]
        return change

    def _exchange(self, tables: list[list[int]], here: int, there: int) -> None:
        for old, new in ((here, there), (there, here)):
            for person in tables[old]:
                times = self.visits[person]
                times[old] -= 1
                times[new] = times.get(new, 0) + 1
        tables[here], tables[there] = tables[there], tables[here]


def _spans(tables: Sequence[Sequence[int]]) -> Iterable[range]:
    """The places of tables of one size, which stand together."""
    start = 0
    for _size, same in groupby(tables, key=len):
        stop = start + len(list(same))
        yield range(start, stop)
        start = stop
