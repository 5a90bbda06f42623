"""The rows that are computed from the ledger: lines and points per hand, totals per sheet."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from django.db import IntegrityError

from config.prepared import Writing, write
from tournaments.engines.sheets.agreement import games
from tournaments.engines.sheets.derived import (
    Derived,
    HandRow,
    HeadFacts,
    WrongSum,
    audit,
    counts_as,
    derive,
    derive_next,
)
from tournaments.models import Entry, LiveHand, SheetHead, Sitting

__all__ = [
    "Derived",
    "HandRow",
    "HeadFacts",
    "WrongSum",
    "audit",
    "counts_as",
    "derive",
    "derive_next",
    "games",
    "head_facts",
    "store",
    "stored_hands",
    "write_entry",
    "write_next",
]


def stored_hands(sitting: Sitting) -> dict[int, tuple[HandRow, int]]:
    """What is stored, by hand number, each with the revision that computed it."""
    rows = LiveHand.objects.filter(sitting=sitting).values_list(
        "hand_no", "entry_id", "hands", "lines", "points", "revision"
    )
    return {row[0]: (HandRow(*row[:5]), row[5]) for row in rows}


def store(sitting: Sitting, derived: Derived) -> None:
    """Make the rows of one sheet say this; rows that say it already are left alone. Inside a transaction."""
    stored = stored_hands(sitting)
    new = [row for row in derived.hands if stored.get(row.hand_no) != (row, derived.revision)]
    right = {row.hand_no for row in derived.hands} - {row.hand_no for row in new}
    wrong = stored.keys() - right
    if wrong:
        LiveHand.objects.filter(sitting=sitting, hand_no__in=wrong).delete()
    LiveHand.objects.bulk_create(LiveHand(**_columns(sitting, row, derived.revision)) for row in new)
    SheetHead(sitting=sitting, **head_facts(derived.head)).save()


ENTRY, HAND = Writing(lambda: Entry), Writing(lambda: LiveHand)
HEAD = Writing(
    lambda: SheetHead,
    *("head_seq", "head_hash", "hands", "games", "over", "linked_seq", "agreed", "confirmed_by"),
    "confirmed_at",
)
"""What one more hand changes of a head."""


def write_next(entry: Entry, row: HandRow, head: HeadFacts) -> None:
    """One more hand on a sheet whose other rows are right. Inside a transaction."""
    there = write(
        (ENTRY, vars(entry)),
        (HAND, _columns(entry.sitting, row, entry.revision)),
        (HEAD, {"sitting_id": entry.sitting_id, "linked_seq": 0, **head_facts(head)}),
    )
    if not there:
        raise IntegrityError(f"sheet {entry.sitting_id} has no head")


def write_entry(entry: Entry) -> None:
    """One more entry; what is derived from it is stored apart."""
    write((ENTRY, vars(entry)))


def _columns(sitting: Sitting, row: HandRow, revision: int) -> dict[str, Any]:
    return {
        "sitting_id": sitting.pk,
        "hand_no": row.hand_no,
        "entry_id": row.entry,
        "hands": row.hands,
        "lines": row.lines,
        "points": row.points,
        "revision": revision,
    }


def head_facts(head: SheetHead | HeadFacts) -> dict[str, Any]:
    """What a head says, by name."""
    return {name: getattr(head, name) for name in HEAD_FACTS}


HEAD_FACTS = tuple(each.name for each in fields(HeadFacts))
