"""Is this file a whole database of ours, and what is in it? Asked with SQLite alone: the file may be older.

Nothing here writes, and nothing needs the running server.
"""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from config.databasefile import APPLICATION_ID, MAGIC, OURS, size_by_header
from tournaments.safekeeping.backups import manifest as notes
from tournaments.safekeeping.backups.manifest import Contents, EventInside, Manifest

PIECE = 1024 * 1024
EVENTS = 5  # named in a note
APP = "tournaments"


class NotABackup(Exception):  # noqa: N818 (what it is, as one would say it)
    """The file is not taken; the text is the sentence to show."""


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """For reading only. A backup has no log beside it, so nobody is asked for one."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        yield connection


def prove(file: Path) -> Manifest | None:
    """Raises NotABackup unless the file is whole and ours; returns its note, if there is one."""
    refuse_shape(file)
    note = notes.read(file)
    if note is not None and sha256_of(file) != note.sha256:
        raise NotABackup(
            _("{file} is not as it was when it was made: copied badly, or changed.").format(file=file)
        )
    try:
        with opened(file) as connection:
            refuse_foreign(connection, file)
            refuse_newer(connection, file)
            if problem := whats_wrong(connection):
                raise NotABackup(_("{file} is damaged ({detail}).").format(file=file, detail=problem))
    except sqlite3.DatabaseError as error:
        raise NotABackup(_("{file} is damaged ({detail}).").format(file=file, detail=error)) from None
    return note


def refuse_shape(file: Path) -> None:
    """What can be seen from outside: there, a database, as long as it should be."""
    try:
        with file.open("rb") as stream:
            header = stream.read(100)
        size = file.stat().st_size
    except FileNotFoundError:
        raise NotABackup(_("There is no file {file}.").format(file=file)) from None
    except OSError as error:
        raise NotABackup(
            _("{file} cannot be read ({detail}).").format(file=file, detail=error.strerror)
        ) from None
    if not size:
        raise NotABackup(_("{file} is empty.").format(file=file))
    if len(header) < 100 or header[:16] != MAGIC:
        raise NotABackup(_("{file} is no backup of this program.").format(file=file))
    if size < (wanted := size_by_header(header)):
        raise NotABackup(
            _("{file} is not whole: it has {size} bytes and should have {wanted}.").format(
                file=file, size=size, wanted=wanted
            )
        )


def refuse_foreign(connection: sqlite3.Connection, file: Path) -> None:
    """A database, but of another program."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if mark not in (0, APPLICATION_ID) or OURS not in tables:
        raise NotABackup(_("{file} is a database of another program.").format(file=file))


def refuse_newer(connection: sqlite3.Connection, file: Path) -> None:
    """A newer version may mean something else by the same tables."""
    loader = MigrationLoader(None)
    known = {name for app, name in loader.disk_migrations if app == APP}
    for (app, _name), migration in loader.disk_migrations.items():
        known |= {name for other, name in migration.replaces if app == other == APP}
    unknown = sorted(set(steps_in(connection)) - known)
    if unknown:
        raise NotABackup(
            _("{file} was made by a newer version of this program ({detail}). Please use that one.").format(
                file=file, detail=", ".join(unknown[:3])
            )
        )


