"""Receipts: what a phone can show after the laptop has forgotten an entry. Nobody but this installation can
have made them.

They are made with the key that is kept apart from the database: whoever restores an older copy still knows
them again. A receipt covers everything an entry says and the sheet it was written on: the number of a table
may be given once more after a restore, to other people.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import uuid
from collections.abc import Mapping
from types import EllipsisType
from typing import Any

from django.conf import settings
from django.db.models import BigIntegerField, IntegerField

from config.prepared import Given, Prepared
from tournaments.engines.sheets.chain import written, written_moment
from tournaments.ledger.chain import canonical, start_of
from tournaments.models import Entry, Parked, Sitting

LENGTH = 26  # base32: 130 bit
UNSEALED = ("receipt", "seat")  # whose phone it was may be said later


EARLIER = Prepared(
    lambda: (
        Entry.objects.filter(sitting=Given("table", BigIntegerField()), seq=Given("seq", IntegerField()))
        .only("pk")
        .order_by()
    )
)


def sheet_mark(sitting: Sitting) -> str:
    """Tells this sheet from every other, also from one that is given the same number after a restore."""
    created = written_moment(sitting.created_at)
    return hashlib.sha256(f"{sitting.pk} {created} {start_of(sitting)}".encode()).hexdigest()[:32]


def facts_of(entry: Entry, *, before: uuid.UUID | None, sheet: str) -> dict[str, Any]:
    """An entry as phones keep it. `before` is the entry it followed; `sheet` the mark of its sheet."""
    return {
        "sheet": sheet,
        "id": str(entry.pk),
        "seq": entry.seq,
        "before": written(before),
        "kind": entry.kind,
        "hand_no": entry.hand_no,
        "supersedes": written(entry.supersedes_id),
        "payload": entry.payload,
        "digest": entry.digest,
        "base_seq": entry.base_seq,
        "rules_version": entry.rules_version,
        "revision": entry.revision,
        "via": entry.via,
        "reason": entry.reason,
        "device": written(entry.credential_id),
        "at": written_moment(entry.at),
        "claimed_at": written_moment(entry.claimed_at),
    }


def receipt_of(entry: Entry) -> str:
    """Of an entry of the ledger: exactly this was accepted at this place of this sheet."""
    return receipt_for(facts_of(entry, before=_before(entry), sheet=sheet_mark(entry.sitting)))


def _before(entry: Entry) -> uuid.UUID | None:
    if not isinstance(entry.follows, EllipsisType):
        return entry.follows
    earlier = EARLIER.ask_first(table=entry.sitting_id, seq=entry.seq - 1)
    return None if earlier is None else earlier.pk


def receipt_for(facts: Mapping[str, Any]) -> str:
    """Of an entry as phones keep it."""
    sealed = {name: value for name, value in facts.items() if name not in UNSEALED}
    return _receipt("entry", canonical(sealed))


def receipt_of_parked(parked: Parked) -> str:
    """Of what was put aside."""
    return _receipt("parked", f"{parked.sitting_id} {parked.pk} {parked.digest}".encode())


def is_genuine(facts: Mapping[str, Any]) -> bool:
    """Did this installation give the receipt that an entry is shown with?"""
    receipt = facts.get("receipt")
    return isinstance(receipt, str) and hmac.compare_digest(receipt.encode(), receipt_for(facts).encode())


def _receipt(what: str, about: bytes) -> str:
    message = f"stammtisch receipt {what} ".encode() + about
    mac = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()
    return base64.b32encode(mac).decode()[:LENGTH]
