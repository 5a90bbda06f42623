"""Best known schedules: for so many tables and rounds few repeats, small tables spread evenly.

`schedules.txt` is made by `python -m schedules`; docs/draws.md describes its lines. It is scanned for each
question: that takes about a millisecond, and nothing stays in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import groupby
from pathlib import Path

from tournaments.engines.draw.catalogue.partitions import Table, rank, read, unrank, width, written

FILE = Path(__file__).parent / "schedules.txt"
CONSTRUCTED = "="  # nobody meets twice, and the constructions of designs.py show how


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds of tables of the places 0 … n − 1, larger tables first."""

    sizes: tuple[int, ...]
    repeats: int  # meetings beyond the first, over all pairs
    rounds: list[list[Table]]


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """One line: a schedule for the rounds `fewest` to `most`, of which each number is a beginning."""

    sizes: tuple[int, ...]
    fewest: int
    most: int
    bounds: tuple[int, ...]  # for each number of rounds
    repeats: tuple[int, ...]
    code: str

    def __str__(self) -> str:
        figures = (",".join(map(str, numbers)) for numbers in (self.bounds, self.repeats))
        return " ".join((named(self.sizes), f"{self.fewest}-{self.most}", *figures, self.code))

    def schedule(self, rounds: int) -> Schedule | None:
        """Its first rounds; none if they are to be constructed."""
        if self.code == CONSTRUCTED:
            return None
        return Schedule(
            self.sizes, self.repeats[rounds - self.fewest], decoded(self.code, self.sizes, rounds)
        )


def best_known(sizes: tuple[int, ...], rounds: int) -> Schedule | None:
    """The best schedule; none if it is not stored or designs.py constructs one without."""
    entry = _entry(sizes, rounds)
    return entry.schedule(rounds) if entry else None


def known_repeats(sizes: tuple[int, ...], rounds: int) -> int | None:
    """The repeats of the best schedule, also where it is constructed; None where there is none."""
    entry = _entry(sizes, rounds)
    return entry.repeats[rounds - entry.fewest] if entry else None


def entries(lines: Sequence[str]) -> Iterator[ScheduleLine]:
    """What the lines of a catalogue say."""
    for line in lines:
        if line and not line.startswith("#"):
            yield _read(line)


def _entry(sizes: tuple[int, ...], rounds: int) -> ScheduleLine | None:
    name = "\n" + named(sizes) + " "
    # Not FILE itself: the program may lie in a zip file.
    text = resources.files(__package__).joinpath(FILE.name).read_bytes().decode("ascii")
    at = text.find(name)
    while at >= 0:
        end = text.find("\n", at + 1)
        entry = _read(text[at + 1 : end])
        if entry.fewest <= rounds <= entry.most:
            return entry
        at = text.find(name, end)
    return None


def _read(line: str) -> ScheduleLine:
    name, span, bounds, repeats, code = line.split(" ")
    sizes: list[int] = []
    for part in name.split("+"):
        count, size = map(int, part.split("x"))
        sizes += [size] * count
    fewest, most = map(int, span.split("-"))
    return ScheduleLine(
        tuple(sizes),
        fewest,
        most,
        tuple(map(int, bounds.split(","))),
        tuple(map(int, repeats.split(","))),
        code,
    )


def named(sizes: Sequence[int]) -> str:
    """4x6+2x5: four tables of six, two of five."""
    ordered = sorted(sizes, reverse=True)
    return "+".join(f"{len(list(same))}x{size}" for size, same in groupby(ordered))


def encoded(rounds: Sequence[Sequence[Sequence[int]]], sizes: tuple[int, ...]) -> str:
    """The rounds as text. People are numbered by the tables of the first round, which need not be written."""
    number: dict[int, int] = {}
    for table in sorted(rounds[0], key=len, reverse=True):
        for person in table:
            number[person] = len(number)
    characters = width(sizes)
    return "".join(
        written(rank([number[person] for person in table] for table in tables), characters)
        for tables in rounds[1:]
    )


def decoded(code: str, sizes: tuple[int, ...], wanted: int) -> list[list[Table]]:
    """The first rounds of such a text."""
    first: list[Table] = []
    for size in sizes:
        people = sum(map(len, first))
        first.append(list(range(people, people + size)))
    characters = width(sizes)
    return [
        first,
        *(
            unrank(read(code[at : at + characters]), sizes)
            for at in range(0, (wanted - 1) * characters, characters)
        ),
    ]
