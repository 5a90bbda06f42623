"""PostgreSQL loses connections by the hundred and stops five times: nothing is lost, nobody sees a 500."""

from __future__ import annotations

import asyncio

import psycopg

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import Phone, hands_until
from tests import postgres

TERMINATE = (
    "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT 3) few"
)


def run(stage: Stage) -> None:
    """Phones play while backends are terminated and the whole server is stopped in between."""
    with club(stage) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(stage.amount("tables"))]
        asyncio.run(storm(stage, house, phones))
        house.server.stop()
        house.judge()


async def storm(stage: Stage, house: Club, phones: list[Phone]) -> None:
    """Until enough backends and stops are over."""
    over = asyncio.Event()
    playing = [asyncio.create_task(play(phone, over)) for phone in phones]
    backends = stops = 0
    wanted, wanted_stops = stage.amount("backends"), stage.amount("stops")
    while backends < wanted or stops < wanted_stops:
        await asyncio.sleep(stage.chance.uniform(0.02, 0.2))
        backends += await asyncio.to_thread(terminate, house.url)
        if wanted_stops and stops < wanted_stops and backends >= wanted * (stops + 1) // (wanted_stops + 1):
            await asyncio.to_thread(postgres.stop_at_once_and_start, house.url)
            stops += 1
            stage.say(f"{backends} backends, {stops} stops, {len(stage.history.acknowledged)} acknowledged")
    over.set()
    await asyncio.gather(*playing)
    stage.figure(backends=backends, stops=stops)


def terminate(url: str) -> int:
    """End some connections, whatever they are doing; how many."""
    try:
        with psycopg.connect(url, autocommit=True) as connection:
            row = connection.execute(TERMINATE).fetchone()
    except psycopg.OperationalError:
        return 0
    return int(row[0]) if row else 0


async def play(phone: Phone, over: asyncio.Event) -> None:
    """Hand after hand, until the evening is over."""
    await phone.play(hands_until(over, phone), pause=0.3)


CHECK = Check(
    "pgkill",
    "G15",
    __doc__.splitlines()[0],
    run,
    amounts={"tables": 40, "backends": 500, "stops": 5},
    quick={"tables": 8, "backends": 20, "stops": 1},
    breaks=("ack-first", "no-keys"),
    engines=("postgresql",),
    seconds=1800,
)

if __name__ == "__main__":
    main(CHECK)
