"""One server per SQLite file. The operating system drops the lock when the last process holding it dies."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config import databasefile

# A server killed a moment ago may still be letting go, and people start again at once.
PATIENCE = 3.0

# Kept open as long as this process lives. A forked worker inherits it and so keeps the lock alive too.
_held: IO[str] | None = None


class AlreadyServed(ImproperlyConfigured):
    """Another server has the database file."""


def lock_file(database: Path | None = None) -> Path:
    return Path(f"{database or settings.DATABASES['default']['NAME']}.server")


def hold() -> None:
    """Claim the database file for this process and its children; raises AlreadyServed."""
    global _held
    if _held or not settings.PROFILE.club:  # PostgreSQL takes any number of servers
        return
    databasefile.refuse_place(Path(settings.DATABASES["default"]["NAME"]))
    stream = _open()
    _wait_for(stream, Path(settings.DATABASES["default"]["NAME"]))
    stream.seek(0)
    stream.truncate()
    stream.write(f"{os.getpid()}\n")
    stream.flush()
    _held = stream


@contextmanager
def claimed(database: Path) -> Iterator[None]:
    """Nobody serves this SQLite file meanwhile, wherever it lies; raises AlreadyServed."""
    with _open(database) as stream:
        _wait_for(stream, database)
        yield


def is_served() -> bool:
    """Does another process serve this database file? Commands that write ask before they do."""
    if _held or not settings.PROFILE.club:
        return False
    with _open() as stream:
        return not _lock(stream)


def _open(database: Path | None = None) -> IO[str]:
    return open(os.open(lock_file(database), os.O_RDWR | os.O_CREAT, 0o600), "r+")


def _wait_for(stream: IO[str], database: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _lock(stream):
        if time.monotonic() > deadline:
            raise AlreadyServed(_sentence(stream, database))
        time.sleep(0.05)


def _lock(stream: IO[str]) -> bool:
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _sentence(stream: IO[str], database: Path) -> str:
    with stream:
        holder = stream.read().strip() or "unknown"
    return (
        f"Another Stammtisch server (process {holder}) is already using "
        f"{database}. Only one may write it. "
        "Please stop the other one, or choose another directory in STAMMTISCH_DATA."
    )
