"""What a connection to PostgreSQL has to be before anything is saved by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
import pytest_django
from django.db.backends.postgresql.base import DatabaseWrapper

from config import postgresql
from config.databaseurl import postgresql as settings_for
from config.notsaved import trouble
from config.postgresql import Standby, Superseded, Unconfirmed, confirm, meet, put_last, refuse_unconfirmed

SAID = {
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "synchronous_standby_names": "",
    "transaction_read_only": "off",
}
SHORT = {
    "fsync": ({"fsync": "off"}, ["fsync is off instead of on"]),
    "torn pages": ({"full_page_writes": "off"}, ["full_page_writes is off instead of on"]),
    "nobody waits": ({"synchronous_commit": "off"}, ["synchronous_commit is off instead of on"]),
    "its own disk": ({"synchronous_commit": "local"}, []),
    "a standby that is waited for": ({"synchronous_standby_names": "b"}, []),
    "a standby that shows it, too": (
        {"synchronous_commit": "remote_apply", "synchronous_standby_names": "b"},
        [],
    ),
    "a standby for which nobody waits": (
        {"synchronous_commit": "local", "synchronous_standby_names": "b"},
        ["synchronous_commit is local instead of on, so that synchronous_standby_names promises nothing"],
    ),
}


@pytest.mark.parametrize(("changes", "sentences"), SHORT.values(), ids=SHORT.keys())
def test_a_server_that_says_saved_too_early_is_refused(changes: dict[str, str], sentences: list[str]) -> None:
    assert postgresql.shortfalls(SAID | changes) == sentences


def test_of_several_machines_the_one_that_writes_is_looked_for() -> None:
    several = {"HOST": "a,b", "PORT": "", "OPTIONS": {"sslmode": "require"}}
    options = postgresql.reaching(several)["OPTIONS"]
    assert (options["target_session_attrs"], options["sslmode"]) == ("read-write", "require")
    assert "target_session_attrs" not in postgresql.reaching({**several, "HOST": "a"})["OPTIONS"]
    asked = {**several, "OPTIONS": {"target_session_attrs": "any", "connect_timeout": "9"}}
    options = postgresql.reaching(asked)["OPTIONS"]
    assert (options["target_session_attrs"], options["connect_timeout"]) == ("any", "9")


MACHINES = {
    "two names": ("a,b", "", "a", "5432", ("b,a", "")),
    "two ports": ("h,h", "1,2", "h", "1", ("h,h", "2,1")),
    "ports go with names": ("a,b,c", "1,2,3", "b", "2", ("a,c,b", "1,3,2")),
    "a port for all": ("a,b", "7", "a", "7", ("b,a", "7")),
    "only this one": ("a", "", "a", "5432", ("a", "")),
}


@pytest.mark.parametrize(("hosts", "ports", "host", "port", "then"), MACHINES.values(), ids=MACHINES.keys())
def test_a_machine_is_asked_last(hosts: str, ports: str, host: str, port: str, then: tuple[str, str]) -> None:
    settings: dict[str, Any] = {"HOST": hosts, "PORT": ports}
    put_last(settings, host, port)
    assert (settings["HOST"], settings["PORT"]) == then


@pytest.fixture
def unblocked(django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def connected(url: str, **options: str) -> DatabaseWrapper:
    """A connection as the program makes it, besides that of the tests."""
    settings = settings_for(url)
    more = {"ATOMIC_REQUESTS": False, "AUTOCOMMIT": True, "TIME_ZONE": None}
    settings = {**settings, **more, "OPTIONS": {**settings["OPTIONS"], **options}}
    return DatabaseWrapper(settings, alias="spare")


@pytest.fixture
def spare(unblocked: None, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[DatabaseWrapper]:
    monkeypatch.setattr(postgresql, "_timeline", 0)
    wrapper = connected(postgres_url)
    yield wrapper
    wrapper.close()


def test_a_server_that_takes_nothing_is_none_to_save_at(spare: DatabaseWrapper, postgres_url: str) -> None:
    asking = connected(f"{postgres_url}&options={quote('-c default_transaction_read_only=on')}")
    with pytest.raises(Standby, match="takes questions only") as refused:
        asking.ensure_connection()
    assert asking.connection is None
    assert trouble(refused.value) == "elsewhere"
    spare.ensure_connection()
    assert spare.connection is not None


def test_a_server_that_was_replaced_is_not_written_to(
    spare: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "_timeline", 7)  # another one has taken over since
    with pytest.raises(Superseded, match="pg_rewind"):
        spare.ensure_connection()
    assert spare.connection is None


WARNS = """
CREATE TEMPORARY TABLE pg_temp.waited (a int);
CREATE FUNCTION pg_temp.warn() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE WARNING 'canceling wait for synchronous replication'; RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON pg_temp.waited DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION pg_temp.warn();
"""


def test_a_commit_with_a_warning_is_not_saved(spare: DatabaseWrapper) -> None:
    """So PostgreSQL answers when it stops waiting for its standby: COMMIT, and a warning."""
    with spare.cursor() as cursor:
        cursor.execute(WARNS)
        refuse_unconfirmed(spare)
        cursor.execute("INSERT INTO pg_temp.waited VALUES (1)")
    with pytest.raises(Unconfirmed) as unconfirmed:
        refuse_unconfirmed(spare)
    assert trouble(unconfirmed.value) == "unavailable"
    refuse_unconfirmed(spare)  # the next one is another


def test_what_is_only_said_again_waits_for_the_standby_like_a_row(spare: DatabaseWrapper) -> None:
    with spare.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn()")
        before = cursor.fetchone()
        confirm(spare)
        cursor.execute("SELECT pg_current_wal_lsn()")
        assert cursor.fetchone() != before


def test_neither_needs_more_rights_than_the_program_has(spare: DatabaseWrapper) -> None:
    with spare.cursor() as cursor:
        cursor.execute("BEGIN; CREATE ROLE nobody_special; SET LOCAL ROLE nobody_special")
        confirm(spare)
        assert meet(spare) == []
        cursor.execute("ROLLBACK")


def test_its_facts_are_one_statement(spare: DatabaseWrapper) -> None:
    spare.ensure_connection()
    spare.force_debug_cursor = True
    before = len(spare.queries_log)
    assert meet(spare) == []
    assert len(spare.queries_log) == before + 1
