"""Organisers decide about what was put aside at a table: with what it would move, and a line in the log."""

from __future__ import annotations

import uuid

from config.database import writing
from tournaments import ledger
from tournaments.events.decisions import corrections
from tournaments.events.decisions.consequences import Consequences
from tournaments.events.decisions.deciding import Done, decide
from tournaments.events.ground.log import note
from tournaments.events.ground.stages import event_of
from tournaments.ledger.appending import Origin
from tournaments.lists import cleaned
from tournaments.models import Answer, Entry, EntryKind, Event, LiveHand, Parked, ParkedDecision, Via

SETTLED = "aside_settled"


def preview(parked: Parked, answer: Answer) -> Consequences:
    """What would move if it took the place of what is there, or counted besides.

    Raises Unreadable or a Refused of the ledger.
    """
    sitting = parked.sitting
    if answer is Answer.INSTEAD:
        raw = ledger.raw_of(sitting, parked)
        return corrections.preview(sitting, parked.hand_no or 0, raw).moved
    kind = EntryKind.PAPER if parked.kind == EntryKind.PAPER else EntryKind.HAND
    closed = True if sitting.sheethead.closed else None
    raw = ledger.raw_besides(sitting, parked)
    return corrections.preview_addition(sitting, kind, raw, closed=closed).moved


def settle(
    *, parked: Parked, answer: Answer, base_seq: int | None, reason: str, by: str, entry: Entry | None = None
) -> None:
    """Decide; a hand that comes of it is a correction like any other, and in the list of corrections.

    Raises Decided where somebody else was faster, and what `ledger.settle` and `decide` raise.
    """
    event = event_of(parked.sitting)
    if answer not in (Answer.INSTEAD, Answer.BESIDES):
        with writing():
            first = ParkedDecision.objects.filter(parked=parked.pk).first() is None
            ledger.settle(parked=parked, answer=answer, entry=entry, via=Via.DESK, by=by)
            if first:
                note(event, SETTLED, by=by, reason=cleaned(reason), **_facts(parked, answer))
        return
    instead = answer is Answer.INSTEAD
    sitting, origin = parked.sitting, Origin(via=Via.DESK, by=by, reason=reason, base_seq=base_seq)

    def do(event: Event) -> Done | None:
        if ledger.is_decided(parked):
            ledger.settle(parked=parked, answer=answer, **origin)  # says who was faster
            return None
        was = LiveHand.objects.filter(sitting=sitting, hand_no=parked.hand_no or 0).first()
        closed = not instead and ledger.standing(sitting).closed
        if closed:
            ledger.reopen_sheet(sitting=sitting, entry_id=uuid.uuid5(parked.pk, "open"), **origin)
            origin["base_seq"] = None
        decision = ledger.settle(parked=parked, answer=answer, **origin)
        if closed:
            ledger.close_sheet(sitting=sitting, entry_id=uuid.uuid5(parked.pk, "close"), **origin)
        assert decision.entry is not None
        return corrections.log_facts(sitting, decision.entry, was if instead else None)

    def expected(event: Event) -> Consequences:
        rows = Parked.objects.select_related("sitting__event", "sitting__sheethead")
        return preview(rows.get(pk=parked.pk), answer)

    what = corrections.CORRECTED if instead else corrections.ADDED
    decide(event=event, what=what, by=by, reason=reason, expected=expected, do=do)


def _facts(parked: Parked, answer: Answer) -> Done:
    sitting = parked.sitting
    number = sitting.round.number if sitting.round else 0
    facts = {"round": number, "table": sitting.number, "sitting": sitting.pk, "hand": parked.hand_no}
    return {**facts, "aside": str(parked.pk), "answer": answer.value}
