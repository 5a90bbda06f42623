"""Everybody against everybody: Berger's tables, beginning balanced.

Circle method: the last number stays and changes sides every round, the others go round. In a pair the first
named begins (deals, plays white, plays at home); nobody begins more than once more often than not.
"""

from __future__ import annotations

from scoring.text import mark as _
from tournaments.draw.chance import Chance
from tournaments.draw.request import Request, no_seating


def berger(entrants: int) -> list[list[list[int]]]:
    """All rounds for an even number of entrants 0 … n − 1 as published by the chess federations."""
    last, half = entrants - 1, entrants // 2
    rounds = []
    for turn in range(last):
        lead = turn // 2 if turn % 2 == 0 else (turn + entrants) // 2
        lead %= last
        pairs = [[lead, last] if turn % 2 == 0 else [last, lead]]
        pairs += [[(lead + k) % last, (lead - k) % last] for k in range(1, half)]
        rounds.append(pairs)
    return rounds


def round_robin(request: Request) -> tuple[list[list[list[int]]], list[list[int]]]:
    """All rounds, numbers drawn by lot (or as in `seeds`), and who sits out in each."""
    if request.played:
        raise no_seating(
            _(
                "Everybody against everybody is drawn before the first round; afterwards please "
                "choose the Swiss system."
            )
        )
    if len(request.here) < 2:
        raise no_seating(_("One entrant has nobody to play; at least two are needed."))
    seeded = set(request.seeds)
    here = set(request.here)
    lots = Chance("round robin", request.seed).shuffled(request.here)
    people = [one for one in request.seeds if one in here] + [one for one in lots if one not in seeded]
    even = len(people) + len(people) % 2
    rounds, sitting_out = [], []
    for pairs in berger(even):
        rounds.append([[people[a], people[b]] for a, b in pairs if max(a, b) < len(people)])
        sitting_out.append([people[min(pair)] for pair in pairs if max(pair) >= len(people)])
    return rounds, sitting_out
