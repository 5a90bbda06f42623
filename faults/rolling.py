"""Workers of the version before and of this one at once on one PostgreSQL, whose tables are changed
meanwhile.

The phones of every table go to and fro between both. Somebody reads for a while when the tables are to be
changed: nobody may have to wait behind him.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from faults.club import Club, crash_pages, database
from faults.frame import CannotTry, Check, Stage, main
from faults.phone import Phone, Place, a_hand
from faults.wire import NAME, NoAnswer
from tests import backstage
from tests.processes import ROOT
from tests.server import SETTINGS, RealServer

BEFORE = "7be8ae05"  # the version before this one
# In the words of that version.
TABLES = """
import json
from scoring import game_for
from django.urls import reverse
from tournaments import ledger
from tournaments.access import credentials
game = game_for("cego")
preset = game.preset("baden2006")
places = []
for number in range({tables}):
    sitting = ledger.open_sitting(
        game="cego", preset=preset.key, rules=preset.rules, first_dealer=1,
        names=[f"{name}{{number}} S{{seat}}" for seat in range(1, 5)],
    )
    secret = credentials.claim(sitting, "bench")
    places.append([sitting.pk, reverse("table", args=[sitting.pk]), credentials.cookie_name(sitting), secret])
print(json.dumps(places))
"""
EVENT = """
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin, end
event = an_event(here=8, title="{name}")
begin(event)
print(event.pk)
"""
READING = "SELECT count(*) FROM tournaments_sitting, tournaments_event"
WATCHED = ("/", "/healthz")


def run(stage: Stage) -> None:
    """First the old version alone, then both, then the new one alone."""
    tree = earlier(stage)
    with database(stage) as url:
        env = {
            "PROFILE": "federation",
            "HOSTS": "",
            "ALLOWED_HOSTS": NAME,
            "DATABASE_URL": url,
            "WORKERS": "2",
        }
        old = RealServer(stage.directory / "old", env=env, root=tree, fresh=True)
        broken = {"DJANGO_SETTINGS_MODULE": "faults.broken", "FAULTS_BREAK": stage.broken}
        new = RealServer(stage.directory / "new", env={**env, **(broken if stage.broken else {})})
        house = Club(stage, new, url)
        try:
            old.start()
            shutil.copy2(old.data / "secret-key", new.data)
            asyncio.run(evening(stage, house, old))
            new.stop()
            house.judge(others=True)
            stage.breaches += [f"before: {line}" for line in crash_pages(old)]
        finally:
            house.hang_up()
            for server in (old, new):
                backstage.close(server.data)
                server.kill()


def earlier(stage: Stage) -> Path:
    """The tree of the version before, from git."""
    tree = stage.directory / "before"
    tree.mkdir()
    archive = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        raise CannotTry(
            f"{BEFORE}, the version before this one, is not here: it takes a clone with its history"
        )
    subprocess.run(["tar", "-x"], cwd=tree, input=archive.stdout, check=True)
    return tree


async def evening(stage: Stage, house: Club, old: RealServer) -> None:
    """Everything below happens while phones play."""
    places = [
        Place(*place)
        for place in json.loads(old.python(TABLES.format(name="T", tables=stage.amount("tables"))))
    ]
    over = asyncio.Event()
    ports = [old.port]
    phones = [house.phone(place) for place in places]
    longest = [0.0]
    playing = [asyncio.create_task(play(phone, ports, over, longest)) for phone in phones]
    playing.append(asyncio.create_task(look(stage, house, ports, over)))
    try:
        await more(stage, stage.amount("hands"))
        with reading(house.url) as reader:
            migrating = await asyncio.to_thread(begin_to_migrate, house.server)
            line = await asyncio.to_thread(migrating.stdout.readline)  # type: ignore[union-attr]
            stage.demand("tried again" in line, f"migrate did not give way to somebody who reads: {line}")
            await more(stage, stage.amount("hands"))  # nobody stands behind the migration
            reader.rollback()
        began = time.monotonic()
        output, _none = await asyncio.to_thread(migrating.communicate)
        stage.figure(migrated_s=round(time.monotonic() - began, 2))
        stage.demand(migrating.returncode == 0, f"migrate: {output[-400:]}")
        await more(stage, stage.amount("hands"))
        stage.say("the old version goes on with the new tables")
        written = EVENT.format(name="Afterwards") + TABLES.format(name="U", tables=2)
        await asyncio.to_thread(old.python, written)
        await asyncio.to_thread(house.server.start)
        ports.append(house.server.port)
        await more(stage, 2 * stage.amount("hands"))
        ports.remove(old.port)
        await more(stage, stage.amount("hands"))
        stage.demand(await asyncio.to_thread(old.stop) == 0, "the old version did not end well")
        await more(stage, stage.amount("hands"))
    finally:
        over.set()
    await asyncio.gather(*playing)
    stage.within("longest_wait_s", longest[0], 3.0)


def begin_to_migrate(server: RealServer) -> subprocess.Popen[str]:
    """As whoever updates does it, before the first new server starts."""
    around = {name: value for name, value in os.environ.items() if name not in SETTINGS} | server.environment
    return subprocess.Popen(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env=around,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def reading(url: str) -> Iterator[psycopg.Connection]:
    """Somebody who looks at the tables and takes his time."""
    with psycopg.connect(url) as connection:
        connection.execute(READING)
        yield connection


async def play(phone: Phone, ports: list[int], over: asyncio.Event, longest: list[float]) -> None:
    """Hand after hand, each by another one of the servers there are."""
    for number in count(1):
        if over.is_set():
            return
        phone.line.close()
        phone.line.port = ports[number % len(ports)]
        phone.waiting.append(a_hand(phone.place.table, number, phone.chance))
        began = time.monotonic()
        await phone.flush()
        longest[0] = max(longest[0], time.monotonic() - began)
        await asyncio.sleep(0.2 * phone.chance.uniform(0.5, 1.5))


async def look(stage: Stage, house: Club, ports: list[int], over: asyncio.Event) -> None:
    """Somebody who only looks, at both."""
    line, looks = house.line(), 0
    while not over.is_set():
        for path in WATCHED:
            line.close()
            line.port = stage.chance.choice(ports)
            try:
                reply = await line.ask("GET", path)
            except NoAnswer:
                continue
            looks += 1
            stage.demand(reply.status < 500, f"{path}: {reply.status}")
        await asyncio.sleep(0.2)
    stage.figure(looks=looks)


async def more(stage: Stage, hands: int) -> None:
    """Until so many more hands are acknowledged."""
    before = len(stage.history.acknowledged)
    while len(stage.history.acknowledged) < before + hands:
        await asyncio.sleep(0.01)


CHECK = Check(
    "rolling",
    "G35",
    __doc__.splitlines()[0],
    run,
    amounts={"tables": 40, "hands": 400},
    quick={"tables": 8, "hands": 40},
    breaks=("ack-first",),
    engines=("postgresql",),
    needs=("git", "tar"),
    seconds=900,
)

if __name__ == "__main__":
    main(CHECK)
