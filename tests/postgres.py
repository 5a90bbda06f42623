"""A PostgreSQL of our own for tests: fixture postgres_url. Private, on a socket in a temporary directory."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.patience import PATIENCE, wait_until
from tests.watchdog import descendants

DEBIAN = "/usr/lib/postgresql"
INITDB = ("initdb", "-A", "trust", "-U", "tester", "-E", "UTF8", "--no-locale", "--no-sync")


def binaries() -> Path | None:
    """The directory with initdb and pg_ctl, the newest version first."""
    paths = sorted(Path(DEBIAN).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return paths[-1].parent if paths else Path(on_path).parent if on_path else None


def ordinary_user() -> str | None:
    """PostgreSQL refuses to run as root: the user to become, or None if we are an ordinary one already."""
    if os.geteuid() != 0:
        return None
    users = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


def quick_directory() -> str | None:
    """Where writing waits for no disk, if there is such a place: PostgreSQL itself keeps all its promises, as
    the product demands, but nobody pulls the plug on a test."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1_000_000_000
    return str(memory) if roomy else None


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of an empty database, for DATABASE_URL."""
    programs = binaries()
    if not programs:
        missing = "PostgreSQL is not installed here. To run these tests: apt-get install postgresql"
        (pytest.fail if os.environ.get("NOTHING_MAY_BE_SKIPPED") else pytest.skip)(missing)
    with running(programs) as url:
        yield url


@dataclass
class Cluster:
    """A server that can be stopped and started."""

    programs: Path
    directory: Path
    user: str | None
    settings: tuple[str, ...] = ()  # name=value
    server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://tester@/postgres?host={self.directory}"

    @property
    def log(self) -> Path:
        return self.directory / "log"

    def begin(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as output:
            return subprocess.Popen(
                [str(self.programs / program), "-D", str(self.directory / "data"), *arguments],
                cwd=self.directory,
                user=self.user,
                group=pwd.getpwnam(self.user).pw_gid if self.user else None,
                extra_groups=[] if self.user else None,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C in the terminal is not for it
            )

    def start(self) -> None:
        """Returns when it answers."""
        settings = ("listen_addresses=", "max_connections=200", *self.settings)
        given = [word for setting in settings for word in ("-c", setting)]
        server = self.server = self.begin("postgres", "-k", str(self.directory), *given)
        wait_until(lambda: server.poll() is not None or answers(self.url), "PostgreSQL")
        assert server.poll() is None, self.log.read_text()

    def stop(self) -> None:
        """At once, without a word to anybody: what `pg_ctl stop -m immediate` does."""
        if self.server is not None:
            end_server(self.server)

    def kill(self) -> None:
        """As when its machine loses power: nobody of it says another word."""
        assert self.server
        processes = [self.server.pid, *(process.pid for process in descendants(self.server.pid))]
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in processes:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
        self.server.wait()

    def run(self, program: str, *arguments: str) -> None:
        """One of PostgreSQL's programs, to its end."""
        status = self.begin(program, *arguments).wait()
        assert status == 0, self.log.read_text()

    def ask(self, *statements: str) -> list[tuple[Any, ...]]:
        """Rows of the last of them; each is a transaction of its own."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.cursor()
            for statement in statements:
                cursor.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


@contextmanager
def new_cluster(programs: Path, *settings: str) -> Iterator[Cluster]:
    """The place of a server, still empty; whatever runs there at the end is ended."""
    user = ordinary_user()
    directory = Path(tempfile.mkdtemp(prefix="stammtisch-pg-", dir=quick_directory()))
    if user:
        os.chown(directory, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    cluster = Cluster(programs, directory, user, settings)
    try:
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(directory, ignore_errors=True)


_running: dict[str, Cluster] = {}


@contextmanager
def running(programs: Path) -> Iterator[str]:
    """A server with an empty database: its address."""
    with new_cluster(programs) as cluster:
        cluster.run(*INITDB)
        _running[cluster.url] = cluster
        try:
            cluster.start()
            yield cluster.url
        finally:
            del _running[cluster.url]


def stop_at_once_and_start(url: str) -> None:
    """The server at this address crashes and comes back."""
    _running[url].stop()
    _running[url].start()


def answers(url: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(url) as connection:
        return connection.execute("SELECT 1").fetchone() == (1,)
    return False


def end_server(server: subprocess.Popen[bytes]) -> None:
    """At once. Unlike after kill -9 its memory is given back."""
    if server.poll() is None:
        server.send_signal(signal.SIGQUIT)
    server.wait(PATIENCE)
