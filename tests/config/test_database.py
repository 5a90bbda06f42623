"""Before anyone is told "saved", the database has to prove that it keeps what it is given."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_django
from django.conf import settings
from django.db import OperationalError, connection
from django.db.backends.signals import connection_created
from django.db.backends.sqlite3.base import DatabaseWrapper

from config import database, databasefile
from config.database import (
    DatabaseMoved,
    UnsafeDatabase,
    differences,
    has_wal_reset_bug,
    refuse_unsafe,
    write_lock,
    writing,
)
from config.notsaved import trouble
from config.sqlite.base import DatabaseWrapper as OwnWrapper
from tests.patience import PATIENCE
from tests.together import at_once


def sqlite_file(file: Path, *more: str) -> DatabaseWrapper:
    """A connection as in settings.py, with further PRAGMAs after the settings' own."""
    defaults = connection.settings_dict if connection.vendor == "sqlite" else settings.SQLITE
    options = settings.SQLITE["OPTIONS"] | {"timeout": PATIENCE}
    changed = {
        **options,
        "init_command": options["init_command"] + "".join(f"PRAGMA {pragma};" for pragma in more),
    }
    return DatabaseWrapper({**defaults, "NAME": file, "OPTIONS": changed}, alias="spare")


@pytest.fixture
def unblocked(django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """Allows connections to files other than the test database."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def spare(unblocked: None, tmp_path: Path) -> Iterator[DatabaseWrapper]:
    database = sqlite_file(tmp_path / "spare.sqlite3")
    yield database
    database.close()


@pytest.mark.both_engines
@pytest.mark.django_db
def test_the_database_in_use_keeps_its_promises() -> None:
    assert differences(connection) == []


BREAKING = {
    "synchronous=NORMAL": "synchronous is 1 instead of 2",
    "synchronous=OFF": "synchronous is 0 instead of 2",
    "journal_mode=DELETE": "journal_mode is delete instead of wal",
    "journal_mode=MEMORY": "journal_mode is memory instead of wal",
    "foreign_keys=OFF": "foreign_keys is 0 instead of 1",
    "fullfsync=OFF": "fullfsync is 0 instead of 1",
    "checkpoint_fullfsync=OFF": "checkpoint_fullfsync is 0 instead of 1",
    "cell_size_check=OFF": "cell_size_check is 0 instead of 1",
}


@pytest.mark.parametrize(("pragma", "difference"), BREAKING.items(), ids=BREAKING.keys())
def test_an_unsafe_connection_is_refused_before_its_first_use(
    unblocked: None, tmp_path: Path, pragma: str, difference: str
) -> None:
    unsafe = sqlite_file(tmp_path / "unsafe.sqlite3", pragma)
    with pytest.raises(UnsafeDatabase, match=difference):
        unsafe.ensure_connection()
    assert unsafe.connection is None


def test_a_file_that_is_only_looked_at_promises_nothing(unblocked: None, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    sqlite3.connect(file).close()
    looking = sqlite_file(file, "synchronous=OFF")
    looking.settings_dict["NAME"] = f"{file.as_uri()}?mode=ro"
    looking.settings_dict["OPTIONS"] = {"uri": True}
    looking.ensure_connection()
    assert looking.connection is not None
    looking.close()


def test_nobody_reads_from_a_file_that_was_exchanged(
    spare: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(databasefile, "_served", (tmp_path / "spare.sqlite3", (0, 0)))
    with pytest.raises(DatabaseMoved):
        spare.ensure_connection()
    assert spare.connection is None


def test_beside_a_note_no_empty_file_is_made(unblocked: None, tmp_path: Path) -> None:
    (tmp_path / "stammtisch.sqlite3.note").touch()
    noted = OwnWrapper({**sqlite_file(tmp_path / "stammtisch.sqlite3").settings_dict}, alias="noted")
    with pytest.raises(OperationalError, match="unable to open"):
        noted.ensure_connection()
    assert not (tmp_path / "stammtisch.sqlite3").exists()
    (tmp_path / "stammtisch.sqlite3.note").unlink()
    noted.ensure_connection()
    noted.close()


def test_more_than_asked_for_is_welcome(unblocked: None, tmp_path: Path) -> None:
    careful = sqlite_file(tmp_path / "careful.sqlite3", "synchronous=EXTRA")
    careful.ensure_connection()
    careful.close()


def test_no_part_of_the_file_is_mapped_into_memory(spare: DatabaseWrapper) -> None:
    with spare.cursor() as cursor:
        cursor.execute("PRAGMA mmap_size")
        assert cursor.fetchone() == (0,)


def begin(connection: DatabaseWrapper) -> None:
    """What atomic() does."""
    connection.ensure_connection()
    connection._start_transaction_under_autocommit()  # type: ignore[attr-defined]


def test_a_transaction_takes_its_turn_before_it_has_written(tmp_path: Path, spare: DatabaseWrapper) -> None:
    """With DEFERRED two transactions that read first would both begin, and one fail later."""
    with spare.cursor() as cursor:
        cursor.execute("CREATE TABLE t (n)")
    other = sqlite_file(tmp_path / "spare.sqlite3", "busy_timeout=0")
    begin(spare)
    with pytest.raises(OperationalError, match="locked"):
        begin(other)
    spare.connection.rollback()
    begin(other)
    other.close()


def test_writers_that_read_first_lose_nothing(tmp_path: Path, spare: DatabaseWrapper) -> None:
    with spare.cursor() as cursor:
        cursor.execute("CREATE TABLE t (n)")
        cursor.execute("INSERT INTO t VALUES (0)")

    def add() -> None:
        mine = sqlite_file(tmp_path / "spare.sqlite3")
        try:
            for _ in range(10):
                begin(mine)
                with mine.cursor() as cursor:
                    cursor.execute("SELECT n FROM t")
                    (n,) = cursor.fetchone()
                    cursor.execute("UPDATE t SET n = %s", [n + 1])
                    cursor.execute("COMMIT")
        finally:
            mine.close()

    at_once(*[add] * 4)
    with spare.cursor() as cursor:
        cursor.execute("SELECT n FROM t")
        assert cursor.fetchone() == (40,)


VERSIONS = {
    (3, 6, 23): False,
    (3, 7, 0): True,
    (3, 40, 1): True,
    (3, 44, 5): True,
    (3, 44, 6): False,
    (3, 45, 0): True,
    (3, 50, 6): True,
    (3, 50, 7): False,
    (3, 51, 0): True,
    (3, 51, 2): True,
    (3, 51, 3): False,
    (3, 52, 0): False,
    (4, 0, 0): False,
}


@pytest.mark.parametrize(("version", "affected"), VERSIONS.items(), ids=str)
def test_sqlite_versions_that_can_damage_the_file_are_known(
    version: tuple[int, int, int], affected: bool
) -> None:
    assert has_wal_reset_bug(version) is affected


def take() -> bool:
    """Whether this thread got the lock."""
    try:
        with write_lock():
            return True
    except OperationalError as error:
        if trouble(error) != "busy":
            raise
        return False


@pytest.fixture
def on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "connections", {"default": sqlite_file(Path("unused"))})


def test_only_one_thread_writes_at_a_time(on_sqlite: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with write_lock():
        assert at_once(take, take, take) == [False] * 3
    assert at_once(take) == [True]


class LockThatTells:
    """The lock, and a sign that somebody has to wait for it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.somebody_waits = threading.Event()

    def acquire(self, timeout: float) -> bool:
        if not self.lock.acquire(blocking=False):
            self.somebody_waits.set()
            return self.lock.acquire(timeout=timeout)
        return True

    def release(self) -> None:
        self.lock.release()


def test_whoever_comes_second_waits_and_then_writes(on_sqlite: None, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = LockThatTells()
    monkeypatch.setattr(database, "_lock", lock)
    order: list[str] = []
    holds = threading.Event()

    def first() -> None:
        with write_lock():
            holds.set()
            assert lock.somebody_waits.wait(PATIENCE)
            order.append("first")

    def second() -> None:
        assert holds.wait(PATIENCE)
        with write_lock():
            order.append("second")

    at_once(first, second)
    assert order == ["first", "second"]


def test_whoever_holds_the_lock_may_take_it_again() -> None:
    with write_lock(), write_lock():
        pass


def test_on_postgresql_writers_do_not_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class PostgreSQL:
        vendor = "postgresql"

    monkeypatch.setattr(database, "PATIENCE", 0.0)
    monkeypatch.setattr(database, "connections", {"default": PostgreSQL()})
    with write_lock():
        assert at_once(take) == [True]


@pytest.mark.both_engines
@pytest.mark.django_db(transaction=True)
def test_an_error_while_writing_leaves_nothing_and_frees_the_lock(django_user_model: Any) -> None:
    with suppress(ZeroDivisionError), writing():
        django_user_model.objects.create(username="half")
        _ = 1 / 0
    with writing():
        django_user_model.objects.create(username="whole")
    assert [user.username for user in django_user_model.objects.all()] == ["whole"]


@pytest.mark.django_db(transaction=True)
def test_a_writing_transaction_begins_only_when_no_other_writes() -> None:
    def is_free() -> bool:
        free = database._lock.acquire(blocking=False)
        if free:
            database._lock.release()
        return free

    with writing():
        assert at_once(is_free) == [False]
    assert at_once(is_free) == [True]


@pytest.mark.both_engines
@pytest.mark.django_db
def test_there_is_no_default_account(django_user_model: Any) -> None:
    assert not django_user_model.objects.exists()


def test_the_check_is_made_on_every_new_connection() -> None:
    assert refuse_unsafe in list(connection_created._live_receivers(None)[0])
