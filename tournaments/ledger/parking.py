"""What a device of a table has sent and could not be counted is put aside, until people have decided.

    parked = put_aside(sitting=sitting, entry_id=id, kind=EntryKind.HAND, cells=cells, refused=refused)
    settle(parked=parked, answer=Answer.BESIDES, credential=device)

Nothing that is put aside counts, and nothing of it is ever thrown away. The same id sent again gets the same
answer. What people decide is judged as any hand is, and said once: whoever decides second is told.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone

from config.database import say_again, writing
from scoring import PaperTotals, Stretch, Unreadable, columns_for
from scoring.fields import fields_of
from scoring.flat import Column, columns, from_flat, to_flat
from scoring.record import Answers
from tournaments.ledger.answers import (
    Decided,
    HandTaken,
    IdReused,
    OtherKind,
    OthersPlay,
    PutAside,
    Recorded,
    Refused,
    Replaced,
    SheetClosed,
    TooMuchAside,
)
from tournaments.ledger.appending import TRIES, Asked, Origin, locked_sheet, refuse_other_content
from tournaments.ledger.chain import digest_of
from tournaments.ledger.corrections import correct_hand, correct_paper
from tournaments.ledger.folding import SheetLedger, players, sheet_of, stand, standing
from tournaments.ledger.payloads import readable, stored, value_of
from tournaments.ledger.permission import (
    OF_THE_TABLE,
    RoundOver,
    refuse_out_of_round,
    refuse_replaced,
    refuse_strangers,
)
from tournaments.ledger.recording import record_hand, record_paper
from tournaments.models import Answer, Entry, EntryKind, Event, Parked, ParkedDecision, Sitting, Via

KINDS = (EntryKind.HAND, EntryKind.CORRECT, EntryKind.PAPER)
"""What says something about hands. Nothing is lost where anything else is refused."""
ASIDE = (HandTaken, OtherKind, OthersPlay, PutAside, Replaced, RoundOver, SheetClosed)
"""Refusals after which what was sent is put aside; after all others it stays on the phone."""
MOST_OF_A_DEVICE = 50
MOST_OF_AN_EVENT = 2000


def put_aside(
    *,
    sitting: Sitting,
    entry_id: uuid.UUID,
    kind: EntryKind,
    cells: Mapping[str, str],
    refused: Refused,
    hand_no: int | None = None,
    **origin: Unpack[Origin],
) -> Parked | Entry:
    """Keep what the ledger has refused; an entry where exactly this stands on the sheet already.

    `cells` are the answers of the form. Raises Unreadable where they are no hand, and IdReused, TooMuchAside
    or NotThisDevice, and the refusal itself where it is none after which things are put aside.
    """
    if not isinstance(refused, ASIDE) or kind not in KINDS or origin.get("credential") is None:
        raise refused
    for tries_left in reversed(range(TRIES)):
        try:
            with writing():
                aside = _put_aside_once(sitting, entry_id, kind, cells, refused, hand_no, origin)
                say_again()
                return aside
        except IntegrityError:
            if not tries_left:
                raise
    raise AssertionError("unreachable")


def _put_aside_once(
    sitting: Sitting,
    entry_id: uuid.UUID,
    kind: EntryKind,
    cells: Mapping[str, str],
    refused: Refused,
    hand_no: int | None,
    origin: Origin,
) -> Parked | Entry:
    sitting, credential = _touched(sitting), origin.get("credential")
    refuse_strangers(sitting, credential)
    sheet_ledger, base_seq = standing(sitting), origin.get("base_seq")
    stretch = _people_then(sitting, sheet_ledger, hand_no, base_seq)
    flat = _columns(sitting, kind, stretch)
    raw = from_flat(flat, cells)
    earlier = Entry.objects.filter(pk=entry_id).first()
    if earlier is not None:  # the same request has come twice, and the other one could be counted
        refuse_other_content(earlier, sitting, Asked(entry_id, kind, hand_no, raw), sheet_ledger)
        return earlier
    payload = stored(sitting, kind, value_of(sitting, kind, raw, stretch.table), stretch.table)
    digest = digest_of(kind, hand_no, payload)
    aside = Parked.objects.filter(pk=entry_id).first()
    if aside is not None:
        if aside.sitting_id != sitting.pk or aside.digest != digest:
            raise IdReused
        return aside
    same = _stands_there(sheet_ledger, kind, hand_no, payload)
    if same is not None and not sheet_ledger.others_since(hand_no or 0, base_seq):
        return same
    _refuse_flood(sitting, origin)
    return Parked.objects.create(
        id=entry_id,
        sitting=sitting,
        credential=credential,
        kind=kind.value,
        hand_no=hand_no,
        raw=to_flat(flat, payload),
        digest=digest,
        base_seq=base_seq,
        code=refused.code,
        via=str(origin.get("via", Via.OWN)),
        at=timezone.now(),
        claimed_at=origin.get("claimed_at"),
    )


def _touched(sitting: Sitting) -> Sitting:
    """The sheet, kept from other writers, and every page that shows something of it made anew.

    The event first: whoever decides something in it takes it before its sheets.
    """
    if sitting.event_id is not None:
        Event.objects.filter(pk=sitting.event_id).update(revision=F("revision") + 1)
    sitting = locked_sheet(sitting)
    Sitting.objects.filter(pk=sitting.pk).update(beside=F("beside") + 1)
    return sitting


def _people_then(
    sitting: Sitting, sheet_ledger: SheetLedger, hand_no: int | None, base_seq: int | None
) -> Stretch[Any]:
    """Who played when somebody who had seen the sheet up to `base_seq` entered this."""
    seen = sheet_ledger
    if base_seq is not None:
        seen = stand(entry for entry in sheet_ledger.entries if entry.seq <= base_seq)
    return players(sitting, seen.line_ups, hand_no or seen.last_no + 1)


def _columns(sitting: Sitting, kind: str, stretch: Stretch[Any]) -> Sequence[Column]:
    if kind == EntryKind.PAPER:
        return columns(fields_of(PaperTotals), stretch.table.seating)
    return columns_for(sitting.game_value(), stretch.table)


def _stands_there(
    sheet_ledger: SheetLedger, kind: str, hand_no: int | None, payload: Answers
) -> Entry | None:
    """The entry by which exactly this counts."""
    there = None if hand_no is None else sheet_ledger.hand(hand_no)
    if there is None or (there.kind == EntryKind.PAPER) is not (kind == EntryKind.PAPER):
        return None
    return there if there.payload == payload else None


def _refuse_flood(sitting: Sitting, origin: Origin) -> None:
    undecided = Parked.objects.filter(decision=None)
    of_event = undecided.filter(sitting=sitting.pk)
    if sitting.event_id is not None:
        of_event = undecided.filter(sitting__event=sitting.event_id)
    if (
        undecided.filter(credential=origin.get("credential")).count() >= MOST_OF_A_DEVICE
        or of_event.count() >= MOST_OF_AN_EVENT
    ):
        raise TooMuchAside


# --- What has become of it


def undecided(sitting: Sitting) -> tuple[Parked, ...]:
    """What waits at this table, oldest first."""
    rows = Parked.objects.filter(sitting=sitting.pk, decision=None)
    return tuple(rows.select_related("credential").order_by("at", "pk"))


def put_aside_at(sitting: Sitting) -> tuple[Parked, ...]:
    """Everything that was ever put aside at this table, with what was decided."""
    rows = Parked.objects.filter(sitting=sitting.pk)
    return tuple(rows.select_related("credential", "decision__credential").order_by("at", "pk"))


def is_decided(parked: Parked) -> bool:
    """Has anybody said what becomes of it?"""
    return ParkedDecision.objects.filter(parked=parked.pk).exists()


def people_of(sitting: Sitting, parked: Parked) -> Stretch[Any]:
    """Who plays, as the device that sent this believed."""
    return _people_then(sitting, standing(sitting), parked.hand_no, parked.base_seq)


def raw_of(sitting: Sitting, parked: Parked) -> Answers:
    """Its answers as the ledger takes them."""
    return from_flat(_columns(sitting, parked.kind, people_of(sitting, parked)), parked.raw)


def raw_besides(sitting: Sitting, parked: Parked) -> Answers:
    """Its answers as those of the next hand.

    What the sheet knows of that beforehand (who deals) holds, whatever it was for the hand it was sent as.
    """
    raw, sheet = raw_of(sitting, parked), sheet_of(sitting)
    if parked.kind == EntryKind.PAPER:
        return raw
    try:
        sheet.judged(raw)
    except Unreadable:
        known = sitting.game_value().prefill(sheet.so_far, sheet.stretch.table)
        return {**raw, **{name: known[name] for name in raw.keys() & known.keys()}}
    return raw


def is_whole(sitting: Sitting, parked: Parked) -> bool:
    """Does it say what its fingerprint says?"""
    stretch = people_of(sitting, parked)
    raw = from_flat(_columns(sitting, parked.kind, stretch), parked.raw)
    payload = readable(sitting, parked.kind, raw, stretch.table) if parked.kind in KINDS else None
    return payload is not None and parked.digest == digest_of(parked.kind, parked.hand_no, payload)


def same_people(sitting: Sitting, parked: Parked, hand_no: int) -> bool:
    """Do those play this hand who played what was put aside?"""
    sheet_ledger = standing(sitting)
    now = players(sitting, sheet_ledger.line_ups, hand_no)
    then = _people_then(sitting, sheet_ledger, parked.hand_no, parked.base_seq)
    return now.places == then.places


def settle(
    *, parked: Parked, answer: Answer, entry: Entry | None = None, **origin: Unpack[Origin]
) -> ParkedDecision:
    """Say what becomes of it, and write the hand where it becomes one.

    `entry` is what was written instead of both (`Answer.OTHER`). Raises Decided where somebody else was
    faster, and what `record_hand` and `correct_hand` raise; then nothing is decided.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            with writing():
                return _settle_once(parked, answer, entry, origin)
        except IntegrityError:
            if not tries_left:
                raise
    raise AssertionError("unreachable")


