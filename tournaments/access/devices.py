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
    found = Credential.objects.filter(sitting__event=event).select_related("sitting__round")
    if round_ is not None:
        found = found.filter(sitting__round=round_)
    if sitting is not None:
        found = found.filter(sitting=sitting)
    rows = list(found.annotate(last=Max("entry__at")).order_by("sitting__number", "created_at"))
    names = _names_by_seat(event, rows)
    return [
        DeviceRow(
            id=str(one.pk),
            name=device_name(one.label),
            whose=names.get((one.sitting_id, one.seat or 0), ""),
            table=one.sitting.number or 0,
            round=one.sitting.round.number if one.sitting.round else 0,
            since=one.created_at,
            last=one.last,
            revoked=one.revoked_at,
            writes=one.revoked_at is None and _is_open(one.sitting),
        )
        for one in rows
    ]


def _names_by_seat(event: Event, rows: Sequence[Credential]) -> dict[tuple[int, int], str]:
    names = names_in(event)
    chairs = Chair.objects.filter(sitting__in={one.sitting_id for one in rows}).select_related("player")
    return {(chair.sitting_id, chair.seat): names.full_name(chair.player) for chair in chairs}


def _is_open(sitting: Sitting) -> bool:
    return sitting.round is not None and sitting.round.plays(sitting.number or 0)


def device_name(label: str) -> str:
    """`Android`, `iPhone`: what kind of device it is, from how its browser presents itself."""
    return next((name for sign, name in KINDS if sign in label), gettext("Device"))
