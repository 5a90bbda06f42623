"""Searching: which case next, from which start, with how many steps."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator

from schedules import starts
from schedules.catalogue import Case, Catalogue
from schedules.compiled import REPEAT, Annealing, Rounds
from schedules.figures import cost, in_order, least_besides
from tournaments.draw.chance import Chance

FIRST_STEPS = 300_000  # exchanges of the first attempt, so that soon every case has something
STEPS = 5_000_000  # of later ones; they get more and more
MOST_STEPS = 60_000_000
HOT, COLD = 11.0, 2.5  # a repeat weighs 20
SMOOTH = (2.0, 0.2)  # then what is bad besides becomes as small as it can
TURNING = 400_000
KINDS = ("lot", "turning", "constructed", "blown up", "one more", "one fewer", "one person more", "again")
FIRST_KINDS = ("blown up", "turning", "constructed")


class Finder:
    """Works on a catalogue; all chance comes from the seed."""

    def __init__(self, catalogue: Catalogue, seed: int) -> None:
        self.catalogue = catalogue
        self.seed = seed
        self.annealing = Annealing()
        self.attempts: Counter[Case] = Counter()
        self.won: Counter[str] = Counter()
        self.tried: Counter[str] = Counter()

    def attempt(self, case: Case) -> bool:
        """One more try; true if anything became better."""
        sizes, rounds = case
        number = self.attempts[case]
        self.attempts[case] += 1
        chance = Chance("schedules", self.seed, sizes, rounds, number)
        kinds = FIRST_KINDS if number == 0 else (KINDS[number % len(KINDS)],)
        before = self.catalogue.costs.get(case)
        better = False
        for kind in kinds:
            start = self._start(kind, case, number, chance)
            if start is None and kind == "blown up" and number > 0:
                kind, start = "lot", starts.by_lot(sizes, rounds, chance)
            if start is None:
                continue
            self.tried[kind] += 1
            grown = self._grown(start, case, kind, number, chance)
            if self.catalogue.offer(grown, sizes):
                better = True
                if self.catalogue.costs.get(case) != before:
                    before = self.catalogue.costs[case]
                    self.won[kind] += 1
            if self.catalogue.perfect(case):
                break
        return better

    def _start(self, kind: str, case: Case, number: int, chance: Chance) -> Rounds | None:
        sizes, rounds = case
        best = self.catalogue.best
        if kind == "lot":
            return starts.by_lot(sizes, rounds, chance)
        if kind == "turning":
            return self._turned(case, number, chance)
        if kind == "constructed":
            return starts.constructed(sizes, rounds, chance)
        if kind == "blown up":
            return starts.blown_up(sizes, rounds, chance)
        if kind == "one more":
            longer = best.get((sizes, rounds + 1))
            return starts.fewer(longer, rounds) if longer else None
        if kind == "one fewer":
            shorter = best.get((sizes, rounds - 1))
            return shorter + starts.by_lot(sizes, 1, chance) if shorter else None
        if kind == "one person more":
            smaller = sizes.count(sizes[0] - 1)
            if not smaller:
                return None
            larger = (sizes[0],) * (len(sizes) - smaller + 1) + sizes[-1:] * (smaller - 1)
            neighbour = best.get((larger, rounds))
            return starts.without_one(neighbour, chance) if neighbour else None
        return best.get(case)

    def _turned(self, case: Case, number: int, chance: Chance) -> Rounds | None:
        """The best of all ways to turn, cut or filled up to the number of rounds."""
        sizes, rounds = case
        best: tuple[tuple[int, int], Rounds] | None = None
        ways = chance.shuffled(starts.turnings(sizes, rounds))[: 8 if number else 5]
        for way in ways:
            start = starts.by_lot(sizes, way.base, chance)
            still: Rounds = []
            for _round in range(way.still):
                still += starts.standing(sizes, way.turns, way.cycles, chance) or []
            steps = TURNING * min(1 + number // len(KINDS), 10) if number else TURNING // 8
            images = starts.images(way.turns, way.cycles, sum(sizes))
            turned = self.annealing.improve_turning(
                start, still, images, chance.below(1 << 40), steps, HOT * 1.2, COLD
            )
            turned = starts.fewer(in_order(turned), rounds)
            turned += starts.by_lot(sizes, rounds - len(turned), chance)
            value = cost(turned)
            if best is None or value < best[0]:
                best = value, turned
        return best[1] if best else None

    def _grown(self, start: Rounds, case: Case, kind: str, number: int, chance: Chance) -> Rounds:
        """Annealed: hot from a start by lot, milder from one that is already good."""
        enough = self.catalogue.bounds[case] * REPEAT + least_besides(*case)
        steps = min(STEPS * (1 + number // len(KINDS)), MOST_STEPS) if number else FIRST_STEPS
        hot = HOT if kind in ("lot", "constructed") else (4.0, 6.0, 8.0)[chance.below(3)]
        if kind == "blown up":
            hot = COLD
        seed = chance.below(1 << 40)
        grown = self.annealing.improve(start, seed, steps, hot, min(COLD, hot / 2), enough)
        return self.annealing.improve(grown, seed + 1, steps // 4, *SMOOTH, enough)


def work(finder: Finder, cases: list[Case], until: float, say: Callable[[str], None]) -> Iterator[None]:
    """Attempts on the worst case again and again, until the time is over; pauses now and then for writing."""
    catalogue = finder.catalogue
    missing = [case for case in cases if case not in catalogue.costs]
    for number, case in enumerate(missing):
        if time.monotonic() > until:
            return
        finder.attempt(case)
        if number % 200 == 199:
            say(f"{number + 1} of {len(missing)} for the first time")
            yield
    done = 0
    while time.monotonic() < until:
        case = min(cases, key=lambda case: _priority(finder, case))
        finder.attempt(case)
        done += 1
        if done % 200 == 0:
            gaps = sum(catalogue.gap(case) for case in cases)
            say(f"{done} attempts, {gaps} repeats above the bounds; better by {dict(finder.won)}")
            yield


def _priority(finder: Finder, case: Case) -> tuple[float, int]:
    """Smaller is more urgent: far above the bound, seldom tried."""
    gap = finder.catalogue.gap(case)
    tries = finder.attempts[case]
    if gap == 0:
        return (1000.0 if finder.catalogue.perfect(case) else 10.0) * (1 + tries), tries
    return (1 + tries) / (gap**0.5), tries
