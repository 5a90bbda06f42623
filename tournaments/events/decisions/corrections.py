"""Hands put right at the desk: any hand of any round, with a reason, and with what it moves."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from scoring import SoFar
from scoring.record import RawAnswers
from scoring.text import mark as _
from tournaments import ledger
from tournaments.events.decisions.consequences import Consequences, compare, state_of
from tournaments.events.decisions.deciding import Done, decide
from tournaments.events.ground.refusal import no_draw
from tournaments.events.ground.stages import event_of
from tournaments.ledger import Recorded, WhatIf
from tournaments.ledger.appending import Origin
from tournaments.models import Entry, EntryKind, Event, LiveHand, Round, RoundState, SheetHead, Sitting, Via

CORRECTED, TAKEN_OUT, ADDED = "hand_corrected", "hand_taken_out", "hand_added_late"
CLOSED, REOPENED = "table_closed", "table_reopened"


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What a correction would do to its sheet, and to the event."""

    sheet: WhatIf
    moved: Consequences


def preview(sitting: Sitting, hand_no: int, raw: RawAnswers | None) -> CorrectionPreview:
    """What would move with this content of a hand; None: with the hand taken out.

    Raises Unreadable or a Refused of the ledger.
    """
    what_if = ledger.preview_correction(sitting=sitting, hand_no=hand_no, raw=raw)
    return CorrectionPreview(what_if, _moved(sitting, what_if.after))


def preview_addition(
    sitting: Sitting, kind: EntryKind, raw: RawAnswers, *, closed: bool | None = True
) -> CorrectionPreview:
    """What would move with one more hand, or with totals from paper (`kind` PAPER), on a sheet that is closed
    then; `closed` None: as it is now. Raises Unreadable.
    """
    before = ledger.sheet_of(sitting)
    after = before.then(before.judged(raw, paper=kind is EntryKind.PAPER)).whole
    return CorrectionPreview(WhatIf(before.whole, after), _moved(sitting, after, closed=closed))


def _moved(sitting: Sitting, after: SoFar[Any], *, closed: bool | None = None) -> Consequences:
    event = event_of(sitting)
    switched = {} if closed is None else {sitting.pk: closed}
    return compare(event, state_of(event), state_of(event, instead={sitting.pk: after}, closed=switched))


def _now(sitting: Sitting) -> Sitting:
    """The sheet as it stands now, with its event: what a page was made of may be old."""
    return Sitting.objects.select_related("event").get(pk=sitting.pk)


def correct(
    *,
    sitting: Sitting,
    hand_no: int,
    entry_id: uuid.UUID,
    raw: RawAnswers | None,
    base_seq: int | None,
    reason: str,
    by: str = "",
) -> Consequences | None:
    """Give a hand (or totals from paper) another content, or take it out (`raw` None).

    None: it stands there already. Raises Unreadable or a Refused of the ledger; HandTaken when somebody else
    has changed it since `base_seq`.
    """

    where = _where(sitting)

    def do(event: Event) -> Done | None:
        was = LiveHand.objects.filter(sitting=sitting, hand_no=hand_no).select_related("entry").first()
        origin: Origin = {"via": Via.DESK, "by": by, "reason": reason, "base_seq": base_seq}
        if raw is None:
            done = ledger.void_hand(sitting=sitting, hand_no=hand_no, entry_id=entry_id, **origin)
        elif was is not None and was.entry.kind == EntryKind.PAPER:
            done = ledger.correct_paper(
                sitting=sitting, hand_no=hand_no, entry_id=entry_id, raw=raw, **origin
            )
        else:
            done = ledger.correct_hand(sitting=sitting, hand_no=hand_no, entry_id=entry_id, raw=raw, **origin)
        return None if done.replay else log_facts(sitting, done.entry, was, where)

    def expected(event: Event) -> Consequences:
        return preview(_now(sitting), hand_no, raw).moved

    what = TAKEN_OUT if raw is None else CORRECTED
    return decide(
        event=event_of(sitting), what=what, by=by, reason=reason, expected=expected, do=do, on_sheets=True
    )


def add_late(
    *, sitting: Sitting, kind: EntryKind, entry_id: uuid.UUID, raw: RawAnswers, reason: str, by: str = ""
) -> Consequences | None:
    """One more hand, or totals from paper, on a sheet of a round that is over; it is closed again at once.

    None: it was added before. Raises Unreadable or a Refused of the ledger.
    """

    def do(event: Event) -> Done | None:
        if not _in_round(sitting, RoundState.CLOSED):
            raise no_draw(_("The round is open: write at the table."))
        if Entry.objects.filter(pk=entry_id).exists():
            return None
        origin: Origin = {"via": Via.DESK, "by": by, "reason": reason}
        if SheetHead.objects.get(sitting=sitting.pk).closed:
            ledger.reopen_sheet(sitting=sitting, entry_id=uuid.uuid5(entry_id, "open"), **origin)
        write = ledger.record_paper if kind is EntryKind.PAPER else ledger.record_hand
        done = write(sitting=sitting, entry_id=entry_id, raw=raw, **origin)
        ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid5(entry_id, "close"), **origin)
        return None if done.replay else log_facts(sitting, done.entry, None)

    def expected(event: Event) -> Consequences:
        return preview_addition(_now(sitting), kind, raw).moved

    return decide(
        event=event_of(sitting), what=ADDED, by=by, reason=reason, expected=expected, do=do, on_sheets=True
    )


def close(*, sitting: Sitting, entry_id: uuid.UUID, by: str = "") -> Recorded:
    """Hand a sheet in for its table. Raises Refused."""
    return ledger.close_sheet(sitting=sitting, entry_id=entry_id, via=Via.DESK, by=by)


def reopen(*, sitting: Sitting, entry_id: uuid.UUID, reason: str, by: str = "") -> Consequences | None:
    """Let a table of the open round write again. Raises Unreadable or a Refused of the ledger."""

    def do(event: Event) -> Done | None:
        if not _in_round(sitting, RoundState.OPEN):
            raise no_draw(_("The round is closed: correct the hands here, or open the round again."))
        done = ledger.reopen_sheet(sitting=sitting, entry_id=entry_id, via=Via.DESK, by=by, reason=reason)
        return None if done.replay else _where(sitting)

    def expected(event: Event) -> Consequences:
        return compare(event, state_of(event), state_of(event, closed={sitting.pk: False}))

    return decide(
        event=event_of(sitting), what=REOPENED, by=by, reason=reason, expected=expected, do=do, on_sheets=True
    )


def _in_round(sitting: Sitting, state: RoundState) -> bool:
    """Is its round so now? Somebody may have opened or closed it since the page was made."""
    return Round.objects.filter(sittings=sitting.pk, state=state).exists()


def log_facts(sitting: Sitting, entry: Entry, was: LiveHand | None, where: Done | None = None) -> Done:
    """For the log: which entry took the place of which, and what each was worth."""
    points = LiveHand.objects.filter(entry=entry).values_list("points", flat=True)
    return {
        **(where or _where(sitting)),
        "hand": entry.hand_no,
        "entry": str(entry.pk),
        "old": str(was.entry_id) if was else None,
        "points_before": was.points if was else None,
        "points_after": next(iter(points), None),
    }


def _where(sitting: Sitting) -> Done:
    round_ = sitting.round.number if sitting.round else 0
    return {"round": round_, "table": sitting.number, "sitting": sitting.pk}
