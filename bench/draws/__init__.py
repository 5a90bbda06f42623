"""What a Swiss round of thousands costs. How good draws are is another, longer measurement: `described`."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.draws.formats import swiss_rounds
from bench.figure import Figure

ENTRANTS = (512, 4096)
ROUNDS, SHORT = 9, 3
STEPS = 5_000_000
GOAL = 2.0  # seconds, on a machine that takes these steps in SECONDS
SECONDS = 0.1


def measure(short: bool = False) -> Iterator[Figure]:
    for entrants in ENTRANTS:
        bare = walk()
        slowest = max(round_.seconds for round_ in swiss_rounds(entrants, SHORT if short else ROUNDS))
        bare = (bare + walk()) / 2
        yield Figure(
            name=f"draw.swiss.{entrants}",
            what=f"the slowest round of {entrants} entrants",
            value=slowest * 1000,
            unit="ms",
            yardstick=bare * 1000,
            beside=f"{STEPS} steps of a bare loop; {GOAL:.0f} s where they take {SECONDS} s",
            goal=GOAL / SECONDS,
            size=entrants,
        )


def walk() -> float:
    """Processor seconds for a fixed number of steps."""
    started = time.process_time()
    total = 0
    for step in range(STEPS):
        total += step
    return time.process_time() - started
