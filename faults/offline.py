"""Phones enter hands without a network; when it comes back it breaks five times more before all is sent.

The network is a proxy that loses requests and answers, delays, doubles and cuts them, and now and then
answers like a hotel's login page. Every phone sends one hand at a time, the oldest first, always with the
same id.
"""

from __future__ import annotations

import asyncio
import time

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import Phone, some_hands
from faults.proxy import Proxy

PAUSES = (0.5, 1.5, 4.0, 8.0, 15.0)  # seconds, as in the phone's page
WEATHER = {
    "drop_before": 0.04,
    "drop_after": 0.08,
    "delay": 0.05,
    "duplicate": 0.08,
    "truncate": 0.03,
    "captive": 0.03,
    "reset": 0.03,
}


def run(stage: Stage) -> None:
    """Queue, come back, be interrupted, be level."""
    with club(stage) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(stage.amount("phones"))]
        asyncio.run(storm(stage, house, phones))
        house.server.stop()
        rows = house.judge()
    stage.demand(len(rows) == stage.amount("phones") * stage.amount("hands"), f"{len(rows)} entries")
    parallel = max(phone.most_under_way for phone in phones)
    stage.demand(parallel == 1, f"a phone had {parallel} hands under way at once")
    stage.figure(most_under_way=parallel)


async def storm(stage: Stage, house: Club, phones: list[Phone]) -> None:
    """The evening; the time from the last return of the network until nothing waits on any phone."""
    proxy = Proxy(house.server.port, stage.chance, WEATHER)
    await proxy.start()
    proxy.cut()
    for phone in phones:
        phone.line.port = proxy.port
        phone.pauses = PAUSES
        phone.waiting.extend(some_hands(phone.place.table, stage.amount("hands"), phone.chance))
    sending = [asyncio.create_task(flush(stage, phone)) for phone in phones]
    await asyncio.sleep(1.0)
    everything = sum(len(phone.waiting) for phone in phones)
    for time_ in range(1, 6):
        go_online(proxy, phones)
        goal = everything * time_ // 7
        while len(stage.history.acknowledged) < goal:
            await asyncio.sleep(0.01)
        proxy.cut()
        await asyncio.sleep(stage.chance.uniform(0.5, 1.5))
    began = time.monotonic()
    go_online(proxy, phones)
    await asyncio.gather(*sending)
    stage.within("level_after_s", time.monotonic() - began, 20.0)
    stage.figure(mishaps=dict(proxy.mishaps))
    await proxy.stop()


def go_online(proxy: Proxy, phones: list[Phone]) -> None:
    """The network is back, and the phones notice."""
    proxy.mend()
    for phone in phones:
        phone.wake.set()


async def flush(stage: Stage, phone: Phone) -> None:
    """As the page does it; or as careless pages do."""
    if not stage.broken.startswith("page-"):
        await phone.flush()
        return
    while phone.waiting:
        hand = phone.waiting[0]
        what = await phone.send(hand)
        if stage.broken == "page-any-answer":  # whatever comes back, and be it the hotel's
            phone.history.note("ok", phone.waiting.popleft(), phone.name)
            await phone.pause(0)
        elif what == "ok":  # page-clears: the first success stands for all
            for later in phone.waiting:
                phone.history.note("invoke", later, phone.name)
                phone.history.note("ok", later, phone.name)
            phone.waiting.clear()
        else:
            await phone.pause(0)


CHECK = Check(
    "offline",
    "G9",
    __doc__.splitlines()[0],
    run,
    amounts={"phones": 50, "hands": 12},
    quick={"phones": 12, "hands": 6},
    breaks=("page-any-answer", "page-clears", "no-keys"),
    engines=("sqlite", "postgresql"),
)

if __name__ == "__main__":
    main(CHECK)