def _settle_once(parked: Parked, answer: Answer, entry: Entry | None, origin: Origin) -> ParkedDecision:
    sitting, credential = _touched(parked.sitting), origin.get("credential")
    refuse_strangers(sitting, credential)
    refuse_replaced(credential)
    decision = ParkedDecision.objects.filter(parked=parked.pk).first()
    if decision is not None:
        if (decision.answer, decision.credential_id, decision.by) != (
            answer.value,
            credential.pk if credential else None,
            origin.get("by", ""),
        ):
            raise Decided(decision)
        return decision
    if origin.get("via", Via.OWN) in OF_THE_TABLE or answer in (Answer.INSTEAD, Answer.BESIDES):
        refuse_out_of_round(sitting, origin.get("via", Via.OWN))
    written = _written(sitting, parked, answer, origin)
    return ParkedDecision.objects.create(
        parked=parked,
        answer=answer.value,
        entry=written.entry if written else entry,
        credential=credential,
        via=str(origin.get("via", Via.OWN)),
        by=origin.get("by", ""),
        at=timezone.now(),
    )


def _written(sitting: Sitting, parked: Parked, answer: Answer, origin: Origin) -> Recorded | None:
    """The hand that it becomes, if it becomes one. The same decision writes it once."""
    entry_id = uuid.uuid5(parked.pk, answer.value)
    on_paper = parked.kind == EntryKind.PAPER
    match answer:
        case Answer.INSTEAD:
            hand_no = parked.hand_no or 0
            if not same_people(sitting, parked, hand_no):
                raise OthersPlay
            put_right = correct_paper if on_paper else correct_hand
            raw = raw_of(sitting, parked)
            return put_right(sitting=sitting, hand_no=hand_no, entry_id=entry_id, raw=raw, **origin)
        case Answer.BESIDES:
            if not same_people(sitting, parked, standing(sitting).last_no + 1):
                raise OthersPlay
            write = record_paper if on_paper else record_hand
            return write(sitting=sitting, entry_id=entry_id, raw=raw_besides(sitting, parked), **origin)
        case _:
            return None
