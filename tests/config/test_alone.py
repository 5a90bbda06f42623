"""Starts at one database take turns."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from config.alone import alone
from tests.patience import PATIENCE
from tests.processes import ROOT
from tests.server import NAME, RealServer
from tests.together import at_once

START = """
import sys, django
django.setup()
from tournaments.management.commands.serve import Command
print("ready", flush=True)
sys.stdin.readline()
Command(stdout=sys.stdout).recognise(prepare=True, demo=False)
from tournaments.models import Installation
print("installations", Installation.objects.count())
"""


@pytest.mark.both_engines
@pytest.mark.django_db(transaction=True)
def test_whoever_comes_second_says_so_and_waits() -> None:
    order: list[str] = []
    inside, waiting = threading.Event(), threading.Event()
    if connection.vendor != "postgresql":  # a club's file has a claim of its own
        waiting.set()

    def first() -> None:
        with alone(lambda: order.append("not me")):
            inside.set()
            assert waiting.wait(PATIENCE)
            order.append("first")

    def second() -> None:
        assert inside.wait(PATIENCE)
        with alone(waiting.set):
            if connection.vendor == "postgresql":
                order.append("second")

    at_once(first, second)
    assert order == (["first", "second"] if connection.vendor == "postgresql" else ["first"])


def test_two_first_starts_at_once_make_one_database(postgres_url: str, tmp_path: Path) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as administrator:
        administrator.execute("CREATE DATABASE first_starts")
    url = postgres_url.replace("/postgres?", "/first_starts?")
    env = {"PROFILE": "federation", "HOSTS": "", "ALLOWED_HOSTS": NAME, "DATABASE_URL": url}
    server = RealServer(tmp_path / "data", env=env)
    environment = {**server.environment, "DJANGO_SETTINGS_MODULE": "config.settings"}
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", START],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _start in range(2)
    ]
    for start in starts:
        assert start.stdout.readline() == "ready\n"
    outcomes = at_once(*(lambda start=start: start.communicate("go\n") for start in starts))
    assert [start.returncode for start in starts] == [0, 0], outcomes
    assert ["installations 1" in output for output, _complaint in outcomes] == [True, True]
