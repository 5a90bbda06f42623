"""A club's laptop or a federation's server: the real program, its tables, its phones, its ledger."""

from __future__ import annotations

import json
import sqlite3
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from faults.frame import Stage
from faults.history import Row, canonical, verdicts
from faults.phone import Phone, Place
from faults.wire import NAME, Line, address_of
from tests import backstage, postgres
from tests.server import RealServer

TABLES = """
import json
from scoring import game_for
from django.urls import reverse
from tournaments import ledger
from tournaments.access import credentials
from tournaments.models import Sitting
game = game_for("cego")
preset = game.preset("baden2006")
places = []
for number in range({tables}):
    sitting = ledger.open_sitting(
        game="cego", preset=preset.key, rules=preset.rules, first_dealer=1,
        names=[f"T{{number + 1}} S{{seat}}" for seat in range(1, 5)],
    )
    for device in range({devices}):
        secret = credentials.claim(sitting, "bench")
        cookie = credentials.cookie_name(sitting)
        places.append([sitting.pk, reverse("table", args=[sitting.pk]), cookie, secret])
print(json.dumps(places))
"""
ENTRIES = "SELECT sitting_id, seq, hand_no, id, payload, kind, supersedes_id FROM tournaments_entry"


@dataclass
class Club:
    """A server with its database, on SQLite or PostgreSQL, and what happens to it."""

    stage: Stage
    server: RealServer
    url: str = ""  # of PostgreSQL
    lines: list[Line] = field(default_factory=list)
    count: int = 0

    @property
    def federation(self) -> bool:
        """Behind a proxy with https, as far as the program sees."""
        return bool(self.url)

    @property
    def database(self) -> Path:
        """The file of a club."""
        return self.server.data / "stammtisch.sqlite3"

    def line(self) -> Line:
        """A connection from an address that no other has."""
        self.count += 1
        line = Line(self.server.port, address_of(self.count), https=self.federation)
        self.lines.append(line)
        return line

    def open_tables(self, tables: int, devices: int = 1) -> list[list[Place]]:
        """Quick evenings of Cego with devices that may write at them."""
        printed = self.server.python(TABLES.format(tables=tables, devices=devices))
        backstage.close(self.server.data)
        places = [Place(*place) for place in json.loads(printed)]
        return [places[start : start + devices] for start in range(0, len(places), devices)]

    def phone(self, place: Place) -> Phone:
        """A phone that has scanned the code of a table."""
        line = self.line()
        seed = self.stage.chance.random()
        return Phone(str(self.count), place, line, self.stage.history, type(self.stage.chance)(seed))

    def hang_up(self) -> None:
        """Close the connections of all phones."""
        for line in self.lines:
            line.close()

    # --- What came of it

    def rows(self) -> list[Row]:
        """All entries of the ledger."""
        if self.url:
            with psycopg.connect(self.url) as connection:
                entries = connection.execute(ENTRIES).fetchall()
            return [
                as_row(table, seq, number, entry, json.dumps(payload), kind, earlier)
                for table, seq, number, entry, payload, kind, earlier in entries
            ]
        return rows_of(self.database)

    def aside(self) -> set[uuid.UUID]:
        """The ids of what is durably put aside."""
        query = "SELECT id FROM tournaments_parked"
        try:
            if self.url:
                with psycopg.connect(self.url) as connection:
                    return {uuid.UUID(str(row[0])) for row in connection.execute(query).fetchall()}
            connection_ = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
            try:
                return {uuid.UUID(str(row[0])) for row in connection_.execute(query).fetchall()}
            finally:
                connection_.close()
        except (sqlite3.OperationalError, psycopg.errors.UndefinedTable):
            return set()

    def judge(self, *, refusals: bool = False, others: bool = False) -> list[Row]:
        """The end of every storm: the history, the ledger, the file and what is derived must agree.

        `others`: there are tables at which no phone of the bench has been.
        """
        stage = self.stage
        rows = self.rows()
        if others:
            tables = {happening.hand.table for happening in stage.history.happenings}
            rows = [row for row in rows if row.table in tables]
        stage.breaches += verdicts(stage.history, rows, self.aside(), refusals=refusals)
        if not self.url:
            stage.breaches += damage(self.database)
        try:
            checked = json.loads(self.server.manage("verify", "--quick", "--json"))
            stage.figure(verified=checked["in_order"])
        except AssertionError as refused:
            stage.breach(f"verify: {refused}"[:600])
        stage.breaches += crash_pages(self.server)
        counts = stage.history.counts
        now = {"acknowledged": len(stage.history.acknowledged), "unknown": counts["info"]}
        now |= {"refused": counts["fail"], "entries": len(rows)}
        for word, count in now.items():
            stage.figures[word] = stage.figures.get(word, 0) + count
        for word in ("lost", "doubled", "unexpected", "gap", "reorder", "changed"):
            stage.figure(**{word: sum(breach.startswith(f"{word}:") for breach in stage.breaches)})
        return rows


