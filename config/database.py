"""What the database must promise before anyone is told "saved", and the lock around writing."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from config import clockwatch, databasefile, incidents, postgresql, suspicion
from config.incidents import Incident

# Read back from SQLite. 2 is FULL; 3, EXTRA, promises more still.
SQLITE_MUST = {
    "journal_mode": ("wal",),
    "synchronous": (2, 3),
    "foreign_keys": (1,),
    "fullfsync": (1,),
    "checkpoint_fullfsync": (1,),
    "cell_size_check": (1,),
}
SLOW = 2.0  # seconds for one short transaction; phones wait eight
PATIENCE = 5.0  # seconds a writer waits for the others, like SQLite's own timeout
READ_ONLY = "?mode=ro"  # at the end of a file's address
ONLY_READ = "ONLY_READ"  # in the settings of a connection to a server that follows another
_lock = threading.RLock()


after_writing: list[Callable[[], None]] = []
"""Called when a writing transaction is on the disk. What they do must not fail."""

before_saving: list[Callable[[], None]] = []
"""Called at the end of a writing transaction, within it: for what has to be written about all of it."""

after_failing: list[Callable[[], None]] = []
"""Called when a writing transaction has failed: nothing is to be written about it any more."""

_depth = threading.local()


class Companion(Protocol):
    """Goes along with every writing transaction, one at a time. It must neither fail nor take long."""

    def begin(self, connection: BaseDatabaseWrapper) -> None:
        """Before the transaction, on the connection that is going to write."""

    def finish(self, connection: BaseDatabaseWrapper) -> None:
        """The last thing within the transaction: what is written here is saved with it, or not at all."""

    def saved(self) -> None:
        """The transaction is on the disk, and the next one has not begun."""


companions: list[Companion] = []
"""Of this process."""


class DatabaseMoved(OperationalError):  # noqa: N818 (what happened, as one would say it)
    """The file that is served does not lie in its place any more."""


class UnsafeDatabase(ImproperlyConfigured):
    """The database would say "saved" before it is true."""


def differences(connection: BaseDatabaseWrapper) -> list[str]:
    """Settings in which the open connection falls short; empty if it may serve."""
    if connection.vendor == "postgresql":
        return postgresql.shortfalls(postgresql.facts(connection))
    shortfalls = []
    with connection.cursor() as cursor:
        for name, allowed in SQLITE_MUST.items():
            cursor.execute(f"PRAGMA {name}")
            row = cursor.fetchone()
            value = row[0] if row else None
            if value not in allowed:
                shortfalls.append(f"{name} is {value} instead of {allowed[0]}")
    return shortfalls


def refuse_unsafe(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    """Receiver of connection_created: an unsafe connection is closed before its first use."""
    if str(connection.settings_dict["NAME"]).endswith(READ_ONLY):
        return  # another file, a backup that is looked at: nobody is told "saved" by it
    try:
        refuse_moved()  # it would read from another file than the connections before it
    except DatabaseMoved:
        connection.close()
        raise
    suspicion.stamp(connection)
    if connection.settings_dict.get(ONLY_READ):
        return  # nobody is told "saved" by it
    try:
        shortfalls = (
            postgresql.meet(connection) if connection.vendor == "postgresql" else differences(connection)
        )
    except postgresql.Standby:
        connection.close()
        raise
    if shortfalls:
        connection.close()
        raise UnsafeDatabase(
            f"The database does not keep its promises: {'; '.join(shortfalls)}. "
            "Hands could get lost in a power cut. Please set this right and start again."
        )


def has_wal_reset_bug(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> bool:
    """SQLite versions that can damage a WAL file written by several connections of different processes."""
    if version[:2] == (3, 44):
        return version < (3, 44, 6)
    if version[:2] == (3, 50):
        return version < (3, 50, 7)
    return (3, 7, 0) <= version < (3, 51, 3)


@contextmanager
def write_lock(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """One writer at a time within this process; nothing on PostgreSQL, which has row locks.

    Always on SQLite: versions with the WAL-reset bug need it, and the others are spared SQLite's own way of
    waiting, which lets some writers starve. Keep slow work (PDF, hashing, network) outside.
    """
    if connections[using].vendor != "sqlite":
        yield
        return
    if not _lock.acquire(timeout=PATIENCE):
        raise OperationalError("database is locked by another request")
    try:
        yield
    finally:
        _lock.release()


def take_turns(what: str, using: str = DEFAULT_DB_ALIAS) -> None:
    """Within a transaction: whoever does the same thing waits here until it ends, and sees what came of it.

    For what no row stands for yet: a name that two people give at once. SQLite has one writer anyway.
    """
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"stammtisch {what}"])


@contextmanager
def writing(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """A short writing transaction: the lock first, then atomic(). After it the data are on the disk."""
    refuse_moved()
    connection = connections[using]
    if connection.in_atomic_block:  # part of a larger transaction: whoever began it has looked
        with write_lock(using), transaction.atomic(using=using), _nested() as outermost:
            yield
            for write in before_saving if outermost else ():
                write()
        refuse_moved(written=True)
        return
    with write_lock(using):
        suspicion.refuse_suspect(using)
        suspicion.close_outdated(using)
        going_along = list(companions)
        for companion in going_along:
            companion.begin(connection)
        with _timed(), transaction.atomic(using=using), _nested():
            yield
            for write in before_saving:
                write()
            for companion in going_along:
                companion.finish(connection)
        postgresql.refuse_unconfirmed(connection)
        for companion in going_along:
            companion.saved()
    refuse_moved(written=True)  # nobody is told "saved" of what went into a deleted file
    clockwatch.look()
    for tell in after_writing:
        tell()


def say_again(using: str = DEFAULT_DB_ALIAS) -> None:
    """Within a writing transaction that finds what it was to write: nobody hears "saved" before it is so."""
    postgresql.confirm(connections[using])


@contextmanager
def writing_aside(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Like `writing`, for what is worth nothing tomorrow: no copy needs it, and nobody hears of it."""
    refuse_moved()
    with write_lock(using):
        if not connections[using].in_atomic_block:
            suspicion.refuse_suspect(using)
            suspicion.close_outdated(using)
        with _timed(), transaction.atomic(using=using):
            yield
    refuse_moved(written=True)


@contextmanager
def _timed() -> Iterator[None]:
    """A disk that takes seconds to save a hand is told to the desk."""
    begun = time.monotonic()
    yield
    if time.monotonic() - begun > SLOW:
        incidents.meet(Incident.SLOW_DISK)


@contextmanager
def _nested() -> Iterator[bool]:
    """Is this the outermost of the writing transactions that this thread is in?"""
    depth: int = getattr(_depth, "count", 0)
    _depth.count = depth + 1
    try:
        yield depth == 0
    except BaseException:
        for forget in after_failing if depth == 0 else ():
            forget()
        raise
    finally:
        _depth.count = depth


def is_writing() -> bool:
    """Is this thread inside a writing transaction? What it reads there may never have been."""
    return bool(getattr(_depth, "count", 0))


def refuse_moved(*, written: bool = False) -> None:
    """Raises DatabaseMoved if the database was deleted or exchanged under the running server."""
    if not databasefile.is_in_place(written=written):
        raise DatabaseMoved("the database file was deleted or exchanged")
