"""A hall at full strength: phones that ask and phones that write, on a slow disk; then a burst.

What is measured is measured on the same machine that asks: two processors for both.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time
from dataclasses import dataclass, field

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.history import Hand
from faults.phone import Phone, Place, a_hand
from faults.viewers import LATER, Looks, Viewer, connect

ANSWERS = ("200", "304", LATER)  # to somebody who asks for news
Numbers = dict[int, "itertools.count[int]"]  # of the next hand, by table


@dataclass
class Times:
    """Seconds of every answer to a hand, and what came of questions for news."""

    hands: list[float] = field(default_factory=list)
    looks: Looks = field(default_factory=Looks)


def run(stage: Stage) -> None:
    """Steady, all at once, and as fast as it goes."""
    before: tuple[str, ...] = ()
    delay = stage.amount("fsync_ms")
    if delay and stage.engine == "sqlite":
        inject = f"inject=fdatasync:delay_exit={delay * 1000}"
        before = (
            "strace",
            "-f",
            "--seccomp-bpf",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            "trace=fdatasync",
            "-e",
            inject,
        )
    with club(stage, before=before) as house:
        crews = house.open_tables(stage.amount("tables"), stage.amount("phones"))
        asyncio.run(evening(stage, house, crews))
        house.server.stop()
        house.judge()


async def evening(stage: Stage, house: Club, crews: list[list[Place]]) -> None:
    """The three parts; the numbers of hands go on from one to the next."""
    phones = [[house.phone(place) for place in crew] for crew in crews]
    for crew in phones:
        for phone in crew:
            phone.resend = 0
            phone.patience = phone.quick = 60
    numbers = {crew[0].place.table: itertools.count(1) for crew in phones}
    times = Times()
    await steady(stage, phones, numbers, times)
    report(stage, times)
    writers = [crew[0] for crew in phones]
    stage.within("burst_s", await burst(stage, writers, numbers), 6.0 if stage.amount("fsync_ms") else 2.0)
    goal = {"postgresql": 300.0, "sqlite": 60.0 if stage.amount("fsync_ms") else 250.0}[stage.engine]
    stage.at_least("most_hands_per_s", await fastest(stage, phones, numbers), goal)


async def steady(stage: Stage, phones: list[list[Phone]], numbers: Numbers, times: Times) -> None:
    """Everybody asks every few seconds, one at each table writes; the viewers only ask."""
    seconds = stage.amount("seconds")
    every = stage.amount("poll_s")
    end = time.monotonic() + seconds
    pause = len(phones) / stage.amount("hands_per_s")
    crowd = [(phone, {**phone.line.fixed, **phone.headers}) for crew in phones for phone in crew]
    only_watching = [crew[0] for crew in itertools.islice(itertools.cycle(phones), stage.amount("viewers"))]
    crowd += [(phone, phone.line.fixed) for phone in only_watching]
    viewers = []
    for number, (phone, headers) in enumerate(crowd):
        asked = {**headers, "Accept-Encoding": "gzip"}
        path = f"{phone.place.path}?part=live"
        viewer = Viewer(path, asked, times.looks, phone.chance, float(every))
        viewers.append(await connect(viewer, phone.line.port, viewer_address(number)))
    await asyncio.gather(*(write(stage, crew[0], numbers, pause, end, times) for crew in phones))
    for viewer in viewers:
        viewer.stop()


def viewer_address(number: int) -> str:
    """Apart from those of the phones."""
    return f"127.200.{number // 250}.{1 + number % 250}"


async def write(
    stage: Stage,
    phone: Phone,
    numbers: Numbers,
    pause: float,
    end: float,
    times: Times,
) -> None:
    """A hand now and then."""
    await asyncio.sleep(phone.chance.uniform(0, pause))
    while time.monotonic() < end:
        began = time.perf_counter()
        await enter(phone, numbers)
        times.hands.append(time.perf_counter() - began)
        await asyncio.sleep(phone.chance.uniform(0.5, 1.5) * pause)


async def enter(phone: Phone, numbers: Numbers) -> None:
    """The next hand of a table, until it is saved."""
    hand: Hand = a_hand(phone.place.table, next(numbers[phone.place.table]), phone.chance)
    phone.waiting.append(hand)
    await phone.flush()


def report(stage: Stage, times: Times) -> None:
    """Quantiles beside their goals."""
    hands, polls = quantiles(times.hands), quantiles(times.looks.took)
    stage.figure(hands=len(times.hands), polls=len(times.looks.took))
    stage.figure(answers=dict(times.looks.answers))
    stage.within("hand_p95_ms", 1000 * hands[94], 150)
    stage.within("hand_p99_ms", 1000 * hands[98], 400)
    stage.within("poll_p95_ms", 1000 * polls[94], 150)
    # The yardstick's own slowness.
    stage.figure(asked_late_p95_ms=round(1000 * quantiles(times.looks.late)[94], 1))
    wrong = {answer: count for answer, count in times.looks.answers.items() if answer not in ANSWERS}
    stage.demand(not wrong, f"answers to polls: {wrong}")
    stage.demand(not stage.history.count("info"), f"{stage.history.count('info')} hands had to be sent again")


def quantiles(times: list[float]) -> list[float]:
    """In hundredths."""
    return statistics.quantiles(times, n=100) if len(times) > 1 else [0.0] * 99


async def burst(stage: Stage, writers: list[Phone], numbers: Numbers) -> float:
    """All tables send within a second; until the last is saved."""
    began = time.monotonic()

    async def send(phone: Phone) -> None:
        await asyncio.sleep(phone.chance.uniform(0, 1))
        await enter(phone, numbers)

    await asyncio.gather(*(send(phone) for phone in writers))
    return time.monotonic() - began


async def fastest(stage: Stage, crews: list[list[Phone]], numbers: Numbers) -> float:
    """Hands per second when some tables send one after the other without a pause."""
    seconds = stage.amount("max_seconds")
    end = time.monotonic() + seconds
    hands = 0

    async def send(crew: list[Phone]) -> None:  # in turn: limits count devices
        nonlocal hands
        for phone in itertools.cycle(crew):
            if time.monotonic() > end:
                return
            await enter(phone, numbers)
            hands += 1

    await asyncio.gather(*(send(crew) for crew in crews[:100]))
    return hands / seconds


CHECK = Check(
    "load",
    "G1 G2 G3",
    __doc__.splitlines()[0],
    run,
    amounts={
        "tables": 250,
        "phones": 4,
        "viewers": 0,
        "poll_s": 3,
        "hands_per_s": 12,
        "seconds": 300,
        "fsync_ms": 8,
        "max_seconds": 20,
    },
    quick={
        "tables": 12,
        "phones": 2,
        "viewers": 10,
        "hands_per_s": 4,
        "seconds": 6,
        "fsync_ms": 0,
        "max_seconds": 2,
    },
    breaks=("ack-first",),
    engines=("sqlite", "postgresql"),
    seconds=1800,
)

if __name__ == "__main__":
    main(CHECK)
