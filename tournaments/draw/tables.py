"""Tables of individuals: constructions and what is known first, a search for whatever they leave open."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.draw.bounds import least_repeats
from tournaments.draw.chance import Chance
from tournaments.draw.continuing import from_history
from tournaments.draw.placing import broken_wishes, from_design, from_schedule
from tournaments.draw.plan import Watch
from tournaments.draw.request import Request
from tournaments.draw.search import looking_ahead, searched
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
    if request.together or any(resting):
        rounds = searched(request, sizes, resting, [], watch)
    elif request.played:
        rounds = _continued(request, sizes, watch)
    else:
        rounds = _from_the_start(request, sizes, chance, watch)
    return rounds, resting, bound


def _from_the_start(request: Request, sizes: Sequence[int], chance: Chance, watch: Watch | None) -> Rounds:
    """A construction if it has all rounds, otherwise the best schedule known, searched on from if need be."""
    wishes = request.apart, request.clubs
    built = from_design(request.here, sizes, request.rounds, *wishes, chance)
    if len(built) < request.rounds:
        known = from_schedule(request.here, sizes, request.rounds, *wishes, chance)
        if known and request.effort == 1 and not broken_wishes(known, *wishes):
            return known
        built = known or built
    return searched(request, sizes, [[]] * request.rounds, built, watch)


def _continued(request: Request, sizes: Sequence[int], watch: Watch | None) -> Rounds:
    """The construction behind the rounds played, if there is one; otherwise a search that looks ahead."""
    built = from_history(
        request.here, sizes, request.rounds, request.played, request.apart, Chance("next", request.seed)
    )
    if built:
        return searched(request, sizes, [[]] * request.rounds, built, watch)
    return looking_ahead(request, sizes, watch)
