"""The database says no: the visitor is told the truth, and may try again."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import include, path
from django.utils import timezone, translation

from config import databasefile
from config.database import DatabaseMoved, writing
from config.languages import LANGUAGES
from config.notsaved import RETRY_AFTER, explain, trouble
from tests.config.loaded import settings_of

NOT_SAVED = "Not saved. Please try again."
LARGE = 200_000


def save(request: HttpRequest) -> HttpResponse:
    with writing():
        Session.objects.create(
            session_key=request.GET["key"], session_data="x" * LARGE, expire_date=timezone.now()
        )
    return HttpResponse("saved")


def read(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(Session.objects.count()))


def sign_in(request: HttpRequest) -> HttpResponse:
    request.session["seat"] = "x" * LARGE  # written after the view, by the middleware
    return HttpResponse("saved")


def connection_lost(request: HttpRequest) -> HttpResponse:
    raise InterfaceError("connection already closed")


def bug(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM a_table_that_does_not_exist")
    return HttpResponse("never")


urlpatterns = [
    path("save", save),
    path("read", read),
    path("sign-in", sign_in),
    path("connection-lost", connection_lost),
    path("bug", bug),
    path("", include("config.urls")),
]
handler400 = "config.errorpages.bad_request"
handler500 = "config.notsaved.server_error"


@pytest.fixture
def visitor(settings: Any) -> Client:
    """Raises what a view lets pass: a 503 is an answer of ours, not an error that got away."""
    settings.ROOT_URLCONF = __name__
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def locked(transactional_db: None) -> Iterator[None]:
    """Another process holds the database and does not let go."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL locks rows, not the whole database")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@pytest.fixture
def full(transactional_db: None) -> Iterator[None]:
    """SQLite's own full disk: the file may not grow any more."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # no room left by other tests
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    yield
    connection.close()


def is_honest(response: Any, *, sentence: str = NOT_SAVED) -> bool:
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) >= 1
    assert response.headers["Cache-Control"] == "no-store"
    assert sentence in response.text
    assert "saved\n" not in response.text
    return True


def test_a_busy_database_is_no_crash_and_no_success(locked: None, visitor: Client) -> None:
    assert is_honest(visitor.post("/save?key=a"))


def test_after_the_lock_is_gone_the_same_request_succeeds(
    locked: None, visitor: Client, request: pytest.FixtureRequest
) -> None:
    visitor.post("/save?key=a")
    with sqlite3.connect(connection.settings_dict["NAME"]) as other:
        assert other.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
    other.close()


def test_a_full_disk_is_told_as_such_and_reading_goes_on(full: None, visitor: Client) -> None:
    assert is_honest(visitor.post("/save?key=a"), sentence="Not saved: the disk is full.")
    assert visitor.get("/read").content == b"0"


def test_when_there_is_room_again_saving_works(full: None, visitor: Client) -> None:
    visitor.post("/save?key=a")
    assert visitor.post("/save?key=a").content == b"saved"  # by a new connection, with the old limit gone
    assert visitor.get("/read").content == b"1"


@pytest.fixture
def served(transactional_db: None, tmp_path: Path) -> Iterator[Path]:
    """A name of the database that can be taken away; what is open stays open, as under a running server."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL looks after its own files")
    connection.ensure_connection()
    there = Path(connection.settings_dict["NAME"])
    name = tmp_path / "stammtisch.sqlite3"
    for end in ("", "-wal"):
        os.link(f"{there}{end}", f"{name}{end}")
    databasefile.serve_only(name)
    yield name
    databasefile._served = None  # before the tables are emptied by another connection


GONE = "Not saved: the database file was deleted or exchanged."


def test_nothing_is_saved_into_a_deleted_file(served: Path, visitor: Client) -> None:
    assert visitor.post("/save?key=a").content == b"saved"
    served.rename(served.with_name("away"))
    assert is_honest(visitor.post("/save?key=b"), sentence=GONE)
    assert visitor.get("/healthz").status_code == 503
    assert visitor.get("/read").content == b"1"
    served.with_name("away").rename(served)
    assert visitor.post("/save?key=b").content == b"saved"


def test_nothing_is_saved_into_a_file_that_was_exchanged(served: Path, visitor: Client) -> None:
    content = served.read_bytes()
    served.unlink()
    served.write_bytes(content)
    assert is_honest(visitor.post("/save?key=a"), sentence=GONE)


def test_a_file_that_goes_while_it_is_written_is_no_success(
    served: Path, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databasefile, "is_in_place", lambda written=False: not written)
    assert is_honest(visitor.post("/save?key=a"), sentence=GONE)


@pytest.mark.parametrize("reason", RETRY_AFTER)
def test_every_reason_has_its_sentence_in_three_languages(reason: str) -> None:
    for reading in (True, False):
        sentences = set()
        for language in LANGUAGES:
            with translation.override(language):
                sentences.add(explain(reason, reading=reading))
        assert len(sentences) == len(LANGUAGES)


