"""Somebody else writes into the file: short waits are waited out, long ones are an honest "not saved"."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from pathlib import Path

from faults.club import club
from faults.frame import Check, Stage, main
from faults.phone import Phone, a_hand
from faults.wire import NoAnswer

SHORT = (0.1, 0.5, 1.5)  # seconds, well below the five that a writer waits
LONG = (7.0, 9.0)


def run(stage: Stage) -> None:
    """A holder of the write lock, for short and for long, while phones write at four tables."""
    with club(stage) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(4)]
        for phone in phones:
            phone.resend = 0
        asyncio.run(evening(stage, phones, house.database))
        house.server.stop()
        house.judge()


async def evening(stage: Stage, phones: list[Phone], database: Path) -> None:
    """Short holds must not be noticed; during long ones pages are read and phones are told."""
    number = 0
    for _turn in range(stage.amount("short")):
        number += 1
        holding = asyncio.create_task(asyncio.to_thread(hold, database, stage.chance.choice(SHORT)))
        await asyncio.gather(*(enter(phone, number) for phone in phones))
        await holding
    trouble = stage.history.count("info")
    stage.demand(not trouble, f'{trouble} times "not saved" although the others were quick')
    answers: Counter[int] = Counter()
    for _turn in range(stage.amount("long")):
        number += 1
        seconds = stage.chance.choice(LONG)
        holding = asyncio.create_task(asyncio.to_thread(hold, database, seconds))
        await asyncio.sleep(0.2)
        entering = asyncio.gather(*(enter(phone, number) for phone in phones))
        for phone in phones:
            answers[await look(phone)] += 1
        await holding
        await entering
    stage.demand(set(answers) <= {200, 304}, f"pages during a long hold: {dict(answers)}")
    stage.figure(told_to_wait=stage.history.count("info"))


def hold(database: Path, seconds: float) -> None:
    """A transaction of another process, as far as the server sees."""
    connection = sqlite3.connect(database, timeout=30, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        connection.execute("ROLLBACK")
    finally:
        connection.close()


async def enter(phone: Phone, number: int) -> None:
    """A hand, until it is saved."""
    phone.waiting.append(a_hand(phone.place.table, number, phone.chance))
    await phone.flush()


async def look(phone: Phone) -> int:
    """The status of the table's page for somebody who watches."""
    line = type(phone.line)(phone.line.port, phone.line.address)
    try:
        return (await line.ask("GET", f"{phone.place.path}?part=live")).status
    except NoAnswer:
        return 0
    finally:
        line.close()


CHECK = Check(
    "busy",
    "F7",
    __doc__.splitlines()[0],
    run,
    amounts={"short": 20, "long": 3},
    quick={"short": 5, "long": 1},
    breaks=("deferred",),
)

if __name__ == "__main__":
    main(CHECK)
