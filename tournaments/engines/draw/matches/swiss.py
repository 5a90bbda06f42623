"""Swiss rounds: the cheapest of all possible sets of pairs, exactly.

The matching is solved on the pairs that are likely; its prices then show which of the others could still make
it cheaper. Those join, until none is left: the result is the minimum over all pairs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from scoring.text import mark as _
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.matches.matching import Matching, NoPerfectMatching
from tournaments.engines.draw.matches.sides import FIRST, Sides, clash
from tournaments.engines.draw.matches.swiss_costs import CLUB, Costs, standing
from tournaments.engines.draw.matches.swiss_pricing import too_cheap
from tournaments.engines.draw.request import Request, no_seating
from tournaments.engines.draw.sitting_out import times_out
from tournaments.engines.draw.work import OutOfWork, Work

FEW = 40  # entrants of whom all pairs are looked at at once
NEAR = 5  # likely opponents on either side of the ideal one
FARTHEST_LOOK = 400  # places from the ideal one
AT_ONCE = 6  # further opponents for one person at a time
WORK = 3_000_000  # edges waited for and pairs priced in all rounds of a request, for an effort of 1
Pairs = list[tuple[int, int]]


def swiss_rounds(request: Request) -> tuple[list[list[list[int]]], list[list[int]], bool]:
    """New rounds, one after the other with the scores as they are; who has a bye in each; whether the work
    was enough to prove that no pairs are cheaper."""
    if len(request.here) < 2:
        raise no_seating(_("One entrant has nobody to play; at least two are needed."))
    chance = Chance("swiss", request.seed)
    scores = request.scores or {}
    seeded = {person: number for number, person in enumerate(request.seeds)}
    lots = chance.shuffled(request.here)
    people = sorted(
        lots, key=lambda person: (-scores.get(person, Fraction(0)), seeded.get(person, len(seeded)))
    )
    met: Counter[tuple[int, int]] = Counter()
    for tables in request.played:
        for table in tables:
            met.update((min(a, b), max(a, b)) for at, a in enumerate(table) for b in table[:at])
    byes = times_out(request)
    order = standing(people, scores)
    sides = Sides(len(request.ids), request.played)
    left, proven = WORK * request.effort, True
    rounds: list[list[list[int]]] = []
    sitting_out: list[list[int]] = []
    for number in range(request.rounds):
        clubs = request.clubs if number == 0 else {}
        wishes = [sides.wish(person) for person in range(len(request.ids))]
        costs = Costs(order, met, byes, request.floated, clubs, request.apart, wishes)
        share = left // (request.rounds - number)
        work = Work(share)
        pairs, bye = best_pairs(costs, work)
        left, proven = left - share + work.left, proven and not work.ended
        drawn = with_sides([(people[a], people[b]) for a, b in pairs], sides, chance)
        met.update((min(pair), max(pair)) for pair in drawn)
        sides.add(drawn)
        rounds.append(drawn)
        sitting_out.append([people[bye]] if bye is not None else [])
        if bye is not None:
            byes[people[bye]] += 1
    return rounds, sitting_out, proven


def with_sides(pairs: Pairs, sides: Sides, chance: Chance) -> list[list[int]]:
    """Each pair with the one who begins first. Where nothing speaks for either, as in a first round, the one
    who stands higher begins at every other table; the lot decides at which."""
    turn = FIRST if chance.below(2) else -FIRST
    drawn = []
    for better, other in pairs:
        begins = sides.in_order(better, other)
        if not begins:
            begins, turn = turn, -turn
        drawn.append([better, other] if begins == FIRST else [other, better])
    return drawn


def best_pairs(costs: Costs, work: Work | None = None) -> tuple[Pairs, int | None]:
    """The cheapest pairs in the order of the standing, and who has the bye. When the work ends before that is
    proven, the cheapest so far."""
    count = len(costs.order.people)
    bye = count if count % 2 else None
    if bye is not None and count == 1:
        return [], 0
    work = work or Work(sys.maxsize)
    near = NEAR
    edges = _likely(costs, near)
    best: list[int] = []
    while True:
        try:
            matching = Matching(count + count % 2, [(a, b, _cost(costs, a, b)) for a, b in sorted(edges)])
            best = matching.solve(work, give_up=bool(best))
            if near == NEAR and _costly(costs, best):  # more who are near would help most of them at once
                near *= 4
                edges |= _likely(costs, near)
                continue
            cheaper = _worst(set(too_cheap(costs, matching, work)))
        except NoPerfectMatching:
            near *= 3
            edges |= _likely(costs, near)
            continue
        except OutOfWork:
            break
        if not cheaper:
            break
        edges.update(cheaper)
    pairs = [(a, best[a]) for a in range(count) if a < best[a] != bye]
    return pairs, None if bye is None else best[bye]


def _costly(costs: Costs, mate: Sequence[int]) -> bool:
    """Some pair is of one club, or has met before."""
    return any(_cost(costs, a, b) >= CLUB for a, b in enumerate(mate) if a < b)


def _cost(costs: Costs, a: int, b: int) -> int:
    return costs.of(a, b) if b < len(costs.order.people) else costs.of_bye(a)


def _likely(costs: Costs, near: int) -> set[tuple[int, int]]:
    """Pairs that are probably enough: for each those near the ideal opponent against whom nothing speaks, the
    sides included, in other groups if there are none in his own; some across borders of groups; all byes."""
    order = costs.order
    count = len(order.people)
    edges = {(a, count) for a in range(count)} if count % 2 else set()
    if count <= max(FEW, near):
        return edges | {(a, b) for a in range(count) for b in range(a + 1, count)}
    for number, group in enumerate(order.groups):
        half = len(group) // 2
        for a in group:
            ideal = a + half if a + half < group.stop else a - half
            for place in (*range(ideal, group.stop)[: near + 1], *range(group.start, ideal)[-near:]):
                if place != a:
                    edges.add((min(a, place), max(a, place)))
            edges.update(_harmless(costs, a, ideal, near))
        below = order.groups[number + 1].start if number + 1 < len(order.groups) else count
        for a in range(max(group.start, below - near - 1), below):  # the last may have to float
            for b in range(below, min(count, below + near + 1)):
                edges.add((a, b))
    return edges


def _harmless(costs: Costs, a: int, ideal: int, wanted: int) -> Iterator[tuple[int, int]]:
    """The nearest places against whom neither a meeting nor a club nor the sides speak."""
    count, wishes = len(costs.order.people), costs.wishes
    for off in range(min(count, FARTHEST_LOOK)):
        for b in {ideal - off, ideal + off}:
            if 0 <= b < count and b != a and not clash(wishes[a], wishes[b]) and costs.of(a, b) < CLUB:
                yield min(a, b), max(a, b)
                wanted -= 1
        if wanted <= 0:
            return


def _worst(missing: set[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The pairs that would be cheaper, those that would help most first, only some for each person."""
    times: Counter[int] = Counter()
    chosen = []
    for _slack, a, b in sorted(missing):
        if times[a] < AT_ONCE or times[b] < AT_ONCE:
            chosen.append((a, b))
            times.update((a, b))
    return chosen
