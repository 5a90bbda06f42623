"""Plain compiled annealing, the yardstick for draws of tables: annealing.c, built on the spot.

`python -m bench.annealing 24 4 8 2` prints what it finds for 24 people at tables of four in eight rounds
within two seconds of processor time; mixed sizes are written 6,5.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path

from tournaments.engines.draw.sizes import table_sizes

SOURCE = Path(__file__).with_name("annealing.c")
RESTARTS = 2  # the time is divided among so many
NO_COMPILER = "The yardstick of draws needs a C compiler (cc, gcc or clang); there is none on this machine."

Rounds = list[list[list[int]]]
Pair = tuple[int, int]


class NoCompilerError(RuntimeError):
    """This machine cannot build the yardstick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """New rounds to be found for people 0 … n − 1; pairs are in order."""

    people: int
    sizes: Sequence[Sequence[int]]  # of the tables, for each new round
    seated: Sequence[Sequence[int]]  # who plays, for each new round; all others sit out
    history: Mapping[Pair, int] = field(default_factory=dict)  # how often pairs met before
    apart: frozenset[Pair] = frozenset()
    clubs: Mapping[int, str] = field(default_factory=dict)  # count in the first new round only
    together: frozenset[Pair] = frozenset()  # sit at one table in every round; their meetings do not count
    small: Mapping[int, int] = field(default_factory=dict)  # how often people sat at a smaller table before


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a seating cost, by one count for all who seat."""

    repeats: int  # of all rounds, those before included
    apart_met: int
    clubmates_met: int
    split: int  # pairs who wished to sit together and do not, summed over rounds
    small_spread: int  # between who sat at a smaller table most and least often


def everybody(people: int, sizes: Sequence[int], rounds: int) -> Problem:
    """A problem without history and wishes. Who sits out takes turns."""
    tables = table_sizes(people, sizes)
    playing, turn, seated = sum(tables), 0, []
    for _round in range(rounds):
        resting = {(turn + k) % people for k in range(people - playing)}
        turn += people - playing
        seated.append([person for person in range(people) if person not in resting])
    return Problem(people=people, sizes=[tables] * rounds, seated=seated)


def cost_of(problem: Problem, rounds: Rounds) -> Cost:
    """Counted from nothing but the rounds and the history."""
    met = Counter(dict(problem.history))
    small = Counter(dict(problem.small))
    apart = split = clubmates = 0
    for number, tables in enumerate(rounds):
        pairs = {pair for table in tables for pair in combinations(sorted(table), 2)}
        met.update(pairs)
        apart += len(pairs & problem.apart)
        present = {person for table in tables for person in table}
        split += sum(1 for pair in problem.together - pairs if present.issuperset(pair))
        if number == 0:
            clubs = problem.clubs
            clubmates = sum(1 for a, b in pairs if a in clubs and clubs[a] == clubs.get(b))
        full = max(map(len, tables))
        small.update(person for table in tables if len(table) < full for person in table)
    playing = {person for people in problem.seated for person in people}
    times = [small[person] for person in playing]
    return Cost(
        repeats=sum(count - 1 for pair, count in met.items() if count and pair not in problem.together),
        apart_met=apart,
        clubmates_met=clubmates,
        split=split,
        small_spread=max(times) - min(times),
    )


def anneal(problem: Problem, seconds: float, seed: int) -> tuple[Cost, Rounds]:
    """The best seating found within so many seconds of processor time."""
    done = subprocess.run(
        [built()], input=_written(problem, seconds, seed), capture_output=True, text=True, check=True
    )
    numbers = iter(map(int, done.stdout.split()))
    next(numbers)  # moves
    rounds = [[[next(numbers) for _seat in range(size)] for size in sizes] for sizes in problem.sizes]
    return cost_of(problem, rounds), rounds


@cache
def built() -> str:
    """The path of the compiled program."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        raise NoCompilerError(NO_COMPILER)
    program = Path(tempfile.mkdtemp(prefix="annealing-")) / "annealing"
    subprocess.run([compiler, "-O2", "-o", str(program), str(SOURCE), "-lm"], check=True)
    return str(program)


def _written(problem: Problem, seconds: float, seed: int) -> str:
    """The problem as the program reads it."""
    dice = random.Random(seed)
    lines: list[Sequence[object]] = [
        (problem.people, len(problem.sizes)),
        (seconds, seed % 10_000, RESTARTS),
    ]
    for sizes, seated in zip(problem.sizes, problem.seated, strict=True):
        lines += [(len(sizes),), sizes, _dealt(seated, sizes, problem.together, dice)]
    lines += [(len(problem.history),), *((a, b, times) for (a, b), times in problem.history.items())]
    lines += [(len(problem.apart),), *sorted(problem.apart)]
    clubs = problem.clubs
    mates = [(a, b) for a, b in combinations(sorted(clubs), 2) if clubs[a] == clubs[b]]
    lines += [(len(mates),), *mates]
    still = sorted({person for pair in problem.together for person in pair})
    lines += [(len(still),), still]
    return "\n".join(" ".join(map(str, line)) for line in lines) + "\n"


def _dealt(
    seated: Sequence[int], sizes: Sequence[int], together: frozenset[Pair], dice: random.Random
) -> list[int]:
    """People in seat order, by lot; pairs who sit together first, each pair at a table by lot."""
    tables: list[list[int]] = [[] for _size in sizes]
    for pair in sorted(together):
        if set(pair) <= set(seated) and not any(set(pair) & set(table) for table in tables):
            room = [place for place, size in enumerate(sizes) if size - len(tables[place]) >= 2]
            if room:
                tables[dice.choice(room)] += pair
    placed = {person for table in tables for person in table}
    rest = dice.sample([person for person in seated if person not in placed], len(seated) - len(placed))
    for table, size in zip(tables, sizes, strict=True):
        while len(table) < size:
            table.append(rest.pop())
    return [person for table in tables for person in table]


if __name__ == "__main__":
    people, sizes, rounds, seconds = sys.argv[1:]
    problem = everybody(int(people), [int(size) for size in sizes.split(",")], int(rounds))
    print(anneal(problem, float(seconds), 1)[0])
