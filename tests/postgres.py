"""A PostgreSQL of our own for tests: fixture postgres_url. Private, on a socket in a temporary directory."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

DEBIAN = "/usr/lib/postgresql"


def binaries() -> Path | None:
    """The directory with initdb and pg_ctl, the newest version first."""
    found = sorted(Path(DEBIAN).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def ordinary_user() -> str | None:
    """PostgreSQL refuses to run as root: the user to become, or None if we are an ordinary one already."""
    if os.geteuid() != 0:
        return None
    users = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of an empty database, for DATABASE_URL."""
    programs = binaries()
    if not programs:
        missing = "PostgreSQL is not installed here. To run these tests: apt-get install postgresql"
        (pytest.fail if os.environ.get("NOTHING_MAY_BE_SKIPPED") else pytest.skip)(missing)
    with running(programs) as url:
        yield url


@contextmanager
def running(programs: Path) -> Iterator[str]:
    """A server with an empty database: its address."""
    user = ordinary_user()
    directory = Path(tempfile.mkdtemp(prefix="stammtisch-pg-"))
    if user:
        os.chown(directory, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)

    def run(program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(programs / program), "-D", str(directory / "data"), *arguments],
            cwd=directory,
            user=user,
            group=pwd.getpwnam(user).pw_gid if user else None,
            extra_groups=[] if user else None,
            stdout=subprocess.DEVNULL,  # the server inherits it; a pipe would never end
            stderr=subprocess.DEVNULL,
            check=False,
        )
        assert done.returncode == 0, f"{program} did not work, see {directory}/log"

    run("initdb", "-A", "trust", "-U", "tester", "-E", "UTF8", "--no-locale")
    run("pg_ctl", "-w", "-l", str(directory / "log"), "-o", f"-k {directory} -c listen_addresses=''", "start")
    try:
        yield f"postgresql://tester@/postgres?host={directory}"
    finally:
        run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(directory, ignore_errors=True)
