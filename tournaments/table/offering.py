"""What a phone brings back, read so that it could have come from here; whether it did, receipts say."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime

from scoring import Unreadable, say
from scoring.strictjson import object_in
from scoring.text import mark as _
from tournaments import ledger
from tournaments.ledger.chain import canonical
from tournaments.models import EntryKind

MOST_ENTRIES = 500  # of one request: many times what a table writes in an evening
MOST_PEOPLE = 24
LARGEST = 2**31 - 1  # of a number of ours
LONGEST_PERSON = 130
LONGEST_TEXT = 200
LONGEST_PAYLOAD = 20_000  # bytes
TEXTS = ("sheet", "kind", "digest", "via", "reason", "at", "receipt")
NUMBERS = ("seq", "rules_version", "revision")
OPEN_NUMBERS = ("hand_no", "base_seq", "seat")
OPEN_IDS = ("before", "supersedes", "device")
EVERYTHING = {"id", "payload", "claimed_at", *TEXTS, *NUMBERS, *OPEN_NUMBERS, *OPEN_IDS}


def offered_in(body: bytes, sitting: int) -> ledger.Offered | None:
    """What stands in a request for the table `sitting`; None if no phone of ours has made it."""
    try:
        offer = object_in(body, say(_("This is no offer of a phone.")))
        if b"\\u0000" in canonical(offer):  # PostgreSQL cannot store it
            return None
    except (Unreadable, UnicodeEncodeError, RecursionError):
        return None
    entries, people, epoch = offer.get("entries"), offer.get("people", []), offer.get("epoch")
    if not isinstance(epoch, str) or not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        return None
    if not isinstance(people, list) or not all(isinstance(name, str) for name in people):
        return None
    if not all(map(_is_entry, entries)):
        return None
    return ledger.Offered(
        sitting,
        _number(offer.get("event")),
        epoch[:32],
        {name: _number(offer.get(name)) for name in ("round", "table")},
        [name[:LONGEST_PERSON] for name in people[:MOST_PEOPLE]],
        entries,
    )


def _is_entry(facts: object) -> bool:
    """Are these the facts of an entry, true or not?"""
    if not isinstance(facts, dict) or not set(facts) <= EVERYTHING:
        return False
    texts = [facts.get(name) for name in TEXTS]
    return (
        all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in texts)
        and all(_is_number(facts.get(name)) for name in NUMBERS)
        and all(_is_number(facts[name]) for name in OPEN_NUMBERS if facts.get(name) is not None)
        and all(_is_id(facts[name]) for name in OPEN_IDS if facts.get(name) is not None)
        and _is_id(facts.get("id"))
        and facts["seq"] > 0
        and facts["kind"] in set(EntryKind)
        and isinstance(facts.get("payload"), Mapping)
        and len(canonical(facts["payload"])) <= LONGEST_PAYLOAD
        and _is_moment(facts["at"])
        and (facts.get("claimed_at") is None or _is_moment(facts["claimed_at"]))
        and EVERYTHING - {"seat"} <= set(facts)
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and _is_number(value) else None


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST


def _is_id(value: object) -> bool:
    """As the program writes an id, and in no other way: there is one spelling of each."""
    try:
        return isinstance(value, str) and str(uuid.UUID(value)) == value
    except ValueError:
        return False


def _is_moment(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False
