"""One sheet computed again from its first entry: where its entries contradict each other, and what is stored
beside them and does not follow from them.

The only place that judges entries: pages, commands, backups, files of events and the checker for everybody
ask here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Generic

import scoring
from scoring import SoFar, Table, Text, Unreadable, say
from scoring.text import mark as _
from tournaments.engines.sheets.agreement import contradictions
from tournaments.engines.sheets.chain import digest_of, hash_of, start_of
from tournaments.engines.sheets.derived import Derived, HandRow, HeadFacts, derive
from tournaments.engines.sheets.folding import E, Fold, SheetLedger, hands_of, players, replay, stand
from tournaments.engines.sheets.kinds import HANDS, JUDGEMENTS, EntryKind, Via
from tournaments.engines.sheets.payloads import stored, value_of
from tournaments.engines.sheets.rows import EntryRow, SheetRow

UNCOMPUTABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What computing from changed rows can end in; Unreadable is a ValueError."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A contradiction. `seq`: the entry at which it shows; None: what is stored beside the entries."""

    text: Text
    seq: int | None = None

    @property
    def sentence(self) -> Text:
        """With the entry it is about."""
        return (
            self.text if self.seq is None else say(_("entry {entry}: {what}"), entry=self.seq, what=self.text)
        )


@dataclass(frozen=True, slots=True)
class StoredRows:
    """What is stored beside the entries: each hand with the revision that computed it, and the head."""

    hands: Mapping[int, tuple[HandRow, int]]
    head: HeadFacts | None


@dataclass(slots=True)
class Examined(Generic[E]):
    """A sheet that was looked at.

    `ledger` are contradictions of the entries: nothing can be computed from them with certainty. `derived`
    is what is stored beside them and does not follow from them.
    """

    sheet_ledger: SheetLedger[E]
    ledger: list[Fault] = field(default_factory=list)
    derived: list[Fault] = field(default_factory=list)
    computed: Derived | None = None
    so_far: SoFar[Any] | None = None

    @property
    def faults(self) -> list[Fault]:
        """Everything, the entries first."""
        return [*self.ledger, *self.derived]


def examine(
    sheet: SheetRow,
    entries: Sequence[E],
    there: StoredRows | None = None,
    *,
    erased: Collection[object] = (),
) -> Examined[E]:
    """The sheet computed again; compared with what is stored, where that is given.

    `erased` are the ids of entries that came from a file with other words where their reason named somebody
    who was forgotten: their hash is of the words they had.
    """
    try:
        sheet.game_value()
        examined: Examined[E] = Examined(stand(entries))
        values: dict[object, Any] = {}
        examined.ledger = list(_contradictions(sheet, entries, values, erased))
        if not examined.ledger:
            examined.so_far = _replayed(sheet, examined.sheet_ledger, values)
            examined.computed = derive(sheet, examined.sheet_ledger, examined.so_far)
            examined.derived = list(unconfirmed(sheet, entries))
            if there is not None:
                examined.derived += differences(examined.computed, there)
    except UNCOMPUTABLE as error:
        examined = Examined(SheetLedger(tuple(entries), (), {}, None))
        text = say(_("cannot be computed: {error}"), error=f"{type(error).__name__} {error}"[:200])
        examined.ledger = [Fault(text)]
    return examined


def broken(sheet: SheetRow, entries: Sequence[EntryRow], erased: Collection[object] = ()) -> bool:
    """Do numbers, chain or contents contradict each other? No rule of the game is asked."""
    previous = start_of(sheet)
    for number, entry in enumerate(entries, start=1):
        if any(True for _fault in _broken_links(entry, number, previous, erased)):
            return True
        previous = entry.hash
    return False


def _contradictions(
    sheet: SheetRow, entries: Sequence[E], values: dict[object, Any], erased: Collection[object]
) -> Iterator[Fault]:
    """Where the entries contradict themselves or each other: numbers, chain, digests, places, records.

    `values` gets the records that were read on the way.
    """
    previous = start_of(sheet)
    so_far: Fold[E] = Fold()
    for number, entry in enumerate(entries, start=1):
        try:
            wrong = [*_broken_links(entry, number, previous, erased), *_wrong_place(entry, so_far)]
            if entry.kind in (*HANDS, EntryKind.EXTRA):
                wrong += _wrong_record(sheet, entry, so_far, values)
        except UNCOMPUTABLE as error:
            wrong = [say(_("cannot be read: {error}"), error=f"{type(error).__name__} {error}"[:200])]
        yield from (Fault(text, entry.seq) for text in wrong)
        previous = entry.hash
        so_far.add(entry)


def _broken_links(entry: EntryRow, number: int, previous: str, erased: Collection[object]) -> Iterator[Text]:
    if entry.seq != number:
        yield say(_("follows entry {number}; something is missing"), number=number - 1)
    if entry.prev_hash != previous:
        yield say(_("does not continue the chain"))
    if entry.hash != hash_of(entry) and entry.pk not in erased:
        yield say(_("was changed after it was written"))
    if entry.digest != digest_of(entry.kind, entry.hand_no, entry.payload):
        yield say(_("has not the content that was sent"))


