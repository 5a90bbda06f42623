"""Putting right what is on a sheet. Nothing is renumbered: what is taken out of the middle leaves its number.

A table corrects its own open sheet. Organisers (`via` DESK) give a reason and may put a closed sheet right,
which stays closed.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from scoring import Problem, Sheet, SoFar, Unreadable, say
from scoring.record import Answers
from scoring.text import mark as _
from tournaments.ledger.agreement import agreement_of
from tournaments.ledger.answers import (
    HandConfirmed,
    HandTaken,
    OtherKind,
    OutOfOrder,
    Recorded,
    SheetClosed,
    unit,
)
from tournaments.ledger.appending import Addition, Asked, Origin, append, why
from tournaments.ledger.folding import SheetLedger, after, hands_of, live_entry, replay, sheet_of, standing
from tournaments.ledger.payloads import readable, stored
from tournaments.models import Entry, EntryKind, Sitting, Via


def correct_hand(
    *,
    sitting: Sitting,
    hand_no: int,
    entry_id: uuid.UUID,
    raw: Mapping[str, Any],
    **origin: Unpack[Origin],
) -> Recorded:
    """Give a hand another content; it is judged as if it were entered now, all later hands are scored anew.

    One that was taken out is put back in its place. Refused as HandTaken when somebody else has corrected
    it since `base_seq`, or in this very moment; as OtherKind where totals from paper stand. Raises what
    `record_hand` raises; Unreadable with `hands_after_end` when the game would end too early.
    """
    return _correct(sitting, Asked(entry_id, EntryKind.CORRECT, hand_no, raw, origin=origin), hand_no)


def correct_paper(
    *,
    sitting: Sitting,
    hand_no: int,
    entry_id: uuid.UUID,
    raw: Mapping[str, Any],
    **origin: Unpack[Origin],
) -> Recorded:
    """Say otherwise how many hands were on paper and what they were worth; see `correct_hand`."""
    return _correct(sitting, Asked(entry_id, EntryKind.PAPER, hand_no, raw, origin=origin), hand_no)


def undo_last(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    hand_no: int,
    **origin: Unpack[Origin],
) -> Recorded:
    """Take the last hand back; its number is free again.

    `hand_no` says which one is meant: OutOfOrder when it is not the last any more, HandTaken when somebody
    else has corrected it since `base_seq`, or in this very moment.
    """
    return _void(sitting, hand_no, entry_id, origin, last_only=True)


def void_hand(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    hand_no: int,
    **origin: Unpack[Origin],
) -> Recorded:
    """Take any hand out, as if it had never been played; the others keep their numbers in the ledger.

    Later hands are scored anew. Raises what `correct_hand` raises.
    """
    return _void(sitting, hand_no, entry_id, origin, last_only=False)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a correction would lead to."""

    before: SoFar[Any]
    after: SoFar[Any]

    @property
    def moved(self) -> tuple[int, ...]:
        """What it changes for every side, over the whole sheet."""
        return tuple(map(int.__sub__, _points(self.after), _points(self.before)))


def preview_correction(*, sitting: Sitting, hand_no: int, raw: Mapping[str, Any] | None) -> WhatIf:
    """The sheet as it stands and as it would stand with this content; None: with the hand taken out.

    Nothing is written. Raises Unreadable or OutOfOrder as the correction would.
    """
    sheet_ledger = standing(sitting)
    there = sheet_ledger.there(hand_no)
    if there is None:
        raise _gone(sitting, hand_no, sheet_ledger)
    before = replay(sitting, sheet_ledger.counting)
    if raw is None:
        return WhatIf(before, _without(sitting, sheet_ledger, hand_no))
    kind = EntryKind.PAPER if there.kind == EntryKind.PAPER else EntryKind.CORRECT
    return WhatIf(before, _with(sitting, sheet_ledger, hand_no, kind, raw)[1])


def _points(so_far: SoFar[Any]) -> tuple[int, ...]:
    return tuple(sum(hand.points[side] for hand in so_far.all_hands) for side in range(len(so_far.totals)))


def _correct(sitting: Sitting, asked: Asked, hand_no: int) -> Recorded:
    seen = live_entry(sitting, hand_no)

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition | Entry:
        there = sheet_ledger.there(hand_no)
        if there is None:
            raise _gone(sitting, hand_no, sheet_ledger)
        _refuse_other_kind(there, asked.kind)
        raw = asked.raw or {}
        table = sheet_of(sitting, sheet_ledger.before(hand_no)).stretch.table
        others = sheet_ledger.others_since(hand_no, asked.origin.get("base_seq"))
        same = there.kind != EntryKind.VOID and there.payload == readable(sitting, asked.kind, raw, table)
        if same and not others:
            return there
        refuse_closed(sheet_ledger, asked.origin)
        _refuse_confirmed(sitting, sheet_ledger, there, hand_no, asked.origin)
        _refuse_unseen(there, hand_no, asked.origin.get("base_seq"), seen)
        payload, after = _with(sitting, sheet_ledger, hand_no, asked.kind, raw)
        return Addition(hand_no, payload, after, there)

    return append(sitting, asked, decide)


