"""The rows that are computed from the ledger: lines and points per hand, totals per sheet."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from tournaments.engines.sheets.agreement import games
from tournaments.engines.sheets.derived import (
    Derived,
    HandRow,
    HeadFacts,
    WrongSum,
    audit,
    counts_as,
    derive,
)
from tournaments.models import LiveHand, SheetHead, Sitting

__all__ = [
    "Derived",
    "HandRow",
    "HeadFacts",
    "WrongSum",
    "audit",
    "counts_as",
    "derive",
    "games",
    "head_facts",
    "store",
    "stored_hands",
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
    LiveHand.objects.bulk_create(
        LiveHand(
            sitting=sitting,
            hand_no=row.hand_no,
            entry_id=row.entry,
            hands=row.hands,
            lines=row.lines,
            points=row.points,
            revision=derived.revision,
        )
        for row in new
    )
    SheetHead(sitting=sitting, **head_facts(derived.head)).save()


def head_facts(head: SheetHead | HeadFacts) -> dict[str, Any]:
    """What a head says, by name."""
    return {each.name: getattr(head, each.name) for each in fields(HeadFacts)}
