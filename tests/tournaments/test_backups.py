"""Backups: whole, proven, thinned, carried to the second place, refused when they are not what they were."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.copies import choose, content, differing, now, pulled_out
from tests.tournaments.copies import data as data
from tests.tournaments.copies import stick as stick
from tests.tournaments.event_builders import an_account
from tournaments.models import Sitting
from tournaments.safekeeping.backups import dumping, manifest, places, shelf
from tournaments.safekeeping.backups.making import BackupReason, home, make, served_file
from tournaments.safekeeping.backups.manifest import Contents, Manifest
from tournaments.safekeeping.backups.places import NotAPlace
from tournaments.safekeeping.backups.proving import NotABackup, prove
from tournaments.safekeeping.backups.shelf import Backup, backups_in, staying, thin
from tournaments.safekeeping.backups.troubles import BadCopy, Failure, PlaceMissing, trouble_of


@pytest.fixture
def sitting(transactional_db: None, data: Path) -> Sitting:
    """A table with three hands, on the disk."""
    sitting = a_sitting()
    for declarer in (1, 2, 3):
        record(sitting, eine(declarer))
    return sitting


@pytest.fixture
def backup(sitting: Sitting) -> Path:
    return make(home(), BackupReason.ASKED)[0]


# --- Making -------------------------------------------------------------------------------------------------


def test_a_backup_holds_everything_but_who_is_logged_in(sitting: Sitting, settings: Any) -> None:
    an_account("olga")
    visitor = Client(headers={"host": "localhost"})
    visitor.force_login(an_account("bert"))
    file, note = make(home(), BackupReason.ROUND)
    assert differing(content(file), now()) == []
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("SELECT COUNT(*) FROM django_session").fetchone() == (0,)
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_key, session_data FROM django_session")
        for secret in cursor.fetchone():
            assert secret.encode() not in file.read_bytes()
    assert (note.contents.tables, note.contents.entries, note.reason) == (1, 3, "round")
    assert note == manifest.read(file) == prove(file)
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IMODE(manifest.file_for(file).stat().st_mode) == 0o600


def test_a_backup_waits_for_nobody_and_misses_nothing_that_was_saved(sitting: Sitting) -> None:
    """Somebody is in the middle of writing: what was saved before is in it, and nothing else."""
    with closing(sqlite3.connect(served_file(), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE tournaments_sitting SET title = 'not yet'")
        file, note = make(home(), BackupReason.ASKED)
        other.execute("ROLLBACK")
    assert note.contents.entries == 3
    assert differing(content(file), now()) == []


def test_a_backup_that_is_not_in_order_is_none(sitting: Sitting) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_sheethead SET head_hash = 'other'")
    with pytest.raises(NotABackup, match=str(sitting.pk)):
        make(home(), BackupReason.ASKED)
    assert list(home().iterdir()) == []


def test_what_a_power_cut_left_is_swept_away_and_two_in_one_second_are_two(sitting: Sitting) -> None:
    home().mkdir()
    (home() / ".making-left").write_bytes(b"half")
    moment = datetime(2026, 11, 23, 19, 30, tzinfo=UTC)
    files = {make(home(), BackupReason.ASKED, now=moment)[0] for _again in range(3)}
    assert len(files) == 3
    assert not (home() / ".making-left").exists()


# --- Proving: a corpus of broken files ----------------------------------------------------------------------


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 5000)


def empty(file: Path) -> None:
    os.truncate(file, 0)


def overwrite(file: Path) -> None:
    file.write_bytes(b"Dear Sir or Madam, " * 500)


def flip(file: Path) -> None:
    middle = file.stat().st_size // 2
    with file.open("r+b") as stream:
        stream.seek(middle)
        byte = stream.read(1)[0]
        stream.seek(middle)
        stream.write(bytes([byte ^ 0x10]))


def change_an_entry(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("DROP TRIGGER entry_no_update")
        database.execute("UPDATE tournaments_entry SET hash = 'x' WHERE seq = 2")
        database.commit()


def foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE recipes (name)")
        database.commit()


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '0999_later', '')"
        )
        database.commit()


CORPUS: dict[Callable[[Path], None], str] = {
    cut: "is not whole",
    empty: "is empty",
    overwrite: "is no backup",
    flip: "is not as it was|is damaged",
    change_an_entry: "is damaged",
    foreign: "another program",
    newer: "newer version",
}


@pytest.mark.parametrize(
    ("harm", "with_note"),
    # Without its note a bit inside a row is found by the check of all contents, or by nobody.
    [(harm, with_note) for harm in CORPUS for with_note in (True, False) if with_note or harm is not flip],
)
def test_a_file_that_is_not_as_it_was_is_refused(
    backup: Path, in_english: None, harm: Callable[[Path], None], with_note: bool
) -> None:
    if not with_note:
        manifest.file_for(backup).unlink()
    harm(backup)
    with pytest.raises(NotABackup) as refused:
        prove(backup)
    expected = CORPUS[harm]
    if with_note and harm in (change_an_entry, foreign, newer):
        expected = "is not as it was"
    assert any(words in str(refused.value) for words in expected.split("|")), str(refused.value)


def test_a_file_that_is_not_there_is_said(data: Path, in_english: None) -> None:
    with pytest.raises(NotABackup, match="There is no file"):
        prove(data / "nothing.sqlite3")
    with pytest.raises(NotABackup, match="cannot be read"):
        prove(data)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"format": 1}', '{"format": 1, "contents": {"events": 3}}', "\x00", "{"]
)
def test_a_note_that_cannot_be_read_is_none(data: Path, text: str) -> None:
    file = data / "backup"
    manifest.file_for(file).write_text(text)
    assert manifest.read(file) is None


# --- Thinning -----------------------------------------------------------------------------------------------

NEWEST = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)


def shelved(*backups: tuple[timedelta, BackupReason]) -> list[Backup]:
    contents = Contents("", "", (), 1, 1, 0, "", ())
    return [
        Backup(Path(f"{number}"), Manifest(reason, "", (NEWEST - age).isoformat(), 0, "", contents))
        for number, (age, reason) in enumerate(backups)
    ]


def test_of_many_the_newest_stay_one_a_day_and_every_end_of_a_round() -> None:
    ages = [timedelta(minutes=5 * step) for step in range(20)]
    ages += [timedelta(days=day, minutes=-minutes) for day in range(1, 12) for minutes in (0, 30)]
    backups = shelved(*((age, BackupReason.CHANGED) for age in sorted(ages)))
    stay = [backup.manifest.moment for backup in staying(backups)]
    assert stay[:12] == [NEWEST - timedelta(minutes=5 * step) for step in range(12)]
    assert len({moment.date() for moment in stay}) == 7
    assert len(stay) == 12 + 6
    rounds = shelved(
        *((timedelta(minutes=5 * step), BackupReason.CHANGED) for step in range(15)),
        *((timedelta(days=days), BackupReason.ROUND) for days in (1, 1.1, 1.2, 30, 59, 61, 90)),
    )
    ends = [backup for backup in staying(rounds) if backup.manifest.reason == BackupReason.ROUND]
    assert len(ends) == 7, "the last two as the last of their day"
    assert list(staying([])) == []


def test_what_may_go_goes_with_its_note(sitting: Sitting) -> None:
    for minute in range(15):
        make(home(), BackupReason.CHANGED, now=NEWEST + timedelta(minutes=minute))
    gone = thin(home())
    assert len(gone) == 3
    assert len(list(home().iterdir())) == 2 * 12
    assert thin(home()) == []
    newest = shelf.newest_in(home())
    assert newest
    assert newest.manifest.moment == NEWEST + timedelta(minutes=14)


def test_a_backup_without_its_note_or_its_end_is_none(sitting: Sitting) -> None:
    whole, noteless, short = (make(home(), BackupReason.ASKED)[0] for _again in range(3))
    manifest.file_for(noteless).unlink()
    cut(short)
    assert [backup.file for backup in backups_in(home())] == [whole]


# --- The second place ---------------------------------------------------------------------------------------


def test_a_stick_is_chosen_with_the_key_or_without(data: Path, stick: Path) -> None:
    place = choose(stick)
    assert places.second_place() == place
    assert place.is_there
    assert (place.directory / places.KEY).read_text() == (data / "secret-key").read_text()
    without = choose(stick, key=False)
    assert without.mark == place.mark, "the same stick"
    assert not (place.directory / places.KEY).exists()
    places.forget()
    assert places.second_place() is None


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "whole path"),
        ("media/stick", "whole path"),
        ("/nowhere/at/all", "no directory"),
        ("DATA", "part of"),
    ],
)
def test_what_is_no_place_is_refused(data: Path, in_english: None, typed: str, sentence: str) -> None:
    with pytest.raises(NotAPlace, match=sentence):
        places.choose(typed.replace("DATA", str(data)), key=True)
    assert places.second_place() is None


def test_a_copy_is_read_back_from_the_stick(
    backup: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = choose(stick)
    copy = places.carry(backup, place)
    assert prove(copy) == prove(backup)

    def lose_a_piece(source: Path, target: Path) -> None:
        content = source.read_bytes()
        target.write_bytes(content[:-4096] + bytes(byte ^ 255 for byte in content[-4096:]))

    monkeypatch.setattr(shutil, "copyfile", lose_a_piece)
    manifest.file_for(copy).unlink()
    copy.unlink()
    with pytest.raises(BadCopy):
        places.carry(backup, place)
    assert backups_in(place.directory) == []


def test_nothing_is_written_where_the_stick_was(backup: Path, stick: Path) -> None:
    place = choose(stick)
    with pulled_out(stick):
        assert not place.is_there
        with pytest.raises(PlaceMissing):
            places.carry(backup, place)
        assert list(stick.iterdir()) == []
    assert place.is_there


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (PlaceMissing(), Failure.GONE),
        (OSError(errno.ENOENT, ""), Failure.GONE),
        (OSError(errno.ENOSPC, ""), Failure.FULL),
        (OSError(errno.EIO, ""), Failure.BROKEN),
        (OSError(errno.EROFS, ""), Failure.READ_ONLY),
        (OSError(errno.EMFILE, "Too many open files"), Failure.OTHER),
        (BadCopy(), Failure.BROKEN),
        (NotABackup("table 3"), Failure.DAMAGED),
        (sqlite3.OperationalError("disk I/O error"), Failure.OTHER),
        (ValueError(), Failure.OTHER),
    ],
)
def test_what_went_wrong_has_a_sentence(error: Exception, failure: Failure, in_english: None) -> None:
    trouble = trouble_of(error)
    assert trouble.failure == failure
    assert trouble.sentence.endswith((".", "Error", "files", "3", "error"))


# --- The command --------------------------------------------------------------------------------------------


def status(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        call_command("backup", *arguments)
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.fixture(autouse=True)
def english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def test_the_command_says_what_it_did_and_ends_accordingly(
    sitting: Sitting, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status("--list") == 2
    assert status() == 0
    assert "There is no second place" in capsys.readouterr().out
    assert status("--to", str(stick)) == 0
    assert "was read back from there" in capsys.readouterr().out
    with pulled_out(stick):
        assert status() == 1
    assert "It is not plugged in." in capsys.readouterr().err
    assert status("--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["entries"] == 3
    assert status("--check", facts["file"]) == 0
    cut(Path(facts["file"]))
    assert status("--check", facts["file"], "--json") == 1
    assert status("--list") == 0
    assert "1 table · 3 entries" in capsys.readouterr().out
    assert status("--to", "nowhere") == 2
    assert status("--nowhere-else") == 0
    assert places.second_place() is None


def test_a_disk_that_is_full_is_said(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*args: Any, **options: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tournaments.safekeeping.backups.making.fsync", refuse)
    assert status() == 2
    assert capsys.readouterr().err.strip() == "There is no backup. There is no room left there."
    assert list(home().iterdir()) == []


def test_postgresqls_backup_is_its_own(settings: Any, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here without a server: the programs are played by two small ones."""
    programs = data / "bin"
    programs.mkdir()
    for name, does in (
        ("pg_dump", 'for a; do case "$a" in --file=*) echo dump > "${a#--file=}";; esac; done'),
        ("pg_restore", "exit 0"),
    ):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o700)
    there = {"HOST": "db", "PORT": "5432", "USER": "club", "PASSWORD": "secret", "NAME": "stammtisch"}
    monkeypatch.setitem(settings.DATABASES, "default", there)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    file = dumping.dump(home())
    assert file.read_text() == "dump\n"
    assert "host='\"'\"'db'" in dumping.how_to_restore(file)  # quoted for PostgreSQL, then for the shell
    assert "secret" not in dumping.how_to_restore(file)
    (programs / "pg_restore").write_text("#!/bin/sh\necho broken >&2; exit 1\n")
    with pytest.raises(NotABackup, match=r"pg_restore.*broken"):
        dumping.dump(home())
    monkeypatch.setenv("PATH", str(data))
    with pytest.raises(NotABackup, match="pg_dump"):
        dumping.dump(home())
