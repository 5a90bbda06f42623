"""Fingerprints: of what was asked for, and of every entry together with all before it.

The chain finds bit rot, half-restored backups and casual editing. It does not stop somebody who owns the
machine and computes it anew; against that, heads have to be kept elsewhere, on paper or on the phones.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tournaments.engines.sheets.rows import EntryRow, SheetRow


def canonical(value: object) -> bytes:
    """JSON in which equal values have equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest_of(kind: str, hand_no: int | None, payload: Mapping[str, Any]) -> str:
    """Of a request: two with the same digest ask for the same."""
    return _sha256(canonical({"kind": kind, "hand_no": hand_no, "payload": payload}))


def start_of(sitting: SheetRow) -> str:
    """What the first entry's prev_hash is: game, rules and seats cannot be changed under the hands."""
    facts = {
        "game": sitting.game,
        "preset": sitting.preset,
        "rules": sitting.rules,
        "rules_version": sitting.rules_version,
        "seats": sitting.seats,
        "first_dealer": sitting.first_dealer,
    }
    return _sha256(canonical(facts))


def hash_of(entry: EntryRow) -> str:
    """Of an entry and, through prev_hash, of all before it."""
    facts = {
        "id": str(entry.pk),
        "seq": entry.seq,
        "kind": entry.kind,
        "hand_no": entry.hand_no,
        "supersedes": written(entry.supersedes_id),
        "payload": entry.payload,
        "digest": entry.digest,
        "base_seq": entry.base_seq,
        "revision": entry.revision,
        "rules_version": entry.rules_version,
        "credential": written(entry.credential_id),
        "via": entry.via,
        "at": written_moment(entry.at),
        "claimed_at": written_moment(entry.claimed_at),
        "boot_id": entry.boot_id,
        "mono_ns": entry.mono_ns,
    }
    # Entries without them have the hashes they had before there were any.
    explained = {"reason": entry.reason, "by": entry.by}
    facts |= {name: text for name, text in explained.items() if text}
    return _sha256(entry.prev_hash.encode() + canonical(facts))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def written(value: object) -> str | None:
    """An id as it stands in what is hashed."""
    return None if value is None else str(value)


def written_moment(at: datetime.datetime | None) -> str | None:
    """A time as it stands there: with its zone, to the microsecond."""
    return None if at is None else at.astimezone(datetime.UTC).isoformat(timespec="microseconds")
