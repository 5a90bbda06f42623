"""No page reads a whole table of what becomes more with every evening: it would be slower each year.

Asked is the database itself, how it would look for what a page wants. PostgreSQL is told to avoid reading
whole tables, which it prefers while there is little in them: where it still does, there is no index.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import an_event
from tests.tournaments.visitors import a_stranger, a_writer, hand_form
from tournaments.models import Event, Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]

GROWING = (
    *("entry", "livehand", "sheethead", "sitting", "chair", "player", "entrant", "member", "event"),
    *("notice", "round", "stage", "credential", "parked", "eventlink"),
)
SCANS = {
    "sqlite": re.compile(
        rf"SCAN (?:tournaments_)?({'|'.join(GROWING)})\b(?! USING (?:COVERING )?INDEX .*\()"
    ),
    "postgresql": re.compile(rf"Seq Scan on tournaments_({'|'.join(GROWING)})\b"),
}


@contextmanager
def scans() -> Iterator[list[str]]:
    """Statements of the block that read a whole table; filled at its end."""
    statements: dict[str, Any] = {}
    lines: list[str] = []

    def listen(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(("SELECT", "WITH", "UPDATE")) and not many:
            statements.setdefault(sql, params)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield lines
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        for sql, params in statements.items():
            cursor.execute(f"{explain} {sql}", params)
            plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
            lines += [f"{scan}:\n{sql[:2000]}\n{plan}" for scan in SCANS[connection.vendor].findall(plan)]


def played() -> tuple[Event, Sitting]:
    """An event in its second round, and an evening of friends."""
    event = an_event(here=8)
    first = hall.begin(event)
    for sitting in Sitting.objects.filter(round=first):
        record(sitting, eine(1))
    hall.end(first)
    hall.begin(event)
    return event, a_sitting()


def test_a_hand_reads_what_is_its_own() -> None:
    _event, sitting = played()
    phone = a_writer(sitting)
    with scans() as whole:
        for number in (1, 2):
            assert phone.post(f"/t/{sitting.pk}/", hand_form(sitting, eine(), hand=number)).status_code == 302
    assert whole == []


@pytest.mark.parametrize("page", ["", "standings/", "p/1/", "rounds/", "numbers/", "corrections/"])
def test_a_page_of_an_event_reads_this_event(page: str) -> None:
    event, _sitting = played()
    with scans() as whole:
        assert a_stranger().get(f"/e/{event.pk}/{page}").status_code == 200
    assert whole == []


def test_the_page_of_a_table_reads_this_table() -> None:
    _event, sitting = played()
    phone: Client = a_writer(sitting)
    with scans() as whole:
        assert phone.get(f"/t/{sitting.pk}/").status_code == 200
        assert phone.get(f"/t/{sitting.pk}/?part=live").status_code == 200
    assert whole == []


def test_the_first_page_reads_what_it_lists() -> None:
    played()
    with scans() as whole:
        assert a_stranger().get("/").status_code == 200
    assert whole == []


@pytest.mark.parametrize("trigger", ["entry_no_replace", "eventlink_no_replace"])
def test_what_refuses_to_replace_a_row_reads_no_table_either(trigger: str) -> None:
    """Also when SQLite has counted, and takes what most entries lack for a value that they share."""
    if connection.vendor != "sqlite":
        return  # PostgreSQL has no INSERT OR REPLACE, and so no such trigger
    played()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute(
            "UPDATE sqlite_stat1 SET stat = '900000 900000' WHERE stat GLOB '* *' AND stat NOT GLOB '* 1'"
        )
        cursor.execute("ANALYZE sqlite_schema")
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [trigger])
        ((written,),) = cursor.fetchall()
        asked = written.partition("WHEN ")[2].partition(" BEGIN")[0].replace("NEW.id", "'a'")
        asked = re.sub(r"NEW\.\w+", "NULL", asked)
        cursor.execute(f"EXPLAIN QUERY PLAN SELECT {asked}")
        plan = "\n".join(row[-1] for row in cursor.fetchall())
    assert not SCANS["sqlite"].search(plan), plan
