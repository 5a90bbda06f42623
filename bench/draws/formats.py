"""How good and how fast draws of every format are, beside a plain baseline in Python.

The baseline gets at least as much time in the same run.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from bench.draws.plain import greedy_pairs, hill_climbing
from bench.draws.process import peak, run
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.matches.sides import Sides
from tournaments.engines.draw.matches.swiss import best_pairs, with_sides
from tournaments.engines.draw.matches.swiss_costs import AGAIN, Costs, standing
from tournaments.engines.draw.sizes import table_sizes

PLAIN_SECONDS = 2.0  # the least the baseline gets
TABLES: list[tuple[int, list[int], int]] = [
    *[(16, [4], 5), (20, [4], 5), (24, [4], 6), (24, [4], 7), (28, [4], 9), (32, [4], 8), (32, [4], 10)],
    *[(36, [4], 8), (36, [4], 11), (40, [4], 6), (40, [4], 13), (48, [4], 8), (64, [4], 10), (100, [4], 6)],
    *[(144, [4], 2), (150, [4, 3], 3), (200, [4], 5), (9, [3], 4), (15, [3], 7), (21, [3], 10)],
    *[(27, [3], 9), (27, [3], 13), (33, [3], 3), (30, [5], 5), (30, [5], 6), (25, [5], 6), (36, [6], 3)],
    *[(49, [7], 8), (50, [4, 3], 5), (42, [4, 3], 4), (37, [4, 3], 6), (20, [4], 6), (24, [4], 8)],
    *[(1400, [4], 3), (1398, [4, 3], 3)],
]
TABLE_FACTS = ("repeats", "bound", "seats_spread", "smaller_tables_spread")
PARTNERS = [
    *[(8, 7), (12, 11), (13, 13), (16, 15), (20, 19), (24, 23), (28, 27), (40, 39), (44, 43), (48, 47)],
    *[(52, 51), (42, 5)],
]
SWISS = [64, 256, 1024, 4096]
SWISS_ROUNDS = 9


def measure() -> Iterator[dict[str, Any]]:
    for people, sizes, rounds in TABLES:
        drawn = run({"players": people, "sizes": sizes, "rounds": rounds, "seed": "bench"})
        allowed = max(PLAIN_SECONDS, drawn.seconds)
        began = time.perf_counter()
        plain, starts = hill_climbing(people, table_sizes(people, sizes), rounds, allowed)
        allowed = time.perf_counter() - began
        yield {
            "measured": "draw, tables",
            "draw": f"{people}×{','.join(map(str, sizes))}×{rounds}",
            **{
                key: drawn.facts[key] for key in ("repeats", "bound", "seats_spread", "smaller_tables_spread")
            },
            "seconds": round(drawn.seconds, 3),
            "peak_megabytes": round(drawn.peak / 2**20, 1),
            "plain_repeats": plain,
            "plain_seconds": round(allowed, 1),
            "plain_starts": starts,
        }
    for people, rounds in PARTNERS:
        drawn = run({"format": "partners", "players": people, "rounds": rounds, "seed": "bench"})
        allowed = max(PLAIN_SECONDS, drawn.seconds)
        seated = people - people % 4
        began = time.perf_counter()
        plain, starts = hill_climbing(people, [4] * (seated // 4), rounds, allowed, partners=True)
        allowed = time.perf_counter() - began
        yield {
            "measured": "draw, partners",
            "draw": f"{people}×{rounds}",
            **{key: drawn.facts[key] for key in ("partner_repeats", "opponent_excess", "seats_spread")},
            "seconds": round(drawn.seconds, 3),
            "peak_megabytes": round(drawn.peak / 2**20, 1),
            "plain_faults": plain,
            "plain_seconds": round(allowed, 1),
            "plain_starts": starts,
        }
    for people in SWISS:
        yield swiss(people)


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A round that was drawn: what it took, what it costs, and what a greedy one would have cost."""

    seconds: float
    cost: int
    rematches: int
    greedy: Callable[[], int]


def swiss_rounds(people: int, rounds: int = SWISS_ROUNDS) -> Iterator[SwissRound]:
    """A tournament of people of different strength, round by round."""
    dice = random.Random(people)
    strength = [dice.gauss(0, 1) for _person in range(people)]
    scores = dict.fromkeys(range(people), Fraction(0))
    met: Counter[tuple[int, int]] = Counter()
    byes = [0] * people
    sides = Sides(people)
    for _round in range(rounds):
        order = sorted(range(people), key=lambda person: (-scores[person], -strength[person]))
        wishes = [sides.wish(person) for person in range(people)]
        costs = Costs(standing(order, scores), met, byes, (), {}, (), wishes)
        started = time.process_time()
        pairs, _bye = best_pairs(costs)
        seconds = time.process_time() - started
        drawn = [(order[a], order[b]) for a, b in pairs]
        yield SwissRound(
            seconds=seconds,
            cost=sum(costs.of(a, b) for a, b in pairs),
            rematches=sum(met[min(pair), max(pair)] for pair in drawn),
            greedy=partial(greedy_pairs, people, costs.of, costs.of_bye),
        )
        for x, y in drawn:
            met[min(x, y), max(x, y)] += 1
            result = (
                Fraction(1, 2)
                if dice.random() < 0.1
                else Fraction(strength[x] + dice.gauss(0, 1) > strength[y])
            )
            scores[x] += result
            scores[y] += 1 - result
        sides.add(with_sides(drawn, sides, Chance("bench", people)))


def swiss(people: int) -> dict[str, Any]:
    """Nine rounds of a tournament; after each the same round greedily, from the same standing."""
    slowest = slowest_plain = 0.0
    cheaper = rematches = plain_rematches = 0
    for drawn in swiss_rounds(people):
        slowest = max(slowest, drawn.seconds)
        started = time.process_time()
        plain = drawn.greedy()
        slowest_plain = max(slowest_plain, time.process_time() - started)
        if drawn.cost > plain:
            raise RuntimeError("the exact round costs more than the greedy one")
        cheaper += drawn.cost < plain
        plain_rematches += plain // AGAIN
        rematches += drawn.rematches
    return {
        "measured": "draw, swiss",
        "draw": f"{people}×{SWISS_ROUNDS}",
        "rematches": rematches,
        "seconds_slowest_round": round(slowest, 2),
        "peak_megabytes": round(peak() / 2**20, 1),
        "plain_rematches": plain_rematches,
        "plain_seconds_slowest_round": round(slowest_plain, 2),
        "rounds_cheaper_than_plain": cheaper,
    }
