"""The database's guards of the entries, out of the way: for Django's flush and for tests that tamper.

Entries cannot be deleted, not even by a test. Between two tests that commit, and only there, the guards step
aside so that Django can empty the tables. On PostgreSQL the flush needs nothing: TRUNCATE asks no row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.db.backends.sqlite3.base import DatabaseOperations
from django.db.backends.utils import CursorWrapper

SQLITE = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'tournaments_entry'"


@contextmanager
def unguarded(cursor: CursorWrapper) -> Iterator[None]:
    """Entries can be changed and deleted, as by somebody who owns the file."""
    if connection.vendor == "sqlite":
        guards = cursor.execute(SQLITE).fetchall()
        for name, _sql in guards:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _name, sql in guards:
            cursor.execute(sql)
        return
    for what in ("DISABLE", "ENABLE"):
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no table with pending checks can be altered
        cursor.execute(f"ALTER TABLE tournaments_entry {what} TRIGGER entry_no_change")
        if what == "DISABLE":
            yield


@pytest.fixture(autouse=True, scope="session")
def guards_step_aside() -> Iterator[None]:
    """Around the statements of Django's flush."""
    original = DatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: DatabaseOperations, sql_list: Sequence[str]) -> None:
        with transaction.atomic(), connection.cursor() as cursor, unguarded(cursor):
            original(self, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", execute_sql_flush)
        yield
