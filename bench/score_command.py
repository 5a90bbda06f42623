"""What `manage.py score` costs beside reading the same lines as JSON, and that its memory does not grow.

Processor time of the whole command, starting up included. The sheets are made of a pool and sent again and
again: more hands than are ever remembered, so that what is measured is not the memory for them.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure
from bench.sheets import lines, sheets
from scoring import GAMES, game_for

ROOT = Path(__file__).resolve().parents[1]
SHEETS, SHORT = 100_000, 10_000
FEWER = 10  # times, to see what grows
POOL = 2_000
GOAL = 25
MEGABYTES = 80  # a laptop has them to spare
FLAT = 1.05
RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes on macOS, kilobytes elsewhere


def measure(short: bool = False) -> Iterator[Figure]:
    count = SHORT if short else SHEETS
    peaks = {}
    for game in GAMES:
        pool = lines(sheets(game_for(game.key), POOL))
        sizes = [count] if short else [count // FEWER, count]
        for size in sizes:
            before = read_as_json(pool, size)
            seconds, peaks[game.key, size] = score(pool, size)
            bare = (before + read_as_json(pool, size)) / 2
            name = f"score.{game.key}" if size == count else f"score.{game.key}.{size}"
            yield Figure(
                name=name,
                what=f"{size} sheets through manage.py score",
                value=seconds * 1000,
                unit="ms",
                yardstick=bare * 1000,
                beside="json.loads of the same lines",
                goal=GOAL if size == SHEETS else 2 * GOAL,  # of fewer sheets a good part is starting up
                size=size,
            )
    highest = max(peaks.values())
    yield Figure(
        name="score.memory",
        what=f"the most memory of {count} sheets, of any game",
        value=highest / 2**20,
        unit="MB",
        yardstick=MEGABYTES,
        beside="what a laptop has to spare",
        goal=1,
    )
    if not short:
        key = max(peaks, key=lambda measured: peaks[measured])[0]
        yield Figure(
            name="score.flat",
            what=f"memory of {count} sheets",
            value=peaks[key, count] / 2**20,
            unit="MB",
            yardstick=peaks[key, count // FEWER] / 2**20,
            beside=f"memory of {count // FEWER}",
            goal=FLAT,
        )


def again_and_again(pool: list[bytes], size: int) -> Iterator[bytes]:
    """So many of them, from the beginning whenever they are through."""
    return itertools.islice(itertools.cycle(pool), size)


def read_as_json(pool: list[bytes], size: int) -> float:
    """Processor seconds."""
    started = time.process_time()
    for line in again_and_again(pool, size):
        json.loads(line)
    return time.process_time() - started


def score(pool: list[bytes], size: int) -> tuple[float, int]:
    """Processor seconds and peak bytes of the command, starting up included."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "score"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert process.stdin is not None
    for line in again_and_again(pool, size):
        process.stdin.write(line)
    process.stdin.close()
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"score ended with status {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * RSS_UNIT
