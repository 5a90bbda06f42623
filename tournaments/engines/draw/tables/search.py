"""From what was constructed to the best rounds that a search reaches within the work allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from heapq import heapify, heapreplace
from itertools import combinations

import numpy as np

from tournaments.engines.draw.bounds.proven import least_clubmates, least_repeats, meetings, repeats
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import Request
from tournaments.engines.draw.sitting_out import small_tables
from tournaments.engines.draw.tables.arrangement import CLUB, EVEN, REPEAT, SeatArrangement, meeting_counts
from tournaments.engines.draw.tables.mending import Mending
from tournaments.engines.draw.tables.tempering import Tempering, plans_at_once
from tournaments.engines.draw.tables.together import dealt
from tournaments.engines.draw.watch import Watch

Rounds = list[list[list[int]]]
STEPS = 180_000_000  # entries of matrices looked at, for an effort of 1: about half a second
MOST_AHEAD = 3  # rounds searched beyond those asked for, when so few are asked for:
FEW = 3
MANY = 120  # more people are too many for looking at all exchanges of a round


def searched(
    request: Request,
    sizes: Sequence[int],
    resting: Sequence[Sequence[int]],
    built: Rounds,
    watch: Watch | None,
    part: int = 1,
) -> Rounds:
    """New rounds of few repeats; half of the plans begin with the rounds `built`, the others by lot.

    `part` of the work that the request allows is done: all of it, a half, a third.
    """

    def plan(number: int, given: Rounds) -> SeatArrangement:
        lots = Chance("start", number, request.seed)
        return _plan(request, sizes, resting, given, lots, spread_by_lot=number % 2 == 1)

    work, chance = STEPS * request.effort // part, Chance("search", request.seed)
    goal = _goal(request, sizes, resting)
    if len(request.here) <= MANY:
        count = plans_at_once(len(request.here))
        plans = [plan(number, built if 2 * number < count else []) for number in range(count)]
        tempering = Tempering(plans, chance)
        tempering.run(work, goal, watch, 0, work)
        rounds = plans[0].rounds(tempering.best)
    else:
        rounds = _mended(plan, built, request.rounds, chance, work, goal, watch)
    return [[[request.here[person] for person in table] for table in tables] for tables in rounds]


def looking_ahead(request: Request, sizes: Sequence[int], watch: Watch | None) -> Rounds:
    """Rounds on top of those played, chosen so that more can follow.

    Whoever draws one round at a time as well as he can has nothing left in the end. So some rounds more are
    searched together, and of them those are taken that are best now; unless the rounds asked for, searched
    alone, are better still.
    """
    resting: list[list[int]] = [[] for _round in range(request.rounds)]
    wished = _plan(request, sizes, resting, [], Chance()).clubs is not None  # first round only
    if not request.ahead or request.rounds > FEW or wished or len(request.here) > MANY:
        return searched(request, sizes, resting, [], watch)
    ahead = min(request.ahead, MOST_AHEAD)
    longer = replace(request, rounds=request.rounds + ahead)
    more = searched(longer, sizes, [*resting, *[[]] * ahead], [], watch, part=2)
    choices = [list(rounds) for rounds in combinations(more, request.rounds)]
    choices.append(searched(request, sizes, resting, [], watch, part=2))
    return min(choices, key=lambda rounds: _plan(request, sizes, resting, rounds, Chance()).cost)


def _goal(request: Request, sizes: Sequence[int], resting: Sequence[Sequence[int]]) -> int:
    """What is good enough to stop: no repeat, no clubmates and no small table less can be."""
    repeated = least_repeats(request, sizes, resting) - repeats(meetings(request.played))
    seated = set(request.here).difference(resting[0])
    clubmates = least_clubmates(request.clubs, seated, len(sizes))
    # Pairs who meet for the third time are not searched on for once all else is at its best.
    flat = 2 * EVEN - 1 if len(set(sizes)) > 1 else REPEAT - 1
    return REPEAT * repeated + CLUB * clubmates + _evenest(request, sizes) + flat


def _evenest(request: Request, sizes: Sequence[int]) -> int:
    """What the smaller tables cost at least: they go to those who had the fewest."""
    times = small_tables(request)
    heap = [times[person] for person in request.here]
    heapify(heap)
    for _seat in range(request.rounds * sum(size for size in sizes if size < max(sizes))):
        heapreplace(heap, heap[0] + 1)
    return sum(EVEN * count * count for count in heap)


def _mended(
    plan: Callable[[int, Rounds], SeatArrangement],
    built: Rounds,
    wanted: int,
    chance: Chance,
    work: int,
    goal: int,
    watch: Watch | None,
) -> Rounds:
    """In large fields: what was built stays if that will do, else all may move; last from nothing."""
    starts = [(built, 0), ([], 0)] if built else [([], 0)]
    if 0 < len(built) < wanted:
        starts.insert(0, (built, len(built)))
    best: tuple[int, Rounds] | None = None
    done = 0
    for number, (given, fixed) in enumerate(starts):
        begun = plan(number, given)
        mending = Mending(begun, chance, fixed)
        done += mending.run((work - done) // (len(starts) - number), goal, watch, done, work)
        if best is None or mending.best_cost < best[0]:
            best = mending.best_cost, begun.rounds(mending.best)
        if best[0] <= goal or mending.stopped:
            break
    assert best is not None
    return best[1]


def _plan(
    request: Request,
    sizes: Sequence[int],
    resting: Sequence[Sequence[int]],
    built: Rounds,
    chance: Chance,
    *,
    spread_by_lot: bool = False,
) -> SeatArrangement:
    """What was played, the rounds constructed, and the others by lot; people by their place in `here`.

    Those who sit together cannot be moved; they are spread so that they meet few again, or by lot.
    """
    number = {person: place for place, person in enumerate(request.here)}
    met = meeting_counts(
        len(number), _among(number, meetings(request.played)), _among(number, dict.fromkeys(request.apart, 1))
    )
    together = list(_among(number, dict.fromkeys(request.together, 1)))
    rounds = [[[number[person] for person in table] for table in tables] for tables in built]
    so_far = met.copy()
    met_before = None if spread_by_lot else lambda a, b: int(so_far[a, b])
    for out in resting[len(rounds) :]:
        people = [place for person, place in number.items() if person not in out]
        tables = dealt(people, sizes, together, met_before, chance)
        for table in tables:
            so_far[np.ix_(table, table)] += 1
        rounds.append(tables)
    clubs = [request.clubs.get(person, "") for person in request.here]
    small = small_tables(request)
    return SeatArrangement(met, rounds, [small[person] for person in request.here], clubs, together)


def _among(number: Mapping[int, int], pairs: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """The same for the pairs of whom both are here, by their places."""
    return {(number[a], number[b]): value for (a, b), value in pairs.items() if a in number and b in number}
