"""The log goes on: a line for everything of an event that differs from what was sealed last."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.utils import timezone

from config.database import writing
from tournaments.engines import eventlog
from tournaments.engines.eventlog import GONE, LIVE, THERE, LogLine, PieceKind
from tournaments.engines.eventlog.lines import canonical
from tournaments.following.bodies import EVERY, PieceNow, pieces_now
from tournaments.following.looking import SheetWaiting, log_now, sheets_waiting, stamp_beside
from tournaments.following.names import PieceName, names_of, tables_of
from tournaments.models import Event, EventLine, EventLog, EventPiece
from tournaments.models.filing import moment
from tournaments.models.following import installation_uid
from tournaments.models.stored import Raw

AT_ONCE = 200  # rows of one statement


def seal(event: Event, *, whole: bool = False) -> EventLog:
    """The log of this event, level with its rows. The first call begins it; one without news asks three
    statements and writes nothing. Of an event that is led elsewhere nothing is written.

    `whole`: compare everything, whatever the revision says.
    """
    log = log_now(event.pk)
    if log is not None and not log.led_here:
        return log
    if log is not None and not whole and log.revision == log.now:
        waiting = sheets_waiting(event.pk)
        if not waiting and log.beside == stamp_beside(event.pk):
            return log
        with writing():
            return _seal_some(event.pk)
    with writing():
        return seal_all(event.pk)


def _seal_some(event: int) -> EventLog:
    """Nothing has a revision: only sheets have grown, devices and screens have changed."""
    log = log_now(event, lock=True)
    if log is None or not log.led_here:
        return seal_all(event)
    waiting = sheets_waiting(event)  # before the devices are read that have written on them
    beside = stamp_beside(event)
    pen = Pen(log, known=_known(event, EVERY if beside != log.beside else ()))
    if beside != log.beside:
        row = Event.objects.get(pk=event)
        pen.compare(pieces_now(row, names_of(row, pen.known.values()), LIVE), LIVE)
        log.beside = beside
    if waiting:
        pen.add_runs(waiting, tables_of(Event(pk=event)))
    return pen.put_down()


def seal_all(event: int) -> EventLog:
    """Everything is compared. The event first, as whoever changes it holds it first."""
    row = Event.objects.select_for_update().get(pk=event)
    log = log_now(event, lock=True)
    if log is None:
        start = eventlog.start_of(str(row.uid))
        log = EventLog.objects.create(event=row, authority=installation_uid(), head_hash=start)
    elif not log.led_here:
        return log
    waiting = sheets_waiting(event)
    log.revision, log.beside = row.revision, stamp_beside(event)
    pen = Pen(log, known=_known(event, EVERY))
    pen.compare(pieces_now(row, names_of(row, pen.known.values())), EVERY)
    if log.head == 0 and not pen.lines:
        raise AssertionError("an event is a piece of itself")
    pen.compare([authority_now(log)], {PieceKind.AUTHORITY})
    if waiting:
        pen.add_runs(waiting, tables_of(row))
    return pen.put_down()


def authority_now(log: EventLog) -> PieceNow:
    """Who leads, as a piece."""
    body: Raw = {"installation": str(log.authority), "epoch": log.epoch}
    return PieceNow(PieceKind.AUTHORITY, "authority", body)


def _known(event: int, kinds: Collection[PieceKind]) -> dict[PieceName, EventPiece]:
    if not kinds:
        return {}
    rows = EventPiece.objects.filter(event=event).exclude(kind=PieceKind.ENTRIES.value)
    return {(PieceKind(piece.kind), piece.key): piece for piece in rows}


def mark_of(body: Raw) -> str:
    """Of all that a piece says. With the key of this installation: nobody finds out names by trying."""
    return hmac.new(settings.SECRET_KEY.encode(), b"piece " + canonical(body), hashlib.sha256).hexdigest()


@dataclass(slots=True)
class Pen:
    """Writes lines of one log, inside a transaction that holds it."""

    log: EventLog
    known: dict[PieceName, EventPiece]
    lines: list[EventLine] = field(default_factory=list)
    fresh: list[EventPiece] = field(default_factory=list)
    changed: list[EventPiece] = field(default_factory=list)

    def compare(self, pieces: Iterable[PieceNow], kinds: Collection[PieceKind]) -> None:
        """A line for each piece of these kinds that is new, has changed or has gone."""
        there = set()
        for now in pieces:
            there.add((now.kind, now.key))
            self._look_at(now)
        for name, piece in self.known.items():
            if name[0] in kinds and name not in there and not piece.gone:
                piece.gone, piece.row, piece.digest, piece.words = True, None, "", ""
                piece.pos = self.add(name[0], name[1], GONE, "")
                self.changed.append(piece)

    def _look_at(self, now: PieceNow) -> None:
        digest, words = eventlog.digest_of(now.kind, now.body), mark_of(now.body)
        piece = self.known.get((now.kind, now.key))
        if piece is None:
            piece = EventPiece(event_id=self.log.pk, kind=now.kind.value, key=now.key)
            self.known[now.kind, now.key] = piece
            self.fresh.append(piece)
        elif (piece.digest, piece.words, piece.gone) == (digest, words, False):
            return
        else:
            self.changed.append(piece)
        piece.digest, piece.words, piece.gone, piece.row = digest, words, False, now.row
        piece.pos = self.add(now.kind, now.key, THERE, digest)

    def add_runs(self, sheets: Iterable[SheetWaiting], tables: dict[int, str]) -> None:
        """A line for the entries of each sheet that have none."""
        wanted = {sheet.sitting: sheet for sheet in sheets}
        rows = EventPiece.objects.filter(
            event=self.log.pk, kind=PieceKind.ENTRIES.value, row__in=list(wanted)
        )
        known = {piece.row: piece for piece in rows}
        for pk, table in tables.items():
            sheet = wanted.get(pk)
            if sheet is None:
                continue
            piece = known.get(pk)
            if piece is None:
                piece = EventPiece(event_id=self.log.pk, kind=PieceKind.ENTRIES.value, key=table, row=pk)
                self.fresh.append(piece)
            else:
                self.changed.append(piece)
            key = eventlog.entries_key(table, sheet.upto + 1, sheet.head)
            piece.upto, piece.digest = sheet.head, sheet.head_hash
            piece.pos = self.add(PieceKind.ENTRIES, key, THERE, sheet.head_hash)

    def add(self, kind: PieceKind, key: str, what: str, digest: str) -> int:
        """One more line; its position."""
        log, at = self.log, timezone.now()
        line = LogLine(log.head + 1, moment(at) or "", log.epoch, kind, key, what, digest)
        line = eventlog.next_line(line, log.head_hash)
        self.lines.append(
            EventLine(
                event_id=log.pk,
                pos=line.pos,
                at=at,
                epoch=line.epoch,
                kind=kind.value,
                key=key,
                what=what,
                digest=digest,
                prev_hash=log.head_hash,
                hash=line.hash,
            )
        )
        log.head, log.head_hash = line.pos, line.hash
        return line.pos

    def put_down(self) -> EventLog:
        """Store what was written."""
        EventLine.objects.bulk_create(self.lines, batch_size=AT_ONCE)
        EventPiece.objects.bulk_create(self.fresh, batch_size=AT_ONCE)
        fields = ("digest", "words", "gone", "row", "pos", "upto")
        EventPiece.objects.bulk_update(self.changed, fields, batch_size=AT_ONCE // 4)
        self.log.save(update_fields=("epoch", "authority", "head", "head_hash", "revision", "beside"))
        return self.log
