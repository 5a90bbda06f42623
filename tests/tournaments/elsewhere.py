"""Another installation in the same process: a database of its own, with keys that nobody here has."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from config import settings as of_program
from config.sqlite.base import DatabaseWrapper
from tests.processes import ROOT

LATER = 100_000
"""Rows made elsewhere have larger keys: what is kept of an event by its key is kept of one of both."""


class Elsewhere:
    """A laptop. Inside `with elsewhere.there():` every question goes to its database."""

    def __init__(self, file: Path) -> None:
        there = {**of_program.SQLITE, "NAME": str(file)}
        here: dict[str, Any] = connections[DEFAULT_DB_ALIAS].settings_dict
        given = {name: there.get(name, value) for name, value in here.items()}

        self.connection: BaseDatabaseWrapper = DatabaseWrapper(given, DEFAULT_DB_ALIAS)

    @contextmanager
    def there(self) -> Iterator[None]:
        before = connections[DEFAULT_DB_ALIAS]
        connections[DEFAULT_DB_ALIAS] = self.connection
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = before


@pytest.fixture(scope="session")
def blank_database(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A file with all tables and nothing in them."""
    directory = tmp_path_factory.mktemp("elsewhere", numbered=True)
    directory.chmod(0o700)
    file = directory / "blank.sqlite3"
    with django_db_blocker.unblock():
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            with closing(sqlite3.connect(file)) as blank:
                connection.connection.backup(blank)
        else:
            names = ("DATABASE_URL", "TEST_DATABASE", "TEST_ENGINE", "PROFILE", "ALLOWED_HOSTS")
            environment = {name: value for name, value in os.environ.items() if name not in names}
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
                cwd=ROOT,
                env={**environment, "STAMMTISCH_DATA": str(directory), "PROFILE": "club"},
                check=True,
                capture_output=True,
            )
            shutil.copyfile(next(directory.glob("*.sqlite3")), file)
    with closing(sqlite3.connect(file)) as blank:
        blank.execute("PRAGMA journal_mode=WAL")
        tables = [name for (name,) in blank.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        blank.execute("DELETE FROM tournaments_installation")  # each is one of its own
        blank.execute("DELETE FROM sqlite_sequence")
        blank.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)",
            [(name, LATER) for name in tables if name.startswith("tournaments_")],
        )
        blank.commit()
    return file


@pytest.fixture
def elsewhere(db: None, blank_database: Path, tmp_path: Path) -> Iterator[Elsewhere]:
    """Another laptop, on which nobody has played."""
    assert settings.DATABASES
    file = tmp_path / "elsewhere.sqlite3"
    shutil.copyfile(blank_database, file)
    laptop = Elsewhere(file)
    yield laptop
    laptop.connection.close()
