"""One backup: SQLite's own copy in one step, proven, forced to the disk, and only then given its name.

A copy in one step is one moment of the database, and writers go on meanwhile. Page by page it would begin
again with every hand. Copying the file itself would miss what is still in the log.
"""

from __future__ import annotations

import enum
import os
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournaments.safekeeping.backups import manifest as notes
from tournaments.safekeeping.backups.manifest import Manifest
from tournaments.safekeeping.backups.proving import NotABackup, contents_of, sha256_of, whats_wrong

PREFIX = "stammtisch-"
ENDING = ".sqlite3"
UNFINISHED = ".making-"
# Who is logged in is nobody's business on a stick, and after a restore everybody logs in again; papers in the
# making are made again.
SECRETS = ("django_session",)
EPHEMERAL = ("tournaments_jobpiece", "tournaments_job")
HOLES = 1024 * 1024  # bytes of free pages that are borne in a copy


class BackupReason(enum.StrEnum):
    """Why a backup was made."""

    ASKED = "asked"
    START = "start"  # of the server
    BEGIN = "begin"  # an event's first seats are posted
    ROUND = "round"  # a round is closed
    CHANGED = "changed"  # it was time, and something had changed
    RESTORE = "restore"  # before a restore


def served_file() -> Path:
    """The database of the club."""
    return Path(str(settings.DATABASES["default"]["NAME"]))


def home() -> Path:
    """Where backups lie on the laptop itself."""
    return Path(settings.DATA_DIR) / "backups"


def make(
    directory: Path, reason: BackupReason, source: Path | None = None, now: datetime | None = None
) -> tuple[Path, Manifest]:
    """Put a backup into the directory. Raises OSError, sqlite3.Error or NotABackup; then there is none."""
    now = now or timezone.now()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    sweep(directory)
    handle, name = tempfile.mkstemp(dir=directory, prefix=UNFINISHED)  # mkstemp makes 0600
    os.close(handle)
    temporary = Path(name)
    try:
        copy_into(temporary, source or served_file())
        with closing(sqlite3.connect(temporary)) as copy:
            if problem := whats_wrong(copy):
                raise NotABackup(problem)
            contents = contents_of(copy)
        fsync(temporary)
        file = free_name(directory, now, reason)
        manifest = Manifest(
            reason=reason.value,
            version=settings.VERSION,
            at=now.astimezone(UTC).isoformat(timespec="milliseconds"),
            size=temporary.stat().st_size,
            sha256=sha256_of(temporary),
            contents=contents,
        )
        os.replace(temporary, file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    notes.fsync_directory(directory)
    notes.write(file, manifest)
    return file, manifest


def copy_into(temporary: Path, source: Path) -> None:
    """The database as it is at this moment, without what nobody may find."""
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as there, closing(sqlite3.connect(temporary)) as copy:
        copy.execute("PRAGMA synchronous=OFF")  # `make` syncs it once, whole: hands wait for the same disk
        there.backup(copy, pages=-1)
        copy.execute("PRAGMA secure_delete=ON")  # not only out of sight
        copy.execute("PRAGMA journal_mode=DELETE")  # a copy that is only read needs no log beside it
        empty(copy)


def empty(copy: sqlite3.Connection) -> None:
    """Take out what no copy may have; a database from before there was such a table has none of it.

    The room of papers is given back: a stick is to hold evenings, and not holes.
    """
    there = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in (*SECRETS, *EPHEMERAL):
        if table in there:
            copy.execute(f"DELETE FROM {table}")
    copy.commit()
    (pages,), (size,) = (
        copy.execute(f"PRAGMA {what}").fetchone() for what in ("freelist_count", "page_size")
    )
    if pages * size > HOLES:
        copy.execute("VACUUM")


def free_name(directory: Path, now: datetime, reason: BackupReason) -> Path:
    """When and why, for people; two in one second are told apart."""
    stamp = timezone.localtime(now).strftime("%Y%m%d-%H%M%S")
    for number in range(1000):
        more = f"-{number + 1}" if number else ""
        file = directory / f"{PREFIX}{stamp}{more}-{reason.value}{ENDING}"
        if not file.exists():
            return file
    raise FileExistsError(directory)


def fsync(file: Path) -> None:
    """What was written to it is on the disk afterwards."""
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(directory: Path) -> None:
    """What was left unfinished, by a power cut in the middle."""
    for left in (*directory.glob(f"{UNFINISHED}*"), *directory.glob(f".{PREFIX}*")):
        left.unlink(missing_ok=True)
