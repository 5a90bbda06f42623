"""Searching: which case next, from which start, with how many steps."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from schedules import starts
from schedules.catalogue import Case, Catalogue
from schedules.compiled import Annealing, Rounds
from schedules.figures import REPEAT, cost, in_order, least_besides
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.tables.arrangement import SeatArrangement, meeting_counts
from tournaments.engines.draw.tables.tempering import Tempering, plans_at_once

FIRST_STEPS = 300_000  # exchanges of the first attempt, so that soon every case has something
STEPS = 4_000_000  # of later ones; they get more and more
MOST_STEPS = 60_000_000
HOT, COLD = 35.0, 8.0  # a repeat weighs 64
SMOOTH = (6.4, 0.6)  # then what is bad besides becomes as small as it can
TURNING = 150_000  # of a few people, so that every one costs little
WAYS = 6
ORBITS = 12
TURNED = 6_000_000  # people moved in an attempt in orbits
SHIFTING = 500_000
SEEDS = 1 << 40
MILD = (8.0, 13.0, 19.0)  # for starts that are good already
FIRST = ("blown up", "shifted", "turning", "constructed")
LATER = (
    *("tempered", "again", "shifted", "in orbits", "turning", "one fewer", "in orbits", "lot", "turning"),
    *("tempered", "one more"),
    *("shifted", "in orbits", "turning", "one person more", "in orbits", "constructed", "turning", "again"),
)
TEMPERED = 150_000_000  # entries of matrices, as in a draw


@dataclass(frozen=True, slots=True)
class Start:
    """Where an attempt begins; the first `fixed` rounds are better than the others."""

    rounds: Rounds
    fixed: int = 0
    good: bool = True


class Finder:
    """Works on a catalogue; all chance comes from the seed."""

    def __init__(self, catalogue: Catalogue, seed: int) -> None:
        self.catalogue = catalogue
        self.seed = seed
        self.annealing = Annealing()
        self.attempts: Counter[Case] = Counter()
        self.won: Counter[str] = Counter()
        self.starts: dict[str, Callable[[Case, int, Chance], Start | None]] = {
            "again": self._again,
            "blown up": self._blown_up,
            "constructed": self._constructed,
            "lot": self._by_lot,
            "in orbits": self._in_orbits,
            "one fewer": self._one_fewer,
            "one more": self._one_more,
            "one person more": self._one_person_more,
            "shifted": self._shifted,
            "tempered": self._tempered,
            "turning": self._turning,
        }

    def attempt(self, case: Case) -> None:
        """One more try; the first from several starts, so that soon every case has something."""
        number = self.attempts[case]
        self.attempts[case] += 1
        chance = Chance("schedules", self.seed, *case, number)
        for kind in FIRST if number == 0 else (LATER[number % len(LATER)],):
            start = self.starts[kind](case, number, chance)
            if start is not None:
                before = self.catalogue.figures.get(case)
                self.catalogue.offer(self._grown(start, case, number, chance), case[0])
                self.won[kind] += self.catalogue.figures[case] != before
            if case in self.catalogue.figures and self.catalogue.perfect(case):
                break

    def priority(self, case: Case) -> tuple[float, int]:
        """Smaller is more urgent: far above the bound or uneven, seldom tried."""
        tries = self.attempts[case]
        if self.catalogue.perfect(case):
            return 1000.0 * (1 + tries), tries
        uneven = max(0, self.catalogue.figures[case].small_spread - 1)
        return (1 + tries) / (0.1 + self.catalogue.gap(case) + 2 * uneven) ** 0.5, tries

    def progress(self, cases: list[Case]) -> str:
        """How far it is."""
        gaps = sum(self.catalogue.gap(case) for case in cases if case in self.catalogue.figures)
        won = ", ".join(f"{kind} {times}" for kind, times in self.won.most_common() if times)
        return f"{self.attempts.total()} attempts, {gaps} repeats above the bounds; better by {won}"

    def _grown(self, start: Start, case: Case, number: int, chance: Chance) -> Rounds:
        """Annealed: what was added by lot first, then everything, then what is bad besides repeats."""
        enough = self.catalogue.bounds[case] * REPEAT + least_besides(*case)
        steps = min(STEPS * (1 + number // len(LATER)), MOST_STEPS) if number else FIRST_STEPS
        rounds = start.rounds
        if 0 < start.fixed < len(rounds):
            seed = chance.below(SEEDS)
            rounds = self.annealing.improve(rounds, seed, steps // 4, HOT, COLD, enough, start.fixed)
        hot = chance.one_of(MILD) if start.good else HOT
        for hottest, coldest, share in ((hot, min(COLD, hot / 2), 1), (*SMOOTH, 4)):
            seed = chance.below(SEEDS)
            rounds = self.annealing.improve(rounds, seed, steps // share, hottest, coldest, enough)
        return rounds

    def _by_lot(self, case: Case, _number: int, chance: Chance) -> Start:
        return Start(starts.by_lot(*case, chance), good=False)

    def _constructed(self, case: Case, _number: int, chance: Chance) -> Start | None:
        built = starts.constructed(*case, chance)
        return self._filled(built, case, chance) if built else None

    def _blown_up(self, case: Case, _number: int, chance: Chance) -> Start | None:
        built = starts.blown_up(*case)
        return self._filled(built, case, chance) if built else None

    def _one_more(self, case: Case, _number: int, _chance: Chance) -> Start | None:
        longer = self.catalogue.best.get((case[0], case[1] + 1))
        return Start(longer[: case[1]]) if longer else None

    def _one_fewer(self, case: Case, _number: int, chance: Chance) -> Start | None:
        shorter = self.catalogue.best.get((case[0], case[1] - 1))
        return self._filled(shorter, case, chance) if shorter else None

    def _one_person_more(self, case: Case, _number: int, chance: Chance) -> Start | None:
        sizes, rounds = case
        place = sizes.index(min(sizes))
        larger = (*sizes[:place], sizes[0], *sizes[place + 1 :])
        neighbour = self.catalogue.best.get((larger, rounds)) if larger != sizes else None
        left = starts.without_one(neighbour, chance) if neighbour else None
        return Start(left) if left else None

    def _again(self, case: Case, _number: int, _chance: Chance) -> Start:
        return Start(self.catalogue.best[case])

    def _tempered(self, case: Case, number: int, chance: Chance) -> Start:
        """What the search of a draw makes of the best so far and of lots."""
        people, plans = sum(case[0]), []
        for place in range(plans_at_once(people)):
            rounds = starts.by_lot(*case, chance) if place % 2 else self.catalogue.best[case]
            met = meeting_counts(people, {}, ())
            plans.append(SeatArrangement(met, rounds, [0] * people, [""] * people))
        tempering = Tempering(plans, chance)
        tempering.run(TEMPERED * (1 + number // len(LATER)), 0)
        return Start(plans[0].rounds(tempering.best))

    def _shifted(self, case: Case, number: int, chance: Chance) -> Start | None:
        """As many rounds as there are tables, at most: more would repeat one of them."""
        sizes, rounds = case
        minus = starts.differences(len(sizes))
        drawn = [
            [chance.below(len(sizes)) for _seat in range(sizes[0])]
            for _round in range(min(rounds, len(sizes)))
        ]
        steps = SHIFTING * min(1 + number // 4, 20)
        shifts = self.annealing.improve_shifts(drawn, minus, chance.below(SEEDS), steps, 0.7, 0.17)
        return self._filled(starts.shifted(sizes, shifts, minus), case, chance)

    def _turning(self, case: Case, number: int, chance: Chance) -> Start | None:
        """The best of some ways to turn, cut or filled up to the number of rounds."""
        sizes, rounds = case
        tried = []
        for way in chance.shuffled(starts.turnings(sizes, rounds))[:WAYS]:
            still: Rounds = []
            for _round in range(way.still):
                still += starts.standing(sizes, way.turns, way.cycles, chance) or []
            turned = self.annealing.improve_turning(
                starts.by_lot(sizes, way.base, chance),
                still,
                starts.images(way.turns, way.cycles, sum(sizes)),
                chance.below(SEEDS),
                TURNING * min(1 + number // 2, 15),
                HOT * 1.2,
                COLD,
            )
            start = self._filled(starts.plain(in_order(turned))[:rounds], case, chance)
            tried.append((cost(start.rounds), start))
        return min(tried, key=lambda pair: pair[0])[1] if tried else None

    def _in_orbits(self, case: Case, number: int, chance: Chance) -> Start | None:
        """The best of some that can be had."""
        tried = []
        for _try in range(ORBITS):
            drawn = starts.in_orbits(*case, chance)
            if drawn is not None:
                rounds = self.annealing.improve_orbits(
                    drawn.rounds,
                    drawn.lengths,
                    drawn.turns,
                    drawn.cycles,
                    chance.below(SEEDS),
                    TURNED // sum(case[0]) // case[1],
                    HOT * 2,
                    COLD * 2,
                )
                tried.append((cost(rounds), rounds))
        return Start(min(tried)[1]) if tried else None

    def _filled(self, built: Rounds, case: Case, chance: Chance) -> Start:
        """With rounds by lot, if there are too few."""
        sizes, rounds = case
        return Start(built + starts.by_lot(sizes, rounds - len(built), chance), len(built))


def work(finder: Finder, cases: list[Case], until: float, say: Callable[[str], None]) -> Iterator[None]:
    """Attempts on the worst case again and again, until the time is over; pauses now and then for writing."""
    catalogue = finder.catalogue
    missing = [case for case in cases if case not in catalogue.figures]
    for number, case in enumerate(missing):
        if time.monotonic() > until:
            return
        finder.attempt(case)
        if number % 200 == 199:
            say(f"{number + 1} of {len(missing)} for the first time")
            yield
    while time.monotonic() < until:
        finder.attempt(min(cases, key=finder.priority))
        if finder.attempts.total() % 500 == 0:
            say(finder.progress(cases))
            yield