def _wrong_place(entry: E, so_far: Fold[E]) -> Iterator[Text]:
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
        case EntryKind.CONFIRM if number is None:
            fits = so_far.closed
        case EntryKind.CONFIRM | EntryKind.DISPUTE:
            fits, replaced = number is None or number in so_far.live, None
        case EntryKind.RESOLVE:
            fits = number is None and so_far.disputed
        case _:
            yield say(_("“{kind}” is unknown"), kind=entry.kind)
            return
    if not fits:
        text = _("{kind} of hand {hand} does not fit (hands so far: {count})")
        yield say(text, kind=entry.kind, hand=number, count=hands)
    if so_far.closed and entry.kind not in AFTER_CLOSING and not _by_the_desk(entry, replaced):
        yield say(_("the sheet was closed"))
    if entry.supersedes_id != (replaced.pk if replaced else None):
        yield say(_("does not supersede the entry that counted"))


AFTER_CLOSING = (EntryKind.REOPEN, *JUDGEMENTS)
"""What is said about a closed sheet and changes no hand of it."""


def _by_the_desk(entry: EntryRow, replaced: EntryRow | None) -> bool:
    """Organisers put closed sheets right, with a reason; a new hand needs an open sheet."""
    changes = replaced is not None or entry.kind == EntryKind.PEOPLE
    # What a phone brought back, and no device had written, was the organisers' as well.
    desks = entry.via == Via.DESK or (entry.via == Via.RECOVERED and entry.credential_id is None)
    return changes and desks and bool(entry.reason)


def _table_of(sheet: SheetRow, entry: E, so_far: Fold[E]) -> Table[Any]:
    """The table of those who played a hand, by the entries before it."""
    if not so_far.line_ups:
        return sheet.table()
    return players(sheet, so_far.line_ups, entry.hand_no or 0).table


def _wrong_record(sheet: SheetRow, entry: E, so_far: Fold[E], values: dict[object, Any]) -> Iterator[Text]:
    try:
        table = _table_of(sheet, entry, so_far)
        value = values[entry.pk] = value_of(sheet, entry.kind, entry.payload, table)
    except Unreadable as unreadable:
        yield say(_("cannot be read: {error}"), error=str(unreadable))
        return
    if stored(sheet, entry.kind, value, table) != entry.payload:
        yield say(_("is not written as the game writes it"))


def _replayed(sheet: SheetRow, sheet_ledger: SheetLedger[E], values: Mapping[object, Any]) -> SoFar[Any]:
    """As `folding.replay`, without reading again what has just been read."""
    if sheet_ledger.line_ups:
        return replay(sheet, sheet_ledger.counting)
    records = (values[entry.pk] for entry in hands_of(sheet_ledger.counting))
    return scoring.replay(sheet.game_value(), sheet.table(), records)


# --- Lists that were confirmed ------------------------------------------------------------------------------


def unconfirmed(sheet: SheetRow, entries: Sequence[E]) -> Iterator[Fault]:
    """What was said of other totals than those the entries before come to."""
    for entry, there, then in contradictions(sheet, entries):
        yield Fault(
            say(_("says {there}, computed {computed}"), there=str(there), computed=str(then)), entry.seq
        )


# --- What is stored beside the entries ----------------------------------------------------------------------


def differences(computed: Derived, there: StoredRows) -> Iterator[Fault]:
    """Rows beside the entries that say something else than follows from them."""
    for sentence in (
        *_hand_differences(computed, dict(there.hands)),
        *_head_differences(computed, there.head),
    ):
        yield Fault(sentence)


def _hand_differences(computed: Derived, there: dict[int, tuple[HandRow, int]]) -> Iterator[Text]:
    for row in computed.hands:
        other, revision = there.pop(row.hand_no, (None, 0))
        if other is None:
            yield say(
                _("hand {hand}: computed {points}, nothing stored"), hand=row.hand_no, points=str(row.points)
            )
        elif other != row:
            values = {"hand": row.hand_no, "points": str(row.points), "stored": str(other.points)}
            if other.points == row.points:
                text = say(_("hand {hand}: computed {points}, other lines or another entry"), **values)
            else:
                text = say(_("hand {hand}: computed {points}, stored {stored}"), **values)
            if revision != computed.revision:
                now = computed.revision
                text = say(_("{what} (rules {revision}, now {now})"), what=text, revision=revision, now=now)
            yield text
    for number in sorted(there):
        yield say(_("hand {hand}: stored, but not in the ledger"), hand=number)


def _head_differences(computed: Derived, there: HeadFacts | None) -> Iterator[Text]:
    if there is None:
        yield say(_("sheet: nothing stored"))
        return
    for each in fields(HeadFacts):
        wanted, stored_value = getattr(computed.head, each.name), getattr(there, each.name)
        if wanted != stored_value:
            text = _("sheet: {name} computed {computed}, stored {stored}")
            yield say(text, name=each.name, computed=str(wanted), stored=str(stored_value))
