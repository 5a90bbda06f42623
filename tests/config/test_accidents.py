"""Accidents as they happen: to a server that runs, and before it starts again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from config import databasenote
from faults.history import Hand
from tests.patience import wait_until
from tests.phone import SAVED, LonePhone
from tests.server import RealServer

EINE = {"declarer": 1, "contract": "eine", "points": 47}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    real_server = RealServer(tmp_path / "data", env={"LANG": "de_DE.UTF-8"}).start()
    yield real_server
    real_server.kill()


def ended(server: RealServer) -> str:
    """Start it, expect it to give up, and return what it said."""
    server.process = server.spawn()
    wait_until(lambda: server.process and server.process.poll() is not None, "the server to give up")
    assert server.process.returncode == 1
    assert "Traceback" not in server.output
    return server.output


def test_a_database_that_is_deleted_in_mid_evening(server: RealServer) -> None:
    database, away = server.data / "stammtisch.sqlite3", server.data / "away"
    phone = LonePhone(server)
    assert phone.post_hand(Hand.new(phone.table, 1, EINE)).status == SAVED

    database.rename(away)
    answer = phone.post_hand(Hand.new(phone.table, 2, EINE))
    assert answer.status == 503
    assert "Die Datenbankdatei wurde gelöscht oder ausgetauscht" in answer.text
    assert not database.exists()  # and no empty one was made
    assert server.get("/healthz").status == 503

    away.rename(database)
    assert phone.post_hand(Hand.new(phone.table, 2, EINE)).status == SAVED
    assert server.stop() == 0
    note = databasenote.read(databasenote.file_for(database))
    assert note
    assert (note.tables, note.entries) == (1, 2)

    database.unlink()
    sentence = ended(server)
    assert sentence.startswith(f"Die Datenbank {database} ist nicht mehr da. Hier zuletzt benutzt am ")
    assert "Tische: 1, Einträge: 2" in sentence
    assert not database.exists()

    server.env["GO_ON"] = "empty"
    server.start()
    assert database.exists()
