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
    Decided,
    HandTaken,
    IdReused,
    NotThisDevice,
    OtherKind,
    OthersPlay,
    OutOfOrder,
    PutAside,
    Recorded,
    Refused,
    Replaced,
    SheetClosed,
    SheetGone,
    SheetInUse,
    SheetOpen,
    TooMuchAside,
)
from tournaments.ledger.corrections import (
    WhatIf,
    correct_hand,
    correct_paper,
    preview_correction,
    undo_last,
    void_hand,
)
from tournaments.ledger.exchanging import Exchanged, TableSeat, exchange_people
from tournaments.ledger.folding import (
    Fold,
    after,
    before_last,
    counting_entries,
    extra_of,
    hands_of,
    history,
    last_entry,
    live_entries,
    live_records,
    others_since,
    players,
    replay,
    sheet_before,
    sheet_of,
    so_far_before,
    standing,
    table_of,
)
from tournaments.ledger.lineups import change_line_up, considered
from tournaments.ledger.opening import longest, open_sitting
from tournaments.ledger.parking import (
    is_decided,
    people_of,
    put_aside,
    put_aside_at,
    raw_besides,
    raw_of,
    same_people,
    settle,
    undecided,
)
from tournaments.ledger.permission import RoundNotOpen, RoundOver, out_of_round
from tournaments.ledger.recording import (
    close_sheet,
    close_silent_sheet,
    record_hand,
    record_paper,
    reopen_sheet,
    say_extra,
)
from tournaments.ledger.restoring import restore

__all__ = [
    "Decided",
    "Exchanged",
    "Fold",
    "HandTaken",
    "IdReused",
    "NotThisDevice",
    "OtherKind",
    "OthersPlay",
    "OutOfOrder",
    "PutAside",
    "Recorded",
    "Refused",
    "Replaced",
    "RoundNotOpen",
    "RoundOver",
    "SheetClosed",
    "SheetGone",
    "SheetInUse",
    "SheetOpen",
    "TableSeat",
    "TooMuchAside",
    "WhatIf",
    "after",
    "before_last",
    "change_line_up",
    "close_sheet",
    "close_silent_sheet",
    "considered",
    "correct_hand",
    "correct_paper",
    "counting_entries",
    "exchange_people",
    "extra_of",
    "hands_of",
    "history",
    "is_decided",
    "last_entry",
    "live_entries",
    "live_records",
    "longest",
    "open_sitting",
    "others_since",
    "out_of_round",
    "people_of",
    "players",
    "preview_correction",
    "put_aside",
    "put_aside_at",
    "raw_besides",
    "raw_of",
    "record_hand",
    "record_paper",
    "reopen_sheet",
    "replay",
    "restore",
    "same_people",
    "say_extra",
    "settle",
    "sheet_before",
    "sheet_of",
    "so_far_before",
    "standing",
    "table_of",
    "undecided",
    "undo_last",
    "void_hand",
]
