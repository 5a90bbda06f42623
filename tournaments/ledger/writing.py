"""The five things that can be said about a sheet. Each is one short transaction, and harmless to repeat."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from scoring import Problem, SoFar, Unreadable, parse, play, say
from scoring import replay as score_all
from scoring.text import mark as _
from tournaments.ledger.answers import HandTaken, OutOfOrder, Recorded, SheetClosed, SheetOpen
from tournaments.ledger.appending import Addition, Asked, Origin, append, readable
from tournaments.ledger.standing import (
    Standing,
    extra_payload,
    live_entry,
    live_records,
    payload_of,
    read_extra,
    replay,
)
from tournaments.models import Entry, EntryKind, Sitting


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
    IdReused, HandTaken, OutOfOrder, SheetClosed, NotThisDevice.
    """

    def decide(sitting: Sitting, stands: Standing) -> Addition | Entry:
        expected = len(stands.live) + 1
        number = expected if hand_no is None else hand_no
        if 1 <= number < expected:
            there = stands.live[number - 1]
            if there.payload == readable(sitting, raw):
                return there
            raise HandTaken(there, number)
        if stands.closed:
            raise SheetClosed
        if number != expected:
            text = say(_("Hand {expected} comes first; this is hand {hand}."), expected=expected, hand=number)
            raise OutOfOrder(number, expected, text)
        game, table = sitting.game_value(), sitting.table()
        before = replay(sitting, stands.live)
        record = parse(game, table, before, raw)
        return Addition(number, payload_of(sitting, record), play(game, table, before, record))

    return append(sitting, Asked(entry_id, EntryKind.HAND, hand_no, raw, origin=origin), decide)


def correct_hand(
    *,
    sitting: Sitting,
    hand_no: int,
    entry_id: uuid.UUID,
    raw: Mapping[str, Any],
    **origin: Unpack[Origin],
) -> Recorded:
    """Give a hand another content; it is judged as if it were entered now, all later hands are scored anew.

    Refused as HandTaken when somebody else has corrected it since `base_seq`, or in this very moment.
    Raises what `record_hand` raises; Unreadable with `hands_after_end` when the game would end too early.
    """
    seen = live_entry(sitting, hand_no)

    def decide(sitting: Sitting, stands: Standing) -> Addition | Entry:
        there = stands.hand(hand_no)
        if there is None:
            raise _gone(hand_no, len(stands.live))
        if there.payload == readable(sitting, raw):
            return there
        if stands.closed:
            raise SheetClosed
        _refuse_unseen(there, hand_no, origin.get("base_seq"), seen)
        game, table = sitting.game_value(), sitting.table()
        records = live_records(sitting, stands.live)
        before = score_all(game, table, records[: hand_no - 1])
        record = parse(game, table, before, raw)
        after = _score_later(sitting, play(game, table, before, record), records[hand_no:], hand_no + 1)
        return Addition(hand_no, payload_of(sitting, record), after, there)

    return append(sitting, Asked(entry_id, EntryKind.CORRECT, hand_no, raw, origin=origin), decide)


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
    seen = live_entry(sitting, hand_no)

    def decide(sitting: Sitting, stands: Standing) -> Addition:
        if stands.closed:
            raise SheetClosed
        there = stands.hand(hand_no)
        if there is None:
            raise _gone(hand_no, len(stands.live))
        if hand_no < len(stands.live):
            text = say(_("Only the last hand can be taken back; that is hand {last}."), last=len(stands.live))
            raise OutOfOrder(hand_no, len(stands.live), text)
        _refuse_unseen(there, hand_no, origin.get("base_seq"), seen)
        return Addition(hand_no, {}, replay(sitting, stands.live[:-1]), there)

    return append(sitting, Asked(entry_id, EntryKind.VOID, hand_no, origin=origin), decide)


def close_sheet(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    **origin: Unpack[Origin],
) -> Recorded:
    """No further hand, correction or undo. A closed sheet stays closed (`replay`)."""

    def decide(sitting: Sitting, stands: Standing) -> Addition | Entry:
        if stands.switched is not None and stands.closed:
            return stands.switched
        return Addition(None, {}, replay(sitting, stands.live))

    return append(sitting, Asked(entry_id, EntryKind.CLOSE, origin=origin), decide)


def reopen_sheet(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    **origin: Unpack[Origin],
) -> Recorded:
    """Undo the closing. A sheet that was opened again stays open (`replay`); SheetOpen if it never was."""

    def decide(sitting: Sitting, stands: Standing) -> Addition | Entry:
        if stands.switched is None:
            raise SheetOpen
        if not stands.closed:
            return stands.switched
        return Addition(None, {}, replay(sitting, stands.live))

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

    def decide(sitting: Sitting, stands: Standing) -> Addition | Entry:
        payload = extra_payload(sitting, read_extra(sitting, raw))
        there = stands.extra
        if there is not None and there.payload == payload:
            return there
        if stands.closed:
            raise SheetClosed
        if stands.live:
            raise OutOfOrder(0, 1, say(_("This can be changed until the first hand is entered.")))
        seen = origin.get("base_seq")
        if there is not None and seen is not None and there.seq > seen:
            raise OutOfOrder(0, 1, say(_("Another device has changed this meanwhile. Please look again.")))
        return Addition(None, payload, replay(sitting, stands.live))

    return append(sitting, Asked(entry_id, EntryKind.EXTRA, None, raw, origin=origin), decide)


def _refuse_unseen(there: Entry, hand_no: int, base_seq: int | None, seen: Entry | None) -> None:
    """Nobody corrects or takes back what he has not seen."""
    if (base_seq is not None and there.seq > base_seq) or seen is None or there.pk != seen.pk:
        raise HandTaken(there, hand_no)


def _gone(hand_no: int, last: int) -> OutOfOrder:
    return OutOfOrder(hand_no, last, say(_("Hand {hand} is not on the sheet (any more)."), hand=hand_no))


def _score_later(sitting: Sitting, so_far: SoFar[Any], later: Sequence[Any], first: int) -> SoFar[Any]:
    """Score the hands after a corrected one; raises Unreadable when one of them has no place any more."""
    game, table = sitting.game_value(), sitting.table()
    for number, record in enumerate(later, start=first):
        try:
            if so_far.over:
                raise LookupError("the game is over")
            so_far = play(game, table, so_far, record)
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):
            hands = tuple(range(number, first + len(later)))
            message = _("Then there is no place any more for what was entered as hand {hands}.")
            raise Unreadable([Problem(None, "hands_after_end", say(message, hands=hands))]) from None
    return so_far
