"""Who sits out: nobody twice before everybody once, otherwise by lot; and who sat at smaller tables."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import Request


def times_out(request: Request) -> list[int]:
    """How often everybody sat out in the rounds played; people who joined later missed nothing."""
    seated = [0] * len(request.ids)
    for tables in request.played:
        for table in tables:
            if len(table) > 1:  # alone at a table is sitting out
                for person in table:
                    seated[person] += 1
    return [
        0 if person in request.joined else len(request.played) - count for person, count in enumerate(seated)
    ]


def who_sits_out(
    here: Sequence[int], count: int, rounds: int, before: Sequence[int], chance: Chance
) -> list[list[int]]:
    """For every round the people who sit out."""
    times = {person: before[person] for person in here}
    rests = []
    for _round in range(rounds):
        order = sorted(chance.shuffled(here), key=lambda person: times[person]) if count else []
        resting = sorted(order[:count])
        for person in resting:
            times[person] += 1
        rests.append(resting)
    return rests


def small_tables(request: Request) -> list[int]:
    """How often everybody sat at a table smaller than others in the rounds played."""
    times = [0] * len(request.ids)
    for tables in request.played:
        full = max(map(len, tables), default=0)
        for table in tables:
            if 1 < len(table) < full:
                for person in table:
                    times[person] += 1
    return times
