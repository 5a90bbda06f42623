"""Questions to another database than the one that is served: a backup that is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_alias: ContextVar[str | None] = ContextVar("alias", default=None)


class ElsewhereRouter:
    """Sends what is read inside `reading` to that database; writers are left alone."""

    def db_for_read(self, model: type, **hints: object) -> str | None:
        return _alias.get()


@contextmanager
def reading(alias: str) -> Iterator[None]:
    """Everything that is asked in this block is asked there."""
    token = _alias.set(alias)
    try:
        yield
    finally:
        _alias.reset(token)
