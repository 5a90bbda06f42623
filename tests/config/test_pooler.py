"""PgBouncer in transaction mode: every transaction may be carried out by another connection of the server."""

from __future__ import annotations

import json
import os
import sys
import threading
import uuid
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from tests.processes import ROOT, run
from tests.server import NAME, RealServer

TABLES = 6
HANDS = 5
PROXY = {"X-Forwarded-Proto": "https"}
OF_THE_LEDGER = ("test_ledger.py", "test_ledger_desk.py", "test_ledger_paper.py", "test_unchanged.py")
OPENED = """
import json
from scoring import game_for
from django.db import connection
from tournaments import ledger
from tournaments.access import credentials
from config.postgresql import is_pooled
preset = game_for("cego").preset("baden2006")
tables = []
for number in range({tables}):
    sitting = ledger.open_sitting(
        game="cego", preset=preset.key, rules=preset.rules, first_dealer=1,
        names=[f"P {{number}} {{seat}}" for seat in range(4)],
    )
    tables.append([sitting.pk, credentials.cookie_name(sitting), credentials.claim(sitting, "test")])
print(json.dumps([is_pooled(connection), tables]))
"""


@pytest.fixture(scope="module")
def server(pooled_url: str, tmp_path_factory: pytest.TempPathFactory) -> RealServer:
    environment = {"PROFILE": "federation", "HOSTS": "", "ALLOWED_HOSTS": NAME, "WORKERS": "2"}
    data = tmp_path_factory.mktemp("pooled") / "data"
    return RealServer(data, env=environment | {"DATABASE_URL": pooled_url})


def test_hands_of_many_tables_are_saved_through_few_connections(
    server: RealServer, postgres_url: str
) -> None:
    server.start()
    try:
        pooled, tables = json.loads(server.python(OPENED.format(tables=TABLES)))
        assert pooled
        statuses: list[int] = []
        phones = [threading.Thread(target=play, args=(server, *table, statuses)) for table in tables]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        assert (statuses.count(302), statuses.count(200)) == (TABLES * HANDS, TABLES * HANDS)
        assert [line for line in server.log() if line.get("level") in ("ERROR", "CRITICAL")] == []
    finally:
        assert server.stop() == 0
    with psycopg.connect(postgres_url) as connection:
        count = "SELECT count(*) FROM tournaments_entry WHERE sitting_id = ANY(%s)"
        assert connection.execute(count, [[pk for pk, *_device in tables]]).fetchone() == (TABLES * HANDS,)
        # Nothing is left behind that only one connection knows.
        assert connection.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").fetchone() == (
            0,
        )


def play(server: RealServer, table: int, cookie: str, secret: str, statuses: list[int]) -> None:
    headers = PROXY | {"Cookie": f"csrftoken={'a' * 32}; {cookie}={secret}", "Origin": f"https://{NAME}"}
    headers |= {"Host": NAME, "Content-Type": "application/x-www-form-urlencoded"}
    for number in range(1, HANDS + 1):
        form = {"csrfmiddlewaretoken": "a" * 32, "entry": str(uuid.uuid4()), "hand": str(number)}
        form |= {"declarer": "1", "contract": "eine", "points": str(30 + number)}
        statuses.append(server.request("POST", f"/t/{table}/", urlencode(form), headers).status)
        statuses.append(server.request("GET", f"/t/{table}/", headers=headers).status)


@pytest.mark.long
def test_the_ledger_keeps_its_promises_there_too(pooled_url: str) -> None:
    files = [str(ROOT / "tests" / "tournaments" / name) for name in OF_THE_LEDGER]
    done = run(
        # Who is still connected cannot be told to go by way of PgBouncer: the database stays as it is.
        [sys.executable, "-m", "pytest", "-m", "both_engines", "-q", "-n", "0", "--reuse-db", *files],
        env={
            "TEST_ENGINE": "postgresql",
            "PROFILE": "federation",
            "DATABASE_URL": pooled_url,
            "ALLOWED_HOSTS": "testserver",
        },
        without=[name for name in os.environ if name.startswith("PYTEST_")],
    )
    summary = done.stdout + done.stderr
    assert done.returncode == 0, summary[-8000:]
    assert " passed" in summary, summary
    assert "skipped" not in summary, summary


def test_a_pool_is_found_out_by_itself(pooled_url: str, postgres_url: str, tmp_path: Path) -> None:
    """Whoever stands in between does not know by which number the server knows a connection."""
    ask = "SELECT pg_backend_pid()"
    with psycopg.connect(postgres_url) as direct, psycopg.connect(pooled_url) as through:
        assert direct.execute(ask).fetchone() == (direct.info.backend_pid,)
        assert through.execute(ask).fetchone() != (through.info.backend_pid,)
