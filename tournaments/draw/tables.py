"""Tables of individuals: constructions first, a search for whatever they leave open, seats last."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heapreplace

from tournaments.draw.bounds import least_clubmates, least_repeats, meetings, repeats
from tournaments.draw.chance import Chance
from tournaments.draw.continuing import from_history
from tournaments.draw.placing import from_design
from tournaments.draw.plan import CLUB, EVEN, KEPT_APART, REPEAT, Plan
from tournaments.draw.request import Request
from tournaments.draw.search import Search, Watch
from tournaments.draw.sitting_out import small_tables, times_out, who_sits_out
from tournaments.draw.sizes import table_sizes
from tournaments.draw.together import dealt

Rounds = list[list[list[int]]]
STEPS = 1_500_000  # exchanges looked at, for an effort of 1
RANDOM_STARTS = 1


def draw_rounds(request: Request, watch: Watch | None = None) -> tuple[Rounds, list[list[int]], int]:
    """New rounds, who sits out in each, and the lower bound for the repeats."""
    sizes = table_sizes(len(request.here), request.sizes)
    chance = Chance("tables", request.seed)
    resting = who_sits_out(
        request.here, len(request.here) - sum(sizes), request.rounds, times_out(request), chance
    )
    bound = least_repeats(request, sizes, resting)
    goal = REPEAT * (bound - repeats(meetings(request.played)))
    goal += _evenest(request, sizes)
    seated = set(request.here).difference(resting[0])
    goal += CLUB * least_clubmates(request.clubs, seated, len(sizes))
    built: Rounds = []
    still = seated_together(request)
    if request.together:
        pass  # dealt around those who sit together, round by round
    elif not request.played and not any(resting):
        built = from_design(request.here, sizes, request.rounds, request.apart, request.clubs, chance)
    elif request.played and not any(resting):
        built = from_history(
            request.here, sizes, request.rounds, request.played, request.apart, Chance("next", request.seed)
        )
    steps = STEPS * request.effort
    # First what was constructed stays as it is, then everything may move, then it starts from nothing.
    starts = [(built, 0)]
    if 0 < len(built) < request.rounds:
        starts = [(built, len(built)), *starts]
    if len(built) < request.rounds:
        starts += [([], 0)] * RANDOM_STARTS
    best: tuple[int, Rounds] | None = None
    done = 0
    for start, (given, fixed) in enumerate(starts):
        plan = _plan(request, sizes, resting, given, Chance("start", start, request.seed))
        search = Search(plan, Chance("search", start, request.seed), fixed, still)
        done += search.run((steps - done) // (len(starts) - start), goal, watch, done, steps)
        if best is None or search.best_cost < best[0]:
            best = search.best_cost, search.best
        if best[0] <= goal or search.stopped:
            break
    assert best is not None
    return best[1], resting, bound


def _plan(
    request: Request, sizes: Sequence[int], resting: Sequence[Sequence[int]], built: Rounds, chance: Chance
) -> Plan:
    """What was played, the rounds that were constructed, and the others by lot."""
    people = len(request.ids)
    met = [bytearray(people) for _person in range(people)]
    for (a, b), times in meetings(request.played).items():
        met[a][b] = met[b][a] = min(times, KEPT_APART // 2)
    for a, b in request.apart:
        met[a][b] += KEPT_APART
        met[b][a] += KEPT_APART
    for a, b in request.together:
        met[a][b] = met[b][a] = 0
    plan = Plan(people, met, small_tables(request), request.clubs, frozenset(request.together))
    for number in range(request.rounds):
        if number < len(built):
            plan.add_round(built[number])
            continue
        out = set(resting[number])
        if request.together:
            people_here = [person for person in request.here if person not in out]
            plan.add_round(dealt(people_here, sizes, request.together, plan.meetings_of, chance))
            continue
        cards = chance.shuffled([person for person in request.here if person not in out])
        tables = []
        for size in sizes:
            tables.append(cards[-size:])
            del cards[-size:]
        plan.add_round(tables)
    plan.recount()
    return plan


def seated_together(request: Request) -> frozenset[int]:
    """Those who stay where they were dealt, for they sit with somebody."""
    return frozenset(person for pair in request.together for person in pair)


def _evenest(request: Request, sizes: Sequence[int]) -> int:
    """What the smaller tables cost at least: they go to those who had the fewest."""
    times = small_tables(request)
    here = set(request.here)
    gone = sum(EVEN * count * count for person, count in enumerate(times) if person not in here)
    heap = [times[person] for person in request.here]
    heapify(heap)
    for _seat in range(request.rounds * sum(size for size in sizes if size < max(sizes))):
        heapreplace(heap, heap[0] + 1)
    return gone + sum(EVEN * count * count for count in heap)
