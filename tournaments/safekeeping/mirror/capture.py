"""Which rows a transaction changes, noted by SQLite itself.

Temporary triggers of a connection write every inserted, changed and deleted row into a temporary table in
memory. They belong to the transaction: what is rolled back, also to a savepoint, is noted by nobody. The file
itself knows nothing of them. Rows, not statements: doing them again gives the same rows whatever was computed
on the way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

LEFT_OUT = {
    "django_session",  # who is logged in is nobody's business on a stick
    "django_migrations",  # a backup of the same steps is what the lines are for
    "tournaments_mirrorposition",  # goes along by itself
    "tournaments_job",  # papers in the making and made: tomorrow nobody wants them
    "tournaments_jobpiece",
}
NOTES = "stammtisch_changes"
NOTED = f"SELECT what, name, pk, row FROM temp.{NOTES} ORDER BY number"
FORGET = f"DELETE FROM temp.{NOTES}"

Columns = Mapping[str, tuple[str, ...]]


def columns_of(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """The tables that are mirrored, each with its columns."""
    names = connection.execute(
        "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        " ORDER BY name"
    ).fetchall()
    return {
        name: tuple(row[1] for row in connection.execute(f'PRAGMA main.table_info("{name}")').fetchall())
        for (name,) in names
        if name not in LEFT_OUT
    }


def key_of(connection: sqlite3.Connection, table: str) -> str:
    """The column by which a row is known."""
    rows = connection.execute(f'PRAGMA main.table_info("{table}")').fetchall()
    return next(str(row[1]) for row in rows if row[5])


def install(connection: sqlite3.Connection) -> None:
    """Let this connection note what it changes; before a transaction. Once is enough."""
    connection.execute("PRAGMA temp_store=MEMORY")
    uninstall(connection)
    connection.execute(f"CREATE TEMP TABLE {NOTES} (number INTEGER PRIMARY KEY, what, name, pk, row)")
    for table in columns_of(connection):
        kinds = {row[1]: row[2].upper() for row in connection.execute(f'PRAGMA main.table_info("{table}")')}
        key = key_of(connection, table)
        for what, when, body in (
            ("+", "INSERT", f'NEW."{key}", json_array({", ".join(_value(*kind) for kind in kinds.items())})'),
            (
                "~",
                "UPDATE",
                f'OLD."{key}", json_array({", ".join(_changed(*kind) for kind in kinds.items())})',
            ),
            ("-", "DELETE", f'OLD."{key}", NULL'),
        ):
            connection.execute(
                f'CREATE TEMP TRIGGER "stammtisch_{when}_{table}"'
                f' AFTER {when} ON main."{table}"'
                f" BEGIN INSERT INTO {NOTES} (what, name, pk, row) VALUES ('{what}', '{table}', {body}); END"
            )


def uninstall(connection: sqlite3.Connection) -> None:
    """It notes nothing any more, and what it had noted is forgotten."""
    triggers = connection.execute("SELECT name FROM temp.sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        if name.startswith("stammtisch_"):
            connection.execute(f'DROP TRIGGER temp."{name}"')
    connection.execute(f"DROP TABLE IF EXISTS temp.{NOTES}")


def _value(column: str, kind: str) -> str:
    """As JSON can hold it: bytes as hexadecimal digits, fractions with all of theirs."""
    if kind == "BLOB":
        return f"json_object('hex', hex(NEW.\"{column}\"))"
    if kind in ("REAL", "DECIMAL"):
        return f"printf('%!.17g', NEW.\"{column}\")"
    return f'NEW."{column}"'


def _changed(column: str, kind: str) -> str:
    """A list of one if it has changed, else null: an event's picture is not written with its every step."""
    value = f"json_array({_value(column, kind)})"
    return f'json(CASE WHEN NEW."{column}" IS NOT OLD."{column}" THEN {value} END)'
