"""The note beside the database, while hands are written. It may be a little late, and never ahead."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from django.conf import settings
from django.db import Error

from config import database, databasenote
from tournaments.safekeeping.facts import facts

logger = logging.getLogger("stammtisch.note")

EVERY = 10.0  # seconds between two notes
_writing = threading.Lock()
_due = 0.0


def watch() -> None:
    """Let the note follow what this process saves."""
    if follow not in database.after_writing:
        database.after_writing.append(follow)


def follow() -> None:
    """After a transaction; whoever comes while somebody is at it goes on. Fails never: the hand is saved."""
    global _due
    if time.monotonic() < _due or not _writing.acquire(blocking=False):
        return
    try:
        _due = time.monotonic() + EVERY
        write_note()
    finally:
        _writing.release()


@contextmanager
def fewer_notices(count: int) -> Iterator[None]:
    """An event is deleted with its log on purpose: the note must not take the database for an older copy.

    It expects less before anything is gone, and says how it is afterwards.
    """
    there = databasenote.read(settings.NOTE_FILE)
    if there is not None and count:
        databasenote.write(settings.NOTE_FILE, replace(there, notices=max(0, there.notices - count)))
    try:
        yield
    finally:
        write_note()


def leave() -> None:
    """The last one, when the server ends."""
    write_note()


def write_note() -> None:
    """Say how far the database has come. A note that cannot be written is an old one, and no harm."""
    try:
        now = facts()
        there = databasenote.read(settings.NOTE_FILE)
        if there is None or not there.says_the_same(now):
            databasenote.write(settings.NOTE_FILE, now)
    except (Error, OSError) as error:
        logger.warning("the note beside the database could not be written", exc_info=error)
