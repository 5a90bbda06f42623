"""What the entries of a sheet come to, kept in memory from hand to hand: one more hand is one more step.

Kept under the hash of the last entry, which covers all before it. Whoever asks has read the head of the
sheet from the database, and what was kept is taken only if its hash is the head's, or if the entries that
have come since lead from the one to the other. So what another process has written counts at once.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, IntegerField

from config.caches import Cache
from config.prepared import Given, Prepared
from scoring import Sheet, Stretch
from scoring.hands import Hand
from tournaments import ledger
from tournaments.ledger import folding, remembering
from tournaments.models import Entry, EntryKind, Sitting, Via

TOLD = (EntryKind.CORRECT, EntryKind.VOID, EntryKind.PAPER, EntryKind.HAND, EntryKind.PEOPLE)
"""What organisers do to a sheet that its people have to know."""
NEXT = (EntryKind.HAND, EntryKind.PAPER)
"""What comes after all that is there, unless it takes the place of something."""
ASIDE = (*ledger.JUDGEMENTS, EntryKind.CLOSE, EntryKind.REOPEN)
"""What changes no hand and nobody's seat."""

LATER = Prepared(
    lambda: Entry.objects.filter(
        sitting=Given("table", BigIntegerField()),
        seq__gt=Given("seq", IntegerField()),
        seq__lte=Given("last", IntegerField()),
    ).order_by("seq")
)

SHEETS = 256
_sheets: Cache[int, Played] = Cache(SHEETS)


@dataclass(frozen=True, slots=True)
class HandEntry:
    """What a sheet in words needs of a hand's entry. A whole row would hold its sitting and its rules."""

    number: int
    corrected_at: datetime.datetime | None  # None: it is the first that was said of this hand, or totals

    @staticmethod
    def of(entry: Entry) -> HandEntry:
        """Of this entry, which is one of a hand."""
        first = entry.kind == EntryKind.HAND or entry.supersedes_id is None
        return HandEntry(entry.hand_no or 0, None if first else entry.at)


@dataclass(frozen=True, slots=True)
class LastEntry:
    """What was said of a sheet last."""

    id: uuid.UUID
    replaces: bool  # what was said of a hand before

    @staticmethod
    def of(entry: Entry) -> LastEntry:
        """Of this entry."""
        return LastEntry(entry.pk, entry.supersedes_id is not None and entry.kind != EntryKind.PEOPLE)


@dataclass(frozen=True, slots=True)
class Played:
    """The hands of a sheet that count, and where it stands after them."""

    begun: tuple[object, ...]  # which table it is, and what it is played by
    seq: int
    hash: str
    live: tuple[HandEntry, ...]  # the hands alone
    hands: tuple[tuple[Stretch[Any], Hand[Any]], ...]  # as those saw them who played them
    stretches: tuple[tuple[int, Stretch[Any]], ...]  # who played, by the number from which on
    sheet: Sheet[Any, Any]
    alone: bool  # nobody has ever come or gone
    announce: int  # the last entry of organisers that its people have to be told of; 0: none
    last: LastEntry | None


def played(sitting: Sitting, written: Entry | None = None) -> Played:
    """The sheet as its head says that it stands, or as it stands by now: its `hash` tells.

    `written`: an entry somebody has at hand, perhaps the last one.
    """
    head = sitting.sheethead
    begun = _begun(sitting)
    before = _sheets.look_up(sitting.pk)
    if before is not None and before.begun == begun:
        if (before.seq, before.hash) == (head.head_seq, head.head_hash):
            return before
        further = _further(sitting, before, written)
        if further is not None:
            _sheets.put(sitting.pk, further)
            return further
    whole = _read(sitting)
    _sheets.put(sitting.pk, whole)
    return whole


def forget() -> None:
    """Start afresh (tests)."""
    _sheets.clear()


def fold(
    sitting: Sitting, counting: Sequence[Entry]
) -> tuple[tuple[tuple[Stretch[Any], Hand[Any]], ...], tuple[tuple[int, Stretch[Any]], ...], Sheet[Any, Any]]:
    """Every hand as those saw it who played it, who played from which hand on, and the sheet after them."""
    sheet = ledger.sheet_of(sitting, ())
    hands: list[tuple[Stretch[Any], Hand[Any]]] = []
    stretches = [(0, sheet.stretch)]
    for entry in counting:
        sheet = ledger.after(sitting, sheet, entry)
        if entry.kind == EntryKind.LINE_UP:
            stretches.append((entry.hand_no or 0, sheet.stretch))
        elif sheet.last is not None:
            hands.append((sheet.stretch, sheet.last))
    return tuple(hands), tuple(stretches), sheet


def _begun(sitting: Sitting) -> tuple[object, ...]:
    return sitting.created_at, *remembering.begun_with(sitting)


def _read(sitting: Sitting) -> Played:
    stood = folding.standing(sitting)
    hands, stretches, sheet = fold(sitting, stood.counting)
    return Played(
        begun=_begun(sitting),
        seq=stood.last.seq if stood.last else 0,
        hash=stood.last.hash if stood.last else "",
        live=tuple(map(HandEntry.of, stood.live)),
        hands=hands,
        stretches=stretches,
        sheet=sheet,
        alone=not stood.line_ups,
        announce=max((entry.seq for entry in stood.entries if _is_announced(entry)), default=0),
        last=LastEntry.of(stood.last) if stood.last else None,
    )


def _is_announced(entry: Entry) -> bool:
    return entry.via == Via.DESK and bool(entry.reason) and entry.kind in TOLD


def _further(sitting: Sitting, before: Played, written: Entry | None) -> Played | None:
    """The sheet with what has come since; None where it has to be read as a whole."""
    head = sitting.sheethead
    if not before.alone or head.head_seq <= before.seq:
        return None
    later: tuple[Entry, ...] = ()
    if written is not None and (written.prev_hash, written.hash) == (before.hash, head.head_hash):
        later = (written,)
    else:
        later = tuple(LATER.ask(table=sitting.pk, seq=before.seq, last=head.head_seq))
    if not _leads(before, later, head.head_hash):
        return None
    sheet, live, hands, announce = before.sheet, list(before.live), list(before.hands), before.announce
    judged = remembering.recall(sitting, head.head_hash)
    for entry in later:
        announce = entry.seq if _is_announced(entry) else announce
        if entry.kind in NEXT:
            # Who has written it has judged it: the same sheet is not held twice.
            is_judged = judged is not None and judged.last == entry.pk
            sheet = judged.sheet if is_judged and judged else ledger.after(sitting, sheet, entry)
            assert sheet.last is not None
            live.append(HandEntry.of(entry))
            hands.append((sheet.stretch, sheet.last))
    return Played(
        begun=before.begun,
        seq=head.head_seq,
        hash=head.head_hash,
        live=tuple(live),
        hands=tuple(hands),
        stretches=before.stretches,
        sheet=sheet,
        alone=True,
        announce=announce,
        last=LastEntry.of(later[-1]),
    )


def _leads(before: Played, later: Sequence[Entry], to: str) -> bool:
    """Do these entries come one after the other, from there to here, and take the place of nothing?"""
    at, number = before.hash, before.live[-1].number if before.live else 0
    for entry in later:
        if entry.prev_hash != at or entry.supersedes_id is not None:
            return False
        if entry.kind in NEXT:
            number += 1
            if entry.hand_no != number:
                return False
        elif entry.kind not in ASIDE:
            return False
        at = entry.hash
    return at == to
