"""Is there anything to be sealed? Two statements, asked whenever somebody reads a log."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef

from tournaments.engines.eventlog import PieceKind
from tournaments.models import (
    Clock,
    Credential,
    Event,
    EventLog,
    EventPiece,
    Installation,
    Screen,
    SheetHead,
    Sitting,
)

SITTING, HEAD = Sitting._meta.db_table, SheetHead._meta.db_table
OF_EVENT = f"FROM {SITTING} AS sitting WHERE sitting.event_id = event.id"
OF_DEVICES = (
    f"FROM {Credential._meta.db_table} AS device JOIN {SITTING} AS sitting ON sitting.id = device.sitting_id "
    "WHERE sitting.event_id = event.id"
)
OF_SCREENS = f"FROM {Screen._meta.db_table} AS screen WHERE screen.event_id = event.id"
STAMP = f"""
SELECT clock.ends_at, clock."left", clock.text,
    (SELECT COUNT(*) {OF_SCREENS}), (SELECT SUM(revision) {OF_SCREENS}), (SELECT MAX(id) {OF_SCREENS}),
    (SELECT COUNT(*) {OF_EVENT}), (SELECT SUM(beside) {OF_EVENT}),
    (SELECT COUNT(*) {OF_DEVICES}), (SELECT COUNT(device.revoked_at) {OF_DEVICES}),
    (SELECT COUNT(device.replaced_by_id) {OF_DEVICES}), (SELECT SUM(device.seat) {OF_DEVICES}),
    (SELECT SUM(device.pin_tries) {OF_DEVICES})
FROM {Event._meta.db_table} AS event
LEFT JOIN {Clock._meta.db_table} AS clock ON clock.event_id = event.id
WHERE event.id = %s
"""
WAITING = f"""
SELECT sitting.id, head.head_seq, head.head_hash, COALESCE(piece.upto, 0)
FROM {SITTING} AS sitting
JOIN {HEAD} AS head ON head.sitting_id = sitting.id
LEFT JOIN {EventPiece._meta.db_table} AS piece
    ON piece.row = sitting.id AND piece.event_id = sitting.event_id
    AND piece.kind = '{PieceKind.ENTRIES.value}'
WHERE sitting.event_id = %s AND head.head_seq > COALESCE(piece.upto, 0)
"""


@dataclass(frozen=True, slots=True)
class SheetWaiting:
    """A sheet with entries that have no line yet."""

    sitting: int
    head: int
    head_hash: str
    upto: int


def log_now(event: int, *, lock: bool = False) -> EventLog | None:
    """The log of an event with two facts more: `led_here`, and `now`, the event's revision."""
    rows = EventLog.objects.select_for_update(of=("self",)) if lock else EventLog.objects
    facts: dict[str, Any] = {
        "now": F("event__revision"),
        "led_here": ExpressionWrapper(
            Exists(Installation.objects.filter(uid=OuterRef("authority"))), output_field=BooleanField()
        ),
    }
    return rows.filter(pk=event).annotate(**facts).first()


def stamp_beside(event: int) -> str:
    """Another one whenever something of the event changes that is neither an entry nor a revision."""
    with connection.cursor() as cursor:
        cursor.execute(STAMP, [event])
        return hashlib.sha256(repr(cursor.fetchone()).encode()).hexdigest()


def sheets_waiting(event: int) -> list[SheetWaiting]:
    """Sheets that have grown since the log was sealed."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING, [event])
        return [SheetWaiting(*row) for row in cursor.fetchall()]
