"""The compiled annealing behind the catalogue of schedules: how many people meet in what its four kinds find.

Each result is counted by the checker of the tests; one that is no schedule ends the measurement. Seeds are
fixed: what it finds is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench.figure import Figure
from schedules import starts
from schedules.catalogue import checked
from schedules.compiled import Annealing, Rounds
from schedules.figures import REPEAT, cost, meetings
from tournaments.engines.draw.chance import Chance

STEPS = 2_000_000
SEED = 1
ORBITS = 300


def measure() -> Iterator[Figure]:
    """A figure for each kind: a case that it is good at."""
    annealing = Annealing()
    for kind, (sizes, make) in KINDS.items():
        schedule = make(annealing, Chance("bench", kind))
        checked(schedule, sizes, cost(schedule) // REPEAT)
        times = meetings(schedule)
        people = sum(sizes)
        yield Figure(
            name=f"schedules.{kind}",
            what=f"{people} people, tables of {sizes[0]}, {len(schedule)} rounds",
            value=len(times),
            unit="pairs",
            yardstick=min(people * (people - 1) // 2, sum(times.values())),
            beside="pairs that can meet at best",
            goal=1.0,
            at_least=True,
        )


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


KINDS: dict[str, tuple[tuple[int, ...], Callable[[Annealing, Chance], Rounds]]] = {
    "plain": ((5,) * 6, plain),
    "turning": ((4,) * 6, turning),
    "shifted": ((7,) * 10, shifted),
    "orbits": ((4,) * 6, in_orbits),
}
