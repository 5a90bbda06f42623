"""Taking back one thing that was done: a place on the sheet says again what an entry before has said."""

from __future__ import annotations

import uuid
from typing import Unpack

from scoring import say
from scoring.text import mark as _
from tournaments.ledger.answers import OthersPlay, OutOfOrder, Recorded
from tournaments.ledger.appending import Origin
from tournaments.ledger.corrections import correct_hand, correct_paper, void_hand
from tournaments.ledger.folding import HANDS, SheetLedger, played_then, players, standing
from tournaments.ledger.recording import record_hand, record_paper
from tournaments.models import Entry, EntryKind, Sitting


def restore(*, sitting: Sitting, entry_id: uuid.UUID, to: uuid.UUID, **origin: Unpack[Origin]) -> Recorded:
    """Let the hand of the entry `to` be what that entry made of it: its content, or taken out.

    What was taken back at the end is the next hand again; anything else is a correction. Harmless to repeat
    with the same `entry_id`. Raises what these raise; OutOfOrder where `to` is no entry of this sheet,
    OthersPlay where its seats are other people's by now.
    """
    meant = Entry.objects.filter(pk=to, sitting=sitting, kind__in=(*HANDS, EntryKind.VOID)).first()
    if meant is None or meant.hand_no is None:
        raise OutOfOrder(0, 0, say(_("This is no longer on the sheet.")))
    hand_no = meant.hand_no
    if meant.kind == EntryKind.VOID:
        return void_hand(sitting=sitting, entry_id=entry_id, hand_no=hand_no, **origin)
    before = Entry.objects.filter(pk=entry_id).first()  # sent again, it is what it was
    sheet_ledger = standing(sitting)
    if before is None and not _same_people(sitting, sheet_ledger, meant, hand_no):
        raise OthersPlay
    is_next = hand_no > sheet_ledger.last_no if before is None else before.supersedes_id is None
    on_paper = meant.kind == EntryKind.PAPER
    write = (
        (record_paper if on_paper else record_hand)
        if is_next
        else correct_paper
        if on_paper
        else correct_hand
    )
    return write(sitting=sitting, entry_id=entry_id, raw=meant.payload, hand_no=hand_no, **origin)


def _same_people(sitting: Sitting, sheet_ledger: SheetLedger, meant: Entry, hand_no: int) -> bool:
    now = players(sitting, sheet_ledger.line_ups, hand_no)
    return played_then(sitting, sheet_ledger, meant).places == now.places
