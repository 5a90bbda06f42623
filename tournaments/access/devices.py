"""The devices at the tables of an event, for the desk: plain values."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext

from tournaments.models import Chair, Credential, Event, Round, SeatRequest, Sitting
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
    replaced: bool  # another device has its seat
    writes: bool  # now: it was not put out, and the round is open
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AskRow:
    """A device that asks for a seat which another one has."""

    id: str
    name: str
    table: int
    seat: int | None  # none: the phone of the whole table
    whose: str
    number: int  # four digits that its screen shows, too


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
            replaced=row.replaced_by_id is not None,
            seat=row.seat,
            writes=row.revoked_at is None and row.replaced_by_id is None and _is_open(row.sitting),
        )
        for row in rows
    ]


def asking(event: Event) -> list[AskRow]:
    """The devices that wait for somebody's yes at tables of rounds that are open, the first one first."""
    requests = SeatRequest.objects.filter(sitting__event=event, answered_at=None)
    rows = [row for row in requests.select_related("sitting__round") if _is_open(row.sitting)]
    names = _names_by_seat(event, rows)
    return [
        AskRow(
            id=str(row.pk),
            name=device_name(row.label),
            table=row.sitting.number or 0,
            seat=row.seat,
            whose=names.get((row.sitting_id, row.seat or 0), ""),
            number=row.number,
        )
        for row in rows
    ]


def _names_by_seat(event: Event, rows: Sequence[Credential | SeatRequest]) -> dict[tuple[int, int], str]:
    names = names_in(event)
    chairs = Chair.objects.filter(sitting__in={row.sitting_id for row in rows}).select_related("player")
    return {(chair.sitting_id, chair.seat): names.full_name(chair.player) for chair in chairs}


def _is_open(sitting: Sitting) -> bool:
    return sitting.round is not None and sitting.round.plays(sitting.number or 0)


def device_name(label: str) -> str:
    """`Android`, `iPhone`: what kind of device it is, from how its browser presents itself."""
    return next((name for sign, name in KINDS if sign in label), gettext("Device"))
