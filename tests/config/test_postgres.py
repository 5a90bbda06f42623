"""The federation's side: PostgreSQL, several workers, https by a proxy."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.processes import ROOT, run
from tests.server import NAME, RealServer

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
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_second_server_on_the_same_database_is_welcome(federation: RealServer, tmp_path: Path) -> None:
    second = RealServer(tmp_path / "data", env=federation.env).start()
    assert second.stop() == 0


TRIES = """
import sys
import django

django.setup()
from tournaments.access.limits import HANDS_PER_DEVICE, LOGINS_PER_ACCOUNT, wait_for

print("ready", flush=True)
sys.stdin.readline()
waits = [LOGINS_PER_ACCOUNT.wait("anna 203.0.113.7") for _try in range(20)]
print(waits.count(0), wait_for((HANDS_PER_DEVICE, "a"), (LOGINS_PER_ACCOUNT, "ben")) == 0)
"""


def test_workers_count_together_how_often_somebody_tries(federation: RealServer) -> None:
    """Two processes that share nothing but the database: ten logins of one account, and not twenty."""
    environment = {**federation.environment, "DJANGO_SETTINGS_MODULE": "config.settings"}
    pipes: dict[str, Any] = {"cwd": ROOT, "env": environment, "text": True}
    pipes |= {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    workers = [subprocess.Popen([sys.executable, "-c", TRIES], **pipes) for _worker in range(2)]
    for worker in workers:
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        worker.stdin.write("go\n")
        worker.stdin.flush()
    counts = [worker.communicate()[0].split() for worker in workers]
    assert sum(int(allowed) for allowed, _others in counts) == 10
    assert [others for _allowed, others in counts] == ["True", "True"]


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
