"""Whoever changes tables beside servers that go on gives way, and tries again."""

from __future__ import annotations

from contextlib import nullcontext
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management.commands import migrate as django_migrate
from django.db import OperationalError, connections

from tournaments.management.commands import migrate
from tournaments.management.commands.migrate import Command, politely


def in_the_way(state: str) -> OperationalError:
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = type("CauseError", (Exception,), {"sqlstate": state})()
    return error


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[Exception | None]:
    """What comes of Django's own command, try by try; on PostgreSQL."""
    outcomes: list[Exception | None] = []
    cursor = SimpleNamespace(execute=lambda sql: None)
    connection = SimpleNamespace(
        vendor="postgresql",
        ensure_connection=lambda: None,
        cursor=lambda: nullcontext(cursor),
        execute_wrapper=lambda wrapper: nullcontext(),
    )
    monkeypatch.setattr(migrate, "connections", {"default": connection})
    monkeypatch.setattr(migrate, "PAUSES", (0,))

    def handle(self: Any, *args: Any, **options: Any) -> None:
        if outcome := outcomes.pop(0):
            raise outcome

    monkeypatch.setattr(django_migrate.Command, "handle", handle)
    return outcomes


def performed() -> str:
    out = StringIO()
    command = Command(stdout=out)
    command.try_again_and_again(connections["default"], database="default")
    return out.getvalue()


def test_it_tries_again_and_says_so(tries: list[Exception | None]) -> None:
    tries += [in_the_way("55P03"), in_the_way("40P01"), None]
    assert performed().count("it is tried again") == 2
    assert tries == []


def test_what_is_wrong_is_not_tried_again(tries: list[Exception | None]) -> None:
    tries += [in_the_way("42P01"), None]
    with pytest.raises(OperationalError):
        performed()
    assert tries == [None]


def test_some_time_it_gives_up(tries: list[Exception | None]) -> None:
    tries += [in_the_way("55P03")] * migrate.TRIES
    with pytest.raises(OperationalError):
        performed()
    assert tries == []


def test_every_transaction_begins_with_how_long_it_waits() -> None:
    lines: list[str] = []
    status = [0]  # nothing has been said in this transaction

    def execute(sql: str, params: Any, many: bool, context: Any) -> None:
        lines.append(sql)
        status[0] = 2

    info = SimpleNamespace(transaction_status=0)
    connection = SimpleNamespace(in_atomic_block=True, connection=SimpleNamespace(info=info))
    context = {"connection": connection}
    politely(execute, "ALTER TABLE a", None, False, context)
    info.transaction_status = status[0]
    politely(execute, "ALTER TABLE b", None, False, context)
    assert lines == [*migrate.POLITE, "ALTER TABLE a", "ALTER TABLE b"]
    connection.in_atomic_block, info.transaction_status = False, 0
    politely(execute, "CREATE INDEX CONCURRENTLY c", None, False, context)  # locks nobody out
    assert lines[-1] == "CREATE INDEX CONCURRENTLY c"
    assert len(lines) == len(migrate.POLITE) + 3
