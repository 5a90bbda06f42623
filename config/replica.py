"""Pages for everybody, read from a server that follows the one that writes (DATABASE_REPLICA_URL).

Nobody sees something vanish that he has seen before:

- Whoever has a cookie of ours may have written something himself, and reads where it was written.
- Whoever says what he has seen (If-None-Match) is told "nothing new" by the replica, and everything else by
  the server that writes: what differs may be older.
- All others get what is two seconds old at most. Every second each process asks how far the one that writes
  has come, and whether the replica is where the other one was a second before.

What the replica cannot answer, because it has not heard of an event yet or is not there, the other one does.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend
from django.http import HttpRequest, HttpResponseBase

from config.database import ONLY_READ

logger = logging.getLogger("stammtisch.database")

EVERY = 1.0  # seconds between two looks
LONGEST = 2.0  # seconds: how old a mark may be
WRITTEN = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
FOLLOWED = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')"
READ = ("GET", "HEAD")
OF = ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")  # what differs from the server that writes

R = TypeVar("R", bound=HttpResponseBase)
_thread = threading.local()


@dataclass
class Distance:
    """How far the replica is behind, as far as this process knows."""

    near: bool = False
    looked: float = -LONGEST
    mark: int = 0  # how far the other one had come when somebody looked last
    turn: threading.Lock = field(default_factory=threading.Lock)

    def is_short(self) -> bool:
        """Looks again if the last look is a second old."""
        if time.monotonic() - self.looked >= EVERY and self.turn.acquire(blocking=False):
            try:
                self.near = self.look()
            except Error as error:
                if self.near:
                    logger.warning("the replica is not asked any more", exc_info=error)
                self.near = False
                _wrapper().close()
            finally:
                self.looked = time.monotonic()
                self.turn.release()
        return self.near

    def look(self) -> bool:
        """Is it where the other one was a moment ago? Nobody knows without a mark from a moment ago."""
        before = self.mark if time.monotonic() - self.looked <= LONGEST else None
        self.mark = _position(connections[DEFAULT_DB_ALIAS], WRITTEN)
        with _instead():
            followed = _position(connections[DEFAULT_DB_ALIAS], FOLLOWED)
        return followed >= (self.mark if before is None else before)


distance = Distance()


def answered(request: HttpRequest, make: Callable[[], R]) -> R:
    """What `make` makes: of the replica where that is right, else of the server that writes."""
    if may_be_read_there(request) and distance.is_short():
        try:
            with _instead():
                answer = make()
        except Exception as error:  # it may not know yet what the other one knows
            logger.info("the replica has no answer to %s: %r", request.path, error)
        else:
            known = "If-None-Match" in request.headers
            if answer.status_code == 304 or (answer.status_code == 200 and not known):
                return answer
            answer.close()
    return make()


def may_be_read_there(request: HttpRequest) -> bool:
    """Is there a replica, and is this somebody who cannot have written anything?"""
    if not settings.REPLICA or request.method not in READ:
        return False
    return not set(request.COOKIES) - {settings.LANGUAGE_COOKIE_NAME}


@contextmanager
def _instead() -> Iterator[None]:
    """In this thread the database is the replica: whoever asks, by whatever way, asks there."""
    usual, wrapper = connections[DEFAULT_DB_ALIAS], _wrapper()
    wrapper.close_if_unusable_or_obsolete()
    connections[DEFAULT_DB_ALIAS] = wrapper
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual


def _wrapper() -> BaseDatabaseWrapper:
    """The connection of this thread."""
    wrapper: BaseDatabaseWrapper | None = getattr(_thread, "wrapper", None)
    if wrapper is None:
        usual: dict[str, Any] = connections.settings[DEFAULT_DB_ALIAS]
        its: dict[str, Any] = settings.REPLICA or {}
        there = {**usual, **{name: its[name] for name in OF}, ONLY_READ: True}
        wrapper = _thread.wrapper = load_backend(there["ENGINE"]).DatabaseWrapper(there, DEFAULT_DB_ALIAS)
    return wrapper


def _position(connection: BaseDatabaseWrapper, question: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return int(cursor.fetchone()[0] or 0)
