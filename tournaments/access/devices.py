"""The devices at the tables of an event, for the desk: plain values."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext

from tournaments.models import Chair, Credential, Event, Round, Sitting
from tournaments.models.naming import names_in

KINDS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device that may write at a table, or might once."""

    id: str
    name: str
    whose: str
    table: int
    round: int
    since: datetime.datetime
    last: datetime.datetime | None  # when it wrote last
    revoked: datetime.datetime | None
    writes: bool  # now: it was not put out, and the round is open


def devices(event: Event, *, round_: Round | None = None, sitting: Sitting | None = None) -> list[DeviceRow]:
    """The devices of an event, or of one round or table of it, by table and age."""
    credentials = Credential.objects.filter(sitting__event=event).select_related("sitting__round")
    if round_ is not None:
        credentials = credentials.filter(sitting__round=round_)
    if sitting is not None:
        credentials = credentials.filter(sitting=sitting)
    rows = list(credentials.annotate(last=Max("entry__at")).order_by("sitting__number", "created_at"))
    names = _names_by_seat(event, rows)
    return [
        DeviceRow(
            id=str(row.pk),
            name=device_name(row.label),
            whose=names.get((row.sitting_id, row.seat or 0), ""),
            table=row.sitting.number or 0,
            round=row.sitting.round.number if row.sitting.round else 0,
            since=row.created_at,
            last=row.last,
            revoked=row.revoked_at,
            writes=row.revoked_at is None and _is_open(row.sitting),
        )
        for row in rows
    ]


def _names_by_seat(event: Event, rows: Sequence[Credential]) -> dict[tuple[int, int], str]:
    names = names_in(event)
    chairs = Chair.objects.filter(sitting__in={row.sitting_id for row in rows}).select_related("player")
    return {(chair.sitting_id, chair.seat): names.full_name(chair.player) for chair in chairs}


def _is_open(sitting: Sitting) -> bool:
    return sitting.round is not None and sitting.round.plays(sitting.number or 0)


def device_name(label: str) -> str:
    """`Android`, `iPhone`: what kind of device it is, from how its browser presents itself."""
    return next((name for sign, name in KINDS if sign in label), gettext("Device"))
