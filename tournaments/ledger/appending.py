"""The one transaction in which an entry is written, together with everything derived from it."""

from __future__ import annotations

import datetime
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from django.db import IntegrityError, connection
from django.db.models import BigIntegerField, Count, Exists, OuterRef, QuerySet, Subquery, UUIDField
from django.utils import timezone

from config import measuring
from config.database import say_again, writing
from config.prepared import Given, Prepared
from scoring import Problem, Sheet, SoFar, Unreadable
from scoring.record import Answers
from tournaments.ledger import remembering
from tournaments.ledger.answers import (
    EventFollowed,
    IdReused,
    NotThisDevice,
    PutAside,
    Recorded,
    Replaced,
    SheetGone,
)
from tournaments.ledger.chain import digest_of, hash_of, start_of
from tournaments.ledger.derived import (
    HeadFacts,
    derive,
    derive_next,
    head_facts,
    store,
    write_entry,
    write_next,
)
from tournaments.ledger.folding import (
    HANDS,
    JUDGEMENTS,
    SheetLedger,
    played_then,
    replay,
    sheet_of,
    stand,
    standing,
)
from tournaments.ledger.payloads import readable
from tournaments.ledger.permission import refuse_out_of_round
from tournaments.ledger.remembering import Remembered
from tournaments.lists.lengths import too_long
from tournaments.lists.typed import cleaned
from tournaments.models import (
    LARGE,
    Credential,
    Entry,
    EntryKind,
    EventLog,
    Installation,
    LiveHand,
    Parked,
    SheetHead,
    Sitting,
    Via,
)

LONGEST_REASON = 200
LONGEST_ACCOUNT = 60
TRIES = 3  # an id that another table is just writing: look again, then it is there


