"""The federation's side: PostgreSQL, several workers, https by a proxy."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.patience import wait_until
from tests.processes import ROOT, run
from tests.server import NAME, Answer, RealServer

MARK = "both_engines"  # spelled out in every file that has it: the others need not be read
THROUGH_PROXY = {"X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def federation(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    server = RealServer(
        tmp_path_factory.mktemp("federation") / "data",
        env={
            "PROFILE": "federation",
            "HOSTS": "",
            "ALLOWED_HOSTS": NAME,
            "DATABASE_URL": postgres_url,
            "WORKERS": "2",
        },
    )
    yield server.start()
    server.stop()


@pytest.mark.long
def test_the_tests_marked_for_both_engines_hold_here_too(postgres_url: str) -> None:
    marked = [str(file) for file in sorted(ROOT.glob("tests/**/test_*.py")) if MARK in file.read_text()]
    done = run(
        [sys.executable, "-m", "pytest", "-m", MARK, "-q", "-n", "0", *marked],
        env={
            "TEST_ENGINE": "postgresql",
            "PROFILE": "federation",
            "DATABASE_URL": postgres_url,
            "ALLOWED_HOSTS": "testserver",
        },
        without=[name for name in os.environ if name.startswith("PYTEST_")],
    )
    summary = done.stdout + done.stderr
    assert done.returncode == 0, summary[-8000:]
    assert re.search(r"[1-9]\d* passed", summary), summary
    assert "skipped" not in summary, summary


def test_a_federation_serves_from_postgresql(federation: RealServer) -> None:
    assert federation.get("/healthz").text == "ok\n"
    assert "Waiting for the proxy at" in federation.output


def test_it_sends_what_only_https_may_have(federation: RealServer) -> None:
    headers = federation.get("/healthz", **THROUGH_PROXY).headers
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_second_server_on_the_same_database_is_welcome(federation: RealServer, tmp_path: Path) -> None:
    second = RealServer(tmp_path / "data", env=federation.env).start()
    assert second.stop() == 0


TRIES = """
import json
import sys
import django

django.setup()
from tournaments.access.limits import HANDS_PER_DEVICE, LOGINS_PER_ACCOUNT, all_limits, wait_for

limits = [limit for limit in all_limits() if limit.name]
print("ready", flush=True)
sys.stdin.readline()
for limit in limits:
    limit.burst, limit.per_minute, limit.paced = 7, 0.01, False
counts = {limit.name: sum(limit.allows("anna 203.0.113.7") for _try in range(12)) for limit in limits}
print(json.dumps([counts, wait_for((HANDS_PER_DEVICE, "a"), (LOGINS_PER_ACCOUNT, "ben"))]))
"""


def test_workers_count_together_how_often_somebody_tries(federation: RealServer) -> None:
    """Two processes that share nothing but the database: seven tries of whatever is limited, and no more."""
    environment = {**federation.environment, "DJANGO_SETTINGS_MODULE": "config.settings"}
    pipes: dict[str, Any] = {"cwd": ROOT, "env": environment, "text": True}
    pipes |= {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    workers = [subprocess.Popen([sys.executable, "-c", TRIES], **pipes) for _worker in range(2)]
    for worker in workers:
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        worker.stdin.write("go\n")
        worker.stdin.flush()
    (here, waits), (there, waits_too) = [json.loads(worker.communicate()[0]) for worker in workers]
    allowed = {name: here[name] + there[name] for name in here}
    assert allowed == dict.fromkeys(allowed, 7)
    assert {"logins", "logins of an address", "typed codes", "claims of an address"} <= set(allowed)
    assert waits == waits_too == 0


ORGANISER = """
from django.contrib.auth import get_user_model
from django.test import Client
from tournaments.models import Membership

user = get_user_model().objects.create_user("Anna", password="kein Geheimnis")
Membership.objects.create(user=user, club_id=1, role="organiser")
browser = Client()
browser.force_login(user)
print(browser.cookies["sessionid"].value)
"""


class Organiser:
    """Logged in behind the proxy; every question is a new connection, to whichever worker takes it."""

    def __init__(self, server: RealServer) -> None:
        self.server = server
        self.cookies = {"sessionid": server.python(ORGANISER).split()[-1], "csrftoken": 32 * "a"}

    def ask(self, method: str, path: str, **form: str) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**THROUGH_PROXY, "Cookie": cookie, "Origin": f"https://{NAME}", "Host": NAME}
        headers["Accept-Language"] = "en"
        body = {"csrfmiddlewaretoken": 32 * "a", **form} if method == "POST" else None
        return self.server.request(method, path, body, headers)


@pytest.mark.long
def test_robots_play_on_a_server_and_every_worker_knows_of_it_and_of_what_is_printed(
    federation: RealServer,
) -> None:
    organiser = Organiser(federation)
    form = {"preset": "cego-schwarzwald", "people": "16", "pause": "0"}
    assert organiser.ask("POST", "/desk/rehearsal/", **form).status == 302

    def live() -> str:
        answer = organiser.ask("GET", "/desk/rehearsal/?part=live")
        assert answer.status == 200
        return answer.text

    early = [live() for _question in range(40)]
    assert all("data-poll" in text or "Go to the event" in text for text in early)
    wait_until(lambda: "data-poll" not in live(), "the robots to come to their end")
    assert "Computed twice, both times the same." in " ".join(live().split())
    event = re.search(r'href="/desk/e/([0-9]+)/"', live())
    assert event is not None

    begun = organiser.ask("POST", f"/desk/e/{event[1]}/paper/all/")
    path = begun.headers["Location"]

    def printing() -> str:
        answer = organiser.ask("GET", f"{path}?part=live")
        assert answer.status == 200  # who does not know the job leads back to the list
        return answer.text

    assert all('id="job"' in printing() for _question in range(40))
    wait_until(lambda: "data-poll" not in printing(), "the papers")
    files = [organiser.ask("GET", f"{path}?file") for _question in range(8)]
    assert {file.headers["Content-Type"] for file in files} == {"application/pdf"}
    assert len({file.body for file in files}) == 1


def test_after_losing_its_connections_it_goes_on_by_itself(federation: RealServer, postgres_url: str) -> None:
    federation.get("/healthz")
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchone()
    assert ended
    assert ended[0] >= 1
    assert [federation.get("/healthz").status for _ in range(8)] == [200] * 8


def test_its_settings_satisfy_the_check_for_deployment(federation: RealServer) -> None:
    federation.manage("check", "--deploy", "--fail-level", "WARNING")


def test_it_does_not_serve_from_a_server_that_answers_before_writing(
    federation: RealServer, tmp_path: Path
) -> None:
    unsafe = "&options=-c%20synchronous_commit%3Doff"
    env = federation.env | {"DATABASE_URL": federation.env["DATABASE_URL"] + unsafe}
    server = RealServer(tmp_path / "data", env=env)
    server.process = server.spawn()
    assert server.wait_for_end() == 1
    assert "synchronous_commit is off instead of on" in server.output
