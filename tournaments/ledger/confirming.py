"""What tables and organisers say about a list: it is right, it is not, it is settled.

As everything in the ledger: an entry with an id from the client, harmless to repeat, judged inside the lock.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from scoring import Problem, SoFar, Unreadable, say
from scoring.record import Answers
from scoring.text import mark as _
from tournaments.ledger.agreement import (
    DESK,
    ORGANISERS,
    OWN,
    TURNED,
    Writers,
    agreement_of,
    asserted,
    may_confirm,
    seat_of,
    writers_of,
)
from tournaments.ledger.answers import (
    ListChanged,
    NothingDisputed,
    OutOfOrder,
    Recorded,
    SheetClosed,
    SheetOpen,
    WroteIt,
    unit,
)
from tournaments.ledger.appending import Addition, Asked, Origin, append, why
from tournaments.ledger.folding import JUDGEMENTS, SheetLedger, replay
from tournaments.models import Entry, EntryKind, Sitting, Via


def confirm_list(
    *, sitting: Sitting, entry_id: uuid.UUID, seat: int = ORGANISERS, **origin: Unpack[Origin]
) -> Recorded:
    """Somebody of another seat says that the list is right, or organisers do and say why.

    It holds for the list as it was at `base_seq`. Said twice, it is said once (`replay`). Raises SheetOpen
    before the sheet is handed in, ListChanged, WroteIt, Unreadable, and what every entry raises.
    """
    _refuse_no_reason(seat, origin)

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        if not sheet_ledger.closed:
            raise SheetOpen(say(_("The list is confirmed when the sheet is handed in.")))
        refuse_changed(sheet_ledger, origin.get("base_seq"))
        agreement = agreement_of(sitting, sheet_ledger)
        before = [entry for entry in agreement.confirmations if seat_of(entry) == seat]
        if before and not any(seat_of(dispute) == seat for dispute in agreement.disputes):
            return before[-1]
        so_far, writers = replay(sitting, sheet_ledger.counting), writers_of(sitting, sheet_ledger.live)
        if seat != ORGANISERS:
            _refuse_nobody(sitting, seat)
            if not may_confirm(sitting, sheet_ledger, seat, writers):
                raise WroteIt
        return Addition(None, _vote(seat, origin, writers) | asserted(so_far), so_far)

    return append(sitting, Asked(entry_id, EntryKind.CONFIRM, None, {"seat": seat}, origin), decide)


def confirm_hand(
    *, sitting: Sitting, entry_id: uuid.UUID, hand_no: int, seat: int, **origin: Unpack[Origin]
) -> Recorded:
    """Somebody of another side than its writer says that a hand of the open sheet is right. As harmless to
    repeat as `confirm_list`, and refused alike; OutOfOrder where there is no such hand."""

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        there = sheet_ledger.hand(hand_no)
        if there is None:
            text = say(_("{unit} {hand} is no longer on the sheet."), unit=unit(sitting), hand=hand_no)
            raise OutOfOrder(hand_no, sheet_ledger.last_no, text)
        if sheet_ledger.closed:
            raise SheetClosed
        seen = origin.get("base_seq")
        if seen is None or there.seq > seen:
            raise ListChanged
        before = agreement_of(sitting, sheet_ledger).hands.get(hand_no)
        if before is not None:
            return before
        _refuse_nobody(sitting, seat)
        addition = vouched(sitting, sheet_ledger, there, seat, origin)
        if addition is None:
            raise WroteIt
        return addition

    return append(sitting, Asked(entry_id, EntryKind.CONFIRM, hand_no, {"seat": seat}, origin), decide)


def vouched(
    sitting: Sitting, sheet_ledger: SheetLedger, there: Entry, seat: int, origin: Origin
) -> Addition | None:
    """What is written when a seat says that the hand `there` is right; None for its writer's side."""
    writers = writers_of(sitting, (there,))
    if not may_confirm(sitting, sheet_ledger, seat, writers):
        return None
    payload = _vote(seat, origin, writers) | {"entry": str(there.pk)}
    return Addition(there.hand_no, payload, replay(sitting, sheet_ledger.counting))


