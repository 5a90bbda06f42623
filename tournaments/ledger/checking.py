"""Everything computed again from the first entry, and compared with what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from config.database import writing
from scoring import Table, Unreadable
from tournaments.ledger.chain import digest_of, hash_of, start_of
from tournaments.ledger.derived import Derived, derive, head_facts, store, stored_hands
from tournaments.ledger.exchanging import misplaced
from tournaments.ledger.folding import HANDS, Fold, players, replay, standing
from tournaments.ledger.payloads import stored, value_of
from tournaments.models import Entry, EntryKind, Erasure, SheetHead, Sitting, Via

TRIGGERS = {
    "sqlite": ("entry_no_delete", "entry_no_replace", "entry_no_update"),
    "postgresql": ("entry_no_change",),
}
STEADY = 5  # times a sheet is read again because somebody is writing it


@dataclass(frozen=True, slots=True)
class SheetReport:
    """What was found at one sheet.

    `ledger`: the entries themselves contradict each other; nothing can be computed from them with certainty.
    `derived`: the entries are in order, but what was computed from them is not what is stored.
    """

    sitting: Sitting
    entries: int
    hands: int
    head: str
    ledger: tuple[str, ...]
    derived: tuple[str, ...]

    @property
    def in_order(self) -> bool:
        return not self.ledger and not self.derived


def check(sitting: Sitting) -> SheetReport:
    """Compare one sheet; nothing is written."""
    for _again in range(STEADY):
        before = _head_seq(sitting)
        report, _computed = _compare(sitting)
        if report.in_order or before == _head_seq(sitting):
            break
    return report


def rebuild(sitting: Sitting) -> SheetReport:
    """Compare one sheet, and write its derived rows anew.

    Not when its ledger is damaged: then the derived rows may be the only trace of what was there.
    """
    with writing():
        SheetHead.objects.select_for_update().filter(sitting=sitting).first()
        report, computed = _compare(sitting)
        if computed is not None:
            store(computed)
    return report


def missing_triggers() -> list[str]:
    """The database's own guards of the entries that are not there."""
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'tournaments_entry'",
        "postgresql": "SELECT tgname FROM pg_trigger "
        "WHERE tgrelid = 'tournaments_entry'::regclass AND NOT tgisinternal AND tgenabled <> 'D'",
    }
    with connection.cursor() as cursor:
        cursor.execute(query[connection.vendor])
        there = {name for (name,) in cursor.fetchall()}
    return [name for name in TRIGGERS[connection.vendor] if name not in there]


def _head_seq(sitting: Sitting) -> int | None:
    return SheetHead.objects.filter(sitting=sitting).values_list("head_seq", flat=True).first()


def _compare(sitting: Sitting) -> tuple[SheetReport, Derived | None]:
    sheet_ledger = standing(sitting)
    computed: Derived | None = None
    derived: list[str] = []
    try:
        ledger = faults(sitting, sheet_ledger.entries)
        if not ledger:
            computed = derive(sitting, sheet_ledger, replay(sitting, sheet_ledger.counting))
            derived = [*_hand_differences(sitting, computed), *_head_differences(sitting, computed)]
            derived += [
                *misplaced(sitting, sheet_ledger.entries),
                *_missing_chairs(sitting, sheet_ledger.entries),
            ]
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
        ledger = [f"cannot be computed: {type(error).__name__} {error}"]
    head = sheet_ledger.last.hash if sheet_ledger.last else ""
    report = SheetReport(
        sitting, len(sheet_ledger.entries), len(sheet_ledger.live), head, tuple(ledger), tuple(derived)
    )
    return report, computed


def faults(sitting: Sitting, entries: Sequence[Entry]) -> list[str]:
    """Where the entries contradict themselves or each other: numbers, chain, digests, places."""
    sentences: list[str] = []
    previous, so_far = start_of(sitting), Fold()
    for number, entry in enumerate(entries, start=1):
        wrong = [*_broken_links(entry, number, previous), *_wrong_place(entry, so_far)]
        if entry.kind in (*HANDS, EntryKind.EXTRA):
            wrong += _wrong_record(sitting, entry, so_far)
        sentences += [f"entry {entry.seq}: {fault}" for fault in wrong]
        previous = entry.hash
        so_far.add(entry)
    return sentences


def broken(sitting: Sitting, entries: Sequence[Entry]) -> bool:
    """Do numbers, chain or contents contradict each other? Asks no rule of the game."""
    previous = start_of(sitting)
    for number, entry in enumerate(entries, start=1):
        if _broken_links(entry, number, previous):
            return True
        previous = entry.hash
    return False


