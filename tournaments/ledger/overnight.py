"""A table that everybody has left: next morning its sheet is closed by itself, and can be opened again.

Quick evenings only: the sheets of an event belong to its organisers.
"""

from __future__ import annotations

import datetime
import uuid

from django.db.models import Max
from django.utils import timezone

from config import clockwatch
from tournaments import ledger
from tournaments.models import Sitting

SILENCE = datetime.timedelta(hours=6)
MORNING = datetime.timedelta(hours=6)  # an evening that lasts until three belongs to the day before
_CLOSING = uuid.UUID("6f0a4f5e-3f0c-4f4e-9d0b-6c1f3f0f7b55")


def close_left_open(now: datetime.datetime | None = None) -> int:
    """Close the sheets on which nobody has written for six hours and since the day before; how many."""
    if now is None:
        # A time of day that has been set ahead makes nobody leave.
        now = timezone.now() - datetime.timedelta(seconds=max(0, clockwatch.jumped()))
    left = Sitting.objects.filter(event=None, sheethead__closed=False).select_related("sheethead")
    closed = 0
    for sitting in left.annotate(latest=Max("entry__at")):
        if not is_left(sitting.latest or sitting.created_at, now):
            continue
        seq = sitting.sheethead.head_seq
        # Always the same id for this standing: several servers at once close a sheet once.
        entry_id = uuid.uuid5(_CLOSING, f"{sitting.pk} {sitting.created_at.isoformat()} {seq}")
        try:
            closed += not ledger.close_silent_sheet(sitting=sitting, entry_id=entry_id, seq=seq).replay
        except ledger.Refused:  # somebody has come back at this very moment
            continue
    return closed


def is_left(last: datetime.datetime, now: datetime.datetime) -> bool:
    """Is an evening over whose last entry is this old?"""
    return now - last >= SILENCE and evening_of(last) < evening_of(now)


def evening_of(moment: datetime.datetime) -> datetime.date:
    """The day an evening belongs to: it ends in the morning, not at midnight."""
    return timezone.localdate(moment - MORNING)


def end_of_evening(now: datetime.datetime) -> datetime.datetime:
    """When the evening is over that is on now: the next morning at six, and six hours ahead at the least."""
    day = evening_of(now + SILENCE) + datetime.timedelta(days=1)
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min)) + MORNING