def dispute(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    seat: int,
    hand_no: int | None = None,
    totals: Sequence[int] | None = None,
    **origin: Unpack[Origin],
) -> Recorded:
    """Somebody says that the list, or a hand of it, is not right: why (`reason`), what the totals should be.

    Nothing is held up by it but the official result. The same again changes nothing. Raises Unreadable,
    OutOfOrder, ListChanged, and what every entry raises.
    """
    raw: dict[str, Any] = {"seat": seat, "should": None if totals is None else list(totals)}

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        if hand_no is not None and sheet_ledger.hand(hand_no) is None:
            text = say(_("{unit} {hand} is no longer on the sheet."), unit=unit(sitting), hand=hand_no)
            raise OutOfOrder(hand_no, sheet_ledger.last_no, text)
        refuse_changed(sheet_ledger, origin.get("base_seq"))
        for earlier in agreement_of(sitting, sheet_ledger).disputes:
            if earlier.hand_no == hand_no and earlier.reason == why(origin) and _says(earlier.payload, raw):
                return earlier
        so_far, writers = replay(sitting, sheet_ledger.counting), writers_of(sitting, sheet_ledger.live)
        _refuse_nobody(sitting, seat)
        _refuse_empty(so_far, hand_no, totals, origin)
        payload = _vote(seat, origin, writers) | {"should": raw["should"]} | asserted(so_far)
        return Addition(hand_no, payload, so_far)

    return append(sitting, Asked(entry_id, EntryKind.DISPUTE, hand_no, raw, origin), decide)


def resolve(*, sitting: Sitting, entry_id: uuid.UUID, **origin: Unpack[Origin]) -> Recorded:
    """Everything that was disputed at this table is settled, and how (`reason`): by organisers, and where
    there are none by the table itself. What organisers have settled at a closed sheet is confirmed by it.

    Raises Unreadable without a reason, ListChanged where somebody has disputed more since `base_seq`,
    NothingDisputed, NotTheirs, and what every entry raises.
    """
    if not why(origin):
        raise Unreadable([Problem("reason", "missing", say(_("Please enter how it was settled.")))])

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        if origin.get("via", Via.OWN) != Via.DESK and sitting.event_id is not None:
            raise NothingDisputed(say(_("Disputes are settled by the organisers.")))
        disputes = agreement_of(sitting, sheet_ledger).disputes
        if not disputes:
            before = [entry for entry in sheet_ledger.entries if entry.kind == EntryKind.RESOLVE]
            if before:
                return before[-1]
            raise NothingDisputed(say(_("Nobody disputes this list.")))
        refuse_changed(sheet_ledger, origin.get("base_seq"), disputes)
        so_far = replay(sitting, sheet_ledger.counting)
        settled = {"settles": [str(entry.pk) for entry in disputes]}
        return Addition(None, settled | asserted(so_far), so_far)

    return append(sitting, Asked(entry_id, EntryKind.RESOLVE, None, {}, origin), decide)


def refuse_changed(sheet_ledger: SheetLedger, seen: int | None, more: Sequence[Entry] = ()) -> None:
    """Nobody says anything about a list he has not seen. Raises ListChanged."""
    changes = [entry for entry in sheet_ledger.entries if entry.kind not in JUDGEMENTS]
    last = max((entry.seq for entry in (*changes[-1:], *more)), default=0)
    if seen is None or seen < last:
        raise ListChanged


def _vote(seat: int, origin: Origin, writers: Writers) -> Answers:
    """Who says it, on what, and who had written what he speaks of."""
    device = origin.get("credential")
    by_itself = device is not None and device.seat == seat and device.pk not in writers.devices
    phone = DESK if seat == ORGANISERS else OWN if by_itself else TURNED
    return {"seat": seat, "phone": phone, "wrote": list(writers.seats)}


def _says(payload: Mapping[str, Any], raw: Mapping[str, Any]) -> bool:
    return all(payload.get(name) == value for name, value in raw.items())


def _refuse_nobody(sitting: Sitting, seat: int) -> None:
    if not sitting.chairs.filter(seat=seat).exists():
        raise Unreadable([Problem("seat", "seat_empty", say(_("Nobody sits on seat {seat}."), seat=seat))])


def _refuse_no_reason(seat: int, origin: Origin) -> None:
    if seat == ORGANISERS and not (origin.get("via") == Via.DESK and why(origin)):
        raise Unreadable([Problem("reason", "missing", say(_("Please enter a reason.")))])


def _refuse_empty(
    so_far: SoFar[Any], hand_no: int | None, totals: Sequence[int] | None, origin: Origin
) -> None:
    if totals is not None and len(totals) != len(so_far.totals):
        text = say(_("Please enter all totals, or none."))
        raise Unreadable([Problem("totals", "incomplete", text)])
    if totals is None and hand_no is None and not why(origin):
        raise Unreadable([Problem("reason", "missing", say(_("Please enter what is not right.")))])
