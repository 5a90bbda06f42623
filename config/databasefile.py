"""The SQLite file as it lies on the disk, looked at before anybody opens it for writing."""

from __future__ import annotations

import errno
import getpass
import os
import pwd
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Collection
from contextlib import closing
from datetime import datetime
from pathlib import Path

from config import databasenote
from config.accidents import Accident, Stopped, meet, sentence
from config.databasenote import DatabaseNote

APPLICATION_ID = 0x5374616D  # "Stam", in the header of every file of ours; files from before have 0
MAGIC = b"SQLite format 3\0"
BESIDE = ("", "-wal", "-shm")  # a database is up to three files
OURS = "tournaments_sitting"  # a table that every version has
ROOM = 256 * 1024  # bytes that must find room, for SQLite's own files
WANTED_ROOM = 100  # MB to ask for
CHECK_SECONDS = 4.0  # a large file is checked as far as it goes in this time
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


# --- The place ----------------------------------------------------------------------------------------------


def refuse_place(file: Path) -> None:
    """Raises Stopped if the files can not be read and written where they are."""
    try:
        with tempfile.TemporaryFile(dir=file.parent) as probe:
            probe.write(b"\0" * ROOM)
            probe.flush()
    except OSError as error:
        if error.errno in FULL:
            raise stopped(Accident.DISK_FULL, file.parent, wanted=WANTED_ROOM) from None
        raise stopped(Accident.DIRECTORY_READ_ONLY, file.parent) from None
    for part in (Path(f"{file}{end}") for end in (*BESIDE, ".server", ".note")):
        refuse_closed(part)


def refuse_closed(file: Path) -> None:
    """Raises Stopped if the file is there and may not be read, or not be written."""
    try:
        with file.open("r+b"):
            return
    except FileNotFoundError:
        return
    except OSError:
        try:
            with file.open("rb"):
                accident = Accident.FILE_READ_ONLY
        except OSError:
            accident = Accident.NOT_OURS
    raise stopped(accident, file)


def refuse_unreadable(file: Path) -> None:
    """Raises Stopped if the file may not be read."""
    try:
        with file.open("rb"):
            return
    except OSError:
        raise stopped(Accident.NOT_OURS, file) from None


def stopped(accident: Accident, file: Path, **facts: object) -> Stopped:
    """For what nothing can be done about but to put it right."""
    facts |= {"file": file, "user": getpass.getuser(), "owner": owner(file)}
    return Stopped(accident, sentence(accident, None, **facts))


def owner(file: Path) -> str:
    try:
        number = file.stat().st_uid
    except OSError:
        return "?"
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


# --- The file -----------------------------------------------------------------------------------------------


def refuse_file(file: Path, note: DatabaseNote | None, go_on: Collection[str]) -> Accident | None:
    """Raises Stopped if the file is not the whole database of this program. Nothing is written.

    Returns the accident after which going on was asked for; None if the file is in order.
    """
    log_left = size(Path(f"{file}-wal")) > 0
    if not size(file):
        if not (log_left or databasenote.file_for(file).exists()):
            return None  # the first start
        return meet(Accident.EMPTY if file.exists() else Accident.DELETED, go_on, note, file=file)
    with file.open("rb") as stream:
        header = stream.read(100)
    if header[:16] != MAGIC or len(header) < 100:
        return meet(Accident.NOT_A_DATABASE, go_on, note, file=file)
    wanted = size_by_header(header)
    if size(file) < wanted and not log_left:
        return meet(Accident.CUT, go_on, note, file=file, size=size(file), wanted=wanted)
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        try:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            (mark,) = connection.execute("PRAGMA application_id").fetchone()
        except sqlite3.DatabaseError as error:
            return meet(Accident.UNREADABLE, go_on, note, file=file, detail=error)
        if mark not in (0, APPLICATION_ID) or (tables and OURS not in tables):
            return meet(Accident.FOREIGN, go_on, note, file=file)
        if problem := quick_check(connection):
            return meet(Accident.DAMAGED, go_on, note, file=file, detail=problem)
    return None


def quick_check(connection: sqlite3.Connection, seconds: float = CHECK_SECONDS) -> str:
    """The first thing SQLite finds wrong; "" if nothing, as far as it came in this time.

    Table by table: older versions of SQLite cannot be interrupted while they walk through the pages of one.
    """
    give_up = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > give_up, 10_000)
    try:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if time.monotonic() > give_up:
                break
            quoted = name.replace('"', '""')
            (answer,) = connection.execute(f'PRAGMA quick_check("{quoted}")').fetchone()
            if answer != "ok":
                return str(answer).splitlines()[-1]
    except sqlite3.DatabaseError as error:
        return "" if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT else str(error)
    finally:
        connection.set_progress_handler(None, 0)
    return ""


def size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def size_by_header(header: bytes) -> int:
    """What the header says how long the file is; 0 if the header itself says it does not know."""
    page = int.from_bytes(header[16:18], "big")
    if header[24:28] != header[92:96]:  # written by something that does not keep the number
        return 0
    return (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")


def in_use(file: Path) -> bool:
    """Are there tables or events in it? If it cannot be said: yes."""
    if not size(file):
        return False
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            return any(
                connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone()
                for table in (OURS, "tournaments_event")
                if table in names
            )
    except sqlite3.DatabaseError:
        return True


# --- Setting aside ------------------------------------------------------------------------------------------


def set_aside(file: Path) -> Path | None:
    """Give database and note other names, so that an empty one can begin; returns the database's, if any."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    aside = file.with_name(f"{file.name}.aside-{stamp}")
    there = [end for end in (*BESIDE, ".note") if Path(f"{file}{end}").exists()]
    for end in there:
        os.replace(f"{file}{end}", f"{aside}{end}")
    return aside if "" in there else None


def keep_copy(file: Path) -> Path:
    """A copy of a damaged database, before anything is written into it."""
    copy = file.with_name(f"{file.name}.damaged-{datetime.now().strftime('%Y%m%d-%H%M%S')}")
    for end in BESIDE[:2]:
        if size(Path(f"{file}{end}")):
            shutil.copyfile(f"{file}{end}", f"{copy}{end}")
    return copy


# --- While it is open ---------------------------------------------------------------------------------------

Identity = tuple[int, int]
_served: tuple[Path, Identity] | None = (
    None  # workers are forked from the process that looked, and inherit it
)


def identity(file: Path) -> Identity | None:
    """Which file lies there: device and inode; None if there is none."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def serve_only(file: Path) -> None:
    """From now on, nothing is saved unless this very file lies in its place."""
    global _served
    there = identity(file)
    _served = (file, there) if there else None


def is_in_place(*, written: bool = False) -> bool:
    """False if the file that is served was deleted or exchanged: what is written now goes nowhere.

    SQLite itself would go on writing into the deleted file, and into a deleted log beside it. The log is
    there for certain only after something was `written`.
    """
    if _served is None:
        return True
    file, served = _served
    return identity(file) == served and (not written or identity(Path(f"{file}-wal")) is not None)
