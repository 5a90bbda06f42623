"""A server of many clubs stays up: workers die, the server dies, a new version comes, and nobody notices."""

from __future__ import annotations

import http.client
import json
import os
import signal
import sys
import threading
import time
import urllib.parse
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from faults.club import TABLES
from faults.phone import TOKEN, cells
from tests import nginx
from tests.config import swift
from tests.patience import PATIENCE, wait_until
from tests.processes import is_running, run
from tests.server import NAME, ROOT, SETTINGS, ServerWithStarter, free_port

THROUGH_PROXY = {"Host": NAME, "X-Forwarded-Proto": "https", "Origin": f"https://{NAME}"}
UNUSED = 1.5  # seconds: whoever has a connection for longer without a word takes another one


class StartedServer(ServerWithStarter):
    """As deploy/stammtisch.service starts it."""

    @property
    def servers(self) -> list[int]:
        assert self.process
        return children(self.process.pid)

    def end(self) -> None:
        assert self.process
        self.process.terminate()
        self.wait_for_end()


def children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


@pytest.fixture(scope="module")
def server(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartedServer]:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE staying_up")
    env = {
        "PROFILE": "federation",
        "HOSTS": "",
        "ALLOWED_HOSTS": NAME,
        "DATABASE_URL": postgres_url.replace("/postgres?", "/staying_up?"),
        "WORKERS": "2",
        "METRICS_PORT": str(free_port()),
        "DJANGO_SETTINGS_MODULE": swift.__name__,
    }
    started = StartedServer(tmp_path_factory.mktemp("staying") / "data", env=env)
    started.start()
    yield started
    started.end()


@dataclass
class Table:
    """A table of Cego and a phone that may write there."""

    server: ServerWithStarter
    number: int
    path: str
    headers: dict[str, str]
    entries: list[str] = field(default_factory=list)  # acknowledged

    def form(self, entry: str) -> str:
        count = len(self.entries)
        raw = {"declarer": count % 4 + 1, "contract": "eine", "points": 20 + count % 50}
        fields = {"csrfmiddlewaretoken": TOKEN, "entry": entry, "hand": str(count + 1), **cells(raw)}
        return urllib.parse.urlencode(fields)

    def stored(self) -> list[str]:
        with psycopg.connect(self.server.env["DATABASE_URL"]) as connection:
            rows = connection.execute(
                "SELECT id FROM tournaments_entry WHERE sitting_id = %s AND kind = 'hand' ORDER BY seq",
                [self.number],
            ).fetchall()
        return [str(entry) for (entry,) in rows]


@pytest.fixture(scope="module")
def tables(server: StartedServer) -> list[Table]:
    places = json.loads(server.python(TABLES.format(tables=2, devices=1)))
    form = {"Content-Type": "application/x-www-form-urlencoded", "Stammtisch-Outbox": "1"}
    return [
        Table(server, number, path, {**form, "Cookie": f"csrftoken={TOKEN}; {cookie}={secret}"})
        for number, path, cookie, secret in places
    ]


class Line:
    """A connection that is kept and used again and again, as a proxy does it."""

    def __init__(self, server: ServerWithStarter) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.used = time.monotonic()

    def ask(self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None) -> Any:
        if time.monotonic() - self.used > UNUSED:
            self.connection.close()
        try:
            self.connection.request(method, path, body or None, {**THROUGH_PROXY, **(headers or {})})
            answer = self.connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise
        self.used = time.monotonic()
        return answer


@dataclass
class Load:
    """Visitors that ask without a pause, and what they were answered."""

    server: ServerWithStarter
    tables: list[Table]
    again: bool = False  # do phones send once more what got no answer?
    statuses: list[int] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Load:
        works: list[Any] = [self.look, self.look, *(partial(self.write, table) for table in self.tables)]
        self.threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self.threads:
            thread.start()
        self.go_on()
        return self

    def __exit__(self, *error: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join(PATIENCE)

    def go_on(self) -> None:
        """Until some more answers have come."""
        before, hands = len(self.statuses), [len(table.entries) for table in self.tables]
        wait_until(
            lambda: (
                len(self.statuses) >= before + 12
                and all(len(table.entries) > count for table, count in zip(self.tables, hands, strict=True))
            ),
            "answers",
        )

    def look(self) -> None:
        line = Line(self.server)
        while not self.over.is_set():
            try:
                self.statuses.append(line.ask("GET", "/healthz").status)
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(f"{type(error).__name__} {error}")
        line.connection.close()

    def write(self, table: Table) -> None:
        line = Line(self.server)
        while not self.over.is_set():
            entry = str(uuid.uuid4())
            while True:
                try:
                    answer = line.ask("POST", table.path, table.form(entry), table.headers)
                except (OSError, http.client.HTTPException) as error:
                    self.failures.append(f"{type(error).__name__} {error}")
                    if self.again:
                        continue
                    break
                if answer.status == 503 and self.again:
                    continue
                self.statuses.append(answer.status)
                if entry in answer.headers.get("Stammtisch-Entry", ""):
                    table.entries.append(entry)
                break
        line.connection.close()


def workers(server: StartedServer) -> list[int]:
    return [child for parent in server.servers for child in children(parent)]


def figures(server: StartedServer) -> dict[str, float]:
    """What monitoring reads, by name and labels."""
    connection = http.client.HTTPConnection("127.0.0.1", int(server.env["METRICS_PORT"]), timeout=PATIENCE)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[:1] != "#"}


