"""What is sent up to us: parts of a log wait until it is complete, and then taken in at once.

Whatever comes twice changes nothing; what does not fit is refused whole, and what lay here of it is dropped.
"""

from __future__ import annotations

import uuid
from typing import Any, cast

from django.utils import timezone
from django.utils.translation import gettext as _

from config.database import writing
from tournaments.access.allowances import refuse_full
from tournaments.engines.eventlog import LogBatch, LogGap
from tournaments.following.peers.taking import take_in
from tournaments.models import Event, EventLog, LogParcel, LogReader
from tournaments.models.clubs import number_of
from tournaments.models.stored import Raw

MOST_PARCELS = 400


class NotReceived(ValueError):  # noqa: N818 (what happened, as one would say it)
    """Why not, in a sentence."""


def receive(reader: LogReader, event: uuid.UUID, raw: object) -> dict[str, Any]:
    """How far we have come with this event now. Raises NotReceived, Unreadable or LogRefused."""
    batch = LogBatch.from_json(raw)
    if batch.event != str(event) or batch.authority != str(reader.installation):
        raise NotReceived(_("Only the laptop that leads an event sends it up."))
    if Event.objects.filter(uid=event).exclude(tenant=reader.club_id).exists():
        raise NotReceived(_("This event belongs to another club here."))
    if not Event.objects.filter(uid=event).exists():
        refuse_full(number_of(reader.club_id), events=1)
    after = batch.lines[0].pos - 1 if batch.lines else batch.head
    with writing():
        LogParcel.objects.update_or_create(
            reader=reader,
            event=event,
            after=after,
            defaults={"batch": cast("Raw", raw), "at": timezone.now()},
        )
        if reader.parcels.filter(event=event).count() > MOST_PARCELS:
            reader.parcels.filter(event=event).delete()
            raise NotReceived(_("This is too much at once."))
    if batch.more:
        return {"head": _head(event), "level": False}
    return _complete(reader, event)


def kept_of(reader: LogReader) -> dict[str, int]:
    """Up to which position parts have come, by event, where the last of them is still to come."""
    waiting: dict[str, int] = {}
    for parcel in reader.parcels.order_by("event", "after"):
        event, lines = str(parcel.event), parcel.batch.get("lines") or ()
        if parcel.after <= waiting.setdefault(event, _head(parcel.event)) and lines:
            waiting[event] = max(waiting[event], int(lines[-1][0]))
    return waiting


def _complete(reader: LogReader, event: uuid.UUID) -> dict[str, Any]:
    """The last part is here: all of them together, if none is missing."""
    with writing():
        parcels = list(reader.parcels.filter(event=event).order_by("after"))
        batches = [LogBatch.from_json(parcel.batch) for parcel in parcels]
        reader.parcels.filter(event=event).delete()
    at = _head(event)
    joined = []
    for batch in batches:
        if batch.lines and batch.lines[0].pos > at + 1:
            return {"head": _head(event), "level": False}  # something is missing: the sender begins anew
        joined.append(batch)
        at = max(at, batch.lines[-1].pos if batch.lines else at)
    try:
        head = take_in(joined, number_of(reader.club_id)).head
    except LogGap as gap:
        return {"head": gap.known, "level": False}
    with writing():
        row = LogReader.objects.select_for_update().get(pk=reader.pk)
        LogReader.objects.filter(pk=row.pk).update(
            positions={**row.positions, str(event): head}, seen_at=timezone.now()
        )
    return {"head": head, "level": True}


def _head(event: uuid.UUID) -> int:
    return EventLog.objects.filter(event__uid=event).values_list("head", flat=True).first() or 0
