"""After the disk has refused to write, what is in memory need not be on it: SQLite and the system may believe
that pages are saved which are not. So nothing more is saved before the connections have been closed, a new
one has written everything down once more, and the file has been looked at.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from typing import Any

from django.db import DEFAULT_DB_ALIAS, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from config.databasefile import quick_check

STAMP = "stammtisch_age"  # of a connection: how many suspicions it has seen

logger = logging.getLogger("stammtisch.database")

_age = 0  # how many suspicions there have been
_clean = 0  # up to which of them the file has been looked at since
_looking = threading.Lock()


class Suspect(OperationalError):  # noqa: N818 (what happened, as one would say it)
    """The file has not been looked at since the disk failed."""


def suspect() -> None:
    """The disk has refused: no connection that is open is believed any more."""
    global _age
    _age += 1


def forget() -> None:
    """Start afresh (tests)."""
    global _clean
    _clean = _age


def stamp(connection: BaseDatabaseWrapper) -> None:
    """A connection that is opened now reads the file as it is."""
    setattr(connection, STAMP, _age)


def close_outdated(using: str = DEFAULT_DB_ALIAS, **kwargs: object) -> None:
    """Close this thread's connection if it was opened before the last suspicion."""
    connection = connections[using]
    if connection.connection is None or connection.in_atomic_block:
        return
    if getattr(connection, STAMP, _age) != _age:
        connection.close()


def refuse_suspect(using: str = DEFAULT_DB_ALIAS) -> None:
    """Before something is written. Raises Suspect, or what the database says, as long as it is not well."""
    global _clean
    if _clean == _age or connections[using].vendor != "sqlite":
        return
    with _looking:
        age = _age
        if _clean == age:
            return
        close_outdated(using)
        _look(connections[using])
        _clean = age
        logger.warning("the database has been looked at after the disk had failed: it is in order")


def _look(connection: BaseDatabaseWrapper) -> None:
    """Write the log into the file, all of it and down to the disk, and read the file."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (busy, *_pages) = cursor.fetchone()
    if busy:
        raise Suspect("the disk has failed, and somebody is still reading")
    raw: Any = connection.connection
    if isinstance(raw, sqlite3.Connection) and (problem := quick_check(raw)):
        raise Suspect(f"the disk has failed, and the file is not in order: {problem}")
