"""The catalogue in the making: what is best so far, read from the file and written back, never worse."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from schedules.cases import MOST_ROUNDS, Sizes, all_sizes, bound, rounds_constructed
from schedules.compiled import Rounds
from schedules.figures import REPEAT, Figures, Tables, beginnings, in_order, least_besides
from schedules.starts import plain
from tests.draw import checker
from tournaments.engines.draw.catalogue.schedules import (
    CONSTRUCTED,
    FILE,
    ScheduleLine,
    decoded,
    encoded,
    entries,
)

HEAD = """\
# Best known schedules, made by `python -m schedules`; docs/draws.md says how to read them.
# tables rounds bounds repeats seats
"""
Case = tuple[Sizes, int]


class WrongError(Exception):
    """A schedule that is not what it is said to be."""


def checked(rounds: Sequence[Tables], sizes: Sizes, repeats: int) -> None:
    """Nothing is written that the project's own checker does not accept."""
    seats = plain(rounds)
    people = range(sum(sizes))
    if not checker.everyone_once(seats, [[]] * len(seats), people):
        raise WrongError(f"{sizes}: somebody sits nowhere or twice")
    if any(sorted(map(len, tables), reverse=True) != list(sizes) for tables in seats):
        raise WrongError(f"{sizes}: tables of other sizes")
    if checker.repeats(seats) != repeats:
        raise WrongError(f"{sizes}: repeats were counted wrongly")


class Catalogue:
    """Best schedules and bounds of all cases."""

    def __init__(self, file: Path = FILE) -> None:
        self.file = file
        self.best: dict[Case, Rounds] = {}
        self.figures: dict[Case, Figures] = {}
        self.bounds: dict[Case, int] = {}
        self.constructed: dict[Sizes, int] = {}
        self.lines: dict[Sizes, list[ScheduleLine]] = {}  # to be stored, as far as they are known
        if file.exists():
            for entry in entries(file.read_text(encoding="ascii").splitlines()):
                self._take(entry)

    def _take(self, entry: ScheduleLine) -> None:
        for rounds in range(entry.fewest, entry.most + 1):
            self.bounds[entry.sizes, rounds] = entry.bounds[rounds - entry.fewest]
        if entry.code == CONSTRUCTED:
            self.constructed[entry.sizes] = entry.most
            return
        self.constructed.setdefault(entry.sizes, 1)
        whole = decoded(entry.code, entry.sizes, entry.most)
        figures = list(beginnings(whole))
        for rounds in range(entry.fewest, entry.most + 1):
            self.best[entry.sizes, rounds] = whole[:rounds]
            self.figures[entry.sizes, rounds] = figures[rounds - 1]

    def prepare(self, anew: bool = False) -> None:
        """Bounds and what is constructed, for all cases that lack them, or for all."""
        if anew:
            self.lines.clear()
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
        return self.figures[case].repeats - self.bounds[case]

    def perfect(self, case: Case) -> bool:
        """Nothing about it can become better."""
        return self.figures[case].cost <= self.bounds[case] * REPEAT + least_besides(*case)

    def offer(self, rounds: Rounds, sizes: Sizes) -> bool:
        """Take it if it is better than what is there; its beginnings too."""
        ordered = plain(in_order(rounds))
        better = False
        for many, figures in enumerate(beginnings(ordered), 1):
            case = (sizes, many)
            if not max(1, self.constructed.get(sizes, 1)) < many <= MOST_ROUNDS:
                continue
            if case in self.figures and figures.cost >= self.figures[case].cost:
                continue
            checked(ordered[:many], sizes, figures.repeats)
            self.best[case] = ordered[:many]
            self.figures[case] = figures
            better = True
        if better:
            self.lines.pop(sizes, None)
        return better

    def entries(self) -> Iterator[ScheduleLine]:
        """The lines to be stored. A beginning that looks as good to an organiser needs no line of its own."""
        for sizes in all_sizes():
            if sizes in self.constructed:
                if sizes not in self.lines:
                    self.lines[sizes] = [*self._constructed(sizes), *reversed(list(self._searched(sizes)))]
                yield from self.lines[sizes]

    def _constructed(self, sizes: Sizes) -> Iterator[ScheduleLine]:
        most = self.constructed[sizes]
        if most > 1:
            bounds = tuple(self.bounds[sizes, rounds] for rounds in range(2, most + 1))
            yield ScheduleLine(sizes, 2, most, bounds, (0,) * (most - 1), CONSTRUCTED)

    def _searched(self, sizes: Sizes) -> Iterator[ScheduleLine]:
        """From the most rounds down."""
        most, shortest = MOST_ROUNDS, max(self.constructed[sizes], 1) + 1
        while most >= shortest:
            if (sizes, most) not in self.best:
                most -= 1
                continue
            whole = self.best[sizes, most]
            figures = list(beginnings(whole))
            fewest = most
            while fewest > shortest:
                stored = self.figures.get((sizes, fewest - 1))
                if stored is not None and not figures[fewest - 2].as_good(stored):
                    break
                fewest -= 1
            yield ScheduleLine(
                sizes,
                fewest,
                most,
                tuple(self.bounds[sizes, rounds] for rounds in range(fewest, most + 1)),
                tuple(figures[rounds - 1].repeats for rounds in range(fewest, most + 1)),
                encoded(whole, sizes),
            )
            most = fewest - 1

    def write(self) -> int:
        """Store everything; the number of bytes. A file that is interrupted does not replace the old one."""
        text = HEAD + "".join(f"{entry}\n" for entry in self.entries())
        unfinished = self.file.with_suffix(f".{os.getpid()}")
        unfinished.write_text(text, encoding="ascii")
        unfinished.replace(self.file)
        return len(text)
