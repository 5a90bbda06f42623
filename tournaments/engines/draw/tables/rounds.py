"""Tables of individuals: constructions and what is known first, a search for whatever they leave open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tournaments.engines.draw.bounds.proven import least_repeats
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import Request
from tournaments.engines.draw.sitting_out import times_out, who_sits_out
from tournaments.engines.draw.sizes import table_sizes
from tournaments.engines.draw.tables.continuing import from_history
from tournaments.engines.draw.tables.placing import (
    Gathering,
    broken_wishes,
    from_design,
    from_schedule,
    with_stand_ins,
)
from tournaments.engines.draw.watch import Watch

Rounds = list[list[list[int]]]
EVEN_ENOUGH = 2  # rounds at smaller tables between two people; beyond, a schedule is searched on


def draw_rounds(request: Request, watch: Watch | None = None) -> tuple[Rounds, list[list[int]], int]:
    """New rounds, who sits out in each, and the lower bound for the repeats."""
    sizes = table_sizes(len(request.here), request.sizes)
    chance = Chance("tables", request.seed)
    resting = who_sits_out(
        request.here, len(request.here) - sum(sizes), request.rounds, times_out(request), chance
    )
    bound = least_repeats(request, sizes, resting)
    built: Rounds = []
    ahead = False
    if request.played and not request.together and not any(resting):
        built = _continued(request, sizes)
        ahead = not built
    elif not request.played and not request.together:
        first = tuple(person for person in request.here if person not in resting[0])
        built, settled = _from_the_start(replace(request, here=first), sizes, chance)
        if any(resting):
            built = with_stand_ins(built, request.here, resting)
        elif settled:
            return larger_first(built), resting, bound

    from tournaments.engines.draw.tables.search import (  # loads numpy: only a draw that searches pays
        looking_ahead,
        searched,
    )

    if ahead:
        rounds = looking_ahead(request, sizes, watch)
    else:
        rounds = searched(request, sizes, resting, built, watch)
    return larger_first(rounds), resting, bound


def larger_first(rounds: Rounds) -> Rounds:
    """The same tables; the small ones of a hall stay where they are."""
    return [sorted(tables, key=len, reverse=True) for tables in rounds]


def _from_the_start(request: Request, sizes: Sequence[int], chance: Chance) -> tuple[Rounds, bool]:
    """A construction, or else the best schedule known; and whether it can stay as it is."""
    gathering = _gathering(request, sizes)
    built = from_design(gathering, chance)
    if len(built) == request.rounds:
        even = min(sizes) == max(sizes)  # smaller tables may still be spread more evenly
        return built, even and not broken_wishes(built, gathering)
    known = from_schedule(gathering, chance)
    complete = len(known) == request.rounds and request.effort == 1
    settled = complete and uneven(known) <= EVEN_ENOUGH and not broken_wishes(known, gathering)
    return known or built, settled


def _gathering(request: Request, sizes: Sequence[int]) -> Gathering:
    return Gathering(request.here, sizes, request.rounds, request.apart, request.clubs)


def uneven(rounds: Rounds) -> int:
    """How much more often some people sit at a smaller table than others."""
    full = max(len(table) for tables in rounds for table in tables)
    times = Counter(person for tables in rounds for table in tables for person in table if len(table) < full)
    people = sum(len(table) for table in rounds[0])
    return max(times.values(), default=0) - (min(times.values()) if len(times) == people else 0)


def _continued(request: Request, sizes: Sequence[int]) -> Rounds:
    """The next rounds of the construction behind the rounds played, if there is one."""
    chance = Chance("next", request.seed)
    return from_history(_gathering(request, sizes), request.played, chance)
