"""What a reader gets from us: which events there are and how far they are, and a log from a position."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from config import addresses, spares
from config.database import writing
from tournaments.following.peers import pairing, receiving
from tournaments.following.peers.kit import mark_of_kit
from tournaments.following.reading import batch_after
from tournaments.following.sealing import seal
from tournaments.models import WRITERS, Club, Event, EventLog, LogReader, PairingKind

MOST_LINES = 500  # of a part
SEEN_EVERY = 10.0  # seconds: a reader without news is not written down more often
LONGEST_AGO = datetime.date(1900, 1, 1)


def listing(reader: LogReader, since: datetime.date, have: Mapping[str, int]) -> dict[str, Any]:
    """Which events there are for this reader. `have` is what it has of them by now.

    Who reads gets the head of each as it is at this moment, or none where nobody has read that event before;
    who sends up gets how far we have come, and how far (`waiting`) the parts go that are no whole yet.
    """
    notice(reader, have)
    rows = list(events_for(reader, since))
    if reader.kind not in WRITERS:
        for row in rows:
            if hasattr(row, "log"):
                seal(row)
    waiting = {}
    if reader.kind in WRITERS:
        waiting = receiving.kept_of(reader)
    heads = {log.event_id: log for log in EventLog.objects.filter(event__in=rows)}
    return {
        "installation": str(pairing.installation_here()),
        "name": name_of(reader.club),
        "kind": reader.kind,
        **({"kit": mark_of_kit(reader)} if reader.seal else {}),
        "events": [_line(row, heads.get(row.pk)) for row in rows],
        "waiting": waiting,
    }


def _line(event: Event, log: EventLog | None) -> dict[str, Any]:
    known = {} if log is None else {"head": log.head, "head_hash": log.head_hash, "epoch": log.epoch}
    return {"uid": str(event.uid), "title": event.title, **known}


def events_for(reader: LogReader, since: datetime.date = LONGEST_AGO) -> QuerySet[Event]:
    """The events of its club that a reader may know of."""
    rows = Event.objects.filter(tenant=reader.club_id, archived_at=None, day__gte=since)
    if reader.kind in WRITERS:  # what it has brought itself, whoever leads it by now
        rows = rows.filter(uid__in=list(reader.positions))
    return rows.select_related("log").defer("logo").order_by("day", "pk")


def part(reader: LogReader, event: uuid.UUID, after: int, most: int) -> dict[str, Any] | None:
    """The log of an event behind a position; None: there is no such event for this reader."""
    row = events_for(reader).filter(uid=event).first()
    if row is None:
        return None
    batch = batch_after(
        row, after, private=reader.kind == PairingKind.SPARE, most=max(1, min(most, MOST_LINES))
    )
    return batch.to_json()


def notice(reader: LogReader, have: Mapping[str, int]) -> None:
    """It has asked, and has so much."""
    now = timezone.now()
    news = any(reader.positions.get(event) != head for event, head in have.items())
    lately = reader.seen_at is not None and (now - reader.seen_at).total_seconds() < SEEN_EVERY
    if lately and not news:
        return
    known = set(map(str, Event.objects.filter(tenant=reader.club_id).values_list("uid", flat=True))) & set(
        have
    )
    positions = {**reader.positions, **{event: have[event] for event in known}}
    with writing():
        LogReader.objects.filter(pk=reader.pk, revoked_at=None).update(seen_at=now, positions=positions)


def hear_spare(reader: LogReader, host: str, port: int) -> None:
    """A spare laptop has asked from this address: phones may look for it there, if this laptop dies."""
    if reader.kind != PairingKind.SPARE or not reader.seal or not addresses.is_neighbour(host):
        return
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{port}"
    spares.hear(address)
    if reader.address != address:
        with writing():
            LogReader.objects.filter(pk=reader.pk, revoked_at=None).update(address=address)


def name_of(club: Club) -> str:
    """How this installation calls itself towards others."""
    if settings.PROFILE.club:
        return next(iter(addresses.own_names()), "Stammtisch")
    return str(club)
