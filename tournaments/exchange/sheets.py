"""The sheets of an event from another installation: every entry as it was, chains unbroken."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Mapping

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.exchange.exporting import ENTRY, PARKED, SITTING
from tournaments.exchange.unpacking import NotAnEvent
from tournaments.exchange.values import id_or_none, moment, moment_or_none
from tournaments.ledger import checking, parking
from tournaments.models import (
    Answer,
    Chair,
    Credential,
    Entry,
    Erasure,
    Event,
    Parked,
    ParkedDecision,
    Player,
    Round,
    SheetHead,
    Sitting,
)
from tournaments.models.stored import Raw


def take_sheet(event: Event, round_: Round, raw: Raw, people: list[Player], ids: Mapping[int, int]) -> int:
    """A sheet with all its entries; its key here."""
    fields = {name: raw[name] for name in SITTING}
    sitting = Sitting.objects.create(tenant_id=event.whose, event=event, round=round_, **fields)
    Sitting.objects.filter(pk=sitting.pk).update(created_at=moment(raw["created_at"]))
    for chair in raw["chairs"]:
        Chair.objects.create(
            sitting=sitting,
            seat=chair["seat"],
            player=people[chair["person"]],
            entrant_id=ids[chair["entrant"]] if chair["entrant"] is not None else None,
        )
    for device in raw["devices"]:  # they may write where they come from, not here
        Credential.objects.create(
            id=uuid.UUID(device["id"]),
            sitting=sitting,
            secret_hash=hashlib.sha256(secrets.token_bytes()).hexdigest(),
            label=device["label"],
            seat=device["seat"],
            revoked_at=timezone.now(),
        )
        Credential.objects.filter(pk=device["id"]).update(created_at=moment(device["created_at"]))
    for entry in raw["entries"]:
        written = Entry(
            id=uuid.UUID(entry["id"]),
            sitting=sitting,
            supersedes_id=uuid.UUID(entry["supersedes"]) if entry["supersedes"] else None,
            credential_id=uuid.UUID(entry["credential"]) if entry["credential"] else None,
            at=moment(entry["at"]),
            claimed_at=moment_or_none(entry["claimed_at"]),
            **{name: entry[name] for name in ENTRY},
        )
        written.save(force_insert=True)
        if entry.get("erased") is True:
            Erasure.objects.create(entry=written, reason=written.reason)
    for parked in raw.get("aside", ()):  # files of before know of none
        _aside(sitting, parked)
    SheetHead.objects.create(sitting=sitting)
    return sitting.pk


def _aside(sitting: Sitting, raw: Raw) -> None:
    """What was put aside, with what was decided about it."""
    parked = Parked(
        id=uuid.UUID(raw["id"]),
        sitting=sitting,
        credential_id=id_or_none(raw["credential"]),
        at=moment(raw["at"]),
        claimed_at=moment_or_none(raw["claimed_at"]),
        **{name: raw[name] for name in PARKED},
    )
    parked.clean_fields(exclude=("sitting", "credential", "claimed_at", "base_seq", "hand_no"))
    parked.save(force_insert=True)
    Sitting.objects.filter(pk=sitting.pk).update(beside=F("beside") + 1)
    decision = raw["decision"]
    if decision is not None:
        ParkedDecision.objects.create(
            parked=parked,
            answer=Answer(decision["answer"]).value,
            entry_id=id_or_none(decision["entry"]),
            credential_id=id_or_none(decision["credential"]),
            at=moment(decision["at"]),
            via=decision["via"],
            by=decision["by"],
        )


def check_sheets(event: Event) -> None:
    """Compute everything anew; a chain that is broken means that somebody has changed the file."""
    for sitting in Sitting.objects.filter(event=event).select_related("round"):
        report = checking.rebuild(sitting)
        asides = parking.put_aside_at(sitting)
        if report.ledger or not all(parking.is_whole(sitting, parked) for parked in asides):
            raise NotAnEvent(
                gettext("The hands of table %(table)s in round %(round)s have been changed in this file.")
                % {"table": sitting.number, "round": sitting.round.number if sitting.round else "?"}
            )
