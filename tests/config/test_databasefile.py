"""Accidents of the SQLite file: each is refused with its own sentence, and nothing is written."""

from __future__ import annotations

import os
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import accidents, databasefile, databasenote
from config.accidents import CHOICES, GO_ON, Accident, Stopped, sentence
from config.databasefile import APPLICATION_ID, refuse_file, refuse_place
from config.databasenote import DatabaseNote, NotedHead
from config.env import Env
from config.languages import LANGUAGES
from tests.privileges import ordinary_user

PAGE = 4096
NOTE = DatabaseNote("c0ffee", "0.1.0", "2026-11-22T19:00:00+00:00", 3, 0, 24, 0, (NotedHead(1, 18, "ab"),))


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of ours, of some pages, and the note beside it."""
    path = tmp_path / "stammtisch.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE tournaments_sitting (id INTEGER PRIMARY KEY, title TEXT)")
        rows = [("x" * 500,) for _ in range(100)]
        connection.executemany("INSERT INTO tournaments_sitting (title) VALUES (?)", rows)
        connection.commit()
    databasenote.write(databasenote.file_for(path), NOTE)
    return path


def run(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
            connection.commit()


def delete(file: Path) -> None:
    file.unlink()


def empty(file: Path) -> None:
    file.write_bytes(b"")


def overwrite(file: Path) -> None:
    file.write_bytes(b"Minutes of the annual meeting\n" * 500)


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // PAGE // 2 * PAGE)


def break_the_first_page(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:100] + b"\xff" * (PAGE - 100) + file.read_bytes()[PAGE:])


def break_a_page(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[5 * PAGE : 6 * PAGE] = b"\xa5" * PAGE
    file.write_bytes(content)


def exchange(file: Path) -> None:
    file.unlink()
    run(file, "CREATE TABLE bookmarks (address TEXT)")


def mark_as_another(file: Path) -> None:
    run(file, "PRAGMA application_id = 7")


ACCIDENTS: dict[str, tuple[Callable[[Path], None], Accident, str]] = {
    "deleted": (delete, Accident.DELETED, "is gone"),
    "empty": (empty, Accident.EMPTY, "is empty"),
    "overwritten": (overwrite, Accident.NOT_A_DATABASE, "is no longer a database"),
    "cut in half": (cut, Accident.CUT, "is not whole"),
    "first page broken": (break_the_first_page, Accident.UNREADABLE, "cannot be opened"),
    "a page broken": (break_a_page, Accident.DAMAGED, "is damaged"),
    "another program's": (exchange, Accident.FOREIGN, "belongs to another program"),
    "marked as another's": (mark_as_another, Accident.FOREIGN, "belongs to another program"),
}
EVERY_ACCIDENT = pytest.mark.parametrize(
    ("happen", "accident", "words"), ACCIDENTS.values(), ids=ACCIDENTS.keys()
)


def test_a_database_in_order_is_in_order(file: Path) -> None:
    assert refuse_file(file, NOTE, ()) is None
    refuse_place(file)


def test_where_nothing_ever_was_a_new_one_may_begin(tmp_path: Path) -> None:
    assert refuse_file(tmp_path / "stammtisch.sqlite3", None, ()) is None


@EVERY_ACCIDENT
def test_each_accident_has_its_sentence_and_changes_nothing(
    file: Path, happen: Callable[[Path], None], accident: Accident, words: str
) -> None:
    happen(file)
    before = file.read_bytes() if file.exists() else None
    with pytest.raises(Stopped, match=words) as stop:
        refuse_file(file, NOTE, ())
    assert stop.value.accident is accident
    assert f"GO_ON={GO_ON[accident]} make run" in str(stop.value)
    assert "tables: 3, entries: 24" in str(stop.value)
    assert (file.read_bytes() if file.exists() else None) == before


@EVERY_ACCIDENT
def test_going_on_needs_the_name_of_the_very_accident(
    file: Path, happen: Callable[[Path], None], accident: Accident, words: str
) -> None:
    happen(file)
    with pytest.raises(Stopped):
        refuse_file(file, NOTE, {name for name in CHOICES if name != GO_ON[accident]})
    assert refuse_file(file, NOTE, {GO_ON[accident]}) is accident


def test_without_a_note_that_can_be_read_it_is_refused_too(file: Path) -> None:
    databasenote.file_for(file).write_text("{")
    file.unlink()
    with pytest.raises(Stopped, match="is gone") as stop:
        refuse_file(file, databasenote.read(databasenote.file_for(file)), ())
    assert "{" not in str(stop.value)


def test_a_log_without_its_database_is_an_accident_without_a_note(tmp_path: Path) -> None:
    (tmp_path / "stammtisch.sqlite3-wal").write_bytes(b"x")
    with pytest.raises(Stopped, match="is gone"):
        refuse_file(tmp_path / "stammtisch.sqlite3", None, ())


def test_hands_that_are_only_in_the_log_are_no_accident(file: Path) -> None:
    """After a power cut the log holds what the file does not yet."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE more AS SELECT * FROM tournaments_sitting")
        connection.commit()
        assert refuse_file(file, NOTE, ()) is None


