"""The plug is pulled after any acknowledged hand: what was not synced is gone, wholly or in part.

strace writes down what the server writes and syncs; afterwards every image of the disk that a power cut could
have left behind at an acknowledgement is put together and opened.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import sqlite3
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from faults.club import Club, club
from faults.frame import Check, Stage, main
from faults.phone import Phone, a_hand
from faults.tracing import WRITES, traced

SECTOR = 512
CALL = re.compile(rb"^(\d+) +(\d+\.\d+) (\w+)\((.*)$")
DESCRIPTOR = re.compile(rb"\d+<([^>]*)>")
STRINGS = re.compile(rb'"((?:\\x[0-9a-f]{2})*)"')
QUICKEST = Path("/dev/shm")


@dataclass(frozen=True)
class Deed:
    """Something the server did to a file; `data` None: cut to the length `at`."""

    when: float
    name: str  # end of the file's name: "", "-wal"
    sync: bool = False
    gone: bool = False
    at: int = 0
    data: bytes | None = None


@dataclass
class Disk:
    """What is certainly on it, and what may be: writes since the last sync of their file."""

    safe: dict[str, bytearray] = field(default_factory=dict)
    unsafe: dict[str, list[Deed]] = field(default_factory=dict)

    def do(self, deed: Deed) -> None:
        """What happens next."""
        pending = self.unsafe.setdefault(deed.name, [])
        if deed.gone:
            self.safe.pop(deed.name, None)
            pending.clear()
        elif deed.sync:
            self.safe[deed.name] = self.content(deed.name, pending)
            pending.clear()
        else:
            pending.append(deed)

    def content(self, name: str, deeds: list[Deed]) -> bytearray:
        """The file as it is after these."""
        content = bytearray(self.safe.get(name, b""))
        for deed in deeds:
            write(content, deed)
        return content

    def image(self, chance: random.Random | None) -> dict[str, bytearray]:
        """What is left after a power cut: nothing that was not synced, or any part of it by chance."""
        files = {}
        for name in {*self.safe, *self.unsafe}:
            luck = [] if chance is None else [torn(deed, chance) for deed in self.unsafe.get(name, [])]
            files[name] = self.content(name, [deed for deed in luck if deed is not None])
        return files


def write(content: bytearray, deed: Deed) -> None:
    """Change a file's content."""
    if deed.data is None:
        del content[deed.at :]
        content.extend(bytes(deed.at - len(content)))
        return
    end = deed.at + len(deed.data)
    content.extend(bytes(max(0, end - len(content))))
    content[deed.at : end] = deed.data


