"""What another installation has sent is checked whole and applied, or refused."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError
from django.utils import timezone

from config.database import writing
from scoring import Unreadable
from tournaments.engines import eventlog
from tournaments.engines.eventlog import (
    GONE,
    LIVE,
    LedHere,
    LogBatch,
    LogDamaged,
    LogGap,
    LogLine,
    LogRefused,
    OldEpoch,
    OthersEvent,
    PieceKind,
    run_of,
)
from tournaments.events.ground.log import touch
from tournaments.exchange.importing import NotAnEvent
from tournaments.exchange.values import moment_in
from tournaments.following.applying import APPLIED, EARLY, Rows, remove
from tournaments.following.bodies import EVERY, pieces_now
from tournaments.following.judging import PieceSent, new_lines, pieces_sent
from tournaments.following.names import PieceName, names_of
from tournaments.following.sealing import mark_of, seal
from tournaments.ledger import checking, parking
from tournaments.models import Credential, Event, EventLine, EventLog, EventPiece, Sitting
from tournaments.models.filing import moment
from tournaments.models.following import installation_uid

AT_ONCE = 200
NOT_THERE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
UNREADABLE = (*NOT_THERE, Unreadable, ValidationError, NotAnEvent, IntegrityError, DataError)
"""What reading and storing raise for what is no log of an event."""
QUIET = frozenset((PieceKind.ENTRIES, PieceKind.DEVICE))
"""Whoever looks at the event finds them by themselves."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of it."""

    event: Event
    lines: int  # new ones; 0: everything was known
    entries: int  # new ones on sheets
    head: int
    epoch: int


def take(batches: Sequence[LogBatch], tenant: int) -> Taken:
    """Apply collected batches (the last one says that there are no more) to the event here, as one of this
    club; the first time, the event is made. The same batches again change nothing.

    Raises LogRefused (engines.eventlog): LogDamaged, LogGap (read on from `known`), LogDiverged, OldEpoch,
    LedHere, OthersEvent. Nothing is stored then.
    """
    if not batches or any(batch.event != batches[-1].event for batch in batches):
        raise LogDamaged("no batches of one event")
    try:
        with writing():
            return _take(batches, tenant)
    except LogRefused:
        raise
    except UNREADABLE as error:
        raise LogDamaged(f"{type(error).__name__}: {error}"[:200]) from error


def _take(batches: Sequence[LogBatch], tenant: int) -> Taken:
    last = batches[-1]
    uid = uuid.UUID(last.event)
    event = Event.objects.select_for_update().filter(uid=uid).first()
    log = _known_log(event, tenant, last)
    lines = new_lines(batches, log, eventlog.start_of(str(uid)))
    if log is not None and log.authority == installation_uid() and last.epoch == log.epoch and lines:
        raise LedHere
    now = timezone.now()
    if event is not None and not lines:
        EventLog.objects.filter(pk=event.pk).update(taken_at=now)
        return Taken(event, 0, 0, log.head if log else 0, last.epoch)
    pieces = pieces_sent(batches, lines)
    if log is None and not any(piece.kind is PieceKind.EVENT for piece in pieces):
        raise LogGap(0)
    rows = Rows(tenant, event, _known_pieces(event))
    _apply(rows, pieces)
    event = rows.here
    if event.uid != uid or event.tenant_id != tenant:
        raise LogDamaged("another event")
    log = log or EventLog(event=event, authority=uuid.UUID(last.authority))
    _follow(log, last, pieces)
    log.head, log.head_hash, log.epoch, log.taken_at = last.head, last.head_hash, last.epoch, now
    log.save()
    _keep_lines(event, lines)
    _check_sheets(rows)
    kinds = {piece.kind for piece in pieces}
    _settle(rows, _looked_at(kinds))
    if kinds - QUIET:
        touch(event)
    return Taken(event, len(lines), rows.entries, log.head, log.epoch)


def _known_log(event: Event | None, tenant: int, last: LogBatch) -> EventLog | None:
    """The log as it is known here; raises where this event is not followed."""
    if event is None:
        return None
    log = EventLog.objects.select_for_update().filter(pk=event.pk).first()
    if event.whose != tenant or log is None:
        raise OthersEvent
    if log.epoch > last.epoch:
        raise OldEpoch(log.epoch)
    if log.authority == installation_uid() and last.epoch > log.epoch:
        return seal(event, whole=True)  # what was written here since somebody else leads is another past
    return log


def _known_pieces(event: Event | None) -> dict[PieceName, EventPiece]:
    if event is None:
        return {}
    return {(PieceKind(piece.kind), piece.key): piece for piece in EventPiece.objects.filter(event=event)}


def _apply(rows: Rows, pieces: Sequence[PieceSent]) -> None:
    gone = [piece for piece in reversed(pieces) if piece.line.what == GONE]
    for sent in gone:
        if sent.kind in EARLY:
            _let_go(rows, sent)
    for sent in pieces:
        if sent.line.what != GONE and sent.kind is not PieceKind.AUTHORITY:
            row = APPLIED[sent.kind](rows, sent.key, dict(sent.body))
            _know(rows, sent, row)
        elif sent.kind is PieceKind.AUTHORITY:
            _know(rows, sent, None)
    for sent in gone:
        if sent.kind not in EARLY:
            _let_go(rows, sent)
    for device, other in rows.replaced.items():
        Credential.objects.filter(pk=device).update(replaced_by=other)


