"""The laptop sleeps, the server is told to end and starts again, or is started twice: nothing is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import Phone, hands_until
from tests.server import RealServer


def run(stage: Stage) -> None:
    """Sleeps, ordinary ends, and the second server, while phones play."""
    with club(stage) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(stage.amount("tables"))]
        asyncio.run(storm(stage, house, phones))
        house.server.kill()
        house.judge()


async def storm(stage: Stage, house: Club, phones: list[Phone]) -> None:
    """One after the other."""
    over = asyncio.Event()
    playing = [asyncio.create_task(play(phone, over)) for phone in phones]
    for phone in phones:
        phone.patience = 2.0  # eight in the page
    for _time in range(stage.amount("sleeps")):
        await asyncio.sleep(0.5)
        await asyncio.to_thread(sleep, house, stage.amount("asleep"))
    back: list[float] = []
    for _time in range(stage.amount("restarts")):
        await asyncio.sleep(stage.chance.uniform(0.2, 1.0))
        began = time.monotonic()
        stage.demand(
            await asyncio.to_thread(house.server.stop) == 0, "told to end, the server ends with an error"
        )
        await asyncio.to_thread(house.server.start)
        back.append(time.monotonic() - began)
    if stage.engine == "sqlite":
        await asyncio.to_thread(start_twice, stage, house)
    over.set()
    await asyncio.gather(*playing)
    stage.figure(sleeps=stage.amount("sleeps"), restarts=len(back))
    stage.within("restart_max_s", max(back), 3.0)


async def play(phone: Phone, over: asyncio.Event) -> None:
    """Hand after hand, until the evening is over."""
    await phone.play(hands_until(over, phone), pause=0.3)


def sleep(house: Club, seconds: float) -> None:
    """The lid is closed and opened again."""
    assert house.server.process
    os.killpg(house.server.process.pid, signal.SIGSTOP)
    time.sleep(seconds)
    os.killpg(house.server.process.pid, signal.SIGCONT)


def start_twice(stage: Stage, house: Club) -> None:
    """A second server on the same file refuses and says why; the first goes on."""
    second = RealServer(house.server.data, env=house.server.env, output_name="second.txt")
    second.process = second.spawn()
    try:
        status = second.process.wait(60)
        stage.demand(status == 1, f"a second server ends with {status}")
        stage.demand(
            "Another Stammtisch server" in second.output, f"a second server says: {second.output[-200:]}"
        )
    except subprocess.TimeoutExpired:
        stage.breach("a second server serves the same file")
    finally:
        second.kill()
    stage.demand(house.server.is_up(), "the first server does not answer any more")


CHECK = Check(
    "pauses",
    "F32 F33 F35",
    __doc__.splitlines()[0],
    run,
    amounts={"tables": 20, "sleeps": 3, "asleep": 30, "restarts": 20},
    quick={"tables": 6, "sleeps": 1, "asleep": 3, "restarts": 2},
    breaks=("no-keys", "ack-first", "two-servers"),
    engines=("sqlite", "postgresql"),
)

if __name__ == "__main__":
    main(CHECK)
