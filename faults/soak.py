"""A whole tournament in a few minutes: memory, open files and the write-ahead log do not grow for ever."""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import time
from collections.abc import Iterator

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.fuzz import memory
from faults.phone import Place, a_hand
from faults.tracing import worker_of
from faults.wire import NoAnswer

HANDS = 24  # of a round
EVERY = 2.0  # seconds between two looks
NOISE = 2.0  # megabytes that come and go
WAL = 64.0  # megabytes


def run(stage: Stage) -> None:
    """Hands and looks without a pause; figures of the second half, when everything is warm."""
    with club(stage) as house:
        length = 60 * stage.amount("minutes") + stage.amount("seconds")
        rounds = 2 + length // HANDS  # at a hand a second
        places = [crew[0] for crew in house.open_tables(stage.amount("tables") * rounds)]
        samples = asyncio.run(evening(stage, house, [places[at::rounds] for at in range(rounds)], length))
        house.server.stop()
        house.judge()
    half = samples[len(samples) // 2 :]
    seconds, sizes, files, logs = (list(column) for column in zip(*half, strict=True))
    slope = statistics.linear_regression(seconds, sizes).slope * 3600
    hours = (seconds[-1] - seconds[0]) / 3600
    grown = statistics.median(sizes[-len(sizes) // 4 :]) - statistics.median(sizes[: len(sizes) // 4])
    stage.figure(slope_mb_per_h=round(slope, 2), grown_mb=round(grown, 2), memory_mb=round(sizes[-1], 1))
    stage.figure(open_files_first=files[0], open_files_last=files[-1], wal_most_mb=round(max(logs), 1))
    stage.demand(grown < NOISE + 1.0 * hours, f"memory has grown by {grown:.1f} MB in {hours * 60:.1f} min")
    stage.demand(files[-1] <= files[0] + 20, f"open files have grown from {files[0]} to {files[-1]}")
    stage.demand(max(logs) <= WAL, f"the write-ahead log has {max(logs):.0f} MB")


async def evening(
    stage: Stage, house: Club, rounds: list[list[Place]], length: int
) -> list[tuple[float, float, int, float]]:
    """Seconds, megabytes, open files, megabytes of the log; now and then."""
    end = time.monotonic() + length
    crews = [Crew(house, iter(places)) for places in zip(*rounds, strict=True)]
    playing = [asyncio.create_task(play(crew, end)) for crew in crews]
    watching = [asyncio.create_task(watch(house, crew, end)) for crew in crews]
    pid = worker_of(house.server)
    samples = []
    while time.monotonic() < end:
        await asyncio.sleep(EVERY if stage.amount("minutes") else 0.3)
        wal = house.database.with_name(f"{house.database.name}-wal")
        log = wal.stat().st_size / 1e6 if wal.exists() else 0.0
        samples.append((time.monotonic(), memory(pid) / 1e6, len(os.listdir(f"/proc/{pid}/fd")), log))
    await asyncio.gather(*playing, *watching)
    return samples


class Crew:
    """Four people who play one round after the other, each on a sheet of its own, with a phone."""

    def __init__(self, house: Club, places: Iterator[Place]) -> None:
        self.house, self.places = house, places
        self.phone = house.phone(next(places))

    def next_round(self) -> None:
        """To the next table; the phone there is another one."""
        self.phone.line.close()
        self.phone = self.house.phone(next(self.places))


async def play(crew: Crew, end: float) -> None:
    """A hand a second."""
    number = 0
    while time.monotonic() < end:
        if number == HANDS:
            crew.next_round()
            number = 0
        number += 1
        phone = crew.phone
        phone.waiting.append(a_hand(phone.place.table, number, phone.chance))
        await phone.flush()
        await asyncio.sleep(phone.chance.uniform(0.5, 1.5))


async def watch(house: Club, crew: Crew, end: float) -> None:
    """Somebody looks on."""
    line = house.line()
    while time.monotonic() < end:
        phone = crew.phone
        with contextlib.suppress(NoAnswer):
            await line.ask("GET", f"{phone.place.path}?part=live", patience=60)
        await asyncio.sleep(phone.chance.uniform(0.1, 0.3))


CHECK = Check(
    "soak",
    "G31",
    __doc__.splitlines()[0],
    run,
    amounts={"minutes": 20, "seconds": 0, "tables": 40},
    quick={"minutes": 0, "seconds": 20, "tables": 4},
    breaks=("leak",),
    engines=("sqlite", "postgresql"),
    seconds=3600,
)

if __name__ == "__main__":
    main(CHECK)
