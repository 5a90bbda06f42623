"""A laptop of its own for tests of backups: a data directory, a stick, and what a database holds."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from config import database, databasefile
from tournaments.safekeeping.backups import places
from tournaments.safekeeping.backups.making import served_file
from tournaments.safekeeping.keeper import Keeper

KEY = "k" * 60
# Who is logged in stays out of copies; each has a place of its own in its mirror.
APART = {"django_session", "tournaments_mirrorposition", "sqlite_sequence"}


@pytest.fixture
def data(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of a laptop; its database is that of the test."""
    directory = tmp_path / "data"
    directory.mkdir(mode=0o700)
    (directory / "secret-key").write_text(KEY)
    settings.DATA_DIR = directory
    monkeypatch.setattr(databasefile, "_served", None)
    monkeypatch.setattr(database, "companions", [])
    monkeypatch.setattr(database, "after_writing", [])
    return directory


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    directory = tmp_path / "STICK"
    directory.mkdir()
    return directory


@pytest.fixture
def keeper(data: Path) -> Iterator[Keeper]:
    """Without a thread: it works when it is told to."""
    keeper = Keeper()
    yield keeper
    keeper.leave()
    for connection in connections.all(initialized_only=True):
        connection.close()  # and with it what notes changes


def choose(stick: Path, *, key: bool = True) -> places.SecondPlace:
    return places.choose(str(stick), key=key)


@contextmanager
def pulled_out(stick: Path) -> Iterator[None]:
    """The stick is gone, and an empty directory is left in its place, as many systems do."""
    away = stick.with_name("pocket")
    stick.rename(away)
    stick.mkdir()
    try:
        yield
    finally:
        shutil.rmtree(stick)
        away.rename(stick)


def content(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a database but what is apart, in an order of its own."""
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        rows = {
            name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
            for name in names
            if name not in APART
        }
        columns = [row[1] for row in connection.execute("PRAGMA table_info(tournaments_installation)")]
        epoch = columns.index("epoch")
        rows["tournaments_installation"] = [
            (*row[:epoch], *row[epoch + 1 :]) for row in rows["tournaments_installation"]
        ]
        return rows


def now() -> dict[str, list[tuple[Any, ...]]]:
    """What the database of the test holds at this moment."""
    return content(served_file())


def differing(first: dict[str, list[tuple[Any, ...]]], second: dict[str, list[tuple[Any, ...]]]) -> list[str]:
    """Tables whose rows differ."""
    return [name for name in first | second if first.get(name) != second.get(name)]
