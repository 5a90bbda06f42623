"""The database between two tests: emptied, without its guards, and patient.

Entries cannot be deleted, not even by a test. Between two tests that commit, and only there, the guards step
aside so that the tables can be emptied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management.commands import flush
from django.db import connection, connections, transaction
from django.db.backends.utils import CursorWrapper

from config import database
from tests.patience import PATIENCE

SQLITE = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
GUARDED = {  # with what guards them on PostgreSQL
    "tournaments_entry": "entry_no_change",
    "tournaments_eventlink": "eventlink_no_change",
    "tournaments_parked": "parked_no_change",
    "tournaments_parkeddecision": "parkeddecision_no_change",
    "tournaments_cashentry": "cashentry_no_change",
    "tournaments_cashcount": "cashcount_no_change",
}
# What migrations write into every new database; no test changes it. Django would empty these tables too and
# then write everything again, which takes longer than most tests.
BESIDES = {"tournaments_club": "id <> 1"}  # of these tables the migrations have written some rows
STAYS = {"django_content_type", "auth_permission", "django_migrations", "tournaments_installation"}


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
        for table, guard in GUARDED.items():
            cursor.execute(f"ALTER TABLE {table} {what} TRIGGER {guard}")
        if what == "DISABLE":
            yield


def tables_with_rows(cursor: CursorWrapper, tables: Sequence[str]) -> list[str]:
    """Most tests write into few of the tables."""
    quoted = connection.ops.quote_name
    cursor.execute(
        " UNION ALL ".join(
            f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {quoted(table)} WHERE {besides(table)})"
            for table in tables
        )
    )
    return [name for (name,) in cursor.fetchall()]


def besides(table: str) -> str:
    """Which rows of a table are not the migrations'."""
    return BESIDES.get(table, "TRUE")


def empty_tables() -> None:
    """Every table as the migrations left it."""
    tables = sorted({*connection.introspection.django_table_names(include_views=False)} - STAYS)
    with transaction.atomic(), connection.cursor() as cursor:
        full = tables_with_rows(cursor, tables)
        statements = [
            f"DELETE FROM {connection.ops.quote_name(table)} WHERE {besides(table)}" for table in full
        ]
        if connection.vendor == "postgresql" and full:
            # No trigger and no foreign key asks; one way to the server and back.
            cursor.execute("; ".join(["SET LOCAL session_replication_role = replica", *statements]))
        elif GUARDED.keys() & set(full):
            with unguarded(cursor):
                run_all(cursor, statements)
        else:
            run_all(cursor, statements)


def run_all(cursor: CursorWrapper, statements: Sequence[str]) -> None:
    for statement in statements:
        cursor.execute(statement)


@pytest.fixture(autouse=True, scope="session")
def quick_flush() -> Iterator[None]:
    """In place of the flush that Django calls between two tests that commit."""

    def handle(self: flush.Command, **options: Any) -> None:
        empty_tables()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush.Command, "handle", handle)
        yield


@pytest.fixture(autouse=True, scope="session")
def nobody_gives_up() -> Iterator[None]:
    """On a busy machine a writer waits longer for the others than a phone would. Tests about giving up set
    times of their own."""
    shared = connections.settings["default"]  # by the connections of all threads
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "PATIENCE", PATIENCE)
        if "timeout" in shared.get("OPTIONS", {}):
            patch.setitem(shared, "OPTIONS", shared["OPTIONS"] | {"timeout": PATIENCE})
        yield
