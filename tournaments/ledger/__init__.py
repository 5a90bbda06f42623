"""The only door for hands. Everything else about a sheet is computed from what is written here.

    sitting = open_sitting(game="cego", preset="baden2006", rules=rules, names=names, first_dealer=1)
    hand = {"declarer": 1, "contract": "eine", "points": 47}
    recorded = record_hand(sitting=sitting, entry_id=uuid4(), raw=hand)
    recorded.so_far.totals   # when this line is reached, the hand is on the disk

Every entry has an id made by the client before it sends: sending it again gives the same answer and changes
nothing. Unique constraints decide races; nothing is overwritten.
"""

from __future__ import annotations

from tournaments.ledger.answers import (
    HandTaken,
    IdReused,
    NotThisDevice,
    OutOfOrder,
    Recorded,
    Refused,
    SheetClosed,
    SheetOpen,
)
from tournaments.ledger.opening import open_sitting
from tournaments.ledger.standing import extra_of, history, live_entries, live_records, replay, so_far_before
from tournaments.ledger.writing import (
    close_sheet,
    correct_hand,
    record_hand,
    reopen_sheet,
    say_extra,
    undo_last,
)

__all__ = [
    "HandTaken",
    "IdReused",
    "NotThisDevice",
    "OutOfOrder",
    "Recorded",
    "Refused",
    "SheetClosed",
    "SheetOpen",
    "close_sheet",
    "correct_hand",
    "extra_of",
    "history",
    "live_entries",
    "live_records",
    "open_sitting",
    "record_hand",
    "reopen_sheet",
    "replay",
    "say_extra",
    "so_far_before",
    "undo_last",
]
