"""A restore: here or on another laptop, atomic, with the key, and accepted by the next start."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from config import databasenote, serverlock
from config.databasenote import DatabaseNote
from config.serverlock import AlreadyServed
from tests.tournaments.builders import a_sitting, eine, record
from tests.tournaments.copies import KEY, choose, content, differing, now
from tests.tournaments.copies import data as data
from tests.tournaments.copies import stick as stick
from tests.tournaments.event_builders import an_event
from tests.tournaments.hall import a_hand_everywhere, begin
from tournaments.models import Installation, Sitting
from tournaments.people import forgotten
from tournaments.safekeeping import judging
from tournaments.safekeeping.backups import manifest, places
from tournaments.safekeeping.backups.making import BackupReason, home, make, served_file
from tournaments.safekeeping.backups.proving import NotABackup, contents_of, opened
from tournaments.safekeeping.facts import facts
from tournaments.safekeeping.keeping import write_note
from tournaments.safekeeping.restoring import traces
from tournaments.safekeeping.restoring.restore import restore

OLD = "the database that was in use"


@dataclass(frozen=True)
class Spare:
    """Another laptop, or another data directory."""

    directory: Path

    @property
    def database(self) -> Path:
        return self.directory / served_file().name

    @property
    def files(self) -> list[str]:
        return sorted(file.name for file in self.directory.iterdir())


@pytest.fixture
def spare(tmp_path: Path) -> Spare:
    return Spare(tmp_path / "spare")


@pytest.fixture
def sitting(transactional_db: None, data: Path) -> Sitting:
    """A table with three hands, on the disk."""
    sitting = a_sitting()
    for declarer in (1, 2, 3):
        record(sitting, eine(declarer))
    return sitting


@pytest.fixture
def backup(sitting: Sitting, settings: Any) -> Path:
    """Of a database that was served with a key."""
    settings.SECRET_KEY = KEY
    settings.NOTE_FILE = databasenote.file_for(settings.DATA_DIR / "note-of-the-test")
    judging.refuse_key(())
    write_note()
    return make(home(), BackupReason.ROUND)[0]


def epoch_in(file: Path) -> str:
    with opened(file) as connection:
        return contents_of(connection).epoch


def test_another_laptop_goes_on_where_this_one_was(backup: Path, spare: Spare) -> None:
    restored = restore(backup, spare.directory)
    assert differing(content(spare.database), now()) == []
    assert restored.aside is None
    assert not restored.key_missing
    assert (spare.directory / "secret-key").read_text() == KEY
    assert epoch_in(spare.database) not in ("", epoch_in(backup))
    assert epoch_in(backup) == Installation.objects.get().epoch.hex, "the backup stays as it was"
    wanted = {served_file().name, f"{served_file().name}.note", "secret-key"}
    assert wanted < set(spare.files)
    assert not [name for name in spare.files if name.startswith(".")], "nothing is left lying about"


def test_the_next_start_takes_what_was_restored_on_purpose_for_no_accident(
    backup: Path, spare: Spare, settings: Any
) -> None:
    """Two hands later the backup is restored: the old note would call it an older copy."""
    restore(backup, spare.directory)
    note = databasenote.read(databasenote.file_for(spare.database))
    assert note
    assert note.says_the_same(facts())
    assert note.in_use


def test_what_was_there_before_stays_beside(backup: Path, spare: Spare) -> None:
    spare.directory.mkdir()
    for end in ("", "-wal", "-shm", ".note"):
        Path(f"{spare.database}{end}").write_text(OLD + end)
    (spare.directory / "secret-key").write_text("another key")
    restored = restore(backup, spare.directory)
    assert restored.aside
    for end in ("", "-wal", "-shm", ".note"):
        assert Path(f"{restored.aside}{end}").read_text() == OLD + end
    assert not Path(f"{spare.database}-wal").exists()
    keys = [name for name in spare.files if name.startswith("secret-key.aside-")]
    assert (spare.directory / keys[0]).read_text() == "another key"
    assert restored.key == Path(backup.parent.parent / "secret-key")


@pytest.mark.parametrize("moment", ["swap", "key", "note"])
def test_an_accident_in_the_middle_of_a_restore_never_begins_empty(
    backup: Path, spare: Spare, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Whatever a power cut leaves: there is a note, and the next start is refused unless all is done."""
    restore(backup, spare.directory)
    before = databasenote.read(databasenote.file_for(spare.database))

    def power_cut(*args: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    broken: dict[str, Any] = {
        "swap": "tournaments.safekeeping.restoring.restore.fsync_directory",
        "key": "tournaments.safekeeping.restoring.restore._put_key",
        "note": "tournaments.safekeeping.restoring.restore.databasenote.write",
    }
    with monkeypatch.context() as patch:
        patch.setattr(broken[moment], power_cut)
        with pytest.raises(KeyboardInterrupt):
            restore(backup, spare.directory)
    note: DatabaseNote | None = databasenote.read(databasenote.file_for(spare.database))
    assert note == before
    assert [name for name in spare.files if ".aside-" in name]
    restore(backup, spare.directory)


def test_a_key_comes_with_the_stick_and_not_by_itself(
    backup: Path, spare: Spare, stick: Path, settings: Any, tmp_path: Path
) -> None:
    """On the spare laptop only the stick is there."""
    with_key = places.carry(backup, choose(stick))
    settings.DATA_DIR = tmp_path / "nothing"
    assert restore(with_key, spare.directory).key == stick / "stammtisch" / places.KEY
    assert (spare.directory / "secret-key").read_text() == KEY + "\n" or KEY
    shutil.rmtree(spare.directory)
    (stick / "stammtisch" / places.KEY).unlink()
    assert restore(with_key, spare.directory).key_missing
    assert not (spare.directory / "secret-key").exists()
    named = tmp_path / "paper copy"
    named.write_text(KEY)
    assert restore(with_key, spare.directory, key=named).key == named


def test_who_is_forgotten_is_so_on_the_spare_laptop_too(
    backup: Path, spare: Spare, stick: Path, settings: Any, tmp_path: Path
) -> None:
    there = choose(stick)
    settings.DATA_DIR = tmp_path
    forgotten.file().write_text('{"a": 1}\n')
    with_it = places.carry(backup, there)
    forgotten.file().write_text('{"a": 1}\n{"b": 2}\n')
    places.carry(backup, there)
    restore(with_it, spare.directory)
    assert (spare.directory / forgotten.FILE_NAME).read_text() == '{"a": 1}\n{"b": 2}\n'


def test_a_server_that_runs_is_not_restored_under(
    backup: Path, spare: Spare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serverlock, "PATIENCE", 0.0)
    spare.directory.mkdir()
    with serverlock.lock_file(spare.database).open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(AlreadyServed):
            restore(backup, spare.directory)
    assert spare.files == [f"{served_file().name}.server"]


def test_a_damaged_backup_changes_nothing_unless_it_is_wanted(
    backup: Path, spare: Spare, in_english: None
) -> None:
    restore(backup, spare.directory)
    before = {name: (spare.directory / name).read_bytes() for name in spare.files}
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("UPDATE tournaments_sheethead SET head_hash = 'x'")
        connection.commit()
    with pytest.raises(NotABackup, match="not as it was"):
        restore(backup, spare.directory)
    manifest.file_for(backup).unlink()
    with pytest.raises(NotABackup, match="is damaged"):
        restore(backup, spare.directory)
    assert {name: (spare.directory / name).read_bytes() for name in spare.files} == before
    assert restore(backup, spare.directory, although_damaged=True).manifest is None
    backup.write_bytes(b"no database at all")
    with pytest.raises(NotABackup):
        restore(backup, spare.directory, although_damaged=True)


def test_entries_that_were_changed_are_noticed_although_every_link_holds(
    backup: Path, spare: Spare, in_english: None
) -> None:
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("DROP TRIGGER entry_no_update")
        connection.execute(
            "UPDATE tournaments_entry SET payload = REPLACE(payload, '47', '48') WHERE seq = 2"
        )
        connection.commit()
    manifest.file_for(backup).unlink()
    with pytest.raises(NotABackup, match="not in order"):
        restore(backup, spare.directory)


def test_the_database_itself_is_no_backup_of_it(sitting: Sitting, in_english: None) -> None:
    with pytest.raises(NotABackup, match="itself"):
        restore(served_file())


def test_a_copied_data_directory_is_taken_with_its_log(
    sitting: Sitting, spare: Spare, tmp_path: Path
) -> None:
    """Somebody has copied the files while nothing ran: database and log belong together."""
    copy = tmp_path / "copied.sqlite3"
    for end in ("", "-wal"):
        shutil.copyfile(f"{served_file()}{end}", f"{copy}{end}")
    os.truncate(copy, 4096)  # what is in the log is not in the file yet
    log_alone = Path(f"{copy}-wal").stat().st_size
    assert log_alone
    shutil.copyfile(served_file(), copy)
    restore(copy, spare.directory, although_damaged=True)
    assert differing(content(spare.database), now()) == []


def test_the_command_says_what_is_in_force(
    transactional_db: None,
    data: Path,
    spare: Spare,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    event = an_event(here=8)
    a_hand_everywhere(begin(event), 2)
    file, _note = make(home(), BackupReason.ROUND)
    with pytest.raises(SystemExit) as ended:
        call_command("restore", str(file), "--to", str(spare.directory))
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{spare.database} is now the database."
    assert f"{event.title}: round 1 is being played. Hands: table 1: 2, table 2: 2." in lines
    assert "Without the mirror" in " ".join(lines)
    assert any("another laptop" in line for line in lines)
    trace = traces.news(spare.database)
    assert trace
    assert trace.backup == file.name
    assert traces.news(spare.database) is None, "a start says it once"
    file.write_bytes(b"?")
    for arguments in (["restore", str(file)], ["restore"], ["restore", "--done"]):
        with pytest.raises(SystemExit) as ended:
            call_command(*arguments)
        assert ended.value.code == 2
    assert "Nothing was changed." in capsys.readouterr().err
