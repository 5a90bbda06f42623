"""Backups while tables write: quick, in nobody's way, and each holds what was acknowledged before it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import Phone, hands_until
from tests import backstage

FILL = """
import random
from faults.filling import fill
print(fill({entries}, random.Random({seed})))
"""
# What the command does, without the second in which Python starts.
MAKE = """
import json, time
from pathlib import Path
from tournaments.safekeeping.backups import making
from tournaments.safekeeping.backups.making import BackupReason
if {broken!r} == "file-copy":
    import shutil
    making.copy_into = lambda temporary, source: shutil.copyfile(source, temporary)
began = time.perf_counter()
file, manifest = making.make(Path({directory!r}), BackupReason.ASKED)
print(json.dumps([str(file), time.perf_counter() - began]))
"""
LOOK = """
import json, sqlite3, sys
from pathlib import Path
from faults.club import damage
problems = damage(Path(sys.argv[1]))
rows = []
if not problems:
    backup = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    rows = backup.execute("SELECT id FROM tournaments_entry")
print(json.dumps([problems, [str(row[0]).replace("-", "") for row in rows]]))
"""


def run(stage: Stage) -> None:
    """Fill, play, back up again and again, and look into each."""
    with club(stage) as house:
        filled = house.server.python(FILL.format(entries=stage.amount("entries"), seed=stage.seed)).split()[
            -1
        ]
        phones = [house.phone(crew[0]) for crew in house.open_tables(stage.amount("tables"))]
        house.server.restart()
        with slowest_sync(stage):
            took, waits = asyncio.run(evening(stage, house, phones))
        house.server.manage("backup")
        backstage.close(house.server.data)
        house.server.stop()
        house.judge(others=True)
    stage.figure(entries_before=int(filled), backups=len(took))
    stage.within("backup_max_s", max(took), 2.0)
    stage.within("hand_max_ms", 1000 * max(waits), 200.0)


@contextmanager
def slowest_sync(stage: Stage) -> Iterator[None]:
    """The yardstick: how long eight kilobytes of our own waited for the same disk, at worst."""
    over = threading.Event()
    slowest = 0.0

    def sync() -> None:
        nonlocal slowest
        with (stage.directory / "eight-kilobytes").open("wb", buffering=0) as file:
            while not over.wait(0.02):
                file.seek(0)
                file.write(bytes(8192))
                began = time.perf_counter()
                os.fsync(file.fileno())
                slowest = max(slowest, time.perf_counter() - began)

    thread = threading.Thread(target=sync)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    stage.figure(disk_max_ms=round(1000 * slowest))


async def evening(stage: Stage, house: Club, phones: list[Phone]) -> tuple[list[float], list[float]]:
    """Seconds of every backup, and of every hand meanwhile."""
    over = asyncio.Event()
    waits: list[float] = []
    playing = [asyncio.create_task(play(phone, over, waits)) for phone in phones]
    directory = stage.directory / "stick"
    took: list[float] = []
    for _number in range(stage.amount("backups")):
        enough = len(took) + len(phones)  # there is something to miss, and the last of it is new
        while len(stage.history.acknowledged) < enough:
            await asyncio.sleep(0.02)
        before = set(stage.history.acknowledged)
        code = MAKE.format(directory=str(directory), broken=stage.broken)
        file, seconds = json.loads(await asyncio.to_thread(house.server.python, code))
        took.append(float(seconds))
        problems, there = json.loads(await asyncio.to_thread(looked_into, file))
        missing = {entry.hex for entry in before}.difference(there)
        stage.demand(
            not missing, f"a backup misses {len(missing)} of {len(before)} hands acknowledged before it"
        )
        stage.breaches += [f"a backup: {line}" for line in problems]
        Path(file).unlink()
    over.set()
    await asyncio.gather(*playing)
    return took, waits


def looked_into(file: str) -> str:
    """What is wrong with a backup, and the ids in it. In a process of its own: phones here go on playing."""
    look = subprocess.run([sys.executable, "-c", LOOK, file], capture_output=True, text=True, check=True)
    return look.stdout


async def play(phone: Phone, over: asyncio.Event, waits: list[float]) -> None:
    """A hand now and then, each with the time until it was saved.

    The first one is not among them: right after a start every table is read for the first time, with or
    without backups (`faults.load` says what that costs).
    """

    phone.resend = 0
    for hand in hands_until(over, phone):
        phone.waiting.append(hand)
        began = time.perf_counter()
        await phone.flush()
        if hand.number > 1:
            waits.append(time.perf_counter() - began)
        await asyncio.sleep(phone.chance.uniform(0.5, 1.5))


CHECK = Check(
    "backup",
    "G12",
    __doc__.splitlines()[0],
    run,
    amounts={"entries": 50_000, "tables": 12, "backups": 100},
    quick={"entries": 1500, "tables": 4, "backups": 4},
    breaks=("file-copy",),
    seconds=1800,
)

if __name__ == "__main__":
    main(CHECK)
