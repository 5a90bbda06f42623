"""One server per database file, and no lock left behind by one that died."""

from __future__ import annotations

import fcntl
import threading
import time
from collections.abc import Iterator
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


def test_a_claimed_file_is_refused_with_the_process_that_has_it(
    other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serverlock, "PATIENCE", 0.1)
    with pytest.raises(AlreadyServed, match="process 4711"):
        hold()


def test_a_server_that_is_just_dying_is_waited_for(other: Any) -> None:
    threading.Timer(0.3, other.close).start()
    started = time.monotonic()
    hold()
    assert time.monotonic() - started >= 0.2


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
