"""`manage.py migrate`, beside servers that go on working.

On PostgreSQL a table is changed under a lock for which everybody else waits, and whoever comes later waits
behind the migration. So it waits for a moment only, gives everything back, and tries again: behind a long
question or a backup nobody stands in a queue.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config import terminal
from config.alone import alone
from config.postgresql import is_pooled
from tournaments.people import folding
from tournaments.safekeeping import neighbours

# Shorter than the second after which PostgreSQL looks for deadlocks: it is the migration that gives way.
POLITE = ("SET LOCAL lock_timeout = '800ms'", "SET LOCAL statement_timeout = 0")
IN_THE_WAY = ("55P03", "40P01")  # somebody holds a lock; both would wait for each other
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds; the last again and again
TRIES = 60


class Command(migrate.Command):
    """Django's own, which gives way."""

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        whole = not (options["plan"] or options["check_unapplied"] or options["app_label"])
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            if whole:
                folding.fold_newcomers()
            return
        connection.ensure_connection()
        if not is_pooled(connection):  # what is made outside of transactions takes as long as it takes
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
        with alone(self.say_that_another_starts):
            if whole:
                refuse_to_end_others(MigrationLoader(connection))
            self.try_again_and_again(connection, *args, **options)
            neighbours.write_floor()
            if whole:  # not in a migration, which would hold the table as long as this takes
                folding.fold_newcomers()

    def say_that_another_starts(self) -> None:
        with translation.override(terminal.language()):
            self.stdout.write(_("Another start is bringing this database up to date. Waiting for it."))
        self.stdout.flush()

    def try_again_and_again(self, connection: BaseDatabaseWrapper, *args: Any, **options: Any) -> None:
        """Until no table is in use."""
        for number in range(TRIES):
            try:
                with connection.execute_wrapper(politely):
                    super().handle(*args, **options)
            except OperationalError as error:
                if number == TRIES - 1 or getattr(error.__cause__, "sqlstate", None) not in IN_THE_WAY:
                    raise
                self.stdout.write("A table is in use. What was begun is undone; it is tried again.")
                self.stdout.flush()
                time.sleep(PAUSES[min(number, len(PAUSES) - 1)])
            else:
                return


def refuse_to_end_others(loader: MigrationLoader) -> None:
    """Most steps only add, and programs of the version before go on. Others wait for their end."""
    if not neighbours.ends_others(loader) or not (others := neighbours.others_here()):
        return
    with translation.override(terminal.language()):
        raise CommandError(
            ngettext(
                "The running version cannot work with the tables of this one, and it has {count}"
                " connection to the database. Nothing has been changed. Please stop all servers of this"
                " database, then start one of them.",
                "The running version cannot work with the tables of this one, and it has {count}"
                " connections to the database. Nothing has been changed. Please stop all servers of this"
                " database, then start one of them.",
                others,
            ).format(count=others)
        )


def politely(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Before the first statement of every transaction. What is done outside of one locks nobody out."""
    connection = context["connection"]
    if connection.in_atomic_block and is_first(connection):
        for statement in POLITE:
            execute(statement, None, False, context)
    return execute(sql, params, many, context)


def is_first(connection: Any) -> bool:
    """Has the transaction not begun yet?"""
    return bool(connection.connection.info.transaction_status == 0)