class Origin(TypedDict, total=False):
    """Where a request comes from."""

    base_seq: int | None  # the last entry the client had seen
    credential: Credential | None  # of the device; None: somebody who needs none
    via: str  # a Via; own
    claimed_at: datetime.datetime | None  # the client's clock, aware
    reason: str  # of an organiser's correction
    by: str  # the organiser's account name


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client sends. `entry_id` is the same however often it does.

    `raw` are answers to the questions of this kind of entry; of two who exchange places it is who.
    """

    entry_id: uuid.UUID
    kind: EntryKind
    hand_no: int | None = None
    raw: Mapping[str, Any] | None = None
    origin: Origin = field(default_factory=Origin)


@dataclass(frozen=True, slots=True)
class Addition:
    """What comes of it: an entry to be written, and the sheet it leads to."""

    hand_no: int | None
    payload: Answers
    so_far: SoFar[Any]
    supersedes: Entry | None = None
    confirms: Entry | None = None  # what was asked for is there already: it is the answer
    sheet: Sheet[Any, Any] | None = None  # of the next hand: the sheet with it, to be remembered


Decide = Callable[[Sitting, SheetLedger], Addition | Entry]
"""Judges a request against the sheet: what to add, or the entry that has said the same before."""

GoOn = Callable[[Sitting, Remembered], Addition | None]
"""The same against a sheet that is remembered, for what is simply its next hand; None where it is not."""


@dataclass(frozen=True, slots=True)
class Locked:
    """A sheet that nobody else is writing on, and what is asked about a request together with it."""

    sitting: Sitting
    last_hash: str  # of the last entry; "" where there is none
    rows: int  # derived ones of hands
    known: bool  # this id is an entry already
    aside: bool  # or was put aside
    let_in: bool  # the device may still write at this table
    replaced: bool  # or another one has taken its seat over


def append(sitting: Sitting, asked: Asked, decide: Decide, go_on: GoOn | None = None) -> Recorded:
    """Write what `decide` makes of a request, or answer with what has been written before."""
    for tries_left in reversed(range(TRIES)):
        try:
            with writing():
                recorded, remembered = _append_once(sitting, asked, decide, go_on)
                if recorded.replay:
                    say_again()
        except IntegrityError:
            remembering.forget()
            if not tries_left:
                raise
        else:
            if remembered is not None:
                remembering.keep(sitting, remembered)
            if asked.kind is EntryKind.HAND and not recorded.replay:
                measuring.hand_saved()
            return recorded
    raise AssertionError("unreachable")


def _append_once(
    sitting: Sitting, asked: Asked, decide: Decide, go_on: GoOn | None
) -> tuple[Recorded, Remembered | None]:
    locked = _locked(sitting, asked)  # as it is now, and what the chain starts from
    sitting, device = locked.sitting, asked.origin.get("credential")
    if device is not None and not locked.let_in:
        raise NotThisDevice
    _refuse_long_texts(asked.origin)
    if go_on is not None and not (locked.known or locked.aside):
        before = remembering.recall(sitting, locked.last_hash)
        if before is not None and _rows_fit(locked, before):
            _refuse_late(locked, asked)
            addition = go_on(sitting, before)
            if addition is not None:
                return _append_next(sitting, asked, before, addition)
    sheet_ledger = standing(sitting)
    earlier = Entry.objects.filter(pk=asked.entry_id).first() if locked.known else None
    if earlier is not None:
        refuse_other_content(earlier, sitting, asked, sheet_ledger)
        return Recorded(earlier, True, replay(sitting, sheet_ledger.counting)), None
    if locked.aside:  # what was put aside under this id counts only when somebody decides so
        raise PutAside(Parked.objects.get(pk=asked.entry_id))
    _refuse_late(locked, asked)
    decided = decide(sitting, sheet_ledger)
    if isinstance(decided, Entry):
        return Recorded(decided, True, replay(sitting, sheet_ledger.counting)), None
    if decided.confirms is not None:
        asked = Asked(uuid.uuid5(asked.entry_id, "confirms"), EntryKind.CONFIRM, origin=asked.origin)
    last = sheet_ledger.last
    seq, prev_hash = (last.seq + 1, last.hash) if last else (1, start_of(sitting))
    entry = _next_entry(sitting, seq, prev_hash, asked, decided)
    entry.follows = last.pk if last else None
    write_entry(entry)
    now = stand((*sheet_ledger.entries, entry))
    # A line-up ends when the hands before it are taken back, and is in force again when they are there again.
    so_far = replay(sitting, now.counting) if now.line_ups else decided.so_far
    derived = derive(sitting, now, so_far)
    store(sitting, derived)
    if decided.confirms is not None:
        return Recorded(decided.confirms, True, so_far), None
    return Recorded(entry, False, so_far), _to_remember(sitting, now, derived.head, decided.sheet)


def _rows_fit(locked: Locked, before: Remembered) -> bool:
    """Are the derived rows there with which the sheet is remembered? If not, all of them are put right."""
    head: SheetHead | None = getattr(locked.sitting, "sheethead", None)
    return head is not None and locked.rows == before.rows and head_facts(head) == head_facts(before.head)


def _append_next(
    sitting: Sitting, asked: Asked, before: Remembered, addition: Addition
) -> tuple[Recorded, Remembered]:
    """The next hand of a sheet that is remembered: nothing but this hand is read, scored or written."""
    assert addition.sheet is not None
    head = before.head
    prev_hash = head.head_hash or start_of(sitting)
    entry = _next_entry(sitting, head.head_seq + 1, prev_hash, asked, addition)
    entry.follows = before.last
    row, new_head = derive_next(sitting, head, before.sheet.whole, entry, addition.so_far)
    write_next(entry, row, new_head)
    return Recorded(entry, False, addition.so_far), before.then(entry, new_head, addition.sheet)


def _to_remember(
    sitting: Sitting, now: SheetLedger, head: HeadFacts, sheet: Sheet[Any, Any] | None
) -> Remembered | None:
    """The sheet with its next hand. Not where a line-up waits for hands that were taken back: it would be in
    force again."""
    if sheet is None or any(number > now.last_no + 1 for number in now.line_ups):
        return None
    return Remembered(
        remembering.begun_with(sitting),
        head,
        now.last.pk if now.last else None,
        now.last_no,
        len(now.live),
        tuple((number, entry.seq) for number, entry in now.line_ups.items()),
        sheet_of(sitting, now.counting) if now.line_ups else sheet,
    )


def _refuse_late(locked: Locked, asked: Asked) -> None:
    """What was saved in time may be sent again; what is new is refused after the round, and from a device
    whose seat another one has."""
    if asked.origin.get("credential") is not None and locked.replaced:
        raise Replaced
    refuse_out_of_round(locked.sitting, asked.origin.get("via", Via.OWN))


def _whole_sheet() -> QuerySet[Sitting]:
    """The sheet with its head, its round and its event, and what is asked about a request and a device."""
    table, entry = Given("table", BigIntegerField()), Given("entry", UUIDField())
    device = Credential.objects.filter(pk=Given("device", UUIDField()))
    of_sheet = Entry.objects.filter(sitting=OuterRef("pk")).order_by("-seq")
    rows = LiveHand.objects.filter(sitting=OuterRef("pk")).order_by()
    return (
        Sitting.objects.filter(pk=table)
        .order_by()
        .select_related("sheethead", "round", "event")
        .defer(*LARGE)
        .annotate(
            last_hash=Subquery(of_sheet.values("hash")[:1]),
            rows=Subquery(rows.values("sitting").annotate(count=Count("*")).values("count")),
            known=Exists(Entry.objects.filter(pk=entry)),
            aside=Exists(Parked.objects.filter(pk=entry)),
            followed=Exists(
                EventLog.objects.filter(event=OuterRef("event")).exclude(
                    authority__in=Installation.objects.values("uid")
                )
            ),
            let_in=Exists(device.filter(sitting=OuterRef("pk"), revoked_at=None)),
            replaced=Exists(device.exclude(replaced_by=None)),
        )
    )


SHEET = Prepared(_whole_sheet)
LOCK = Prepared(
    lambda: (
        SheetHead.objects.select_for_update()
        .filter(pk=Given("table", BigIntegerField()))
        .only("pk")
        .order_by()
    )
)


def _locked(sitting: Sitting, asked: Asked | None = None) -> Locked:
    if connection.features.has_select_for_update:
        LOCK.run(table=sitting.pk)
    device = asked.origin.get("credential") if asked else None
    entry_id = asked.entry_id if asked else None
    row: Any = SHEET.ask_first(table=sitting.pk, entry=entry_id, device=device.pk if device else None)
    if row is None:
        raise SheetGone
    if row.followed:
        raise EventFollowed
    return Locked(row, row.last_hash or "", row.rows or 0, row.known, row.aside, row.let_in, row.replaced)


def locked_sheet(sitting: Sitting) -> Sitting:
    """The sheet, kept from other writers. Its round is read after whoever wrote before has finished: he may
    have closed it."""
    return _locked(sitting).sitting


def _next_entry(sitting: Sitting, seq: int, prev_hash: str, asked: Asked, addition: Addition) -> Entry:
    entry = Entry(
        id=asked.entry_id,
        sitting=sitting,
        seq=seq,
        kind=asked.kind.value,
        hand_no=addition.hand_no,
        supersedes=addition.supersedes,
        payload=addition.payload,
        digest=digest_of(asked.kind, addition.hand_no, addition.payload),
        base_seq=asked.origin.get("base_seq"),
        revision=sitting.game_value().revision,
        rules_version=sitting.rules_version,
        credential=asked.origin.get("credential"),
        via=str(asked.origin.get("via", Via.OWN)),
        reason=why(asked.origin),
        by=asked.origin.get("by", ""),
        at=timezone.now(),
        claimed_at=asked.origin.get("claimed_at"),
        boot_id=boot_id(),
        mono_ns=time.monotonic_ns(),
        prev_hash=prev_hash,
    )
    entry.hash = hash_of(entry)
    entry._state.adding = False  # it is written as it is, not saved
    return entry


def refuse_other_content(entry: Entry, sitting: Sitting, asked: Asked, sheet_ledger: SheetLedger) -> None:
    """Raises IdReused unless a known id asks for the same, at the same table."""
    payload: Answers | None = {}
    if asked.kind in (*HANDS, EntryKind.EXTRA):
        table = None
        if entry.hand_no is not None:
            table = played_then(sitting, sheet_ledger, entry).table
        payload = readable(sitting, asked.kind, asked.raw, table)
    elif asked.kind is EntryKind.LINE_UP:
        payload = dict(asked.raw or {})
    elif asked.kind is EntryKind.PEOPLE and entry.payload.get("asked") == asked.raw:
        payload = entry.payload  # who sat where then is not what was asked for
    elif asked.kind in JUDGEMENTS and (asked.raw or {}).items() <= dict(entry.payload).items():
        payload = entry.payload  # the totals of then are not what was asked for, nor whose phone it was
    hand_no = entry.hand_no if asked.hand_no is None else asked.hand_no
    if (
        entry.sitting_id != sitting.pk
        or payload is None
        or entry.digest != digest_of(asked.kind, hand_no, payload)
    ):
        raise IdReused(entry)


def why(origin: Origin) -> str:
    """The reason that was given, as it is kept."""
    return cleaned(origin.get("reason", ""))


def _refuse_long_texts(origin: Origin) -> None:
    for name, text, longest in (
        ("reason", why(origin), LONGEST_REASON),
        ("by", origin.get("by", ""), LONGEST_ACCOUNT),
    ):
        if len(text) > longest:
            raise Unreadable([Problem(name, "length", too_long(longest))])


@cache
def boot_id() -> str:
    """Another one after every start of the machine; where nobody knows, after every start of the server."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:36]
    except OSError:
        return str(uuid.uuid4())
