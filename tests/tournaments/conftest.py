"""What lives in the process and not in the database: token buckets, printers, languages, passwords."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.db import connections
from django.test import Client, override_settings
from django.utils import timezone, translation
from whitenoise.base import WhiteNoise

from tests.tournaments import hall
from tests.tournaments.builders import a_sitting
from tests.tournaments.event_builders import an_event
from tests.tournaments.visitors import a_writer
from tournaments.access import limits, pace
from tournaments.models import Event, Round, Sitting
from tournaments.safekeeping import verifying

MOMENTS = count()
CUPBOARDS: dict[tuple[str, str], dict[str, Any]] = {}


@pytest.fixture(autouse=True)
def nobody_has_asked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins with full token buckets, and on a busy machine, too, none fills up meanwhile."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    for limit in limits.all_limits():
        limit.forget()
    pace.forget()


@pytest.fixture(autouse=True)
def nobody_has_spoken_yet() -> Iterator[None]:
    """The language of the last page that was asked for stays with the thread."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def nobody_prints_on() -> Iterator[None]:
    """Who presses for all papers need not stay for them; the next test may have its own idea of paper."""
    yield
    for thread in threading.enumerate():
        if thread.name == "printing":
            thread.join()


@pytest.fixture(autouse=True)
def backups_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test may ask no database but its own, unless the connection is there already."""
    opened = verifying.opened

    @contextmanager
    def connected(file: Path) -> Iterator[str]:
        with opened(file) as alias:
            connections[alias].connect()
            yield alias

    monkeypatch.setattr(verifying, "opened", connected)


@pytest.fixture(autouse=True, scope="module")
def quick_passwords() -> Iterator[None]:
    """Hashing is slow on purpose; not in tests."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True, scope="module")
def the_cupboard_is_known() -> Iterator[None]:
    """Every new browser of a test has a server of its own, and each would look at every static file anew."""
    look = WhiteNoise.update_files_dictionary

    def remember(server: WhiteNoise, root: str, prefix: str) -> None:
        if (root, prefix) not in CUPBOARDS:
            before = set(server.files)
            look(server, root, prefix)
            CUPBOARDS[root, prefix] = {path: server.files[path] for path in server.files.keys() - before}
        server.files.update(CUPBOARDS[root, prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoise, "update_files_dictionary", remember)
        yield


@pytest.fixture
def time_stands_still() -> Iterator[None]:
    """Half past seven in the evening: for what is another thing a moment later, or after midnight.

    No two tests begin at the same moment: what is remembered of a sheet is known by when it was made.
    """
    evening = timezone.localtime().replace(hour=19, minute=30, second=5, microsecond=next(MOMENTS))
    with time_machine.travel(evening.astimezone(datetime.UTC), tick=False):
        yield


@pytest.fixture
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def in_german() -> Iterator[None]:
    with translation.override("de"):
        yield


@pytest.fixture
def reading(request: pytest.FixtureRequest) -> dict[str, str]:
    """The language that browsers of a test ask for: that of the test."""
    return {"accept-language": "en"} if "in_english" in request.fixturenames else {}


@pytest.fixture
def laptop(reading: dict[str, str]) -> Client:
    """A browser on the club's laptop, which is the desk."""
    return Client(headers={"host": "localhost", **reading})


@pytest.fixture
def event(request: pytest.FixtureRequest, db: None) -> Event:
    """An event; `@pytest.mark.event(...)` says of which kind, and how many people are there (an_event)."""
    marker = request.node.get_closest_marker("event")
    return an_event(*marker.args, **marker.kwargs) if marker else an_event()


@pytest.fixture
def first(event: Event) -> Round:
    """The first round of the event, which is over: seat 1 has won two hands at every table."""
    round_ = hall.begin(event)
    hall.play_all(round_, 1, 1)
    return hall.end(round_)


@pytest.fixture
def sitting(request: pytest.FixtureRequest, db: None) -> Sitting:
    """A table of a quick evening; `@pytest.mark.sitting(...)` says of which game (a_sitting)."""
    marker = request.node.get_closest_marker("sitting")
    return a_sitting(*marker.args, **marker.kwargs) if marker else a_sitting()


@pytest.fixture
def writer(sitting: Sitting, reading: dict[str, str]) -> Client:
    """A phone that may write at the table."""
    return a_writer(sitting, headers=reading)