def whats_wrong(connection: sqlite3.Connection) -> str:
    """Pages, indexes, references, and the links of every chain; "" if all is well. All of it inside SQLite:
    while a server does this, its threads go on."""
    (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        return str(answer).splitlines()[-1]
    if row := connection.execute("PRAGMA foreign_key_check").fetchone():
        return f"{row[0]} {row[1]}: {row[2]}"
    return broken_link(connection)


def broken_link(connection: sqlite3.Connection) -> str:
    """The first entry that does not follow the one before it, or head that is not the last entry."""
    entry = connection.execute(
        "SELECT sitting_id, seq FROM (SELECT sitting_id, seq, prev_hash,"
        " LAG(seq, 1, 0) OVER chain AS before, LAG(hash) OVER chain AS wanted FROM tournaments_entry"
        " WINDOW chain AS (PARTITION BY sitting_id ORDER BY seq))"
        " WHERE seq <> before + 1 OR (wanted IS NOT NULL AND prev_hash <> wanted) LIMIT 1"
    ).fetchone()
    if entry:
        return _("table {table}, entry {entry}").format(table=entry[0], entry=entry[1])
    head = connection.execute(
        "SELECT head.sitting_id FROM tournaments_sheethead AS head LEFT JOIN tournaments_entry AS entry"
        " ON entry.sitting_id = head.sitting_id AND entry.seq = head.head_seq"
        " WHERE (head.head_seq > 0 AND (entry.hash IS NULL OR entry.hash <> head.head_hash))"
        " OR EXISTS (SELECT 1 FROM tournaments_entry AS later"
        " WHERE later.sitting_id = head.sitting_id AND later.seq = head.head_seq + 1) LIMIT 1"
    ).fetchone()
    return _("table {table}").format(table=head[0]) if head else ""


def sha256_of(file: Path) -> str:
    """Of its bytes."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while piece := stream.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


# --- What is in it ------------------------------------------------------------------------------------------


def steps_in(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The migrations of this app that the database has taken."""
    rows = connection.execute("SELECT name FROM django_migrations WHERE app = ? ORDER BY name", (APP,))
    return tuple(name for (name,) in rows)


def columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    """Empty if there is no such table."""
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def contents_of(connection: sqlite3.Connection) -> Contents:
    """In the numbers of a note."""

    def count(table: str) -> int:
        (number,) = connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()
        return int(number)

    epoch = "epoch" if "epoch" in columns_of(connection, "tournaments_installation") else "''"
    row = connection.execute(f"SELECT uid, {epoch} FROM tournaments_installation ORDER BY id").fetchone()
    heads = hashlib.sha256()
    for line in connection.execute(
        "SELECT sitting_id, head_seq, head_hash FROM tournaments_sheethead ORDER BY sitting_id"
    ):
        heads.update("{}:{}:{}\n".format(*line).encode())
    position, position_hash = position_of(connection)
    return Contents(
        installation=row[0] if row else "",
        epoch=row[1] if row else "",
        steps=steps_in(connection),
        tables=count("tournaments_sitting"),
        entries=count("tournaments_entry"),
        notices=count("tournaments_notice"),
        heads=heads.hexdigest(),
        events=tuple(events_in(connection)),
        position=position,
        position_hash=position_hash,
    )


def position_of(connection: sqlite3.Connection) -> tuple[int, str]:
    """How far the mirror was: the number and the hash of its last line."""
    if not columns_of(connection, "tournaments_mirrorposition"):
        return 0, ""
    row = connection.execute("SELECT number, hash FROM tournaments_mirrorposition").fetchone()
    return row or (0, "")


def events_in(connection: sqlite3.Connection) -> Iterator[EventInside]:
    """Events that are on, the newest first."""
    for row in connection.execute(
        "SELECT event.title, event.day,"
        " SUM(CASE WHEN round.state = 'closed' THEN 1 ELSE 0 END),"
        " MAX(CASE WHEN round.state = 'open' THEN round.number ELSE 0 END)"
        " FROM tournaments_event AS event LEFT JOIN tournaments_round AS round ON round.event_id = event.id"
        " WHERE event.finished_at IS NULL AND event.archived_at IS NULL"
        " GROUP BY event.id ORDER BY event.day DESC, event.id DESC LIMIT ?",
        (EVENTS,),
    ):
        yield EventInside(row[0], str(row[1]), row[2] or 0, row[3] or 0)


def key_mark_in(connection: sqlite3.Connection) -> tuple[str, str]:
    """The installation and the mark of the key it was used with."""
    row = connection.execute("SELECT uid, key_mark FROM tournaments_installation ORDER BY id").fetchone()
    return row or ("", "")


def fits(key: str, installation: str, mark: str) -> bool:
    """Is this the secret key with which the database was used? A database that was never served takes any."""
    message = f"stammtisch key of {installation}".encode()
    return not mark or hmac.compare_digest(hmac.new(key.encode(), message, hashlib.sha256).hexdigest(), mark)
