"""What tables say about their sheet. Each is one short transaction, and harmless to repeat."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Unpack

from scoring import PaperTotals, Sheet, say
from scoring.text import mark as _
from tournaments.ledger.agreement import agreement_of
from tournaments.ledger.answers import (
    HandTaken,
    OthersPlay,
    OutOfOrder,
    Recorded,
    SheetClosed,
    SheetInUse,
    SheetOpen,
    unit,
)
from tournaments.ledger.appending import Addition, Asked, Origin, append
from tournaments.ledger.confirming import vouched
from tournaments.ledger.folding import SheetLedger, replay, sheet_of
from tournaments.ledger.payloads import readable, stored, value_of
from tournaments.ledger.remembering import Remembered
from tournaments.models import Entry, EntryKind, Sitting, Via


def record_hand(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    raw: Mapping[str, Any],
    hand_no: int | None = None,
    **origin: Unpack[Origin],
) -> Recorded:
    """Write the next hand; `hand_no` says which one the client believes it to be.

    A hand that is there already with the same content is confirmed (`replay`). Raises Unreadable, or
    IdReused, HandTaken, OutOfOrder, OthersPlay, SheetClosed, NotThisDevice.
    """
    return _next(sitting, Asked(entry_id, EntryKind.HAND, hand_no, raw, origin=origin))


def record_paper(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    raw: Mapping[str, Any],
    hand_no: int | None = None,
    **origin: Unpack[Origin],
) -> Recorded:
    """Write several hands at once, known from paper: `{"hands": how many, "points": [per side]}`.

    They stand on the sheet under one number, like a hand. Raises what `record_hand` raises.
    """
    return _next(sitting, Asked(entry_id, EntryKind.PAPER, hand_no, raw, origin=origin))


def _next(sitting: Sitting, asked: Asked) -> Recorded:
    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        expected = sheet_ledger.last_no + 1
        number = expected if asked.hand_no is None else asked.hand_no
        others = sheet_ledger.others_since(number, asked.origin.get("base_seq"))
        if 1 <= number < expected:
            there = sheet_ledger.there(number)
            assert there is not None
            table = sheet_of(sitting, sheet_ledger.before(number)).stretch.table
            same_kind = _is_paper(there) is (asked.kind is EntryKind.PAPER)
            same = same_kind and there.payload == readable(sitting, asked.kind, asked.raw, table)
            if same and not others:  # the same answers of other people are another hand
                return _seconded(sitting, sheet_ledger, there, asked.origin) or there
            raise HandTaken(there, number)
        if sheet_ledger.closed:
            raise SheetClosed
        if number != expected:
            message = _("{unit} {expected} comes first; this is {unit} {hand}.")
            text = say(message, unit=unit(sitting), expected=expected, hand=number)
            raise OutOfOrder(number, expected, text)
        if others:
            raise OthersPlay
        return _judged(sitting, asked, number, sheet_of(sitting, sheet_ledger.counting))

    def go_on(sitting: Sitting, before: Remembered) -> Addition | None:
        number = before.last_no + 1
        others = before.others_since(asked.origin.get("base_seq"))
        if asked.hand_no not in (None, number) or before.head.closed or others:
            return None
        return _judged(sitting, asked, number, before.sheet)

    return append(sitting, asked, decide, go_on)


def _judged(sitting: Sitting, asked: Asked, number: int, before: Sheet[Any, Any]) -> Addition:
    """The hand as it is written, and the sheet with it; raises Unreadable."""
    record: Any | PaperTotals = before.judged(asked.raw or {}, paper=asked.kind is EntryKind.PAPER)
    payload = stored(sitting, asked.kind, record, before.stretch.table)
    sheet = before.then(record)
    return Addition(number, payload, sheet.whole, sheet=sheet)


def _seconded(sitting: Sitting, sheet_ledger: SheetLedger, there: Entry, origin: Origin) -> Addition | None:
    """The same hand from somebody else's phone: it is confirmed by him. Nothing where that is known, or his
    seat is not."""
    device = origin.get("credential")
    seat = device.seat if device is not None else None
    if seat is None or sheet_ledger.closed or origin.get("via", Via.OWN) != Via.OWN:
        return None
    if there.hand_no in agreement_of(sitting, sheet_ledger).hands or there.credential_id is None:
        return None
    addition = vouched(sitting, sheet_ledger, there, seat, origin)
    return None if addition is None else replace(addition, confirms=there)


def _is_paper(entry: Entry) -> bool:
    return entry.kind == EntryKind.PAPER


def close_sheet(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    **origin: Unpack[Origin],
) -> Recorded:
    """No further hand, correction or undo but by organisers. A closed sheet stays closed (`replay`)."""

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        if sheet_ledger.switched is not None and sheet_ledger.closed:
            return sheet_ledger.switched
        return Addition(None, {}, replay(sitting, sheet_ledger.counting))

    return append(sitting, Asked(entry_id, EntryKind.CLOSE, origin=origin), decide)


def close_silent_sheet(*, sitting: Sitting, entry_id: uuid.UUID, seq: int) -> Recorded:
    """Close a sheet that nobody has written on since its entry `seq`; SheetInUse if somebody has."""

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        if sheet_ledger.closed or (sheet_ledger.last.seq if sheet_ledger.last else 0) != seq:
            raise SheetInUse
        return Addition(None, {}, replay(sitting, sheet_ledger.counting))

    asked = Asked(entry_id, EntryKind.CLOSE, origin={"via": Via.CLOCK})
    return append(sitting, asked, decide)


def reopen_sheet(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    **origin: Unpack[Origin],
) -> Recorded:
    """Undo the closing. A sheet that was opened again stays open (`replay`); SheetOpen if it never was."""

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        if sheet_ledger.switched is None:
            raise SheetOpen
        if not sheet_ledger.closed:
            return sheet_ledger.switched
        return Addition(None, {}, replay(sitting, sheet_ledger.counting))

    return append(sitting, Asked(entry_id, EntryKind.REOPEN, origin=origin), decide)


def say_extra(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    raw: Mapping[str, Any],
    **origin: Unpack[Origin],
) -> Recorded:
    """Say what the sheet carries besides its hands (bets), as a whole; possible until the first hand.

    Raises Unreadable, or IdReused, OutOfOrder (too late, or somebody said something else since
    `base_seq`), SheetClosed, NotThisDevice.
    """

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        payload = stored(sitting, EntryKind.EXTRA, value_of(sitting, EntryKind.EXTRA, raw))
        there = sheet_ledger.extra
        if there is not None and there.payload == payload:
            return there
        if sheet_ledger.closed:
            raise SheetClosed
        if sheet_ledger.live:
            raise OutOfOrder(0, 1, say(_("This can be changed until the first hand is entered.")))
        seen = origin.get("base_seq")
        if there is not None and seen is not None and there.seq > seen:
            raise OutOfOrder(0, 1, say(_("Someone else has just changed this. Please reload the page.")))
        return Addition(None, payload, replay(sitting, sheet_ledger.counting))

    return append(sitting, Asked(entry_id, EntryKind.EXTRA, None, raw, origin=origin), decide)
