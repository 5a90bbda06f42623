"""Two versions at one database: which of them can go on while the other one serves.

Every migration says by `works_with` the oldest step whose programs go on working after it: the step before,
if it only adds; the step with which the last use of something ended, if it takes that away. Without a word it
is the step itself. What that comes to for a whole database, its floor, is written where an older program
finds it without knowing the new steps: into the comment of the table of migrations.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader

APP = "tournaments"
TABLE = "django_migrations"
WORD = "stammtisch works with "


def steps(loader: MigrationLoader) -> list[str]:
    """The app's steps that this program knows, in their order."""
    leaves = loader.graph.leaf_nodes(APP)
    plan = [node for leaf in leaves for node in loader.graph.forwards_plan(leaf)]
    return list(dict.fromkeys(name for app, name in plan if app == APP))


def works_with(migration: Migration) -> str:
    """The oldest step whose programs go on working after this one."""
    return str(getattr(migration, "works_with", migration.name))


def floor(loader: MigrationLoader, taken: Sequence[str]) -> str:
    """The oldest step whose programs can work with a database that has taken these; "" before the first."""
    order = steps(loader)
    needed = [works_with(loader.disk_migrations[APP, name]) for name in order if name in taken]
    return max(needed, key=order.index, default="")


def taken(loader: MigrationLoader) -> list[str]:
    """The steps that the database has taken, of those that we know."""
    return [name for name in steps(loader) if (APP, name) in loader.applied_migrations]


def ends_others(loader: MigrationLoader) -> bool:
    """Is there a step to take with which programs that serve now could not go on?"""
    before, order = taken(loader), steps(loader)
    if not before:
        return False
    return order.index(floor(loader, order)) > order.index(before[-1])


# --- What the database says ---------------------------------------------------------------------------------


def written_floor() -> str:
    """The step an older program has to know; "" where nothing is said."""
    if connection.vendor != "postgresql":  # a club's file is one program's
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT obj_description(to_regclass(%s), 'pg_class')", [TABLE])
        row = cursor.fetchone()
    text = str(row[0] or "") if row else ""
    return text.removeprefix(WORD) if text.startswith(WORD) else ""


def write_floor() -> None:
    """Say it to programs of the version before, which do not know the new steps."""
    if connection.vendor != "postgresql":
        return
    loader = MigrationLoader(connection)
    lowest = floor(loader, taken(loader))
    if lowest and not unknown(loader) and written_floor() != lowest:
        with connection.cursor() as cursor:
            cursor.execute(f"COMMENT ON TABLE {TABLE} IS '{WORD}{lowest}'")


def unknown(loader: MigrationLoader) -> list[tuple[str, str]]:
    """Steps of a newer program, which knows better what they need."""
    known = set(loader.disk_migrations) | set(loader.replacements)
    for migration in loader.disk_migrations.values():
        known |= set(migration.replaces)
    return sorted(step for step in loader.applied_migrations if step not in known)


def is_understood(loader: MigrationLoader, newer: Sequence[tuple[str, str]]) -> bool:
    """May this program work with a database that has taken these steps, which it does not know?"""
    lowest = written_floor()
    return bool(lowest) and lowest in steps(loader) and all(app == APP for app, _name in newer)


def others_here() -> int:
    """Connections of other programs of ours to this database."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity AS other, pg_stat_activity AS mine "
            "WHERE mine.pid = pg_backend_pid() AND other.datname = mine.datname "
            "AND other.application_name = 'stammtisch' AND other.pid <> mine.pid "
            "AND other.query NOT LIKE %s",  # of starts, this one's too, that take turns
            ["%advisory_xact_lock%"],
        )
        row = cursor.fetchone()
    return int(row[0]) if row else 0
