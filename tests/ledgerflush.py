"""Lets Django empty the tables after a test that has committed.

Entries cannot be deleted, not even by a test. Between two tests, and only there, their guards step aside. On
PostgreSQL nothing is needed: TRUNCATE asks no row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from django.db import transaction
from django.db.backends.sqlite3.base import DatabaseOperations

GUARDS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'tournaments_entry'"


@pytest.fixture(autouse=True, scope="session")
def guards_step_aside() -> Iterator[None]:
    """Around the statements of Django's flush."""
    original = DatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: DatabaseOperations, sql_list: Sequence[str]) -> None:
        with transaction.atomic(using=self.connection.alias), self.connection.cursor() as cursor:
            guards = cursor.execute(GUARDS).fetchall()
            for name, _sql in guards:
                cursor.execute(f"DROP TRIGGER {name}")
            original(self, sql_list)
            for _name, sql in guards:
                cursor.execute(sql)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", execute_sql_flush)
        yield
