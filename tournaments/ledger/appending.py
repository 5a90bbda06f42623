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
from django.utils import timezone

from config.database import writing
from scoring import Problem, SoFar, Unreadable, say
from scoring.record import Answers
from scoring.text import mark as _
from tournaments.ledger.answers import IdReused, PutAside, Recorded, SheetGone
from tournaments.ledger.chain import digest_of, hash_of, start_of
from tournaments.ledger.derived import derive, store
from tournaments.ledger.folding import HANDS, JUDGEMENTS, SheetLedger, played_then, replay, stand, standing
from tournaments.ledger.payloads import readable
from tournaments.ledger.permission import refuse_out_of_round, refuse_replaced, refuse_strangers
from tournaments.lists.typed import cleaned
from tournaments.models import LARGE, Credential, Entry, EntryKind, Parked, SheetHead, Sitting, Via

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


Decide = Callable[[Sitting, SheetLedger], Addition | Entry]
"""Judges a request against the sheet: what to add, or the entry that has said the same before."""


def append(sitting: Sitting, asked: Asked, decide: Decide) -> Recorded:
    """Write what `decide` makes of a request, or answer with what has been written before."""
    for tries_left in reversed(range(TRIES)):
        try:
            with writing():
                return _append_once(sitting, asked, decide)
        except IntegrityError:
            if not tries_left:
                raise
    raise AssertionError("unreachable")


def _append_once(sitting: Sitting, asked: Asked, decide: Decide) -> Recorded:
    sitting = locked_sheet(sitting)  # as it is now, and what the chain starts from
    refuse_strangers(sitting, asked.origin.get("credential"))
    _refuse_long_texts(asked.origin)
    sheet_ledger = standing(sitting)
    earlier = Entry.objects.filter(pk=asked.entry_id).first()
    if earlier is not None:
        refuse_other_content(earlier, sitting, asked, sheet_ledger)
        return Recorded(earlier, True, replay(sitting, sheet_ledger.counting))
    aside = Parked.objects.filter(pk=asked.entry_id).first()
    if aside is not None:  # what was put aside under this id counts only when somebody decides so
        raise PutAside(aside)
    refuse_replaced(asked.origin.get("credential"))
    refuse_out_of_round(sitting, asked.origin.get("via", Via.OWN))
    decided = decide(sitting, sheet_ledger)
    if isinstance(decided, Entry):
        return Recorded(decided, True, replay(sitting, sheet_ledger.counting))
    if decided.confirms is not None:
        asked = Asked(uuid.uuid5(asked.entry_id, "confirms"), EntryKind.CONFIRM, origin=asked.origin)
    entry = _next_entry(sitting, sheet_ledger.last, asked, decided)
    entry.save(force_insert=True)
    now = stand((*sheet_ledger.entries, entry))
    # A line-up ends when the hands before it are taken back, and is in force again when they are there again.
    so_far = replay(sitting, now.counting) if now.line_ups else decided.so_far
    store(sitting, derive(sitting, now, so_far))
    if decided.confirms is not None:
        return Recorded(decided.confirms, True, so_far)
    return Recorded(entry, False, so_far)


def locked_sheet(sitting: Sitting) -> Sitting:
    """The sheet, kept from other writers. Its round is read after whoever wrote before has finished: he may
    have closed it."""
    if connection.features.has_select_for_update:
        list(SheetHead.objects.select_for_update().filter(sitting=sitting.pk).values_list("pk"))
    related = Sitting.objects.select_related("sheethead", "round", "event").defer(*LARGE)
    locked = related.filter(pk=sitting.pk).first()
    if locked is None:
        raise SheetGone
    return locked


def _next_entry(sitting: Sitting, last: Entry | None, asked: Asked, addition: Addition) -> Entry:
    entry = Entry(
        id=asked.entry_id,
        sitting=sitting,
        seq=last.seq + 1 if last else 1,
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
        prev_hash=last.hash if last else start_of(sitting),
    )
    entry.hash = hash_of(entry)
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
            raise Unreadable([Problem(name, "length", say(_("At most {high} letters."), high=longest))])


@cache
def boot_id() -> str:
    """Another one after every start of the machine; where nobody knows, after every start of the server."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()[:36]
    except OSError:
        return str(uuid.uuid4())
