"""The laptop's clock jumps by hours and by years in mid-round: no phone is thrown out, nothing moves."""

from __future__ import annotations

import asyncio
from pathlib import Path

from faults.club import Club, club, log_of
from faults.frame import CannotTry, Check, Stage, main
from faults.phone import Phone, a_hand
from faults.wire import Line

HOUR, DAY, YEAR = 3600, 86_400, 31_557_600
JUMPS = (HOUR, -HOUR, DAY, -DAY, 30 * DAY, -30 * DAY, YEAR, -YEAR, 5 * YEAR, -5 * YEAR, 10 * YEAR, -10 * YEAR)
LIBRARIES = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib/faketime/libfaketimeMT.so.1")


def run(stage: Stage) -> None:
    """A server whose wall clock the bench can move; the monotonic one goes on as always."""
    library = next((path for pattern in LIBRARIES for path in Path("/").glob(pattern[1:])), None)
    if library is None:
        raise CannotTry("libfaketimeMT is not installed here (apt-get install faketime)")
    offset = stage.directory / "offset"
    offset.write_text("+0\n")
    faked = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_CACHE_DURATION": "1",  # seconds until it looks again: every look reads a file
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
    with club(stage, env=faked) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(4)]
        for phone in phones:
            phone.patience = 60
        asyncio.run(jump_about(stage, house, phones, offset))
        house.server.stop()
        rows = house.judge()
        days = {str(line.get("time"))[:10] for line in log_of(house.server)}
    stage.demand(len(rows) == len(phones) * (1 + stage.amount("jumps")), f"{len(rows)} entries")
    stage.demand(len(days) > 2, f"the server's clock was never moved: {days}")


async def jump_about(stage: Stage, house: Club, phones: list[Phone], offset: Path) -> None:
    """A hand at every table before the first and after every jump; the laptop's own page too."""
    laptop = (
        house.line() if house.federation else Line(house.server.port, host=f"localhost:{house.server.port}")
    )
    page = "/" if house.federation else "/desk/"  # on the club's own laptop the desk is open
    jumps = (0, *JUMPS[-stage.amount("jumps") :])
    for number, jump in enumerate(jumps, start=1):
        offset.write_text(f"{jump:+d}\n")
        await asyncio.sleep(1.5)
        for phone in phones:
            phone.waiting.append(a_hand(phone.place.table, number, phone.chance))
        await asyncio.gather(*(phone.flush() for phone in phones))
        watching = await phones[0].line.ask("GET", phones[0].place.path, headers=phones[0].headers)
        stage.demand(
            watching.status == 200 and "<form" in watching.text, f"{jump} s: a phone may not write any more"
        )
        desk = await laptop.ask("GET", page)
        stage.demand(desk.status == 200, f"{jump} s: the laptop’s page is answered with {desk.status}")
    stage.figure(jumps=len(jumps) - 1)
    laptop.close()


CHECK = Check(
    "clock",
    "G16",
    __doc__.splitlines()[0],
    run,
    amounts={"jumps": len(JUMPS)},
    quick={"jumps": 4},
    breaks=("expiring",),
    engines=("sqlite", "postgresql"),
    needs=("faketime",),
)

if __name__ == "__main__":
    main(CHECK)
