"""Is this the database it was? Compared with the note, the program, the key and the chains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config import database, databasefile, databasenote
from config.accidents import CHOICES, Accident, Stopped
from config.databasenote import DatabaseNote
from tests.guards import unguarded
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.event_builders import an_event
from tournaments import safekeeping
from tournaments.events.ground import log
from tournaments.ledger import checking
from tournaments.management.commands import serve
from tournaments.models import Entry, Installation, SheetHead, Sitting
from tournaments.safekeeping import judging, keeping, neighbours

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note of our own; this process serves nothing afterwards."""
    settings.NOTE_FILE = tmp_path / "note"
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr(judging, "_looked_at", False)
    monkeypatch.setattr(databasefile, "_served", None)
    monkeypatch.setattr(database, "after_writing", [])
    monkeypatch.setattr(keeping, "_due", 0.0)


@pytest.fixture
def sitting(sitting: Sitting) -> Sitting:
    """A table with three hands."""
    for declarer in (1, 2, 3):
        record(sitting, eine(declarer))
    return sitting


def start(*go_on: str) -> None:
    safekeeping.look(go_on)
    safekeeping.take_over(go_on)


def refused(accident: Accident, *go_on: str) -> str:
    """Start, and expect this sentence."""
    with pytest.raises(Stopped) as stop:
        start(*go_on)
    assert stop.value.accident is accident, str(stop.value)
    return str(stop.value)


def run(statement: str, *values: Any) -> None:
    """As somebody could who owns the file."""
    with connection.cursor() as cursor, unguarded(cursor):
        cursor.execute(statement, values)


def note(settings: Any) -> DatabaseNote:
    written = databasenote.read(settings.NOTE_FILE)
    assert written
    return written


def test_a_start_like_any_other(sitting: Sitting, settings: Any) -> None:
    start()
    start()
    assert (note(settings).tables, note(settings).entries) == (1, 3)
    assert note(settings).heads[0].hash == SheetHead.objects.get().head_hash


def test_a_database_that_has_gone_on_is_no_accident(sitting: Sitting, settings: Any) -> None:
    """The note may be late: the laptop lost its power."""
    start()
    record(sitting, eine(1))
    start()
    assert note(settings).entries == 4


def test_an_empty_database_instead_of_a_full_one(settings: Any, sitting: Sitting) -> None:
    start()
    full = note(settings)
    run("DELETE FROM tournaments_livehand")
    run("DELETE FROM tournaments_sheethead")
    run("DELETE FROM tournaments_entry")
    run("DELETE FROM tournaments_chair")
    run("DELETE FROM tournaments_sitting")
    assert "tables: 1, entries: 3" in refused(Accident.EMPTY)
    assert note(settings) == full
    start("empty")
    assert note(settings).entries == 0


def test_another_installations_database(sitting: Sitting, settings: Any) -> None:
    start()
    databasenote.write(settings.NOTE_FILE, replace(note(settings), installation="0" * 32))
    assert "GO_ON=other" in refused(Accident.OTHER, "older", "empty")
    start("other")
    start()


def test_an_older_copy_lacks_an_entry(sitting: Sitting, settings: Any) -> None:
    record(sitting, eine(4))
    start()
    run("DELETE FROM tournaments_livehand WHERE hand_no = 4")
    run("DELETE FROM tournaments_entry WHERE seq = 4")
    assert f"of table {sitting.pk} it does not have entry 4" in refused(Accident.OLDER, "other")


def test_an_older_copy_lacks_a_decision(settings: Any) -> None:
    event = an_event()
    before = log.note(event, "announced", text="soup").pk
    start()
    run("DELETE FROM tournaments_notice WHERE id = %s", before)
    assert "of the events’ decisions it has" in refused(Accident.OLDER)
    start("older")
    start()


def test_a_copy_that_was_played_on_elsewhere(sitting: Sitting, settings: Any) -> None:
    start()
    heads = tuple(replace(head, hash="0" * 64) for head in note(settings).heads)
    databasenote.write(settings.NOTE_FILE, replace(note(settings), heads=heads))
    assert f"table {sitting.pk}" in refused(Accident.DIVERGED, "older")
    start("other")


def test_a_database_of_a_newer_program(settings: Any) -> None:
    start()
    run(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '0999_later', %s)",
        "2030-01-01 00:00:00+00:00",
    )
    if connection.vendor == "postgresql":  # what the newer program says of it
        run(f"COMMENT ON TABLE {neighbours.TABLE} IS '{neighbours.WORD}0999_later'")
    assert "tournaments.0999_later" in refused(Accident.NEWER)
    start("newer")


@pytest.fixture
def single_steps() -> list[tuple[str, str]]:
    """What a database knows that was made before the first release, when there were sixteen migrations."""
    step = MigrationLoader(connection).disk_migrations["tournaments", "0001_initial"]
    for name in ("0001_initial", *(name for _app, name in step.replaces)):  # Django writes them all down
        MigrationRecorder(connection).record_unapplied("tournaments", name)
    return list(step.replaces)


