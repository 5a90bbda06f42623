"""The steps of a restore. Until the very last nothing that is in use is touched, and what was there stays
beside."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from config import databasefile, databasenote, serverlock
from config.databasenote import DatabaseNote, NotedHead
from tournaments.people import forgotten
from tournaments.safekeeping.backups import places
from tournaments.safekeeping.backups.making import empty, fsync, served_file
from tournaments.safekeeping.backups.manifest import Contents, Manifest, fsync_directory, write_file
from tournaments.safekeeping.backups.proving import (
    NotABackup,
    columns_of,
    contents_of,
    fits,
    key_mark_in,
    opened,
    prove,
)
from tournaments.safekeeping.facts import LAST_HEADS
from tournaments.safekeeping.mirror.replay import Replayed, replay
from tournaments.safekeeping.proof import problems_in
from tournaments.safekeeping.restoring.inforce import InForce, in_force
from tournaments.safekeeping.restoring.traces import RestoreTrace
from tournaments.safekeeping.restoring.traces import write as write_trace

TEMPORARY = ".restoring-"
KEY_NAME = "secret-key"


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done, and what is in force now."""

    database: Path
    aside: Path | None  # what was there before
    manifest: Manifest | None  # the note of the backup, if there was one
    in_force: InForce
    replayed: Replayed | None  # without a mirror: None
    key: Path | None  # a key that was put in place
    key_missing: bool  # the database was used with a key that is not here


def restore(
    file: Path,
    directory: Path | None = None,
    *,
    mirror: Path | None = None,
    key: Path | None = None,
    although_damaged: bool = False,
) -> Restored:
    """Let this backup be the database that is served. Raises NotABackup, AlreadyServed or OSError, and then
    nothing has changed.

    `directory`: another data directory. `mirror`: a directory with what came after. `although_damaged`: take
    what is left.
    """
    target = served_file() if directory is None else directory / served_file().name
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if target.exists() and file.exists() and target.samefile(file):
        raise NotABackup(_("{file} is the database itself, and no backup of it.").format(file=file))
    with serverlock.claimed(target):
        workshop = Path(tempfile.mkdtemp(dir=target.parent, prefix=TEMPORARY))
        try:
            return _restore(file, target, workshop, mirror, key, although_damaged)
        finally:
            shutil.rmtree(workshop, ignore_errors=True)


def _restore(
    file: Path, target: Path, workshop: Path, mirror: Path | None, key: Path | None, although_damaged: bool
) -> Restored:
    source = _whole(file, workshop)
    try:
        manifest = prove(source)
    except NotABackup:
        if not although_damaged:
            raise
        manifest = None
    coming = workshop / target.name
    try:
        contents, replayed = _prepare(source, coming, mirror)
        _refuse_problems(coming, although_damaged)
        with opened(coming) as connection:
            standing, installation, mark = in_force(connection), *key_mark_in(connection)
            note = _note_of(connection, contents)
    except sqlite3.DatabaseError as error:
        raise NotABackup(_("{file} is damaged ({detail}).").format(file=file, detail=error)) from None
    fsync(coming)
    fitting = _fitting_key(installation, mark, file, target, key)
    aside = _swap(coming, target)
    new_key = _put_key(fitting, target.parent / KEY_NAME)
    forgotten.carry(file.parent / forgotten.FILE_NAME, target.parent / forgotten.FILE_NAME)
    databasenote.write(databasenote.file_for(target), note)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    lines = replayed.lines if replayed else 0
    write_trace(target, RestoreTrace(now, file.name, manifest.at if manifest else "", lines))
    missing = bool(mark) and fitting is None
    return Restored(target, aside, manifest, standing, replayed, new_key, missing)