def test_what_fails_after_the_view_is_not_hidden_either(locked: None, visitor: Client) -> None:
    visitor.raise_request_exception = False
    assert is_honest(visitor.post("/sign-in"))


def test_a_lost_connection_is_no_crash(visitor: Client) -> None:
    assert is_honest(visitor.post("/connection-lost"))


def test_reading_says_reading(visitor: Client) -> None:
    assert is_honest(visitor.get("/connection-lost"), sentence="The data cannot be read at the moment.")


def test_a_script_gets_its_answer_as_json(visitor: Client) -> None:
    response = visitor.post("/connection-lost", headers={"Accept": "application/json"})
    assert response.status_code == 503
    assert json.loads(response.content) == {"error": "unavailable", "saved": False, "text": NOT_SAVED}


@pytest.mark.django_db
def test_a_bug_stays_a_bug(visitor: Client) -> None:
    visitor.raise_request_exception = False
    assert visitor.get("/bug").status_code == 500


def sqlite_error(code: int) -> OperationalError:
    cause = sqlite3.OperationalError("text")
    cause.sqlite_errorcode = code
    return caused(OperationalError("text"), cause)


def sqlite_damage(code: int) -> DatabaseError:
    """Django has a class of its own for it, of which those above are no part."""
    cause = sqlite3.DatabaseError("text")
    cause.sqlite_errorcode = code
    error = DatabaseError("text")
    error.__cause__ = cause
    return error


def postgresql_error(state: str | None) -> OperationalError:
    class CauseError(Exception):
        sqlstate = state

    return caused(OperationalError("text"), CauseError())


def caused(error: OperationalError, cause: Exception) -> OperationalError:
    error.__cause__ = cause
    return error


TROUBLES: dict[str, tuple[Callable[[], BaseException | None], str]] = {
    "locked": (lambda: sqlite_error(sqlite3.SQLITE_BUSY), "busy"),
    "locked, a snapshot": (lambda: sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT), "busy"),
    "disk full": (lambda: sqlite_error(sqlite3.SQLITE_FULL), "disk_full"),
    "disk error while flushing": (lambda: sqlite_error(sqlite3.SQLITE_IOERR_FSYNC), "disk_error"),
    "file gone": (lambda: sqlite_error(sqlite3.SQLITE_CANTOPEN), "unavailable"),
    "read-only": (lambda: sqlite_error(sqlite3.SQLITE_READONLY), "read_only"),
    "read-only directory": (lambda: sqlite_error(sqlite3.SQLITE_READONLY_DIRECTORY), "read_only"),
    "a damaged page": (lambda: sqlite_damage(sqlite3.SQLITE_CORRUPT), "damaged"),
    "a damaged index": (lambda: sqlite_damage(sqlite3.SQLITE_CORRUPT_INDEX), "damaged"),
    "no longer a database": (lambda: sqlite_damage(sqlite3.SQLITE_NOTADB), "damaged"),
    "deleted": (lambda: DatabaseMoved("gone"), "moved"),
    "no such table": (lambda: sqlite_error(sqlite3.SQLITE_ERROR), ""),
    "server gone": (lambda: postgresql_error(None), "unavailable"),
    "terminated": (lambda: postgresql_error("57P01"), "unavailable"),
    "deadlock": (lambda: postgresql_error("40P01"), "busy"),
    "serialization": (lambda: postgresql_error("40001"), "busy"),
    "a damaged page of the server": (lambda: postgresql_error("XX001"), "damaged"),
    "a server that takes nothing": (lambda: postgresql_error("25006"), "elsewhere"),
    "prepared on another connection": (lambda: postgresql_error("26000"), "unavailable"),
    "disk of the server full": (lambda: postgresql_error("53100"), "disk_full"),
    "our own lock": (lambda: OperationalError("database is locked by another request"), "busy"),
    "connection closed": (lambda: InterfaceError("closed"), "unavailable"),
    "a value the database refuses": (lambda: DatabaseError("bad"), ""),
    "something else": (lambda: ValueError("x"), ""),
    "nothing": (lambda: None, ""),
}


@pytest.mark.parametrize(("make", "reason"), TROUBLES.values(), ids=TROUBLES.keys())
def test_troubles_are_told_apart(make: Callable[[], BaseException | None], reason: str) -> None:
    assert trouble(make()) == reason


def test_waiting_for_a_lock_ends_before_a_phone_gives_up() -> None:
    assert settings_of()["SQLITE"]["OPTIONS"]["timeout"] < 8


def test_a_refused_write_waits_for_the_lock_once(locked: None, visitor: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        visitor.post("/save?key=a")
    assert [query["sql"] for query in asked].count("BEGIN IMMEDIATE") == 1
