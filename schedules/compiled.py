"""annealing.c, compiled on the spot with the machine's own compiler."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

SOURCE = Path(__file__).with_name("annealing.c")
CACHE = Path(__file__).resolve().parents[1] / ".cache" / "schedules"

Rounds = list[list[list[int]]]
Images = Sequence[Sequence[int]]
"""The elements of a group of permutations: each has for everybody the one who takes the place."""


class NoCompilerError(Exception):
    """There is nothing to compile with, or it does not work; the message says what to do."""


class Annealing:
    """The functions of annealing.c."""

    def __init__(self) -> None:
        library = ctypes.CDLL(str(_built()))
        self._plain = library.anneal
        self._turning = library.anneal_turning
        self._shifts = library.anneal_shifts
        self._orbits = library.anneal_orbits
        for function in (self._plain, self._turning, self._shifts, self._orbits):
            function.restype = ctypes.c_int64

    def improve(
        self,
        rounds: Rounds,
        seed: int,
        steps: int,
        hot: float,
        cold: float,
        enough: int = 0,
        fixed: int = 0,
    ) -> Rounds:
        """The best seating met from these rounds on, of which the first `fixed` stay."""
        sizes, people, seats = _laid_out(rounds)
        self._plain(len(sizes), sizes, len(rounds), fixed, seats, *_course(seed, steps, hot, cold, enough))
        return _picked_up(list(seats), list(sizes), people)

    def improve_turning(
        self, base: Rounds, still: Rounds, images: Images, seed: int, steps: int, hot: float, cold: float
    ) -> Rounds:
        """All rounds that develop from the best base rounds met, by these permutations of the people.

        `still` are rounds which the permutations take to themselves.
        """
        sizes, people, seats = _laid_out(base + still)
        course = _course(seed, steps, hot, cold, 0)
        flat = (ctypes.c_int * (len(images) * people))(*(person for image in images for person in image))
        many = len(base) + len(still)
        self._turning(len(sizes), sizes, many, len(still), len(images), flat, seats, *course)
        seated = _picked_up(list(seats), list(sizes), people)
        return developed(seated[: len(base)], images) + still

    def improve_shifts(
        self, shifts: Sequence[Sequence[int]], minus: Images, seed: int, steps: int, hot: float, cold: float
    ) -> list[list[int]]:
        """The best matrix met in which few pairs of columns differ alike in two rounds."""
        tables, rounds, seats = len(minus), len(shifts), len(shifts[0])
        table = (ctypes.c_int * tables**2)(*(number for row in minus for number in row))
        matrix = (ctypes.c_int * (rounds * seats))(*(number for row in shifts for number in row))
        self._shifts(tables, seats, rounds, table, matrix, *_course(seed, steps, hot, cold, 0))
        return [list(matrix[start : start + seats]) for start in range(0, rounds * seats, seats)]

    def improve_orbits(
        self,
        rounds: Rounds,
        lengths: Sequence[int],
        turns: int,
        cycles: int,
        seed: int,
        steps: int,
        hot: float,
        cold: float,
    ) -> Rounds:
        """The best met in which rounds still turn into one another in orbits of these lengths."""
        sizes, people, seats = _laid_out(rounds)
        orbits = (ctypes.c_int * len(lengths))(*lengths)
        course = _course(seed, steps, hot, cold, 0)
        self._orbits(len(sizes), sizes, len(lengths), orbits, turns, cycles, seats, *course)
        return _picked_up(list(seats), list(sizes), people)


def developed(base: Rounds, images: Images) -> Rounds:
    """What each base round becomes by each of the permutations."""
    return [[[image[person] for person in table] for table in tables] for tables in base for image in images]


def _laid_out(rounds: Rounds) -> tuple[ctypes.Array[ctypes.c_int], int, ctypes.Array[ctypes.c_int]]:
    """Sizes of the tables, how many people, and the seats of all rounds one after another."""
    ordered = [sorted(tables, key=len, reverse=True) for tables in rounds]
    sizes = [len(table) for table in ordered[0]]
    flat = [person for tables in ordered for table in tables for person in table]
    return (ctypes.c_int * len(sizes))(*sizes), sum(sizes), (ctypes.c_int * len(flat))(*flat)


def _picked_up(seats: Sequence[int], sizes: Sequence[int], people: int) -> Rounds:
    rounds = []
    for start in range(0, len(seats), people):
        tables = []
        for size in sizes:
            tables.append(list(seats[start : start + size]))
            start += size
        rounds.append(tables)
    return rounds


def _course(seed: int, steps: int, hot: float, cold: float, enough: int) -> tuple[object, ...]:
    return (
        ctypes.c_uint64(seed),
        ctypes.c_int64(steps),
        ctypes.c_double(hot),
        ctypes.c_double(cold),
        ctypes.c_int64(enough),
    )


def _built() -> Path:
    """The library, compiled anew whenever the source has changed."""
    library = CACHE / f"annealing-{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:12]}.so"
    if library.exists():
        return library
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise NoCompilerError(
            "There is no C compiler; please install one (Debian: apt-get install gcc libc6-dev)."
        )
    CACHE.mkdir(parents=True, exist_ok=True)
    unfinished = library.with_suffix(f".{os.getpid()}")
    command = [*compiler.split(), "-O3", "-march=native", "-shared", "-fPIC", str(SOURCE), "-lm"]
    run = subprocess.run([*command, "-o", str(unfinished)], capture_output=True, text=True, check=False)
    if run.returncode:
        raise NoCompilerError(f"{compiler} could not compile {SOURCE.name}:\n{run.stderr}")
    unfinished.replace(library)
    return library