def _void(
    sitting: Sitting, hand_no: int, entry_id: uuid.UUID, origin: Origin, *, last_only: bool
) -> Recorded:
    seen = live_entry(sitting, hand_no)

    def decide(sitting: Sitting, sheet_ledger: SheetLedger) -> Addition:
        refuse_closed(sheet_ledger, origin)
        there = sheet_ledger.hand(hand_no)
        if there is None:
            raise _gone(sitting, hand_no, sheet_ledger)
        if last_only and hand_no < sheet_ledger.last_no:
            message = _("Only the last one can be taken back: {unit} {last}.")
            text = say(message, unit=unit(sitting), last=sheet_ledger.last_no)
            raise OutOfOrder(hand_no, sheet_ledger.last_no, text)
        _refuse_confirmed(sitting, sheet_ledger, there, hand_no, origin)
        _refuse_unseen(there, hand_no, origin.get("base_seq"), seen)
        return Addition(hand_no, {}, _without(sitting, sheet_ledger, hand_no), there)

    return append(sitting, Asked(entry_id, EntryKind.VOID, hand_no, origin=origin), decide)


def _with(
    sitting: Sitting, sheet_ledger: SheetLedger, hand_no: int, kind: EntryKind, raw: Mapping[str, Any]
) -> tuple[Answers, SoFar[Any]]:
    """What is stored, and the sheet it leads to."""
    before, table = sheet_of(sitting, sheet_ledger.before(hand_no)), sitting.table()
    record = before.judged(raw, paper=kind is EntryKind.PAPER, limit=0)
    then = _score_later(sitting, before.then(record), sheet_ledger.after(hand_no))
    now = replay(sitting, sheet_ledger.counting).played  # a round that was made shorter later keeps its hands
    if table.limit and then.played > max(table.limit, now):
        text = say(_("All hands of this round are played ({limit})."), limit=table.limit)
        raise Unreadable([Problem(None, "table_full", text)])
    return stored(sitting, kind, record, before.stretch.table), then


def _without(sitting: Sitting, sheet_ledger: SheetLedger, hand_no: int) -> SoFar[Any]:
    return _score_later(sitting, sheet_of(sitting, sheet_ledger.before(hand_no)), sheet_ledger.after(hand_no))


def _score_later(sitting: Sitting, sheet: Sheet[Any, Any], later: Sequence[Entry]) -> SoFar[Any]:
    """Score the hands after a corrected one; raises Unreadable when one of them has no place any more."""
    for place, entry in enumerate(later):
        try:
            if sheet.whole.over and entry.kind != EntryKind.LINE_UP:
                raise LookupError("the game is over")
            sheet = after(sitting, sheet, entry)
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):
            hands = tuple(hand.hand_no for hand in hands_of(later[place:]))
            message = _("The game would then be over before {unit} {hands}, which is on the sheet.")
            text = say(message, unit=unit(sitting), hands=hands)
            raise Unreadable([Problem(None, "hands_after_end", text)]) from None
    return sheet.whole


def refuse_closed(sheet_ledger: SheetLedger, origin: Origin) -> None:
    """A closed sheet is put right by organisers only, and they say why."""
    by_the_desk = origin.get("via") == Via.DESK and bool(why(origin))
    if sheet_ledger.closed and not by_the_desk:
        raise SheetClosed


def _refuse_confirmed(
    sitting: Sitting, sheet_ledger: SheetLedger, there: Entry, hand_no: int, origin: Origin
) -> None:
    """What another side has confirmed, organisers put right; where there are none, the table does."""
    if sitting.event_id is None or origin.get("via", Via.OWN) == Via.DESK:
        return
    if hand_no in agreement_of(sitting, sheet_ledger).hands:
        raise HandConfirmed(there, hand_no)


def _refuse_unseen(there: Entry, hand_no: int, base_seq: int | None, seen: Entry | None) -> None:
    """Nobody corrects or takes back what he has not seen."""
    if (base_seq is not None and there.seq > base_seq) or seen is None or there.pk != seen.pk:
        raise HandTaken(there, hand_no)


def _refuse_other_kind(there: Entry, kind: EntryKind) -> None:
    if there.kind == EntryKind.PAPER and kind is not EntryKind.PAPER:
        raise OtherKind(there, say(_("These hands are on paper: please correct their totals.")))
    if there.kind in (EntryKind.HAND, EntryKind.CORRECT) and kind is EntryKind.PAPER:
        raise OtherKind(there, say(_("This hand was not on paper: please correct it by itself.")))


def _gone(sitting: Sitting, hand_no: int, sheet_ledger: SheetLedger) -> OutOfOrder:
    text = say(_("{unit} {hand} is no longer on the sheet."), unit=unit(sitting), hand=hand_no)
    return OutOfOrder(hand_no, sheet_ledger.last_no, text)
