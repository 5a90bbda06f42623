"""docs/server.md is carried out: its blocks of commands, in their order, on servers made for it."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from tests import backstage
from tests.patience import wait_until
from tests.postgres import INITDB, Cluster, answers, binaries, ordinary_user, quick_directory
from tests.processes import ROOT
from tests.server import RealServer, free_port

GUIDE = ROOT / "docs" / "server.md"
BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*) -->\n)?^```sh\n(?P<commands>.*?)^```$", re.MULTILINE | re.DOTALL
)
STEP = re.compile(r"^## (\d+)\. ", re.MULTILINE)
ADDRESSES = {"db1": "127.0.0.1", "db2": "127.0.0.2", "spare": "127.0.0.3"}
HAND = """
import uuid
from tests.tournaments.builders import a_sitting, eine
from tournaments import ledger
from tournaments.models import Entry, Sitting
sitting = Sitting.objects.first() or a_sitting()
ledger.record_hand(sitting=sitting, entry_id=uuid.UUID("{entry}"), raw=eine())
"""
ENTRIES = "SELECT count(*) FROM tournaments_entry"


@dataclass(frozen=True)
class Step:
    """A block of commands, and what is done with it here."""

    number: int
    mark: str
    commands: str


def steps() -> list[Step]:
    text = GUIDE.read_text()
    marks = [(heading.start(), int(heading[1])) for heading in STEP.finditer(text)]
    return [
        Step(
            max((number for start, number in marks if start < block.start()), default=0),
            block["mark"] or "",
            block["commands"],
        )
        for block in BLOCK.finditer(text)
    ]


def test_every_block_says_what_becomes_of_it() -> None:
    kinds = re.compile(r"names|read|run: (web|db1|db2|spare)( at (db1|db2|spare))?|instead: [a-z0-9 ]+")
    assert [step.commands for step in steps() if not kinds.fullmatch(step.mark)] == []
    tried = [step for step in steps() if step.mark != "read"]
    assert len(tried) > 2 * (len(steps()) - len(tried))  # most of it is


@dataclass
class Machines:
    """What the guide calls DB1, DB2 and WEB, and a spare one."""

    directory: Path
    programs: Path
    user: str | None
    port: int
    server: RealServer
    running: dict[str, Cluster] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def data(self, machine: str) -> Path:
        return self.directory / machine / "data"

    def environment(self, machine: str, at: str) -> dict[str, str]:
        """Everything the first block of the guide sets, and what is usual at a shell of this machine."""
        data = self.data(at or machine)
        address = ADDRESSES.get(at or machine, ADDRESSES["db1"])
        around = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "PYTEST"))}
        around |= {"DB1": ADDRESSES["db1"], "DB2": ADDRESSES["db2"], "WEB": "127.0.0.1"}
        around |= {"SPARE": ADDRESSES["spare"]}
        around |= {"PGPORT": str(self.port), "PGHOST": address, "PGUSER": "tester", "PGDATABASE": "postgres"}
        path = f"{self.directory}/shell:{self.programs}:{os.environ['PATH']}"
        around |= {"NAME": "punkte.example.org", "PATH": path}
        around |= {
            "PGDATA": str(data),
            "HBA": str(data / "pg_hba.conf"),
            "CONFIG": str(data / "postgresql.conf"),
        }
        around |= {"BACKUPS": str(self.directory / "backups"), "PROGRAM": str(self.directory / "program")}
        around |= {
            "STAMMTISCH_DATA": str(self.server.data),
            "ENVIRONMENT": str(self.directory / "environment"),
        }
        if machine == "web":
            around |= self.server.env
        return around | self.names

    def run(self, step: Step) -> None:
        machine, _at, at = step.mark.removeprefix("run: ").partition(" at ")
        user = None if machine == "web" else self.user
        group = pwd.getpwnam(user).pw_gid if user else None
        # What a block exports is there in the next one, as in a shell that stays open.
        script = (
            f"set -euo pipefail\ncd {self.directory}\n{step.commands}\nenv -0 > {self.directory}/shell/env"
        )
        done = subprocess.run(
            ["bash", "-c", script],
            env=self.environment(machine, at),
            user=user,
            group=group,
            extra_groups=[] if user else None,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"step {step.number}:\n{step.commands}\n{done.stdout}{done.stderr}"
        env_file = self.directory / "shell" / "env"
        variables = dict(line.split("=", 1) for line in env_file.read_text().split("\0") if "=" in line)
        env_file.unlink()
        self.names |= {name: variables[name] for name in ("PASSWORD", "FOLLOWING") if name in variables}

    def start(self, machine: str, *settings: str) -> None:
        cluster = self.running.setdefault(
            machine, Cluster(self.programs, self.directory / machine, self.user, settings)
        )
        cluster.stop()
        given = [word for setting in (f"port={self.port}", *settings) for word in ("-c", setting)]
        server = cluster.server = cluster.begin("postgres", "-k", str(cluster.directory), *given)
        url = f"postgresql://tester@{ADDRESSES[machine]}:{self.port}/postgres"
        wait_until(lambda: server.poll() is not None or answers(url), f"PostgreSQL of {machine}")
        assert server.poll() is None, cluster.log.read_text()

    def ask(self, machine: str, question: str, database: str = "stammtisch") -> object:
        url = f"postgresql://tester@{ADDRESSES[machine]}:{self.port}/{database}"
        with psycopg.connect(url, autocommit=True) as connection:
            row = connection.execute(question.encode()).fetchone()
            assert row
            return row[0]

    def play(self) -> None:
        """A hand, by the program with the variables of the guide."""
        self.server.python(HAND.format(entry=uuid.uuid4()))


@pytest.fixture
def machines() -> Iterator[Machines]:
    programs = binaries()
    if not programs:
        missing = "PostgreSQL is not installed here. To run these tests: apt-get install postgresql"
        (pytest.fail if os.environ.get("NOTHING_MAY_BE_SKIPPED") else pytest.skip)(missing)
    directory = Path(tempfile.mkdtemp(prefix="stammtisch-guide-", dir=quick_directory()))
    user = ordinary_user()
    places = [directory, *(directory / name for name in (*ADDRESSES, "backups", "shell"))]
    for place in places:
        place.mkdir(exist_ok=True, mode=0o755)
        if user:
            shutil.chown(place, user, pwd.getpwnam(user).pw_gid)
    (directory / "shell").chmod(0o777)
    runuser = directory / "shell" / "runuser"  # nobody is called stammtisch here
    runuser.write_text('#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n')
    runuser.chmod(0o755)
    program = directory / "program" / ".venv" / "bin" / "python"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    (directory / "program" / "manage.py").symlink_to(ROOT / "manage.py")
    server = RealServer(directory / "stammtisch", fresh=True)
    there = Machines(directory, programs, user, free_port(), server)
    try:
        yield there
    finally:
        backstage.close(server.data)
        for cluster in there.running.values():
            cluster.stop()
        shutil.rmtree(directory, ignore_errors=True)


@pytest.mark.long
def test_the_guide_leads_to_a_server_that_survives(machines: Machines) -> None:
    first = Cluster(machines.programs, machines.directory / "db1", machines.user)
    first.run(*INITDB)
    machines.running["db1"] = first
    machines.start("db1", f"listen_addresses={ADDRESSES['db1']}")
    first.settings = ()
    before_restore = 0
    for step in steps():
        if step.mark == "names":
            named = set(re.findall(r"\b([A-Z][A-Z0-9_]*)=", step.commands))
            assert named <= machines.environment("web", "").keys()
        elif step.mark.startswith("run: "):
            if step.number == 9 and step.mark == "run: spare" and not before_restore:
                before_restore = an_evening_before_an_accident(machines)
            machines.run(step)
        elif step.mark.startswith("instead: "):
            instead(machines, step.mark.removeprefix("instead: "), before_restore)
    machines.play()  # on the second machine, and then on the first, which follows
    count = machines.ask("db2", ENTRIES)
    wait_until(lambda: machines.ask("db1", ENTRIES) == count, "the first machine to follow")
    state = "SELECT application_name || sync_state FROM pg_stat_replication"
    assert machines.ask("db2", state) == "db1sync"


def instead(machines: Machines, what: str, before: int) -> None:
    """What services and people do on machines of their own."""
    match what.split():
        case ["restart", "db1"] | ["start", "db1"]:
            machines.start("db1")
        case ["start", "db2"]:
            machines.start("db2")
        case ["start", "spare"]:
            machines.start("spare", f"listen_addresses={ADDRESSES['spare']}")
            wait_until(lambda: not machines.ask("spare", "SELECT pg_is_in_recovery()"), "the moment")
            assert machines.ask("spare", ENTRIES) == before
        case ["start", "web"]:
            state = "SELECT application_name || sync_state FROM pg_stat_replication"
            wait_until(lambda: machines.ask("db1", state) == "db2sync", "the standby")
            variables = (machines.directory / "environment").read_text().splitlines()
            machines.server.env |= {"HOSTS": "", **dict(line.split("=", 1) for line in variables)}
            machines.play()
        case ["owner"]:
            name = "from django.contrib.auth.models import User; User.objects.create_superuser('anna')"
            machines.server.python(name)
        case ["kill", "db1"]:
            machines.play()
            machines.running["db1"].kill()
        case _:
            raise AssertionError(f"nobody knows how to {what}")


def an_evening_before_an_accident(machines: Machines) -> int:
    """Hands, a moment, and what is not wanted any more; all of it in the archive."""
    machines.play()
    count = machines.ask("db1", ENTRIES)
    machines.names["MOMENT"] = str(machines.ask("db1", "SELECT clock_timestamp()"))
    machines.play()
    name = str(machines.ask("db1", "SELECT pg_walfile_name(pg_switch_wal())"))
    archive = machines.directory / "backups" / "wal" / name
    wait_until(archive.exists, "the archive")
    assert isinstance(count, int)
    assert machines.ask("db1", ENTRIES) == count + 1
    return count