def _whole(file: Path, workshop: Path) -> Path:
    """The file itself. If somebody has copied a data directory, with the log that belongs to the database:
    both in one."""
    log = Path(f"{file}-wal")
    if not databasefile.size(log):
        return file
    copy = workshop / f"copied-{file.name}"
    shutil.copyfile(file, copy)
    shutil.copyfile(log, f"{copy}-wal")
    with closing(sqlite3.connect(copy)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.DatabaseError as error:
            raise NotABackup(_("{file} is damaged ({detail}).").format(file=file, detail=error)) from None
    return copy


def _prepare(source: Path, coming: Path, mirror: Path | None) -> tuple[Contents, Replayed | None]:
    """The database as it is going to be: with what the mirror knows, in a new epoch, and nobody logged in."""
    replayed = None
    with opened(source) as backup, closing(sqlite3.connect(coming)) as connection:
        coming.chmod(0o600)
        backup.backup(connection, pages=-1)
        connection.execute("PRAGMA journal_mode=DELETE")
        if mirror is not None:
            replayed = replay(connection, mirror, contents_of(connection))
        empty(connection)
        # A database from before there were epochs gets one when its tables are brought up to date.
        if "epoch" in columns_of(connection, "tournaments_installation"):
            connection.execute("UPDATE tournaments_installation SET epoch = ?", (uuid.uuid4().hex,))
        connection.commit()
        return contents_of(connection), replayed


def _refuse_problems(coming: Path, although_damaged: bool) -> None:
    problems = problems_in(coming)
    if problems and not although_damaged:
        raise NotABackup(
            _("What is in it is not in order: {detail}. To take it anyway, add --although-damaged.").format(
                detail="; ".join(problems[:3])
            )
        )


def _note_of(connection: sqlite3.Connection, contents: Contents) -> DatabaseNote:
    """The note of the restored database: it must not be taken for an older copy of the one before."""
    (events,) = connection.execute("SELECT COUNT(*) FROM tournaments_event").fetchone()
    return DatabaseNote(
        installation=contents.installation,
        version=settings.VERSION,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        tables=contents.tables,
        events=events,
        entries=contents.entries,
        notices=contents.notices,
        heads=tuple(NotedHead(*row) for row in connection.execute(LAST_HEADS)),
    )


def _swap(coming: Path, target: Path) -> Path | None:
    """Another name for what was there, and its name for the new one. The old note stays until the new one is
    written: whoever starts after an accident in between is told so, and nothing begins empty."""
    aside = None
    if any(Path(f"{target}{end}").exists() for end in databasefile.BESIDE):
        stamp = timezone.localtime().strftime("%Y%m%d-%H%M%S-%f")
        aside = target.with_name(f"{target.name}.aside-{stamp}")
        note = databasenote.file_for(target)
        if note.exists():
            shutil.copyfile(note, databasenote.file_for(aside))
            databasenote.file_for(aside).chmod(0o600)
        for end in databasefile.BESIDE:
            if Path(f"{target}{end}").exists():
                os.replace(f"{target}{end}", f"{aside}{end}")
    os.replace(coming, target)
    fsync_directory(target.parent)
    return aside


def _keys(file: Path, target: Path, named: Path | None) -> Iterator[Path]:
    """Where the key may be: named, in place, beside the backup as on a stick, in this laptop's directory."""
    if named is not None:
        yield named
    yield target.parent / KEY_NAME
    yield file.parent / places.KEY
    yield file.parent / KEY_NAME
    yield Path(settings.DATA_DIR) / KEY_NAME


def _fitting_key(installation: str, mark: str, file: Path, target: Path, named: Path | None) -> Path | None:
    """The first that is the one this database was used with."""
    for candidate in _keys(file, target, named):
        try:
            text = candidate.read_text(errors="replace").strip()
        except OSError:
            continue
        if text and fits(text, installation, mark):
            return candidate
    return None


def _put_key(fitting: Path | None, place: Path) -> Path | None:
    """In its place; the one that was there gets another name."""
    if fitting is None or fitting == place:
        return None
    text = fitting.read_text()
    if place.exists():
        if place.read_text(errors="replace").strip() == text.strip():
            return None
        stamp = timezone.localtime().strftime("%Y%m%d-%H%M%S-%f")
        os.replace(place, place.with_name(f"{place.name}.aside-{stamp}"))
    write_file(place, text)
    return fitting
