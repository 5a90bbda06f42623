"""Tables with their chairs and devices, and what was written on their sheets."""

from __future__ import annotations

import hashlib
import secrets
import uuid

from django.db.models import F
from django.utils import timezone

from tournaments import ledger
from tournaments.engines.eventlog import PieceKind, run_of
from tournaments.exchange.exporting import DECISION, ENTRY, PARKED, SITTING
from tournaments.exchange.values import id_or_none, moment, moment_or_none, save_valid
from tournaments.following.applying.rows import Rows, free_key, named
from tournaments.following.names import table_key
from tournaments.models import (
    Answer,
    Chair,
    Credential,
    Entry,
    Erasure,
    Parked,
    ParkedDecision,
    SheetHead,
    Sitting,
)
from tournaments.models.stored import Raw

K = PieceKind


def table(rows: Rows, key: str, body: Raw) -> int:
    known = rows.row_or_none(K.TABLE, key)
    row = Sitting.objects.get(pk=known) if known is not None else None
    if row is not None and _has_another_sheet(row, body):
        row.delete()  # nobody has written on it; where it comes from it was laid out anew
        row = None
    new = row is None
    row = row or Sitting(pk=free_key(Sitting, body), tenant_id=rows.tenant, event=rows.here)
    for name in (*SITTING, "confirming"):
        setattr(row, name, body[name])
    round_ = body["round"]
    row.round_id = rows.row(K.ROUND, str(round_)) if round_ is not None else None
    row.hidden_at = moment_or_none(body["hidden_at"])
    named(key, table_key(round_, row.number))
    if "private" in body:
        row.key_generation = int(body["private"]["key_generation"])
    row.beside += 1  # pages that are open ask anew
    save_valid(row)
    Sitting.objects.filter(pk=row.pk).update(created_at=moment(body["created_at"]))
    _seat(rows, row, body)
    if new:
        SheetHead.objects.create(sitting=row)
    if ledger.is_empty(row):
        rows.grown.add(row.pk)  # how the game begins depends on its rules and seats
    return row.pk


def _has_another_sheet(row: Sitting, body: Raw) -> bool:
    """Cards and addresses are those of where it comes from, as long as nobody has written here."""
    return (
        body.get("pk") not in (None, row.pk) and free_key(Sitting, body) is not None and ledger.is_empty(row)
    )


def _seat(rows: Rows, row: Sitting, body: Raw) -> None:
    entrants = rows.entrants()
    wanted = [
        (
            chair["seat"],
            rows.row(K.PERSON, chair["person"]),
            entrants[chair["entrant"]] if chair["entrant"] is not None else None,
        )
        for chair in body["chairs"]
    ]
    if wanted != list(row.chairs.order_by("seat").values_list("seat", "player", "entrant")):
        row.chairs.all().delete()
        for seat, player, entrant in wanted:
            save_valid(Chair(sitting=row, seat=seat, player_id=player, entrant_id=entrant))


def device(rows: Rows, key: str, body: Raw) -> None:
    """A device of a table. Elsewhere than on a spare laptop it may not write."""
    known = Credential.objects.filter(pk=key).first()
    row = known or Credential(id=uuid.UUID(key))
    row.sitting_id = rows.row(K.TABLE, body["table"])
    row.label, row.seat = body["label"], body["seat"]
    if "private" in body:
        private = body["private"]
        row.secret_hash, row.pin_tries = private["secret_hash"], private["pin_tries"]
        row.revoked_at = moment_or_none(private["revoked_at"])
    elif known is None:
        row.secret_hash = hashlib.sha256(secrets.token_bytes()).hexdigest()
        row.revoked_at = timezone.now()
    if known is not None and known.sitting.event_id != rows.here.pk:
        raise ValueError("a device of another event")
    save_valid(row)
    Credential.objects.filter(pk=row.pk).update(created_at=moment(body["created_at"]))
    if "private" in body:
        rows.replaced[row.pk] = id_or_none(body["private"]["replaced_by"])


def entries(rows: Rows, key: str, body: Raw) -> int:
    """A run of entries; whether they are those that were written is judged of the whole sheet."""
    its, first, last = run_of(key)
    sitting = rows.row(K.TABLE, its)
    if body["table"] != its or [entry["seq"] for entry in body["entries"]] != list(range(first, last + 1)):
        raise ValueError(key)
    written, erased = [], []
    for entry in body["entries"]:
        row = Entry(
            id=uuid.UUID(entry["id"]),
            sitting_id=sitting,
            supersedes_id=id_or_none(entry["supersedes"]),
            credential_id=id_or_none(entry["credential"]),
            at=moment(entry["at"]),
            claimed_at=moment_or_none(entry["claimed_at"]),
            **{name: entry[name] for name in ENTRY},
        )
        written.append(row)
        if entry.get("erased") is True:
            erased.append(Erasure(entry=row, reason=row.reason))
    Entry.objects.bulk_create(written, batch_size=50)
    Erasure.objects.bulk_create(erased)
    rows.grown.add(sitting)
    rows.entries += len(written)
    return sitting


def erasure(rows: Rows, key: str, body: Raw) -> None:
    entry = Entry.objects.get(pk=body["entry"], sitting__event=rows.here)
    named(key, entry.pk)
    Erasure.objects.update_or_create(entry=entry, defaults={"reason": body["reason"]})


def aside(rows: Rows, key: str, body: Raw) -> None:
    """What was put aside, with what was decided about it."""
    sitting = Sitting.objects.get(pk=rows.row(K.TABLE, body["table"]))
    parked = Parked.objects.filter(pk=key, sitting=sitting).first()
    if parked is None:
        parked = Parked(
            id=uuid.UUID(key),
            sitting=sitting,
            credential_id=id_or_none(body["credential"]),
            at=moment(body["at"]),
            claimed_at=moment_or_none(body["claimed_at"]),
            **{name: body[name] for name in PARKED},
        )
        parked.clean_fields(exclude=("sitting", "credential", "claimed_at", "base_seq", "hand_no"))
        parked.save(force_insert=True)
        rows.put_aside.append(parked)
    decision = body["decision"]
    if decision is not None and not ParkedDecision.objects.filter(parked=parked).exists():
        ParkedDecision.objects.create(
            parked=parked,
            answer=Answer(decision["answer"]).value,
            entry_id=id_or_none(decision["entry"]),
            credential_id=id_or_none(decision["credential"]),
            at=moment(decision["at"]),
            **{name: decision[name] for name in DECISION if name != "answer"},
        )
    Sitting.objects.filter(pk=sitting.pk).update(beside=F("beside") + 1)
