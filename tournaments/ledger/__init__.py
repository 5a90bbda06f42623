"""The only door for hands. Everything else about a sheet is computed from what is written here.

    sitting = open_sitting(game="cego", preset="baden2006", rules=rules, names=names, first_dealer=1)
    hand = {"declarer": 1, "contract": "eine", "points": 47}
    recorded = record_hand(sitting=sitting, entry_id=uuid4(), raw=hand)
    recorded.so_far.totals   # when this line is reached, the hand is on the disk

Every entry has an id made by the client before it sends: sending it again gives the same answer and changes
nothing. Unique constraints decide races; nothing is overwritten.
"""

from __future__ import annotations

from tournaments.ledger.agreement import (
    ORGANISERS,
    TURNED,
    Agreement,
    agreement_of,
    confirmers,
    may_confirm,
    seat_of,
    writers_of,
)
from tournaments.ledger.answers import (
    HandConfirmed,
    HandTaken,
    IdReused,
    ListChanged,
    NothingDisputed,
    NotThisDevice,
    OtherKind,
    OthersPlay,
    OutOfOrder,
    Recorded,
    Refused,
    SheetClosed,
    SheetGone,
    SheetInUse,
    SheetOpen,
    WroteIt,
)
from tournaments.ledger.confirming import confirm_hand, confirm_list, dispute, resolve
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
    HANDS,
    JUDGEMENTS,
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
from tournaments.ledger.permission import RoundNotOpen, out_of_round
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
    "HANDS",
    "JUDGEMENTS",
    "ORGANISERS",
    "TURNED",
    "Agreement",
    "Exchanged",
    "Fold",
    "HandConfirmed",
    "HandTaken",
    "IdReused",
    "ListChanged",
    "NotThisDevice",
    "NothingDisputed",
    "OtherKind",
    "OthersPlay",
    "OutOfOrder",
    "Recorded",
    "Refused",
    "RoundNotOpen",
    "SheetClosed",
    "SheetGone",
    "SheetInUse",
    "SheetOpen",
    "TableSeat",
    "WhatIf",
    "WroteIt",
    "after",
    "agreement_of",
    "before_last",
    "change_line_up",
    "close_sheet",
    "close_silent_sheet",
    "confirm_hand",
    "confirm_list",
    "confirmers",
    "considered",
    "correct_hand",
    "correct_paper",
    "counting_entries",
    "dispute",
    "exchange_people",
    "extra_of",
    "hands_of",
    "history",
    "last_entry",
    "live_entries",
    "live_records",
    "longest",
    "may_confirm",
    "open_sitting",
    "others_since",
    "out_of_round",
    "players",
    "preview_correction",
    "record_hand",
    "record_paper",
    "reopen_sheet",
    "replay",
    "resolve",
    "restore",
    "say_extra",
    "seat_of",
    "sheet_before",
    "sheet_of",
    "so_far_before",
    "standing",
    "table_of",
    "undo_last",
    "void_hand",
    "writers_of",
]
