"""kill -9 of the server, of its worker, of its parent, again and again while phones write.

It shows what happens to processes, not to disks: a killed process leaves its writes in the system's memory.
"""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import time

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import Phone, hands_until
from faults.tracing import is_alive
from tests.patience import wait_until
from tests.watchdog import descendants

WAYS = ("all", "all", "worker", "parent")


def run(stage: Stage) -> None:
    """Phones at all tables; kills at random moments until there were enough of both."""
    with club(stage) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(stage.amount("tables"))]
        back = asyncio.run(storm(stage, house, phones))
        house.server.stop()
        house.judge()
    stage.demand(stage.history.count("info"), "no phone noticed anything: killed at the wrong moments")
    stage.figure(kills=len(back), back_median_s=round(statistics.median(back), 2))
    stage.within("back_max_s", max(back), 3.0)


async def storm(stage: Stage, house: Club, phones: list[Phone]) -> list[float]:
    """Seconds until it answered again, for every kill."""
    over = asyncio.Event()
    began = time.monotonic()
    playing = [asyncio.create_task(play(phone, over)) for phone in phones]
    back: list[float] = []
    history = stage.history
    kills, hands = stage.amount("kills"), stage.amount("hands")
    while len(back) < kills:
        await asyncio.sleep(stage.chance.uniform(0.5, 2.0))
        while len(history.acknowledged) < hands * (len(back) + 1) // kills:  # on a busy machine later
            await asyncio.sleep(0.02)
            await asyncio.gather(*(task for task in playing if task.done()))
        back.append(await asyncio.to_thread(strike, house, stage.chance.choice(WAYS)))
        if len(back) % 10 == 0:
            stage.say(f"{len(back)} kills, {len(history.acknowledged)} acknowledged")
    over.set()
    await asyncio.gather(*playing)
    stage.figure(hands_per_s=round(len(history.acknowledged) / (time.monotonic() - began), 1))
    return back


async def play(phone: Phone, over: asyncio.Event) -> None:
    """Hand after hand, until the evening is over."""
    await phone.play(hands_until(over, phone), pause=0.7)


def strike(house: Club, way: str) -> float:
    """Kill, start again what nobody else starts; seconds until it answers."""
    server = house.server
    assert server.process
    workers = [process.pid for process in descendants(server.process.pid)]
    began = time.monotonic()
    if way == "worker" and workers:
        os.kill(workers[0], signal.SIGKILL)
        wait_until(lambda: not is_alive(workers[0]), "the worker to be gone")
        come_back(house)
    else:
        if way == "parent":
            server.process.kill()
            server.process.wait()
            server.wait_until_gone()
        server.restart()
    return time.monotonic() - began


def come_back(house: Club) -> None:
    """After its worker died: another one answers, or the server ends, as it does when they die too often."""
    server = house.server
    wait_until(lambda: server.is_up() or server.has_ended(), "another worker")
    if server.has_ended():
        server.restart()  # as the starter would


CHECK = Check(
    "crash",
    "G4",
    __doc__.splitlines()[0],
    run,
    amounts={"tables": 60, "kills": 50, "hands": 10_000},
    quick={"tables": 12, "kills": 4, "hands": 300},
    breaks=("ack-first", "no-keys"),
    engines=("sqlite", "postgresql"),
    seconds=3600,
)

if __name__ == "__main__":
    main(CHECK)
