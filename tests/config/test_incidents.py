"""The disk fills up, fails or is slow, the clock jumps, the address changes: nothing is said to be saved that
is not, the desk is told, and it goes on without a restart."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from django.utils import timezone

from config import ballast, clockwatch, database, incidents, suspicion
from config.database import writing
from config.incidents import Incident
from config.sqlite.base import DatabaseWrapper

ON_SQLITE = pytest.mark.django_db(transaction=True)


def save(request: HttpRequest) -> HttpResponse:
    with writing():
        Session.objects.create(session_key=request.GET["key"], session_data="x", expire_date=timezone.now())
    return HttpResponse("saved")


def read(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(Session.objects.count()))


urlpatterns = [path("save", save), path("read", read), path("", include("config.urls"))]
handler500 = "config.notsaved.server_error"


@pytest.fixture(autouse=True)
def nothing_has_happened() -> Iterator[None]:
    memories = (incidents, clockwatch, suspicion)
    for memory in memories:
        memory.forget()
    yield
    for memory in memories:
        memory.forget()


@pytest.fixture
def visitor(settings: Any, tmp_path: Path) -> Client:
    settings.ROOT_URLCONF, settings.DATA_DIR = __name__, tmp_path
    return Client(headers={"Accept-Language": "en"})


def happening() -> list[Incident]:
    return [row.incident for row in incidents.now()]


# --- the disk


def failing(code: int, times: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The disk refuses so many commits with this code; what is asked for is counted."""
    commits = [times]

    def commit(self: Any) -> None:
        if commits[0]:
            commits[0] -= 1
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = code
            raise OperationalError("disk I/O error") from error
        self.connection.commit()

    monkeypatch.setattr(DatabaseWrapper, "_commit", commit)
    return commits


@ON_SQLITE
def test_after_a_failed_flush_the_file_is_looked_at_before_anything_is_saved(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(suspicion, "quick_check", lambda raw: looked.append("") or "")
    visitor.get("/read")
    failing(sqlite3.SQLITE_IOERR_FSYNC, 1, monkeypatch)
    answer = visitor.post("/save?key=a")
    assert (answer.status_code, "Not saved: the laptop’s disk reports an error." in answer.text) == (
        503,
        True,
    )
    assert happening() == [Incident.DISK_ERROR]
    assert visitor.get("/read").text == "0"
    assert looked == []
    assert visitor.post("/save?key=a").text == "saved"
    assert len(looked) == 1
    assert visitor.post("/save?key=b").text == "saved"
    assert len(looked) == 1
    assert visitor.get("/read").text == "2"


@ON_SQLITE
def test_as_long_as_the_file_is_not_in_order_nothing_is_saved(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = ["row 3 missing from index", ""]
    monkeypatch.setattr(suspicion, "quick_check", lambda raw: problems.pop(0))
    suspicion.suspect()
    assert visitor.post("/save?key=a").status_code == 503
    assert visitor.post("/save?key=a").text == "saved"


@ON_SQLITE
def test_no_connection_from_before_is_believed(visitor: Client) -> None:
    visitor.get("/read")
    before = connection.connection
    suspicion.suspect()
    visitor.get("/read")
    assert connection.connection is not before


@ON_SQLITE
def test_a_full_disk_gets_its_room_back_once(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "SIZE", 4096)
    assert ballast.lay(Path(visitor_data()))
    failing(sqlite3.SQLITE_FULL, 2, monkeypatch)
    for _time in range(2):
        answer = visitor.post("/save?key=a")
        assert (answer.status_code, "the disk is full" in answer.text) == (503, True)
        assert not ballast.file_in(visitor_data()).exists()
    assert visitor.get("/read").text == "0"
    assert happening() == [Incident.DISK_FULL]
    assert visitor.post("/save?key=a").text == "saved"


def visitor_data() -> Path:
    return Path(settings.DATA_DIR)


@ON_SQLITE
def test_a_limit_on_files_is_a_full_disk_where_no_room_is_left(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ballast, "SIZE", 4096)
    ballast.lay(visitor_data())
    monkeypatch.setattr(ballast, "free", lambda directory: 0)
    failing(sqlite3.SQLITE_IOERR_WRITE, 1, monkeypatch)
    assert visitor.post("/save?key=a").status_code == 503
    assert not ballast.file_in(visitor_data()).exists()


def test_room_is_kept_only_where_there_is_plenty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "SIZE", 8192)
    assert ballast.lay(tmp_path)
    assert ballast.file_in(tmp_path).stat().st_blocks * 512 >= 8192
    assert ballast.lay(tmp_path)
    assert ballast.release(tmp_path)
    assert not ballast.release(tmp_path)
    monkeypatch.setattr(ballast, "free", lambda directory: ballast.PLENTY - 1)
    assert not ballast.lay(tmp_path)
    assert not ballast.file_in(tmp_path).exists()


@pytest.mark.django_db
def test_a_slow_disk_is_told(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(0, 1000, 3))
    monkeypatch.setattr(database, "time", SimpleNamespace(monotonic=lambda: float(next(moments))))
    assert visitor.get("/healthz").status_code == 200
    with database._timed():
        pass
    assert happening() == [Incident.SLOW_DISK]


# --- the clock

STEPS = [
    datetime.timedelta(hours=1),
    datetime.timedelta(hours=-1),
    datetime.timedelta(days=1),
    datetime.timedelta(days=-1),
    datetime.timedelta(days=3653),
    datetime.timedelta(days=-3653),
]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_a_jump_is_noticed_once_and_says_how_far(step: datetime.timedelta) -> None:
    clockwatch.look()
    with time_machine.travel(timezone.now() + step, tick=True):
        jump = clockwatch.look()
        assert abs(jump - step.total_seconds()) <= 2
        assert clockwatch.look() == 0
        assert happening() == [Incident.CLOCK]
        assert abs(clockwatch.jumped() - step.total_seconds()) <= 2


def test_small_steps_are_a_jump_when_they_add_up() -> None:
    clockwatch.look(wall=1000.0, ticks=0.0)
    jumps = [clockwatch.look(wall=1000.0 + 110 * number, ticks=10.0 * number) for number in range(1, 4)]
    assert jumps == [0, 200, 0]


def test_a_laptop_that_sleeps_has_not_jumped() -> None:
    clockwatch.look(wall=1000.0, ticks=10.0)
    assert clockwatch.look(wall=9000.0, ticks=8010.0) == 0
    assert happening() == []
