"""One start at a time: several machines, or two starts of one, bring a database up to date one by one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper

LOCK = "stammtisch start"
STEP = 0.3  # seconds between two tries
_here = threading.local()  # a start that migrates is one start
NO_TIMEOUTS = "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;" + (
    "SET LOCAL idle_in_transaction_session_timeout = 0"
)


def _got(cursor: CursorWrapper) -> bool:
    """The lock, if it is free. Who waits inside the database is waited for by an index that is being made."""
    cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext(%s))", [LOCK])
    row = cursor.fetchone()
    return bool(row and row[0])


@contextmanager
def alone(waiting: Callable[[], object]) -> Iterator[None]:
    """Nobody else starts meanwhile; `waiting` is called if somebody does just now.

    The lock belongs to a transaction on a connection of its own: a pooler that hands out connections for a
    transaction keeps it, and it is gone with this process, however that ends. A club's file has its own
    claim.
    """
    if connection.vendor != "postgresql" or getattr(_here, "inside", False):
        yield
        return
    holder = connection.copy()
    try:
        _here.inside = True
        holder.set_autocommit(False)
        with holder.cursor() as cursor:
            cursor.execute(NO_TIMEOUTS)
            has_said_so = False
            while not _got(cursor):
                if not has_said_so:
                    waiting()
                    has_said_so = True
                time.sleep(STEP)
        yield
    finally:
        _here.inside = False
        holder.close()
