"""A disk that is full (three ways), that fails (EIO), that is slow: never a false "saved", and it recovers.

Recovery is without a restart: as soon as the disk can, phones that still wait get their hands saved.
"""

from __future__ import annotations

import asyncio
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from faults.club import Club, club
from faults.frame import CannotTry, Check, Stage, main
from faults.phone import Phone, a_hand
from faults.tracing import inject, traced, worker_of
from faults.wire import NoAnswer
from tests import backstage

Trouble = Callable[[], Any]
ROOM = "24m"
SHORT = 40 * 1024  # bytes


def run(stage: Stage) -> None:
    """One trouble after the other on one server, then a small disk of its own."""
    with club(stage) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(4)]
        evening = Evening(stage, phones)
        asyncio.run(play_through(stage, house, evening))
        house.server.stop()
        house.judge()
    stage.new_history()
    small_disk(stage)
    stage.figure(injected=stage.amount("errors"))


class Evening:
    """Phones that go on entering hands, whatever happens to the disk."""

    def __init__(self, stage: Stage, phones: list[Phone]) -> None:
        self.stage = stage
        self.phones = phones
        self.numbers = dict.fromkeys(range(len(phones)), 0)
        self.took: list[float] = []

    async def enter(self, hands: int = 1) -> None:
        """So many more hands at every table, until they are saved."""
        await asyncio.gather(*(self.enter_at(place, hands) for place in range(len(self.phones))))

    async def enter_at(self, place: int, hands: int) -> None:
        """At one table."""
        phone = self.phones[place]
        for _hand in range(hands):
            self.numbers[place] += 1
            phone.waiting.append(a_hand(phone.place.table, self.numbers[place], phone.chance))
            began = time.perf_counter()
            await phone.flush()
            self.took.append(time.perf_counter() - began)

    async def try_once(self) -> list[int]:
        """The next hand of every table, sent once; the statuses. It stays the next until it is saved."""
        return list(await asyncio.gather(*(self.try_at(place) for place in range(len(self.phones)))))

    async def try_at(self, place: int) -> int:
        """At one table."""
        phone = self.phones[place]
        if not phone.waiting:
            self.numbers[place] += 1
            phone.waiting.append(a_hand(phone.place.table, self.numbers[place], phone.chance))
        hand = phone.waiting[0]
        phone.history.note("invoke", hand, phone.name)
        try:
            reply = await phone.post(hand)
        except NoAnswer:
            phone.history.note("info", hand, phone.name)
            return 0
        what, seq = phone.understand(reply, hand)
        phone.history.note(what, hand, phone.name, seq)
        if what == "ok":
            phone.waiting.popleft()
        if reply.status == 503:
            self.stage.demand("retry-after" in reply.headers, "503 without Retry-After")
        return reply.status

    async def settle(self) -> None:
        """Everything that waits is saved."""
        await asyncio.gather(*(phone.flush() for phone in self.phones))

    async def read(self) -> int:
        """The status of a page that somebody who watches asks for."""
        phone = self.phones[0]
        return (await phone.line.ask("GET", f"{phone.place.path}?part=live", headers=phone.headers)).status


async def play_through(stage: Stage, house: Club, evening: Evening) -> None:
    """All troubles that need no disk of their own."""
    await evening.enter(2)
    for name, calls, how in troubles(stage):
        stage.say(f"{name}")
        with traced(house.server, stage.directory, *inject(calls, how)):
            await during(stage, evening, name, tries=3)
        await after(stage, evening, name)
    files = [word for end in ("", "-wal") for word in ("-P", f"{house.database}{end}")]
    enospc = (*files, *inject("pwrite64", "error=ENOSPC:when=1+"))
    await full(stage, evening, "ENOSPC", partial(traced, house.server, stage.directory, *enospc))
    await full(stage, evening, "file too large", partial(short_files, house))
    for delay in (8, 40):
        evening.took.clear()
        slow = inject("fdatasync", f"delay_exit={delay * 1000}")
        with traced(house.server, stage.directory, *slow):
            await evening.enter(stage.amount("slow_hands"))
        p95 = statistics.quantiles(evening.took, n=20)[-1]
        stage.figure(**{f"disk_{delay}ms_hand_p95_ms": round(1000 * p95)})  # strace included