def test_a_database_with_all_single_steps_is_served(
    sitting: Sitting, single_steps: list[tuple[str, str]], settings: Any
) -> None:
    for step in single_steps:
        MigrationRecorder(connection).record_applied(*step)
    installation, entries = Installation.objects.get().uid, list(Entry.objects.values())
    start()
    assert not serve.outdated()
    call_command("migrate", verbosity=0)  # what a later version does first
    start()
    assert ("tournaments", "0001_initial") in MigrationRecorder(connection).applied_migrations()
    assert (Installation.objects.get().uid, list(Entry.objects.values())) == (installation, entries)
    assert checking.missing_triggers() == []
    assert len(single_steps) == 16


@pytest.mark.parametrize("steps", [1, 15])
def test_a_database_with_some_single_steps_is_refused(
    single_steps: list[tuple[str, str]], steps: int
) -> None:
    for step in single_steps[:steps]:
        MigrationRecorder(connection).record_applied(*step)
    sentence = refused(Accident.UNFINISHED, *CHOICES)
    assert f"has only {steps} of the 16 steps" in sentence
    assert f"git checkout {judging.TOOK_SINGLE_STEPS} && make run" in sentence


@pytest.mark.parametrize(
    "change",
    ["payload = '{}'", "hash = 'x'", "prev_hash = 'x'", "digest = 'x'", "hand_no = 7", "reason = 'x'"],
)
def test_an_entry_changed_behind_the_ledger(sitting: Sitting, change: str) -> None:
    start()
    run(f"UPDATE tournaments_entry SET {change} WHERE seq = 2")
    assert f"table {sitting.pk}" in refused(Accident.CHANGED)
    start("damaged")


def test_an_entry_that_nobody_can_read(sitting: Sitting) -> None:
    if connection.vendor == "sqlite":  # PostgreSQL itself refuses to store it
        start()
        run("UPDATE tournaments_entry SET at = 'never' WHERE seq = 2")
        refused(Accident.CHANGED)


def test_the_last_entry_is_gone_and_the_totals_still_know_it(sitting: Sitting, settings: Any) -> None:
    run("DELETE FROM tournaments_livehand WHERE hand_no = 3")
    run("DELETE FROM tournaments_entry WHERE seq = 3")
    assert not settings.NOTE_FILE.exists()
    refused(Accident.CHANGED)


def test_a_head_that_says_something_else_than_the_chain(sitting: Sitting) -> None:
    start()
    SheetHead.objects.update(head_hash="0" * 64)
    assert "manage rebuild" in refused(Accident.HEADS)
    start("damaged")


def test_another_secret_key(sitting: Sitting, settings: Any) -> None:
    start()
    settings.SECRET_KEY = "another one"
    assert "GO_ON=new-key" in refused(Accident.KEY_OTHER)
    start("new-key")
    start()


def test_as_long_as_there_is_no_card_any_key_will_do(settings: Any) -> None:
    start()
    settings.SECRET_KEY = "another one"
    start()


def test_the_database_tells_nothing_about_the_key(settings: Any) -> None:
    start()
    mark = Installation.objects.get().key_mark
    assert len(mark) == 64
    assert mark not in settings.SECRET_KEY


def test_a_migrated_database_says_whose_it_is() -> None:
    assert Installation.objects.count() == 1
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA application_id")
            assert cursor.fetchone() == (databasefile.APPLICATION_ID,)


# --- The note, while hands are written


def test_the_note_follows_every_so_often(
    sitting: Sitting, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start()
    keeping.follow()
    record(sitting, eine(1))
    keeping.follow()  # too soon
    assert note(settings).entries == 3
    monkeypatch.setattr(keeping, "_due", 0.0)
    keeping.follow()
    assert note(settings).entries == 4
    record(sitting, eine(2))
    safekeeping.leave()
    assert note(settings).entries == 5


def test_a_note_that_cannot_be_written_keeps_nobody_from_saving(
    sitting: Sitting, settings: Any, tmp_path: Path
) -> None:
    settings.NOTE_FILE = tmp_path / "nowhere" / "note"
    safekeeping.leave()


@pytest.mark.django_db(transaction=True)
def test_a_saved_hand_moves_the_note(settings: Any) -> None:
    sitting = a_sitting()
    safekeeping.watch()
    record(sitting, eine(1))
    assert note(settings).entries == 1


def test_who_writes_while_another_worker_starts_has_changed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries and heads are two questions to the database; a hand may come between them."""
    answers: Iterator[tuple[list[int], list[int]]] = iter([([2], [3]), ([5], [3, 4]), ([], [])])
    monkeypatch.setattr(judging, "compare_heads", lambda: next(answers))
    judging.refuse_changed(())


def test_what_was_changed_is_so_at_every_look(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: Iterator[tuple[list[int], list[int]]] = iter([([2, number], []) for number in range(10, 20)])
    monkeypatch.setattr(judging, "compare_heads", lambda: next(answers))
    with pytest.raises(Stopped, match="table 2"):
        judging.refuse_changed(())
