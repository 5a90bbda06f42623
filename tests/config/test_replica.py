"""Pages for everybody are read from a server that follows, and nobody sees something vanish."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config import replica
from config.replica import Distance, answered, may_be_read_there
from tests import postgres
from tests.patience import wait_until
from tests.postgres import INITDB, Cluster
from tests.server import NAME, Answer, RealServer

OPENED = """
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import begin
event = an_event(here=8)
begin(event)
print(event.pk)
"""
HAND = """
import uuid
from tests.tournaments.builders import eine
from tournaments import ledger
from tournaments.models import Sitting
sitting = Sitting.objects.filter(event={event}).first()
ledger.record_hand(sitting=sitting, entry_id=uuid.UUID("{entry}"), raw=eine())
"""
FOLLOWER = "SELECT pg_last_wal_replay_lsn() >= '{}'::pg_lsn"


def asked(**headers: str) -> HttpRequest:
    return RequestFactory().get("/", headers=headers)


@pytest.fixture
def near(settings: object, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A replica that is near; what is read there and what where it is written."""
    settings.REPLICA = {"NAME": "n"}  # type: ignore[attr-defined]
    places = ["where it is written"]

    class There:
        def __enter__(self) -> None:
            places.append("replica")

        def __exit__(self, *_what: object) -> None:
            places.append("where it is written")

    monkeypatch.setattr(replica, "_instead", There)
    monkeypatch.setattr(replica, "distance", SimpleNamespace(is_short=lambda: True))
    return places


def page(places: list[str], status: int = 200) -> Callable[[], HttpResponse]:
    return lambda: HttpResponse(places[-1], status=status)


def test_whoever_is_nobody_in_particular_reads_there(near: list[str]) -> None:
    assert answered(asked(), page(near)).content == b"replica"
    assert answered(asked(**{"Cookie": "django_language=de"}), page(near)).content == b"replica"


def test_whoever_may_have_written_reads_where_it_was_written(near: list[str]) -> None:
    assert answered(asked(Cookie="table-7=secret"), page(near)).content == b"where it is written"
    post = RequestFactory().post("/")
    assert answered(post, page(near)).content == b"where it is written"


@pytest.mark.django_db  # an answer that is thrown away looks whether connections are still good
def test_whoever_has_seen_something_else_reads_where_it_is_written(near: list[str]) -> None:
    request = asked(**{"If-None-Match": 'W/"newer"'})
    assert answered(request, page(near)).content == b"where it is written"
    assert answered(request, page(near, 304)).content == b"replica"


@pytest.mark.django_db  # an answer that is thrown away looks whether connections are still good
def test_what_is_not_there_yet_is_looked_for_where_it_is_written(near: list[str]) -> None:
    assert answered(asked(), page(near, 404)).content == b"where it is written"

    def fails() -> HttpResponse:
        if near[-1] == "replica":
            raise OperationalError("canceling statement due to conflict with recovery")
        return HttpResponse("here")

    assert answered(asked(), fails).content == b"here"


def test_without_a_replica_nobody_is_sent_there(settings: object) -> None:
    settings.REPLICA = None  # type: ignore[attr-defined]
    assert not may_be_read_there(asked())


def test_a_replica_is_near_if_it_is_where_the_other_one_was(monkeypatch: pytest.MonkeyPatch) -> None:
    now, written, followed = [100.0], [7], [7]
    monkeypatch.setattr(replica, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(replica, "_instead", nullcontext)
    answers = {replica.WRITTEN: written, replica.FOLLOWED: followed}
    monkeypatch.setattr(replica, "_position", lambda _connection, question: answers[question][0])
    distance = Distance()
    assert distance.is_short()
    written[0] = 9
    assert distance.is_short()  # it was asked a moment ago
    now[0] += 1
    assert distance.is_short()  # it is where the other one was then
    now[0] += 1
    assert not distance.is_short()  # it has not come any further


@pytest.fixture
def pair() -> Iterator[tuple[Cluster, Cluster]]:
    """A server and one that follows it, for which nobody waits."""
    programs = postgres.binaries()
    if not programs:
        missing = "PostgreSQL is not installed here. To run these tests: apt-get install postgresql"
        (pytest.fail if os.environ.get("NOTHING_MAY_BE_SKIPPED") else pytest.skip)(missing)
    with postgres.new_cluster(programs) as writer, postgres.new_cluster(programs) as follower:
        writer.run(*INITDB)
        writer.start()
        source = f"host={writer.directory} user=tester dbname=postgres"
        follower.run("pg_basebackup", "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync")
        follower.start()
        yield writer, follower


@pytest.mark.long
def test_a_replica_that_stands_still_is_not_believed(pair: tuple[Cluster, Cluster], tmp_path: Path) -> None:
    writer, follower = pair
    environment = {"PROFILE": "federation", "HOSTS": "", "ALLOWED_HOSTS": NAME, "WORKERS": "1"}
    urls = {"DATABASE_URL": writer.url, "DATABASE_REPLICA_URL": follower.url}
    server = RealServer(tmp_path / "data", env=environment | urls)
    with_proxy = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "127.9.9.9", "Host": NAME}
    try:
        event = int(server.start().python(OPENED))
        path = f"/e/{event}/"

        def get(**more: str) -> Answer:
            return server.request("GET", path, headers=with_proxy | more)

        def hand() -> None:
            server.python(HAND.format(event=event, entry=uuid.uuid4()))

        def questions() -> int:
            """How many connections were used to ask the follower for something of ours."""
            ((count,),) = follower.ask(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'stammtisch%'"
                " AND query LIKE '%tournaments_%'"
            )
            return int(count)

        ((position,),) = writer.ask("SELECT pg_current_wal_lsn()")
        wait_until(lambda: follower.ask(FOLLOWER.format(position)) == [(True,)], "the follower")
        wait_until(lambda: get().status == 200 and questions() > 0, "a page that is read there")
        seen = get().headers["ETag"]
        assert get(**{"If-None-Match": seen}).status == 304
        follower.ask("SELECT pg_wal_replay_pause()")
        wait_until(lambda: follower.ask("SELECT pg_get_wal_replay_pause_state()") == [("paused",)], "a pause")
        hand()
        # Whoever writes somewhere sees it at once, whatever the replica knows.
        newer = get(Cookie="table=secret").headers["ETag"]
        assert newer != seen
        # Whoever has seen it does not see it vanish.
        assert get(**{"If-None-Match": newer}).status == 304
        # And soon all others see it, too: the replica is not asked any more.
        wait_until(lambda: get().headers["ETag"] == newer, "a replica that is not believed")
        follower.ask("SELECT pg_wal_replay_resume()")
        assert [line for line in server.log() if line.get("level") == "ERROR"] == []
    finally:
        assert server.stop() == 0
