"""The compiled annealing behind the catalogue of schedules: what its four kinds reach, and how fast.

    python -m bench.schedules

Every result is counted by the checker of the tests; one that is no schedule ends the measurement.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from schedules import starts
from schedules.catalogue import checked
from schedules.compiled import Annealing, NoCompilerError, Rounds
from schedules.figures import REPEAT, cost
from tournaments.engines.draw.chance import Chance

STEPS = 2_000_000
SEED = 1
ORBITS = 300


def measure() -> Iterator[dict[str, Any]]:
    """A line for each kind: cases that it is good at."""
    try:
        annealing = Annealing()
    except NoCompilerError as problem:
        yield {"measured": "schedules", "missing": str(problem)}
        return
    kinds: tuple[tuple[str, tuple[int, ...], int, Callable[[Annealing, Chance], Rounds]], ...] = (
        ("plain", (5,) * 6, 4, plain),
        ("turning", (4,) * 6, 7, turning),
        ("shifted", (7,) * 10, 7, shifted),
        ("in orbits", (4,) * 6, 8, in_orbits),
    )
    for kind, sizes, rounds, make in kinds:
        began = time.process_time()
        schedule = make(annealing, Chance("bench", kind))
        seconds = time.process_time() - began
        repeats = cost(schedule) // REPEAT
        checked(schedule, sizes, repeats)
        yield {
            "measured": "schedules",
            "kind": kind,
            "case": f"{sum(sizes)}x{sizes[0]}x{rounds}",
            "repeats": repeats,
            "seconds": round(seconds, 3),
        }


def plain(annealing: Annealing, chance: Chance) -> Rounds:
    """From seats by lot."""
    return annealing.improve(starts.by_lot((5,) * 6, 4, chance), SEED, STEPS, 11.0, 2.5)


def turning(annealing: Annealing, chance: Chance) -> Rounds:
    """One base round, seven turns."""
    base = starts.by_lot((4,) * 6, 1, chance)
    return annealing.improve_turning(base, [], starts.images(7, 3, 24), SEED, STEPS // 10, 13.0, 2.5)


def shifted(annealing: Annealing, chance: Chance) -> Rounds:
    """Seven columns of ten."""
    minus = starts.differences(10)
    drawn = [[chance.below(10) for _seat in range(7)] for _round in range(7)]
    shifts = annealing.improve_shifts(drawn, minus, SEED, STEPS, 0.7, 0.17)
    return starts.shifted((7,) * 10, shifts, minus)


def in_orbits(annealing: Annealing, chance: Chance) -> Rounds:
    """Six turns; two orbits of three rounds, two of a single one: the best of some."""
    results = []
    for seed in range(ORBITS):
        drawn = starts.orbits((4,) * 6, [3, 3, 1, 1], 6, 4, chance)
        if drawn is not None:
            course = (seed, STEPS // 40, 22.0, 6.0)
            results.append(annealing.improve_orbits(drawn.rounds, drawn.lengths, 6, 4, *course))
    return min(results, key=cost)


if __name__ == "__main__":
    for line in measure():
        print(json.dumps(line), file=sys.stdout, flush=True)
