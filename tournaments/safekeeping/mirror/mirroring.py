"""The mirror goes along with every writing transaction: it notes what is changed, numbers it with the
change itself, and hands it on when it is saved. It fails never: a hand is more important than its mirror.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from config import database
from tournaments.safekeeping.backups.proving import contents_of, position_of
from tournaments.safekeeping.mirror import capture
from tournaments.safekeeping.mirror.lines import (
    START,
    Position,
    SegmentHead,
    changes_line,
    fingerprint,
    head_of,
    mark_line,
    segments_in,
)
from tournaments.safekeeping.mirror.writer import MirrorState, MirrorWriter

logger = logging.getLogger("stammtisch.mirror")


class Mirroring:
    """One per serving process, for its one SQLite database."""

    def __init__(self, writer: MirrorWriter) -> None:
        self.writer = writer
        self._position: Position | None = None  # the last one that was saved
        self._coming: tuple[Position, SegmentHead | None, list[bytes]] | None = None
        self._anew = False  # the next transaction begins another file
        self._over = False

    # --- With every writing transaction (config.database.Companion) -----------------------------------------

    def begin(self, connection: BaseDatabaseWrapper) -> None:
        """Before the transaction: this connection has to note what it changes."""
        self._coming = None
        try:
            raw = raw_of(connection)
            if raw is None:
                return
            noting, for_whom = getattr(connection, "stammtisch_noting", (None, None))
            if self._over:
                if noting is not None and noting is raw and for_whom is self:
                    capture.uninstall(raw)
                    connection.stammtisch_noting = (None, None)  # type: ignore[attr-defined]
            elif noting is not raw or for_whom is not self:
                capture.install(raw)
                connection.stammtisch_noting = (raw, self)  # type: ignore[attr-defined]
        except sqlite3.Error:
            logger.exception("mirror: cannot note changes")
            self.writer.interrupt()

    def finish(self, connection: BaseDatabaseWrapper) -> None:
        """The last thing in the transaction: what it has changed becomes a line."""
        if self._over:
            return
        try:
            raw = raw_of(connection)
            if raw is not None:
                self._coming = self._seal(raw)
        except Exception:
            logger.exception("mirror: cannot note changes")
            self.writer.interrupt()

    def _seal(self, raw: sqlite3.Connection) -> tuple[Position, SegmentHead | None, list[bytes]] | None:
        rows: list[Any] = raw.execute(capture.NOTED).fetchall()
        if not rows and not self._anew:
            return None
        before = position = self._position or stored_position(raw)
        at = timezone.now().isoformat(timespec="milliseconds")
        lines, head = [], None
        if rows:
            raw.execute(capture.FORGET)
            position, line = changes_line(position, at, rows)
            lines.append(line)
        if self._anew:
            contents = contents_of(raw)
            head = SegmentHead(
                installation=contents.installation,
                epoch=contents.epoch,
                after=before,
                steps=contents.steps,
                columns=capture.columns_of(raw),
                version=settings.VERSION,
            )
            position, line = mark_line(position, at, fingerprint(raw))
            lines.append(line)
        store_position(raw, position)
        return position, head, lines

    def saved(self) -> None:
        """It is on the disk: hand the lines on."""
        if self._coming is None:
            return
        self._position, head, lines = self._coming
        self._coming = None
        if head is not None:
            self._anew = False
            self.writer.begin(head)
        for line in lines:
            self.writer.append(line)

    # --- For the keeper -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go along from now on."""
        self._position = None
        if self not in database.companions:
            database.companions.append(self)
        self.writer.start()

    def stop(self) -> None:
        """No longer; what waits is still written, if that works. It stays a companion: every connection has
        to be told once that it need not note any more, by whoever writes on it next."""
        self._over = True
        self.writer.stop()

    def begin_file(self) -> None:
        """Into another file from here on, with a mark; before each backup."""
        self._anew = True
        with database.writing():
            pass

    @property
    def state(self) -> MirrorState:
        return self.writer.state


def raw_of(connection: BaseDatabaseWrapper) -> sqlite3.Connection | None:
    """SQLite's own connection; None on PostgreSQL, which has a mirror of its own (its log)."""
    if connection.vendor != "sqlite":
        return None
    connection.ensure_connection()
    raw = connection.connection
    return raw if isinstance(raw, sqlite3.Connection) else None


def stored_position(raw: sqlite3.Connection) -> Position:
    """As the database knows it."""
    number, digest = position_of(raw)
    return Position(number, digest or START)


def store_position(raw: sqlite3.Connection, position: Position) -> None:
    """With what was changed, or not at all."""
    facts = (position.number, position.hash)
    if not raw.execute("UPDATE tournaments_mirrorposition SET number = ?, hash = ?", facts).rowcount:
        raw.execute("INSERT INTO tournaments_mirrorposition (number, hash) VALUES (?, ?)", facts)


def thin(directory: Path, oldest: Position, epochs: set[str]) -> list[Path]:
    """Take away files that no backup needs any more: all of them begin after it, or are of an epoch of which
    there is none. Returns them."""
    gone = []
    segments = segments_in(directory)
    for after, file in segments:
        head = head_of(file)
        later = any(after < other <= oldest.number for other, _file in segments)
        if head is None or (head.epoch not in epochs) or (later and head.after.number < oldest.number):
            file.unlink(missing_ok=True)
            gone.append(file)
    return gone
