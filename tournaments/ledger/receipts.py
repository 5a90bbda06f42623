"""Receipts: what a phone can show after the laptop has forgotten an entry. Nobody but this installation can
have made them.

They are made with the key that is kept apart from the database: whoever restores an older copy still knows
them again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import uuid

from django.conf import settings

from tournaments.models import Entry, Parked

LENGTH = 26  # base32: 130 bit


def receipt_of(entry: Entry) -> str:
    """Of an entry of the ledger: exactly this was accepted at this place of this sheet."""
    return _receipt("entry", entry.sitting_id, entry.pk, entry.seq, entry.digest)


def receipt_of_parked(parked: Parked) -> str:
    """Of what was put aside."""
    return _receipt("parked", parked.sitting_id, parked.pk, 0, parked.digest)


def is_genuine(receipt: str, *, sitting: int, entry: uuid.UUID, seq: int, digest: str) -> bool:
    """Did this installation give this receipt for an entry?"""
    return hmac.compare_digest(receipt.encode(), _receipt("entry", sitting, entry, seq, digest).encode())


def _receipt(what: str, sitting: int, entry: uuid.UUID, seq: int, digest: str) -> str:
    message = f"stammtisch receipt {what} {sitting} {entry} {seq} {digest}"
    mac = hmac.new(settings.SECRET_KEY.encode(), message.encode(), hashlib.sha256).digest()
    return base64.b32encode(mac).decode()[:LENGTH]
