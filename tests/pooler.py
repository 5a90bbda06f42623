"""A PgBouncer in transaction mode before a PostgreSQL of our own: fixture pooled_url."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.patience import PATIENCE, wait_until
from tests.postgres import answers, ordinary_user

PORT = 6432  # of the socket's name: nobody listens on a network
# Fewer connections than anybody has threads: no two transactions of a thread can rely on the same.
SETTINGS = """
[databases]
* = host={server} port=5432
[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {directory}
auth_type = trust
auth_file = {directory}/users
pool_mode = transaction
default_pool_size = 3
server_round_robin = 1
max_client_conn = 500
ignore_startup_parameters = extra_float_digits
"""


@contextmanager
def pooled(url: str) -> Iterator[str]:
    """The address of the same databases, by way of PgBouncer."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        missing = "PgBouncer is not installed here. To run these tests: apt-get install pgbouncer"
        (pytest.fail if os.environ.get("NOTHING_MAY_BE_SKIPPED") else pytest.skip)(missing)
    user = ordinary_user()
    directory = Path(tempfile.mkdtemp(prefix="stammtisch-pool-"))
    (server,) = parse_qs(urlsplit(url).query)["host"]
    settings = directory / "pgbouncer.ini"
    settings.write_text(SETTINGS.format(server=server, port=PORT, directory=directory))
    (directory / "users").write_text('"tester" ""\n')
    if user:
        for place in (directory, *directory.iterdir()):
            os.chown(place, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    log = (directory / "log").open("ab")
    group = pwd.getpwnam(user).pw_gid if user else None
    process = subprocess.Popen(
        [program, "-q", str(settings)], user=user, group=group, stdout=log, stderr=log, start_new_session=True
    )
    through = f"postgresql://tester@/postgres?host={directory}&port={PORT}"
    try:
        wait_until(lambda: process.poll() is not None or answers(through), "PgBouncer")
        assert process.poll() is None, (directory / "log").read_text()
        yield through
    finally:
        process.kill()
        process.wait(PATIENCE)
        log.close()
        shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture(scope="module")
def pooled_url(postgres_url: str) -> Iterator[str]:
    """For DATABASE_URL."""
    with pooled(postgres_url) as url:
        yield url