def troubles(stage: Stage) -> Iterator[tuple[str, str, str]]:
    """EIO at the first, second, third ... call that reaches the disk."""
    for number in range(1, stage.amount("errors") + 1):
        call = "fdatasync" if number % 2 else "pwrite64"
        yield f"EIO at {call} {(number + 1) // 2}", call, f"error=EIO:when={(number + 1) // 2}..{number + 2}"


async def during(stage: Stage, evening: Evening, name: str, tries: int) -> None:
    """Hands are saved or honestly not; nothing else."""
    for _try in range(tries):
        for status in await evening.try_once():
            stage.demand(status in (200, 302, 503, 0), f"{name}: answer {status} to a hand")


async def after(stage: Stage, evening: Evening, name: str) -> None:
    """The trouble is over: everything is saved without anybody doing anything."""
    try:
        await asyncio.wait_for(evening.settle(), 120)
    except TimeoutError:
        stage.breach(f"{name}: not saved although the disk is well again")
        raise CannotTry(f"{name}: it does not recover") from None


async def full(stage: Stage, evening: Evening, name: str, trouble: Trouble) -> None:
    """No hand fits; pages are read all the same; then there is room again."""
    stage.say(name)
    with trouble():
        statuses: list[int] = []
        for _try in range(3):
            statuses += await evening.try_once()
        reading = await evening.read()
        stage.demand(503 in statuses, f"{name}: nobody heard of the full disk: {statuses}")
        stage.demand({*statuses} <= {200, 302, 503}, f"{name}: answers {statuses} to hands")
        stage.demand(reading == 200, f"{name}: a page is answered with {reading}")
    await after(stage, evening, name)


@contextmanager
def short_files(house: Club) -> Iterator[None]:
    """No file may be longer than a log of a few hands: the limit shows as an error of the disk."""
    pid = worker_of(house.server)
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (SHORT, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


# --- A real disk, and small


def small_disk(stage: Stage) -> None:
    """The data directory on a file system of its own in the memory, filled to the brim and emptied again."""
    with club(stage, name="small", start=False) as house:
        server = house.server
        server.start()
        tables = house.open_tables(4)
        server.stop()
        backstage.close(server.data)
        (server.data / "stammtisch.ballast").unlink(missing_ok=True)  # larger than the whole disk
        server.before = ("unshare", "-m", "sh", "-c", mount(server.data, stage.directory / "copy"), "sh")
        try:
            server.start()
        except BaseException as failure:
            raise CannotTry(f"no file system of its own here: {str(failure)[:200]}") from None
        inside = Path(f"/proc/{worker_of(server)}/root{server.data}")
        phones = [house.phone(crew[0]) for crew in tables]
        evening = Evening(stage, phones)
        asyncio.run(on_small_disk(stage, evening, inside))
        for file in inside.glob("stammtisch.sqlite3*"):
            (stage.directory / file.name).write_bytes(file.read_bytes())
        server.kill()
        server.before = ()
        for file in stage.directory.glob("stammtisch.sqlite3*"):
            if not file.name.endswith("-shm"):
                (server.data / file.name).write_bytes(file.read_bytes())
        house.judge()


async def on_small_disk(stage: Stage, evening: Evening, inside: Path) -> None:
    """Full, and free again."""
    await evening.enter(2)
    await full(stage, evening, "a full file system", partial(filled, inside))
    await evening.enter(2)


@contextmanager
def filled(inside: Path) -> Iterator[None]:
    """Something else takes all the room."""
    ballast = inside / "holiday-pictures"
    try:
        with ballast.open("wb", buffering=0) as stream:
            try:
                while True:
                    stream.write(bytes(4096))
            except OSError:
                pass
        yield
    finally:
        ballast.unlink()


def mount(data: Path, copy: Path) -> str:
    """What the shell does before the server: the directory's content on a disk of a few megabytes."""
    return (
        f"cp -a '{data}' '{copy}' && mount -t tmpfs -o size={ROOM},mode=700 none '{data}' && "
        f"cp -a '{copy}/.' '{data}' && exec \"$@\""
    )


CHECK = Check(
    "disk",
    "G7",
    __doc__.splitlines()[0],
    run,
    amounts={"errors": 20, "slow_hands": 40},
    quick={"errors": 4, "slow_hands": 4},
    breaks=("swallow",),
    needs=("strace", "unshare"),
)

if __name__ == "__main__":
    main(CHECK)
