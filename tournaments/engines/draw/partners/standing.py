"""Tables of four by standing where partners change: near in the standings, partners and opponents anew.

Nobody gets a partner again while that can be avoided, then nobody an opponent for the third time; then people
are as near in the standings as possible. At a table the first plays with the last, unless they were partners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from scoring.text import mark as _
from tournaments.engines.draw.bounds.proven import least_repeats, meetings
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.partners.rounds import WAYS, partner_counts, seats_turned
from tournaments.engines.draw.request import Request, no_seating
from tournaments.engines.draw.sitting_out import times_out, who_sits_out
from tournaments.engines.draw.sizes import table_sizes
from tournaments.engines.draw.tables.standing import AGAIN, Tables, every_other, improved, nearer, neighbours

THIRD = AGAIN  # an opponent for the third time
PARTNER = AGAIN << 12  # a partner again
APART = AGAIN << 24  # two who shall not meet
NEAR = 64  # a step in the standings; less than it weighs that two have met before
BY_RANK = ((0, 1, 3, 2), (0, 1, 2, 3), (0, 2, 1, 3))
"""Seats 1 and 3 play together: the first with the last, with the third, with the second."""


def partners_by_standing(request: Request) -> tuple[list[Tables], list[list[int]], int]:
    """The next round, who sits out, and the lower bound for all repeats."""
    if request.rounds > 1:
        raise no_seating(_("By standing only the next round can be drawn, once the scores are known."))
    chance = Chance("partners by standing", request.seed)
    scores = request.scores or {}
    ranked = sorted(chance.shuffled(request.here), key=lambda person: -scores.get(person, Fraction(0)))
    if request.power == "final":
        sizes: tuple[int, ...] = table_sizes(min(4, len(ranked)), (4,))
        resting = ranked[4:]
    else:
        sizes = table_sizes(len(ranked), (4,))
        (resting,) = who_sits_out(ranked, len(ranked) - sum(sizes), 1, times_out(request), chance)
    out = set(resting)
    ranked = [person for person in ranked if person not in out]
    tables = every_other(ranked, sizes) if request.power == "1-3-5-7" else neighbours(ranked, sizes)
    price, paired = _prices(request, ranked)
    if request.power in (None, "swiss"):
        tables = improved(tables, price, len(ranked), request.effort, chance)
        tables = nearer(tables, price, request.effort)
    seated = seats_turned(request, [[paired(table) for table in tables]], chance)
    return seated, [resting], least_repeats(request, sizes, [resting])


def _prices(
    request: Request, ranked: Sequence[int]
) -> tuple[Callable[[Sequence[int]], int], Callable[[Sequence[int]], list[int]]]:
    """What it costs that four sit together, and how they are paired at their table."""
    partners, opponents = partner_counts(request.played)
    met = meetings(request.played)
    apart = set(request.apart)
    rank = {person: number for number, person in enumerate(ranked)}

    def way_price(table: Sequence[int]) -> int:
        a, b, c, d = table
        total = 0
        for left, right in ((a, c), (b, d)):
            total += PARTNER * partners[(left, right) if left < right else (right, left)]
        for left, right in ((a, b), (a, d), (c, b), (c, d)):
            total += THIRD * max(0, opponents[(left, right) if left < right else (right, left)] - 1)
        return total

    def paired(table: Sequence[int]) -> list[int]:
        by_rank = sorted(table, key=rank.__getitem__)
        ways = [[by_rank[seat] for seat in way] for way in BY_RANK]
        return min(ways, key=way_price)

    def price(table: Sequence[int]) -> int:
        total, known = 0, False
        for at, person in enumerate(table):
            for other in table[:at]:
                pair = (person, other) if person < other else (other, person)
                off = rank[person] - rank[other]
                total += NEAR * off * off
                if times := met[pair]:
                    known, total = True, total + times
                if pair in apart:
                    total += APART
        if known:
            total += min(way_price([table[seat] for seat in way]) for way in WAYS)
        return total

    return price, paired
