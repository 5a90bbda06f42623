"""Everybody against everybody: Berger's tables, beginning balanced.

Circle method: the last number stays and changes sides every round, the others go round. In a pair the first
named begins (deals, plays white, plays at home); nobody begins more than once more often than not.

In these tables the last number always sits at the first table. So that everybody moves, the first table
changes with another in every round: two rounds whose leading numbers are x and −x change with the table at
which these two numbers would meet (the differences of x and −x are all different; after Haselgrove and Leech
1977).
"""

from __future__ import annotations

from scoring.text import mark as _
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.numbering import numbered
from tournaments.engines.draw.request import Request, no_seating


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


def with_tables(entrants: int) -> list[list[list[int]]]:
    """Berger's rounds, the pairs in the order of their tables: nobody is at one table more than twice, unless
    entrants less one are divisible by three; then it is a good beginning."""
    cycle, rounds = entrants - 1, berger(entrants)
    for pairs in rounds:
        lead = min(pairs[0])
        apart = 2 * lead % cycle
        table = min(apart, cycle - apart)
        pairs[0], pairs[table] = pairs[table], pairs[0]
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
    first = [person for person in request.seeds if person in here]
    people = [*first, *(person for person in lots if person not in seeded)]
    even = len(people) + len(people) % 2
    rounds, sitting_out = [], []
    for pairs in with_tables(even) if even == len(people) else berger(even):
        rounds.append([[people[a], people[b]] for a, b in pairs if max(a, b) < len(people)])
        sitting_out.append([people[min(pair)] for pair in pairs if max(pair) >= len(people)])
    if even == len(people) and (even - 1) % 3 == 0:
        chance = Chance("tables of a round robin", request.seed)
        rounds = numbered(rounds, (), chance, effort=request.effort, as_given=True)
    return rounds, sitting_out