def _broken_links(entry: Entry, number: int, previous: str) -> list[str]:
    contradictions = []
    if entry.seq != number:
        contradictions.append(f"follows entry {number - 1}; something is missing")
    if entry.prev_hash != previous:
        contradictions.append("does not continue the chain")
    if entry.hash != hash_of(entry) and not _was_erased(entry):
        contradictions.append("was changed after it was written")
    if entry.digest != digest_of(entry.kind, entry.hand_no, entry.payload):
        contradictions.append("has not the content that was sent")
    return contradictions


def _was_erased(entry: Entry) -> bool:
    """Came it from a file, with other words where its reason named somebody who was forgotten? Its hash is of
    the words it had."""
    return Erasure.objects.filter(entry=entry, reason=entry.reason).exists()


def _wrong_place(entry: Entry, so_far: Fold) -> list[str]:
    """Could the ledger have taken this entry after those before it?"""
    hands, number, last = len(so_far.live), entry.hand_no, max(so_far.live, default=0)
    replaced = so_far.there(number or 0)
    match entry.kind:
        case EntryKind.HAND:
            fits, replaced = number == last + 1, None
        case EntryKind.PAPER:
            new = number == last + 1
            replaced = None if new else replaced
            fits = new or (replaced is not None and replaced.kind in (EntryKind.PAPER, EntryKind.VOID))
        case EntryKind.CORRECT:
            fits = replaced is not None and replaced.kind != EntryKind.PAPER
        case EntryKind.VOID:
            fits = replaced is not None and replaced.kind != EntryKind.VOID
        case EntryKind.LINE_UP:
            fits, replaced = number == last + 1, None
        case EntryKind.EXTRA:
            fits = number is None and not hands
        case EntryKind.CLOSE | EntryKind.PEOPLE:
            fits = number is None
        case EntryKind.REOPEN:
            fits = number is None and so_far.closed
        case _:
            return [f"“{entry.kind}” is unknown"]
    contradictions = []
    if not fits:
        contradictions.append(f"{entry.kind} of hand {number} does not fit after {hands} hands")
    if so_far.closed and entry.kind != EntryKind.REOPEN and not _by_the_desk(entry, replaced):
        contradictions.append("the sheet was closed")
    if entry.supersedes_id != (replaced.pk if replaced else None):
        contradictions.append("does not supersede the entry that counted")
    return contradictions


def _by_the_desk(entry: Entry, replaced: Entry | None) -> bool:
    """Organisers put closed sheets right, with a reason; a new hand needs an open sheet."""
    changes = replaced is not None or entry.kind == EntryKind.PEOPLE
    return changes and entry.via == Via.DESK and bool(entry.reason)


def _table_of(sitting: Sitting, entry: Entry, so_far: Fold) -> Table[Any]:
    """The table of those who played a hand, by the entries before it."""
    return players(sitting, so_far.line_ups, entry.hand_no or 0).table


def _wrong_record(sitting: Sitting, entry: Entry, so_far: Fold) -> list[str]:
    try:
        table = _table_of(sitting, entry, so_far)
        again = stored(sitting, entry.kind, value_of(sitting, entry.kind, entry.payload, table), table)
    except Unreadable as unreadable:
        return [f"cannot be read: {unreadable}"]
    return [] if again == entry.payload else ["is not written as the game writes it"]


def _hand_differences(sitting: Sitting, computed: Derived) -> list[str]:
    stored = stored_hands(sitting)
    differences = []
    for row in computed.hands:
        there, revision = stored.pop(row.hand_no, (None, 0))
        if there is None:
            differences.append(f"hand {row.hand_no}: computed {row.points}, nothing stored")
        elif there != row:
            note = "" if revision == computed.revision else f" (rules {revision}, now {computed.revision})"
            what = "other lines or another entry" if there.points == row.points else f"stored {there.points}"
            differences.append(f"hand {row.hand_no}: computed {row.points}, {what}{note}")
    differences += [f"hand {number}: stored, but not in the ledger" for number in sorted(stored)]
    return differences


def _missing_chairs(sitting: Sitting, entries: Sequence[Entry]) -> list[str]:
    places = {
        place for entry in entries if entry.kind == EntryKind.LINE_UP for place in entry.payload["places"]
    }
    there = set(sitting.chairs.values_list("seat", flat=True)) if places else set()
    return [f"seat {place}: plays by the ledger, and nobody sits there" for place in sorted(places - there)]


def _head_differences(sitting: Sitting, computed: Derived) -> list[str]:
    there = SheetHead.objects.filter(sitting=sitting).first()
    if there is None:
        return ["sheet: nothing stored"]
    wanted, stored = head_facts(computed.head), head_facts(there)
    return [
        f"sheet: {name} computed {wanted[name]}, stored {stored[name]}"
        for name in wanted
        if wanted[name] != stored[name]
    ]
