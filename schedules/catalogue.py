"""The catalogue in the making: what is best so far, read from the file and written back, never worse."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from schedules.cases import MOST_ROUNDS, Sizes, all_sizes, bound, rounds_constructed
from schedules.compiled import Rounds
from schedules.figures import Cost, Tables, cost, in_order, least_besides, seen
from tests.draw import checker
from tournaments.draw.catalogue.schedules import CONSTRUCTED, FILE, Entry, encoded, entries

HEAD = """\
# Best known schedules, made by `python -m schedules`; docs/draws.md says how to read them.
# tables rounds bounds repeats seats
"""
Case = tuple[Sizes, int]


class WrongError(Exception):
    """A schedule that is not what it is said to be."""


def checked(rounds: Sequence[Tables], sizes: Sizes) -> None:
    """Nothing is written that the project's own checker does not accept."""
    plain = [[list(table) for table in tables] for tables in rounds]
    people = range(sum(sizes))
    if not checker.everyone_once(plain, [[]] * len(plain), people):
        raise WrongError(f"{sizes}: somebody sits nowhere or twice")
    if any(sorted(map(len, tables), reverse=True) != list(sizes) for tables in plain):
        raise WrongError(f"{sizes}: tables of other sizes")
    if checker.repeats(plain) != cost(plain)[0]:
        raise WrongError(f"{sizes}: repeats were counted wrongly")


class Catalogue:
    """Best schedules and bounds of all cases."""

    def __init__(self, file: Path = FILE) -> None:
        self.file = file
        self.best: dict[Case, Rounds] = {}
        self.costs: dict[Case, Cost] = {}
        self.bounds: dict[Case, int] = {}
        self.constructed: dict[Sizes, int] = {}
        if file.exists():
            for entry in entries(file.read_text(encoding="ascii").splitlines()):
                self._take(entry)

    def _take(self, entry: Entry) -> None:
        for rounds in range(entry.fewest, entry.most + 1):
            self.bounds[entry.sizes, rounds] = entry.bounds[rounds - entry.fewest]
        if entry.code == CONSTRUCTED:
            self.constructed[entry.sizes] = entry.most
            return
        self.constructed.setdefault(entry.sizes, 1)
        for rounds in range(entry.fewest, entry.most + 1):
            schedule = entry.schedule(rounds)
            assert schedule is not None
            self.best[entry.sizes, rounds] = schedule.rounds
            self.costs[entry.sizes, rounds] = cost(schedule.rounds)

    def prepare(self, anew: bool = False) -> None:
        """Bounds and what is constructed, for all cases that lack them, or for all."""
        for sizes in all_sizes():
            if anew or sizes not in self.constructed:
                self.constructed[sizes] = rounds_constructed(sizes)
            for rounds in range(2, MOST_ROUNDS + 1):
                if anew or (sizes, rounds) not in self.bounds:
                    self.bounds[sizes, rounds] = bound(sizes, rounds)

    def cases(self) -> Iterator[Case]:
        """All that is not constructed."""
        for sizes in all_sizes():
            for rounds in range(self.constructed[sizes] + 1, MOST_ROUNDS + 1):
                if rounds > 1:
                    yield sizes, rounds

    def gap(self, case: Case) -> int:
        """Repeats above the bound."""
        return self.costs[case][0] - self.bounds[case]

    def perfect(self, case: Case) -> bool:
        """Nothing about it can become better."""
        return self.costs[case] <= (self.bounds[case], least_besides(*case))

    def offer(self, rounds: Rounds, sizes: Sizes) -> bool:
        """Take it if it is better than what is there; its beginnings too."""
        ordered = in_order(rounds)
        better = False
        for many in range(len(ordered), 1, -1):
            case = (sizes, many)
            if many > MOST_ROUNDS or many <= self.constructed.get(sizes, 0):
                continue
            part = ordered[:many]
            value = cost(part)
            if case in self.costs and value >= self.costs[case]:
                continue
            checked(part, sizes)
            self.best[case] = [[list(table) for table in tables] for tables in part]
            self.costs[case] = value
            better = True
        return better

    def entries(self) -> Iterator[Entry]:
        """The lines to be stored. A beginning that looks as good to an organiser needs no line of its own."""
        for sizes in all_sizes():
            built = min(self.constructed[sizes], MOST_ROUNDS)
            lines = []
            rounds = MOST_ROUNDS
            while rounds > max(built, 1):
                case = (sizes, rounds)
                if case not in self.best:
                    rounds -= 1
                    continue
                whole = self.best[case]
                fewest = rounds
                while fewest - 1 > max(built, 1):
                    shorter = self.best.get((sizes, fewest - 1))
                    if shorter is not None and not _as_good(seen(whole[: fewest - 1]), seen(shorter)):
                        break
                    fewest -= 1
                lines.append(self._entry(sizes, fewest, rounds, whole))
                rounds = fewest - 1
            if built > 1:
                zeros = (0,) * (built - 1)
                bounds = tuple(self.bounds[sizes, rounds] for rounds in range(2, built + 1))
                lines.append(Entry(sizes, 2, built, bounds, zeros, CONSTRUCTED))
            yield from reversed(lines)

    def _entry(self, sizes: Sizes, fewest: int, most: int, whole: Rounds) -> Entry:
        span = range(fewest, most + 1)
        return Entry(
            sizes,
            fewest,
            most,
            tuple(self.bounds[sizes, rounds] for rounds in span),
            tuple(cost(whole[:rounds])[0] for rounds in span),
            encoded(whole, sizes),
        )

    def write(self) -> int:
        """Store everything; the number of bytes. A file that is interrupted does not replace the old one."""
        text = HEAD + "".join(f"{entry}\n" for entry in self.entries())
        unfinished = self.file.with_suffix(f".{os.getpid()}")
        unfinished.write_text(text, encoding="ascii")
        unfinished.replace(self.file)
        return len(text)


def _as_good(beginning: tuple[int, ...], own: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in zip(beginning, own, strict=True))
