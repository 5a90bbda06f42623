"""A database that was restored from an older copy begins a new epoch: phones then offer what they know.

    begin_epoch("restored", copied_at=…)   by whoever has put a copy in its place, before it is served
    recognise()                            at the start, for whoever has only given the copy another epoch

The desk says so until somebody there has looked after everything that phones and screens have seen besides.
"""

from __future__ import annotations

import datetime
import enum
import uuid

from django.db.models import Max
from django.utils import timezone

from config.database import writing
from tournaments.models import Entry, Epoch, Event, Installation, Notice, RoundState
from tournaments.safekeeping import servermark


class Began(enum.StrEnum):
    """How it came to that."""

    FIRST = "first"  # there was nothing before it
    RESTORED = "restored"  # with our own command or page
    OLDER = "older"  # the file was exchanged for an older one, and going on was asked for
    TAKEN = "taken"  # this laptop leads what another one has led: phones may know more
    OTHER = "other"  # it was played on elsewhere


def begin_epoch(why: str = Began.RESTORED, *, copied_at: datetime.datetime | None = None) -> Epoch:
    """From now on every answer says that this is not the database phones have known."""
    with writing():
        row = Installation.objects.order_by("pk").first() or Installation()
        row.epoch = uuid.uuid4()
        row.save()
        epoch = Epoch.objects.create(
            uid=row.epoch, why=str(why), begun_at=timezone.now(), copy=_copy(copied_at)
        )
    servermark.read_mark()
    return epoch


def recognise() -> None:
    """Write down the epoch that the database says it is in, if nobody has yet."""
    row = Installation.objects.order_by("pk").first()
    if row is None or Epoch.objects.filter(uid=row.epoch).exists():
        return
    first = not Epoch.objects.exists()
    moment = timezone.now()
    with writing():
        Epoch.objects.create(
            uid=row.epoch,
            why=(Began.FIRST if first else Began.RESTORED).value,
            begun_at=moment,
            copy={} if first else _copy(_last_change()),
            settled_at=moment if first else None,
        )


def _last_change() -> datetime.datetime | None:
    """When something was last written into the copy."""
    moments = [
        Entry.objects.aggregate(at=Max("at"))["at"],
        Notice.objects.aggregate(at=Max("at"))["at"],
    ]
    return max((at for at in moments if at is not None), default=None)


def unsettled() -> Epoch | None:
    """The latest epoch, as long as nobody has said that everything is there again."""
    return Epoch.objects.filter(settled_at=None).order_by("begun_at", "pk").last()


def settle(by: str) -> None:
    """Organisers have looked after everything."""
    with writing():
        Epoch.objects.filter(settled_at=None).update(settled_at=timezone.now(), settled_by=by[:60])


def _copy(copied_at: datetime.datetime | None) -> dict[str, object]:
    """What the copy knew of each event when it was put in its place."""
    rounds = dict(
        Event.objects.exclude(rounds=None)
        .filter(rounds__state__in=(RoundState.PUBLISHED, RoundState.OPEN, RoundState.CLOSED))
        .annotate(last=Max("rounds__number"))
        .values_list("pk", "last")
    )
    revisions = Event.objects.filter(archived_at=None).values_list("pk", "revision")
    return {
        "copied_at": copied_at.isoformat() if copied_at else None,
        "events": {str(pk): {"revision": revision, "round": rounds.get(pk, 0)} for pk, revision in revisions},
    }