@contextmanager
def club(
    stage: Stage,
    *,
    name: str = "laptop",
    before: tuple[str, ...] = (),
    env: dict[str, str] | None = None,
    start: bool = True,
    url: str = "",
) -> Iterator[Club]:
    """A server of the stage's engine and variant, at its end stopped however it is; on the database that has
    this address, or on one of its own."""
    around = dict(env or {})
    if stage.broken and not stage.broken.startswith(("page-", "proxy-")):  # else these are what is broken
        around |= {"DJANGO_SETTINGS_MODULE": "faults.broken", "FAULTS_BREAK": stage.broken}
    with nullcontext(url) if url else database(stage) as url:
        if url:
            around |= {"PROFILE": "federation", "HOSTS": "", "ALLOWED_HOSTS": NAME}
            around |= {"DATABASE_URL": url, "WORKERS": "2"}
        server = RealServer(stage.directory / name, env=around, before=before)
        house = Club(stage, server, url)
        try:
            if start:
                server.start()
            yield house
        finally:
            house.hang_up()
            backstage.close(server.data)
            server.kill()


@contextmanager
def database(stage: Stage) -> Iterator[str]:
    """The address of an empty PostgreSQL, or "" for a club."""
    if stage.engine == "sqlite":
        yield ""
        return
    programs = postgres.binaries()
    if programs is None:
        stage.say("PostgreSQL is not installed here")
        sys.exit(3)
    with postgres.running(programs) as url:
        yield url


def rows_of(file: Path) -> list[Row]:
    """All entries of a SQLite file, read without touching it."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return [as_row(*entry) for entry in connection.execute(ENTRIES).fetchall()]
    finally:
        connection.close()


def as_row(
    table: int, seq: int, number: int | None, entry: object, payload: str, kind: str, supersedes: object
) -> Row:
    """An entry as the checker wants it, from either engine."""
    earlier = None if supersedes is None else uuid.UUID(str(supersedes))
    content = canonical(json.loads(payload))
    return Row(table, seq, number, uuid.UUID(str(entry)), content, kind, earlier)


def damage(file: Path) -> list[str]:
    """What SQLite itself finds wrong with a file."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check").fetchall()]
        torn = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        return [f"damaged: {error}"]
    finally:
        connection.close()
    return [f"damaged: {line}" for line in lines if line != "ok"] + [f"damaged: {row}" for row in torn]


def crash_pages(server: RealServer) -> list[str]:
    """Answers 500 and what led to them, from the log."""
    lines = [line for line in log_of(server) if line.get("status") == 500]
    return [f"500: {json.dumps(line)[:300]}" for line in lines]


def log_of(server: RealServer) -> Iterator[dict[str, object]]:
    """The lines of the log, also of files that were put away; without those that a kill has torn."""
    for file in sorted((server.data / "log").glob("*.jsonl*")):
        for line in file.read_text(errors="replace").splitlines():
            with suppress(ValueError):
                yield json.loads(line)