def test_a_new_version_comes_without_an_answer_missing(server: StartedServer, tables: list[Table]) -> None:
    (old,) = server.servers
    before = workers(server)
    with Load(server, tables) as load:
        assert "The new server serves." in server.manage("reload")
        load.go_on()
        wait_until(lambda: old not in server.servers, "the old server to leave")
        load.go_on()
    assert load.failures == []
    assert set(load.statuses) <= {200, 204, 302}
    assert not set(before) & set(workers(server))
    assert [table.stored() for table in tables] == [table.entries for table in tables]


def test_a_version_that_cannot_start_changes_nothing(server: StartedServer) -> None:
    before = server.servers
    (server.data / "refuse").touch()
    try:
        assert server.process
        os.kill(server.process.pid, signal.SIGHUP)
        wait_until(lambda: "The old one goes on." in server.output, "the starter to say so")
    finally:
        (server.data / "refuse").unlink()
    assert "Because." in server.output
    assert server.servers == before
    assert server.is_up()


def test_workers_may_die_again_and_again(server: StartedServer, tables: list[Table]) -> None:
    """Three times within seconds; what was acknowledged is there, once."""
    (parent,) = server.servers
    with Load(server, tables, again=True) as load:
        for _death in range(3):
            victim = workers(server)[0]
            os.kill(victim, signal.SIGKILL)
            wait_until(lambda victim=victim: victim not in workers(server), "the death")  # type: ignore[misc]
            wait_until(lambda: len(workers(server)) == 2, "another worker")
            load.go_on()
    assert server.servers == [parent]
    assert set(load.statuses) <= {200, 204, 302}
    assert [table.stored() for table in tables] == [table.entries for table in tables]
    assert figures(server)["stammtisch_worker_deaths_total"] >= 3


def test_while_the_server_starts_again_visitors_wait(server: StartedServer) -> None:
    (parent,) = server.servers
    gone = [parent, *workers(server)]
    os.kill(parent, signal.SIGKILL)
    wait_until(lambda: not any(is_running(process) for process in gone), "the old server to be gone")
    assert server.get("/healthz").status == 200
    assert parent not in server.servers
    assert "It is started again." in server.output


def test_figures_are_added_up_over_all_workers(server: StartedServer, tables: list[Table]) -> None:
    with Load(server, tables):
        pass
    now = figures(server)
    assert now["stammtisch_workers"] == now["stammtisch_workers_wanted"] == 2
    assert now['stammtisch_requests_total{method="GET",route="healthz",status="200"}'] >= 6
    assert now["stammtisch_hands_saved_total"] >= 2
    assert now['stammtisch_request_seconds_bucket{le="+Inf",route="table"}'] >= 2
    assert "stammtisch_under_way" in " ".join(now)


def test_figures_are_for_this_machine_only(server: StartedServer) -> None:
    assert server.get("/metrics", **THROUGH_PROXY).status == 404
    connection = http.client.HTTPConnection("127.0.0.1", int(server.env["METRICS_PORT"]), timeout=PATIENCE)
    connection.request("GET", "/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
    assert connection.getresponse().status == 403
    connection.close()


SET = "proxy_set_header X-Forwarded-For"
LINE = r"proxy_set_header X-Forwarded-For \$remote_addr;.*$"
# The line of the deployed nginx, and what the doctor says with it.
TREATMENTS = {
    "as deployed": ("", 0, "It says truly who asks"),
    "appending": (
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
        0,
        "It says truly who asks",
    ),
    "forgotten": ("# nothing", 2, "It passes on the address that visitors invent"),
    "emptied": (f'{SET} "";', 2, "It names no visitor"),
}


@pytest.mark.parametrize("treatment", TREATMENTS)
def test_the_doctor_lies_to_the_proxy_and_hears_what_arrived(server: StartedServer, treatment: str) -> None:
    nginx.required()
    line, least, words = TREATMENTS[treatment]
    changes = ((LINE, line),) if line else ()
    with nginx.in_front_of(server.port, changes) as proxy:
        url = f"http://{NAME}:{proxy.port}"
        done = run(
            [sys.executable, "manage.py", "doctor", "--url", url, "--at", "127.0.0.1"],
            env=server.environment,
            without=SETTINGS,
        )
    assert words in done.stdout, done.stdout + done.stderr
    assert done.returncode >= least
    conduct = json.loads((server.data / "proxy.json").read_text())["conduct"]
    assert conduct == {0: "appends" if treatment == "appending" else "replaces"}.get(
        least, "passes" if treatment == "forgotten" else "missing"
    )


def test_while_nobody_answers_the_proxy_says_so_in_three_languages() -> None:
    nginx.required()
    with nginx.in_front_of(free_port(), (("/opt/stammtisch", str(ROOT)),)) as proxy:
        connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=PATIENCE)
        connection.request("GET", "/desk/", headers={"Host": NAME})
        answer = connection.getresponse()
        page = answer.read().decode()
        connection.close()
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert "Stammtisch-Server" not in answer.headers, "a phone keeps what it has"
    assert [word in page for word in ("Gleich wieder da", "Back in a moment", "Ya vuelve")] == [True] * 3
    assert 'http-equiv="refresh"' in page
