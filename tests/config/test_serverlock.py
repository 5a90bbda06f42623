"""One server per database file, and no lock left behind by one that died."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from config import serverlock
from config.serverlock import AlreadyServed, hold, is_served, lock_file
from tests.config.loaded import FEDERATION, switchable


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", tmp_path / "club.sqlite3")
    monkeypatch.setattr(serverlock, "_held", None)
    yield lock_file()
    if serverlock._held:
        serverlock._held.close()


@pytest.fixture
def other(own_file: Path) -> Iterator[Any]:
    """Another server: a lock through another open file counts as another process's."""
    with own_file.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        stream.write("4711\n")
        stream.flush()
        yield stream


def test_a_free_file_is_claimed_and_the_process_named(own_file: Path) -> None:
    hold()
    assert own_file.read_text().strip().isdigit()


def test_claiming_twice_is_claiming_once() -> None:
    hold()
    hold()


class Clock:
    """In place of time: it goes on only while somebody sleeps, and then something may happen."""

    def __init__(self) -> None:
        self.now = 0.0
        self.meanwhile: Callable[[], object] = lambda: None

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.meanwhile()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    watch = Clock()
    monkeypatch.setattr(serverlock, "time", watch)
    return watch


def test_a_claimed_file_is_refused_with_the_process_that_has_it(other: Any, clock: Clock) -> None:
    with pytest.raises(AlreadyServed, match="process 4711"):
        hold()
    assert serverlock.PATIENCE < clock.now < serverlock.PATIENCE + 1


def test_a_server_that_is_just_dying_is_waited_for(other: Any, clock: Clock) -> None:
    def dies_at_last() -> None:
        if clock.now >= serverlock.PATIENCE / 2:
            other.close()

    clock.meanwhile = dies_at_last
    hold()
    assert clock.now >= serverlock.PATIENCE / 2
    assert serverlock._held


def test_commands_can_ask_whether_a_server_runs(other: Any) -> None:
    assert is_served()
    other.close()
    assert not is_served()
    hold()
    assert not is_served()  # it is this process itself


def test_a_federation_claims_nothing(other: Any, settings: Any) -> None:
    settings.PROFILE = switchable(**FEDERATION)["PROFILE"]
    hold()
    assert not is_served()