def test_a_large_file_is_checked_no_longer_than_its_time(file: Path) -> None:
    break_a_page(file)
    with closing(sqlite3.connect(file)) as connection:
        assert databasefile.quick_check(connection)
        assert databasefile.quick_check(connection, seconds=-1.0) == ""


# --- The place


def test_a_directory_that_takes_nothing_is_named(file: Path) -> None:
    file.parent.chmod(0o500)
    try:
        with ordinary_user(), pytest.raises(Stopped, match="Nothing can be written into") as stop:
            refuse_place(file)
    finally:
        file.parent.chmod(0o700)
    assert f"chmod u+rwx '{file.parent}'" in str(stop.value)


@pytest.mark.parametrize("end", ["", "-wal", ".note"])
def test_a_file_that_takes_nothing_is_named(file: Path, end: str) -> None:
    part = Path(f"{file}{end}")
    part.touch()
    part.chmod(0o400)
    with ordinary_user(), pytest.raises(Stopped, match="can be read but not written") as stop:
        refuse_place(file)
    assert f"chmod u+rw '{part}'" in str(stop.value)


def test_a_file_of_somebody_else_is_named_with_its_owner(file: Path) -> None:
    file.chmod(0)
    with ordinary_user(), pytest.raises(Stopped, match="may not read it") as stop:
        refuse_place(file)
    assert databasefile.owner(file) in str(stop.value)
    assert "sudo chown" in str(stop.value)


def test_a_full_disk_is_told_as_such(file: Path) -> None:
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (databasefile.ROOM // 2, most[1]))
    try:
        with pytest.raises(Stopped, match=r"is full\. What was saved is safe") as stop:
            refuse_place(file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert stop.value.accident is Accident.DISK_FULL


# --- Going on


def test_what_is_set_aside_is_whole_under_another_name(file: Path) -> None:
    content = file.read_bytes()
    aside = databasefile.set_aside(file)
    assert aside
    assert aside.read_bytes() == content
    assert databasenote.read(databasenote.file_for(aside)) == NOTE
    assert not file.exists()
    assert refuse_file(file, None, ()) is None


def test_a_damaged_one_is_copied_before_it_is_written(file: Path) -> None:
    break_a_page(file)
    assert databasefile.keep_copy(file).read_bytes() == file.read_bytes()


def test_go_on_takes_names_of_accidents_only() -> None:
    assert Env({"GO_ON": "empty, new-key"}).choices("GO_ON", *CHOICES) == {"empty", "new-key"}
    assert Env({}).choices("GO_ON", *CHOICES) == frozenset()
    with pytest.raises(ImproperlyConfigured, match="GO_ON=yes: please choose from empty, "):
        Env({"GO_ON": "yes"}).choices("GO_ON", *CHOICES)


def test_a_name_without_its_accident_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accidents, "passed", set())
    break_a_page(file)
    refuse_file(file, NOTE, {"damaged", "older"})
    assert accidents.not_needed({"damaged"}) == ""
    assert accidents.not_needed({"damaged", "older"}).startswith("GO_ON=older was not needed.")


@pytest.mark.parametrize("accident", Accident, ids=lambda accident: accident.name)
def test_every_sentence_is_there_in_three_languages(
    accident: Accident, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = {"file": "/data/x", "detail": "d", "user": "uli", "owner": "root", "size": 1, "wanted": 2}
    facts |= {"there": 1, "version": "1"}
    sentences = set()
    for language in LANGUAGES:
        monkeypatch.setenv("LC_ALL", language)
        sentences.add(sentence(accident, NOTE, **facts))
    assert len(sentences) == len(LANGUAGES)
    assert not any("{" in text or "}" in text for text in sentences)


# --- The note


def test_a_note_comes_back_as_it_was_written_and_is_private(tmp_path: Path) -> None:
    databasenote.write(tmp_path / "note", NOTE)
    assert databasenote.read(tmp_path / "note") == NOTE
    assert (tmp_path / "note").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["note"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 2}', '{"format": 1, "heads": [[1]]}', "null"])
def test_a_note_that_makes_no_sense_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "note").write_text(text)
    assert databasenote.read(tmp_path / "note") is None
    assert databasenote.read(tmp_path / "none") is None


# --- While it is open


def test_only_the_very_file_that_is_served_counts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databasefile, "_served", None)
    assert databasefile.is_in_place()  # nothing is served
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("SELECT * FROM tournaments_sitting").fetchone()
        databasefile.serve_only(file)
        assert databasefile.is_in_place()
        away = file.with_name("away")
        file.rename(away)
        assert not databasefile.is_in_place()
        file.write_bytes(away.read_bytes())
        assert not databasefile.is_in_place()  # a copy is another file
        away.rename(file)
        assert databasefile.is_in_place()
        assert databasefile.is_in_place(written=True)
        Path(f"{file}-wal").unlink()
        assert databasefile.is_in_place()  # as before the first connection
        assert not databasefile.is_in_place(written=True)
