"""Seating by standing: neighbours together, every other one together, as near as possible without repeats, or
the final table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from scoring.text import mark as _
from tournaments.draw.bounds import least_repeats, meetings
from tournaments.draw.chance import Chance
from tournaments.draw.request import Request, no_seating
from tournaments.draw.sitting_out import times_out, who_sits_out
from tournaments.draw.sizes import table_sizes
from tournaments.draw.together import brought_together

Tables = list[list[int]]
AGAIN = 1 << 40  # outweighs all distances
STEPS = 400_000  # exchanges at tables of four looked at, for an effort of 1; larger tables count more


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
    if request.power == "1-3-5-7":
        tables = every_other(ranked, sizes)
    else:
        tables = neighbours(ranked, sizes)
        if request.power in (None, "swiss"):
            tables = without_repeats(tables, request, chance)
    if request.together and request.power != "final":
        tables = brought_together(tables, request.together)
    return [tables], [resting], least_repeats(request, sizes, [resting])


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


def without_repeats(tables: Tables, request: Request, chance: Chance) -> Tables:
    """As few repeats as possible, then as near in standing as possible: the best exchange each time."""
    met: Counter[tuple[int, int]] = meetings(request.played)
    for pair in request.apart:
        met[pair] += 4
    rank = {person: number for number, person in enumerate(p for table in tables for p in table)}

    def cost(table: Sequence[int]) -> int:
        total = 0
        for at, a in enumerate(table):
            for b in table[:at]:
                off = rank[a] - rank[b]
                total += off * off + AGAIN * met[(a, b) if a < b else (b, a)]
        return total

    return improved(tables, cost, len(rank), request.effort, chance)


def improved(
    tables: Tables, cost: Callable[[Sequence[int]], int], people: int, effort: int, chance: Chance
) -> Tables:
    """The best exchange of two each time, while some table costs at least AGAIN."""
    tables = [table[:] for table in tables]
    costs = [cost(table) for table in tables]
    best, kept = sum(costs), [table[:] for table in tables]
    steps, idle = STEPS * effort, 0
    weight = max(1, max(map(len, tables), default=0) ** 2 // 16)
    while steps > 0 and max(costs, default=0) >= AGAIN and idle < 200:
        hot = chance.one_of([number for number, one in enumerate(costs) if one >= AGAIN])
        choice: tuple[int, int, int, int] | None = None
        reach = max(3, 40_000 // (16 * people))
        for other in sorted(range(len(tables)), key=lambda n: abs(n - hot))[1 : 2 * reach + 20]:
            for i in range(len(tables[hot])):
                for j in range(len(tables[other])):
                    one, two = tables[hot][:], tables[other][:]
                    one[i], two[j] = two[j], one[i]
                    change = cost(one) + cost(two) - costs[hot] - costs[other]
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
            best, kept, idle = sum(costs), [table[:] for table in tables], 0
    return kept
