"""The machine with PostgreSQL dies and its standby takes over; and again, after the standby was away.

In between the first machine comes back and does not know that it was replaced. Nothing that was acknowledged
may be missing on the machine that is left, and the server for the phones is never started again.
"""

from __future__ import annotations

import asyncio
import time

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.pgkill import play
from faults.phone import Phone
from faults.replicas import Machines, machines

IMPATIENT = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


def run(stage: Stage) -> None:
    """Phones play all the while."""
    with machines(stage) as both, club(stage, url=both.url) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(stage.amount("tables"))]
        asyncio.run(evening(stage, house, both, phones))
        house.server.stop()
        house.judge()


async def evening(stage: Stage, house: Club, both: Machines, phones: list[Phone]) -> None:
    """What happens to the machines."""
    over = asyncio.Event()
    playing = [asyncio.create_task(play(phone, over)) for phone in phones]
    hands = stage.amount("hands")
    try:
        await more(stage, hands)
        stage.say("the machine that writes dies")
        took = await asyncio.to_thread(fail_over, both)
        back = await more(stage, 1)
        stage.within("promoted_s", took, 5.0)
        stage.within("back_s", took + back, 10.0)
        await more(stage, hands)
        await come_back(stage, both)
        await more(stage, hands)
        stage.say("the standby dies")
        await asyncio.to_thread(both.follower.kill)
        await without_standby(stage, both, phones)
        assert not stage.breaches, "tables whose hands are missing take no others"
        stage.say("and then the machine that writes")
        await asyncio.to_thread(both.writer.kill)
        await asyncio.to_thread(both.follower.start)
        began = time.monotonic()
        await asyncio.to_thread(both.take_over)
        await more(stage, 1)
        stage.within("back_again_s", time.monotonic() - began, 10.0)
        await more(stage, hands)
    finally:
        over.set()
    await asyncio.gather(*playing)
    stage.figure(tables=len(phones))


def fail_over(both: Machines) -> float:
    """The writer dies, and somebody tells the other one to take over; seconds of it."""
    both.writer.kill()
    began = time.monotonic()
    both.take_over()
    return time.monotonic() - began


async def more(stage: Stage, hands: int) -> float:
    """Until so many more hands are acknowledged; seconds."""
    began, before = time.monotonic(), len(stage.history.acknowledged)
    while len(stage.history.acknowledged) < before + hands:
        await asyncio.sleep(0.01)
    return time.monotonic() - began


async def come_back(stage: Stage, both: Machines) -> None:
    """The first machine starts as it was, beside the one that has taken over: nobody may write there."""
    stage.say("the first machine comes back as it was")
    old = both.follower
    before = "SELECT count(*) FROM tournaments_entry"
    old.settings = (*old.settings, "synchronous_standby_names=")  # or nobody could write there anyway
    await asyncio.to_thread(old.start)
    ((entries,),) = await asyncio.to_thread(old.ask, before)
    ends = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {}"
    )
    clients = ends.format("backend_type = 'client backend'")
    await asyncio.to_thread(both.writer.ask, clients)  # everybody looks anew where to write
    await more(stage, stage.amount("hands"))
    ((after,),) = await asyncio.to_thread(old.ask, before)
    stage.demand(after == entries, f"{after - entries} hands were written to the machine that was replaced")
    old.settings = old.settings[:-1]
    await asyncio.to_thread(old.stop)
    stage.say("it follows")
    await asyncio.to_thread(both.rewind)
    await asyncio.to_thread(both.wait_for_follower)


async def without_standby(stage: Stage, both: Machines, phones: list[Phone]) -> None:
    """Every phone is told that its hand is not saved, or is told nothing; none is told more.

    Somebody sees connections that wait and ends the waiting: PostgreSQL answers COMMIT, and warns.
    """
    await asyncio.sleep(0.5)  # what was confirmed before is on its way
    acknowledged, unknown = len(stage.history.acknowledged), stage.history.count("info")
    ended = 0
    while ended < stage.amount("ended") or stage.history.count("info") < unknown + len(phones):
        if len(stage.history.acknowledged) > acknowledged + len(phones):  # a breach: see below
            break
        await asyncio.sleep(0.1)
        ((count,),) = await asyncio.to_thread(both.writer.ask, IMPATIENT)
        ended += count
    saved = len(stage.history.acknowledged) - acknowledged
    stage.demand(not saved, f"{saved} hands were acknowledged that one machine alone has")
    stage.figure(not_saved_without_standby=stage.history.count("info") - unknown, waits_ended=ended)


CHECK = Check(
    "failover",
    "G34",
    __doc__.splitlines()[0],
    run,
    amounts={"tables": 40, "hands": 400, "ended": 200},
    quick={"tables": 8, "hands": 40, "ended": 20},
    breaks=("ack-first", "unconfirmed"),
    engines=("postgresql",),
    seconds=900,
)

if __name__ == "__main__":
    main(CHECK)