def torn(deed: Deed, chance: random.Random) -> Deed | None:
    """A write that may not have happened, or not to its end."""
    luck = chance.random()
    if luck < 0.4:
        return None
    if luck < 0.9 or deed.data is None or len(deed.data) <= SECTOR:
        return deed
    sectors = chance.randrange(1, len(deed.data) // SECTOR + 1)
    return Deed(deed.when, deed.name, at=deed.at, data=deed.data[: sectors * SECTOR])


def deeds_in(log: Path, database: Path) -> Iterator[Deed]:
    """What strace has seen of the database and its log, in order."""
    with log.open("rb") as stream:
        for line in stream:
            match = CALL.match(line)
            if match is None:
                continue
            when, call, rest = float(match[2]), match[3].decode(), match[4]
            place = DESCRIPTOR.match(rest)
            path = plain(place[1]) if place else unescaped(rest) if call == "unlink" else b""
            name = path.decode(errors="replace")
            if not name.startswith(str(database)) or name.endswith("-shm") or b"= -1 " in line[-80:]:
                continue
            end = name.removeprefix(str(database))
            if call == "unlink":
                yield Deed(when, end, gone=True)
            elif call in ("fsync", "fdatasync"):
                yield Deed(when, end, sync=True)
            elif call == "ftruncate":
                yield Deed(when, end, at=int(re.split(rb"[,)<]", rest[place.end() :] if place else b"")[1]))
            elif call == "pwrite64":
                at = int(rest.rpartition(b'"')[2].split(b",")[2].split(b")")[0].split()[0])
                yield Deed(when, end, at=at, data=unescaped(rest))


def unescaped(text: bytes) -> bytes:
    """The bytes of the first string in a line of strace -xx."""
    match = STRINGS.search(text)
    return plain(match[1]) if match else b""


def plain(text: bytes) -> bytes:
    r"""What `\x41\x42` stands for."""
    return bytes.fromhex(text.replace(b"\\x", b"").decode()) if text.startswith(b"\\x") else text


def run(stage: Stage) -> None:
    """Hands at some tables under strace, then the images."""
    log = stage.directory / "strace.log"
    acknowledged: list[tuple[float, uuid.UUID]] = []
    with club(stage) as house:
        phones = [house.phone(crew[0]) for crew in house.open_tables(stage.amount("tables"))]
        house.server.stop()
        before = {end: (Path(f"{house.database}{end}")) for end in ("", "-wal")}
        disk = Disk({end: bytearray(file.read_bytes()) for end, file in before.items() if file.exists()})
        house.server.start()
        record(stage, house, phones, log, acknowledged)
        house.server.stop()
        house.judge()
        database = house.database
    images(stage, disk, deeds_in(log, database), acknowledged)


def record(
    stage: Stage, house: Club, phones: list[Phone], log: Path, acknowledged: list[tuple[float, uuid.UUID]]
) -> None:
    """Play, and note when each hand was acknowledged."""
    options = ("-ttt", "-y", "-xx", "-s", "70000", "-o", str(log), "-e", f"trace={WRITES}")

    async def play(phone: Phone) -> None:
        for number in range(1, stage.amount("hands") // len(phones) + 1):
            hand = a_hand(phone.place.table, number, phone.chance)
            phone.waiting.append(hand)
            await phone.flush()
            acknowledged.append((time.time(), hand.entry))

    async def everybody() -> None:
        await asyncio.gather(*(play(phone) for phone in phones))

    with traced(house.server, stage.directory, *options):
        asyncio.run(everybody())
    acknowledged.sort()


def images(
    stage: Stage, disk: Disk, deeds: Iterator[Deed], acknowledged: list[tuple[float, uuid.UUID]]
) -> None:
    """At every acknowledgement two images: without anything unsynced, and with some of it by chance."""
    folder = (
        QUICKEST if QUICKEST.is_dir() else stage.directory
    ) / f"stammtisch-powercut-{stage.seed}-{time.time_ns()}"
    missing = worst = broken = count = 0
    promised: set[str] = set()
    seen = 0
    deed = next(deeds, None)
    try:
        for when, entry in acknowledged:
            while deed is not None and deed.when <= when:
                disk.do(deed)
                seen += 1
                deed = next(deeds, None)
            promised.add(entry.hex)
            for chance in (None, stage.chance):
                there, fault = opened(folder, disk.image(chance))
                count += 1
                lost = promised - there
                missing += bool(lost)
                worst = max(worst, len(lost))
                broken += bool(fault)
                if fault and broken < 5:
                    stage.breach(f"an image is damaged: {fault}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    stage.demand(seen > len(acknowledged), f"only {seen} writes and syncs were seen: nothing was tried")
    stage.demand(not missing, f"{missing} of {count} images miss an acknowledged hand, at worst {worst}")
    stage.demand(not broken, f"{broken} of {count} images are damaged")
    stage.figure(images=count, missing=missing, worst=worst, damaged=broken, deeds=seen)
    stage.figure(missing_share=round(missing / count, 3))


def opened(folder: Path, image: dict[str, bytearray]) -> tuple[set[str], str]:
    """The ids of the entries in an image, and what is wrong with it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for end, content in image.items():
        (folder / f"image{end}").write_bytes(content)
    try:
        connection = sqlite3.connect(folder / "image")
        try:
            ids = {
                str(row[0]).replace("-", "") for row in connection.execute("SELECT id FROM tournaments_entry")
            }
            checked = connection.execute("PRAGMA quick_check").fetchall()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return set(), str(error)
    return ids, "" if checked == [("ok",)] else str(checked[:2])


CHECK = Check(
    "powercut",
    "G6",
    __doc__.splitlines()[0],
    run,
    amounts={"hands": 1000, "tables": 20},
    quick={"hands": 60, "tables": 4},
    breaks=("sync-normal", "sync-off"),
    needs=("strace",),
    seconds=1800,
)

if __name__ == "__main__":
    main(CHECK)