def _know(rows: Rows, sent: PieceSent, row: int | None) -> None:
    key, upto = sent.key, 0
    if sent.kind is PieceKind.ENTRIES:
        key, first, upto = run_of(sent.key)
        before = rows.pieces.get((sent.kind, key))
        if (before.upto if before else 0) != first - 1:
            raise LogDamaged(f"entries before {sent.key}")
    piece = rows.pieces.get((sent.kind, key))
    if piece is None:
        piece = rows.pieces[sent.kind, key] = EventPiece(kind=sent.kind.value, key=key)
        piece.fresh = (sent.kind, key) in rows.newcomers
    piece.row, piece.upto, piece.gone = row, upto, False
    piece.digest, piece.pos = sent.line.digest, sent.line.pos
    rows.touch((sent.kind, key))


def _let_go(rows: Rows, sent: PieceSent) -> None:
    piece = rows.pieces.get((sent.kind, sent.key))
    if piece is None:  # it came and went in between
        piece = rows.pieces[sent.kind, sent.key] = EventPiece(kind=sent.kind.value, key=sent.key)
    elif not piece.gone:
        remove(rows, sent.kind, piece)
    piece.row, piece.gone, piece.digest, piece.words, piece.fresh = None, True, "", "", False
    piece.pos = sent.line.pos
    rows.touch((sent.kind, sent.key))


def _follow(log: EventLog, last: LogBatch, pieces: Sequence[PieceSent]) -> None:
    """Who leads is said by the last line about it, and by nothing else."""
    for sent in pieces:
        if sent.kind is PieceKind.AUTHORITY:
            log.authority, epoch = uuid.UUID(sent.body["installation"]), sent.body["epoch"]
            if epoch != last.epoch:
                raise LogDamaged("epoch")
    if str(log.authority) != last.authority or (log.epoch != last.epoch and log.head and not pieces):
        raise LogDamaged("authority")


def _keep_lines(event: Event, lines: Sequence[LogLine]) -> None:
    previous = eventlog.start_of(str(event.uid))
    if lines[0].pos > 1:
        previous = EventLine.objects.get(event=event, pos=lines[0].pos - 1).hash
    fresh = []
    for line in lines:
        at = moment_in(line.at)
        if moment(at) != line.at:
            raise LogDamaged(f"moment of line {line.pos}")
        fresh.append(
            EventLine(
                event=event,
                pos=line.pos,
                at=at,
                epoch=line.epoch,
                kind=line.kind.value,
                key=line.key,
                what=line.what,
                digest=line.digest,
                prev_hash=previous,
                hash=line.hash,
            )
        )
        previous = line.hash
    EventLine.objects.bulk_create(fresh, batch_size=AT_ONCE)


def _check_sheets(rows: Rows) -> None:
    """Compute everything anew that has grown; a broken chain means that somebody has changed it."""
    for sitting in Sitting.objects.filter(pk__in=rows.grown).order_by("pk"):
        report = checking.rebuild(sitting)
        if report.ledger:
            raise LogDamaged(f"sheet {sitting.number}: {report.ledger[0]}")
    for parked in rows.put_aside:
        if not parking.is_whole(Sitting.objects.get(pk=parked.sitting_id), parked):
            raise LogDamaged(f"aside {parked.pk}")


def _looked_at(kinds: Collection[PieceKind]) -> frozenset[PieceKind]:
    """Which pieces are read again after these were applied."""
    if set(kinds) <= {PieceKind.ENTRIES}:
        return frozenset()
    return LIVE if set(kinds) <= {PieceKind.ENTRIES, *LIVE} else EVERY


def _settle(rows: Rows, kinds: frozenset[PieceKind]) -> None:
    """Read from the rows what the pieces say now: it must be what was sent. So whoever takes over goes on
    from the very same event."""
    event = Event.objects.get(pk=rows.here.pk)
    there = set()
    for now in pieces_now(event, names_of(event, rows.pieces.values()), kinds):
        name = (now.kind, now.key)
        piece = rows.pieces.get(name)
        if now.kind is PieceKind.DEVICE and (piece is None or piece.gone):
            continue  # a phone has come to this laptop; when it leads, the log will say so
        digest = eventlog.digest_of(now.kind, now.body)
        if piece is None or piece.gone or (digest != piece.digest and now.kind is not PieceKind.DEVICE):
            raise LogDamaged(f"{now.kind.value}/{now.key} is another one here")
        there.add(name)
        words = mark_of(now.body)
        if piece.words != words:
            piece.words = words
            rows.touched.add(name)
    for name, piece in rows.pieces.items():
        if name[0] in kinds and not piece.gone and name not in there:
            raise LogDamaged(f"{name[0].value}/{name[1]} is not here")
    fresh: list[EventPiece] = []
    changed: list[EventPiece] = []
    for name in rows.touched:
        piece = rows.pieces[name]
        piece.event = event
        (fresh if piece.pk is None else changed).append(piece)
    EventPiece.objects.bulk_create(fresh, batch_size=AT_ONCE)
    fields = ("digest", "words", "gone", "row", "pos", "upto", "fresh")
    EventPiece.objects.bulk_update(changed, fields, batch_size=AT_ONCE // 4)
