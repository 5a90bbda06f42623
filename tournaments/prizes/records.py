"""What people did at a prize-giving, written down once and reversed, never changed.

Two helpers may tap at the same moment: whoever has waited sees what the other has done, and a tap that is
sent twice has one record.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils import timezone

from config.database import writing
from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.events.ground.locking import locked
from tournaments.events.ground.log import note
from tournaments.models import Event, PrizeAct, PrizeRecord

GIVEN = "prize_record"  # in the log: with the kind, the entrant and the record's number
DECIDED = (PrizeAct.LOT, PrizeAct.PLAY_OFF)


@dataclass(frozen=True, slots=True)
class PrizeDeed:
    """A record as it is asked for. `since`: the number of the event's last record that the asker has seen."""

    kind: PrizeAct
    entrant: int | None = None
    prize: str = ""
    gift: str = ""
    amount: int = 0
    currency: str = ""
    order: tuple[int, ...] = ()
    seed: str = ""  # of a raffle
    number: int = 0  # what was counted by hand
    prizes: tuple[str, ...] = ()  # ids of goods that change hands
    booking: uuid.UUID | None = None
    what: str = ""
    reason: str = ""


def records_of(event: Event) -> list[PrizeRecord]:
    """All of them, the oldest first."""
    return list(PrizeRecord.objects.filter(event=event).order_by("seq"))


def in_force(records: Iterable[PrizeRecord]) -> list[PrizeRecord]:
    """Those that were not reversed."""
    every = list(records)
    gone = {record.reverses_id for record in every if record.reverses_id is not None}
    return [record for record in every if record.kind != PrizeAct.REVERSED and record.pk not in gone]


def recorded(key: uuid.UUID) -> PrizeRecord | None:
    """What was written under this key: the same tap, sent once more."""
    return PrizeRecord.objects.filter(pk=key).first()


def write(*, event: Event, deed: PrizeDeed, key: uuid.UUID, by: str = "") -> PrizeRecord:
    """Write one record, inside the transaction and the lock of whoever has judged it."""
    number = _next(event)
    record = PrizeRecord.objects.create(
        id=key,
        event=event,
        seq=number,
        kind=deed.kind.value,
        entrant_id=deed.entrant,
        prize=deed.prize[:40],
        gift=deed.gift[:40],
        amount=deed.amount,
        currency=deed.currency,
        data=_data(deed),
        booking=deed.booking,
        what=deed.what[:200],
        reason=deed.reason.strip()[:200],
        by=by[:60],
        at=timezone.now(),
    )
    note(event, GIVEN, by=by, reason=deed.reason, kind=record.kind, seq=number, entrant=deed.entrant)
    return record


def reverse(*, event: Event, record: uuid.UUID, key: uuid.UUID, reason: str, by: str = "") -> PrizeRecord:
    """What was not so, or is undone; says nothing new where it was reversed before."""
    if not reason.strip():
        raise refused("reason", _("Why? Please write a few words."))
    with writing():
        event = locked(event)
        if (done := recorded(key)) is not None:
            return done
        old = PrizeRecord.objects.filter(event=event, pk=record).exclude(kind=PrizeAct.REVERSED).first()
        if old is None:
            raise refused(None, _("There is no such record."))
        before = PrizeRecord.objects.filter(reverses=old).first()
        if before is not None:
            return before
        number = _next(event)
        new = PrizeRecord.objects.create(
            id=key,
            event=event,
            seq=number,
            kind=PrizeAct.REVERSED.value,
            entrant_id=old.entrant_id,
            prize=old.prize,
            gift=old.gift,
            reverses=old,
            reason=reason.strip()[:200],
            by=by[:60],
            at=timezone.now(),
        )
        note(event, GIVEN, by=by, reason=reason, kind=new.kind, seq=number, entrant=old.entrant_id)
        return new


def last_seq(event: Event) -> int:
    """The number of the last record; 0: there is none."""
    return PrizeRecord.objects.filter(event=event).aggregate(last=Max("seq"))["last"] or 0


def refused(field: str | None, message: str, **values: object) -> Unreadable:
    """What is in the way."""
    return Unreadable([Problem(field, "prizes", say(message, **values))])


def goods_of(record: PrizeRecord) -> Sequence[str]:
    """The ids of the goods that changed hands."""
    return [str(prize) for prize in record.data.get("prizes", ())]


def order_of(record: PrizeRecord) -> tuple[int, ...]:
    """Whom a lot or a play-off put first, second …"""
    return tuple(record.data.get("order", ()))


def _data(deed: PrizeDeed) -> dict[str, list[int] | list[str] | str | int]:
    data: dict[str, list[int] | list[str] | str | int] = {}
    if deed.number:
        data["number"] = deed.number
    if deed.order:
        data["order"] = list(deed.order)
    if deed.prizes:
        data["prizes"] = list(deed.prizes)
    if deed.seed:
        data["seed"] = deed.seed
    return data


def _next(event: Event) -> int:
    return last_seq(event) + 1
