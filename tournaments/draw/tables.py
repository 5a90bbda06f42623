"""Tables of individuals: constructions first, a search for whatever they leave open, seats last."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heapreplace

from tournaments.draw.bounds import least_clubmates, least_repeats, meetings, repeats
from tournaments.draw.chance import Chance
from tournaments.draw.continuing import from_history
from tournaments.draw.placing import broken_wishes, from_design, from_schedule
from tournaments.draw.plan import CLUB, EVEN, REPEAT, Watch
from tournaments.draw.request import Request
from tournaments.draw.search import searched, small_tables
from tournaments.draw.sitting_out import times_out, who_sits_out
from tournaments.draw.sizes import table_sizes

Rounds = list[list[list[int]]]


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
    best_known = False
    if request.together:
        pass  # dealt around those who sit together, round by round
    elif not request.played and not any(resting):
        built = from_design(request.here, sizes, request.rounds, request.apart, request.clubs, chance)
        if len(built) < request.rounds:
            schedule = from_schedule(
                request.here, sizes, request.rounds, request.apart, request.clubs, chance
            )
            built, best_known = schedule or built, bool(schedule)
    elif request.played and not any(resting):
        built = from_history(
            request.here, sizes, request.rounds, request.played, request.apart, Chance("next", request.seed)
        )
    if best_known and request.effort == 1 and not broken_wishes(built, request.apart, request.clubs):
        return built, resting, bound
    return searched(request, sizes, resting, built, goal, watch), resting, bound


def _evenest(request: Request, sizes: Sequence[int]) -> int:
    """What the smaller tables cost at least: they go to those who had the fewest."""
    times = small_tables(request)
    heap = [times[person] for person in request.here]
    heapify(heap)
    for _seat in range(request.rounds * sum(size for size in sizes if size < max(sizes))):
        heapreplace(heap, heap[0] + 1)
    return sum(EVEN * count * count for count in heap)
