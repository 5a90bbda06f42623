"""Seating by standing: neighbours together, every other one together, as near as possible without repeats, or
the final table.

A table smaller than others stands where those would sit who were at one least often, and not always at the
end of the standings: so neighbours stay neighbours and yet it is not always the last who play short. Where
that does not suffice, somebody changes tables with somebody near: being at a small table again weighs more
than all nearness, and a second time there less than meeting again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from scoring.text import mark as _
from tournaments.engines.draw.bounds.proven import least_repeats, meetings
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import Request, no_seating
from tournaments.engines.draw.sitting_out import small_tables, times_out, who_sits_out
from tournaments.engines.draw.sizes import table_sizes
from tournaments.engines.draw.tables.together import brought_together

Tables = list[list[int]]
Used = tuple[int, ...]  # how many tables of each size
Seat = Callable[[Sequence[int], Sequence[int]], Tables]
AGAIN = 1 << 56  # outweighs all that is smaller
SHORT = 1 << 40  # at a small table, for each time he was there before; outweighs all distances
REPEAT = 4 * SHORT  # meeting again: as much as a third time there while another never was
KEPT_APART = 1 << 16  # repeats
STEPS = 400_000  # exchanges at tables of four looked at, for an effort of 1; larger tables count more
POLISH = 60_000  # exchanges looked at in the end, for an effort of 1
REACH = 12  # tables; who has gone further comes back in several steps


def by_standing(request: Request) -> tuple[list[Tables], list[list[int]], int]:
    """The next round by standing, who sits out, and the lower bound for the repeats."""
    if request.rounds > 1:
        raise no_seating(
            _("By the standings only one round at a time can be drawn, once the scores are known.")
        )
    chance = Chance("power", request.seed)
    scores = request.scores or {}
    lots = chance.shuffled(request.here)
    ranked = sorted(lots, key=lambda person: -scores.get(person, Fraction(0)))
    if request.power == "final":
        size = request.sizes[0]
        sizes: tuple[int, ...] = table_sizes(min(size, len(ranked)), request.sizes)
        resting = ranked[sum(sizes) :]
    else:
        sizes = table_sizes(len(ranked), request.sizes)
        (resting,) = who_sits_out(ranked, len(ranked) - sum(sizes), 1, times_out(request), chance)
        out = set(resting)
        ranked = [person for person in ranked if person not in out]
    short = small_tables(request)
    if request.power == "1-3-5-7":
        tables = every_other(ranked, where_small(ranked, sizes, short, every_other, 2))
    else:
        tables = neighbours(ranked, where_small(ranked, sizes, short, neighbours, 1))
        if request.power in (None, "swiss"):
            tables = without_repeats(tables, request, short, chance)
    tables.sort(key=len, reverse=True)  # the hall keeps its small tables where they are
    if request.together and request.power != "final":
        tables = brought_together(tables, request.together)
    return [tables], [resting], least_repeats(request, sizes, [resting])


def where_small(
    ranked: Sequence[int], sizes: Sequence[int], short: Sequence[int], seat: Seat, at_once: int
) -> list[int]:
    """The sizes in the order of the standings: small tables where the people were at one least often, late
    where that makes no difference. `seat` fills `at_once` tables with those who come next.

    What it costs is added up along the standings; of all beginnings that leave the same tables for the rest
    only the cheapest goes on.
    """
    kinds, full = Counter(sizes), max(sizes)
    nothing = (0,) * len(kinds)
    before: list[dict[Used, tuple[int, Used, tuple[int, ...]]]] = [{nothing: (0, nothing, ())}]
    for first in range(0, len(sizes), at_once):
        ways: dict[Used, tuple[int, Used, tuple[int, ...]]] = {}
        for used, (cost, _used, _chosen) in before[-1].items():
            start = sum(size * count for size, count in zip(kinds, used, strict=True))
            for chosen in product(kinds, repeat=min(at_once, len(sizes) - first)):
                now = tuple(count + chosen.count(size) for size, count in zip(kinds, used, strict=True))
                if any(count > there for count, there in zip(now, kinds.values(), strict=True)):
                    continue
                tables = seat(ranked[start : start + sum(chosen)], chosen)
                price = cost + sum(
                    (2 * short[person] + 1) * len(ranked) * len(sizes) - start
                    for table in tables
                    if len(table) < full
                    for person in table
                )
                if now not in ways or price < ways[now][0]:
                    ways[now] = price, used, chosen
        before.append(ways)
    arranged: list[int] = []
    used = tuple(kinds.values())
    for ways in before[:0:-1]:
        _cost, used, chosen = ways[used]
        arranged[:0] = chosen
    return arranged


def neighbours(ranked: Sequence[int], sizes: Sequence[int]) -> Tables:
    """1-2-3-4, 5-6-7-8 and so on."""
    tables, at = [], 0
    for size in sizes:
        tables.append(list(ranked[at : at + size]))
        at += size
    return tables


def every_other(ranked: Sequence[int], sizes: Sequence[int]) -> Tables:
    """1-3-5-7 and 2-4-6-8, then the next two tables."""
    tables: Tables = []
    at = 0
    for first in range(0, len(sizes), 2):
        both = [[] for _size in sizes[first : first + 2]]  # type: Tables
        turn = 0
        while any(len(table) < size for table, size in zip(both, sizes[first:], strict=False)):
            if len(both[turn % len(both)]) < sizes[first + turn % len(both)]:
                both[turn % len(both)].append(ranked[at])
                at += 1
            turn += 1
        tables += both
    return tables


def without_repeats(tables: Tables, request: Request, short: Sequence[int], chance: Chance) -> Tables:
    """As few repeats as possible, then nobody at a small table again, then as near in standing as possible:
    the best exchange each time."""
    met: Counter[tuple[int, int]] = meetings(request.played)
    for pair in request.apart:
        met[pair] += KEPT_APART
    rank = {person: number for number, person in enumerate(p for table in tables for p in table)}
    full = max(map(len, tables))
    fewest = min(short[person] for person in rank)

    def cost(table: Sequence[int]) -> int:
        total = 0
        if len(table) < full:
            total = sum(2 * SHORT * (short[person] - fewest) for person in table)
        for at, a in enumerate(table):
            for b in table[:at]:
                off = rank[a] - rank[b]
                total += off * off + REPEAT * met[(a, b) if a < b else (b, a)]
        return total

    tables = improved(tables, cost, len(rank), request.effort, chance, SHORT)
    return nearer(tables, cost, request.effort)


def nearer(tables: Tables, price: Callable[[Sequence[int]], int], effort: int) -> Tables:
    """Every exchange of two that makes it better, table by table, until none does: what was moved to avoid a
    repeat may have gone further than it had to."""
    tables = [table[:] for table in tables]
    costs = [price(table) for table in tables]
    steps, better = POLISH * effort, True
    while better and steps > 0:
        better = False
        for here in range(len(tables)):
            for there in range(here + 1, min(len(tables), here + REACH)):
                for i, j in product(range(len(tables[here])), range(len(tables[there]))):
                    steps -= 1
                    first, second = tables[here][:], tables[there][:]
                    first[i], second[j] = second[j], first[i]
                    new = price(first), price(second)
                    if sum(new) < costs[here] + costs[there]:
                        tables[here], tables[there], better = first, second, True
                        costs[here], costs[there] = new
    return tables


def widest_table(request: Request, rounds: Sequence[Tables]) -> int:
    """The most places in the standings between two at one table; equal scores share all their places."""
    scores = request.scores or {}
    ranked = sorted((scores.get(person, Fraction(0)) for person in request.here), reverse=True)
    first = {score: place for place, score in reversed(list(enumerate(ranked)))}
    last = {score: place for place, score in enumerate(ranked)}
    widest = 0
    for table in (table for tables in rounds for table in tables):
        there = [scores.get(person, Fraction(0)) for person in table]
        widest = max(widest, first[min(there)] - last[max(there)])
    return widest


def improved(
    tables: Tables,
    cost: Callable[[Sequence[int]], int],
    people: int,
    effort: int,
    chance: Chance,
    dear: int = AGAIN,
) -> Tables:
    """The best exchange of two each time, while some table costs at least so much."""
    tables = [table[:] for table in tables]
    costs = [cost(table) for table in tables]
    best, best_tables = sum(costs), [table[:] for table in tables]
    steps, idle = STEPS * effort, 0
    weight = max(1, max(map(len, tables), default=0) ** 2 // 16)
    while steps > 0 and max(costs, default=0) >= dear and idle < 200:
        hot = chance.one_of([number for number, price in enumerate(costs) if price >= dear])
        choice: tuple[int, int, int, int] | None = None
        reach = max(3, 40_000 // (16 * people))
        for other in sorted(range(len(tables)), key=lambda n: abs(n - hot))[1 : 2 * reach + 20]:
            for i in range(len(tables[hot])):
                for j in range(len(tables[other])):
                    left, right = tables[hot][:], tables[other][:]
                    left[i], right[j] = right[j], left[i]
                    change = cost(left) + cost(right) - costs[hot] - costs[other]
                    steps -= weight
                    if choice is None or change < choice[0]:
                        choice = change, other, i, j
        if choice is None:
            break
        change, other, i, j = choice
        if change >= 0:  # nothing helps: somebody at random changes, and it goes on from there
            i, j = chance.below(len(tables[hot])), chance.below(len(tables[other]))
        tables[hot][i], tables[other][j] = tables[other][j], tables[hot][i]
        costs[hot], costs[other] = cost(tables[hot]), cost(tables[other])
        idle += 1
        if sum(costs) < best:
            best, best_tables, idle = sum(costs), [table[:] for table in tables], 0
    return best_tables
