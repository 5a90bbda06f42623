"""Where a sheet stands: which entries count, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import scoring
from scoring import Sheet, SoFar, Stretch
from tournaments.engines.sheets import payloads
from tournaments.engines.sheets.kinds import EntryKind
from tournaments.engines.sheets.rows import EntryRow, SheetRow

E = TypeVar("E", bound=EntryRow)


@dataclass(frozen=True, slots=True)
class SheetLedger(Generic[E]):
    """The ledger of one sheet, read from the first entry to the last."""

    entries: tuple[E, ...]
    live: tuple[E, ...]  # the entries that count; the number of one that was taken out is missing
    taken_out: Mapping[int, E]  # what took them out, by number
    switched: E | None  # the last one that closed or opened the sheet
    extra: E | None = None  # what the sheet carries besides its hands
    line_ups: Mapping[int, E] = field(default_factory=dict)  # who plays, by the number from which on

    @property
    def counting(self) -> tuple[E, ...]:
        """Hands and line-ups in the order in which they count."""
        return in_order((*self.live, *self.line_ups.values())) if self.line_ups else self.live

    @property
    def last(self) -> E | None:
        return self.entries[-1] if self.entries else None

    def hand(self, hand_no: int) -> E | None:
        """The entry that counts for this hand."""
        return next((entry for entry in self.live if entry.hand_no == hand_no), None)

    @property
    def last_no(self) -> int:
        """The number of the last hand; 0 on an empty sheet."""
        return (self.live[-1].hand_no or 0) if self.live else 0

    def before(self, hand_no: int) -> tuple[E, ...]:
        """What counts before this hand, with who plays it."""
        return tuple(entry for entry in self.counting if is_before(entry, hand_no))

    def after(self, hand_no: int) -> tuple[E, ...]:
        """What counts after this hand."""
        return tuple(entry for entry in self.counting if (entry.hand_no or 0) > hand_no)

    def others_since(self, hand_no: int, seq: int | None) -> bool:
        """Has the line-up of this hand been changed since the entry `seq`? None: nobody knows since when."""
        if seq is None:
            return False
        return any(entry.seq > seq for number, entry in self.line_ups.items() if number <= hand_no)

    def there(self, hand_no: int) -> E | None:
        """What stands at this place: the entry that counts, or the one that took it out of the middle."""
        return self.hand(hand_no) or (self.taken_out.get(hand_no) if hand_no < self.last_no else None)

    @property
    def closed(self) -> bool:
        return self.switched is not None and self.switched.kind == EntryKind.CLOSE


def stand(entries: Iterable[E]) -> SheetLedger[E]:
    """The fold over entries in their order; they are taken as they are, `checking` judges them."""
    fold: Fold[E] = Fold()
    taken = tuple(entries)
    for entry in taken:
        fold.add(entry)
    live = tuple(fold.live[number] for number in sorted(fold.live))
    return SheetLedger(taken, live, fold.taken_out, fold.switched, fold.extra, fold.line_ups)


@dataclass(slots=True)
class Fold(Generic[E]):
    """What the entries so far come to."""

    live: dict[int, E] = field(default_factory=dict)  # by hand number
    taken_out: dict[int, E] = field(default_factory=dict)  # the entries that voided them
    switched: E | None = None
    extra: E | None = None
    line_ups: dict[int, E] = field(default_factory=dict)
    disputed: bool = False  # and not settled, as far as entries alone tell

    def add(self, entry: E) -> None:
        """One more entry."""
        match entry.kind, entry.hand_no:
            case EntryKind.HAND | EntryKind.CORRECT | EntryKind.PAPER, int(number):
                self.live[number] = entry
                self.taken_out.pop(number, None)
            case EntryKind.VOID, int(number):
                self.live.pop(number, None)
                self.taken_out[number] = entry
            case EntryKind.LINE_UP, int(number):
                # No hand is there from this number on: whatever was said about them is over.
                self.line_ups = {start: earlier for start, earlier in self.line_ups.items() if start < number}
                self.line_ups[number] = entry
            case EntryKind.EXTRA, _:
                self.extra = entry
            case EntryKind.PEOPLE, _:
                self.extra = None  # bets were made on people who sit elsewhere now: they are returned
            case EntryKind.CLOSE | EntryKind.REOPEN, _:
                self.switched = entry
            case EntryKind.DISPUTE | EntryKind.RESOLVE, _:
                self.disputed = entry.kind == EntryKind.DISPUTE

    def there(self, hand_no: int) -> E | None:
        """What stands at this place, as in `SheetLedger`."""
        in_the_middle = hand_no < max(self.live, default=0)
        return self.live.get(hand_no) or (self.taken_out.get(hand_no) if in_the_middle else None)

    @property
    def closed(self) -> bool:
        return self.switched is not None and self.switched.kind == EntryKind.CLOSE


def hands_of(entries: Sequence[E]) -> tuple[E, ...]:
    """Without the line-ups."""
    return tuple(entry for entry in entries if entry.kind != EntryKind.LINE_UP)


def in_order(entries: Iterable[E]) -> tuple[E, ...]:
    """Hands by number, each line-up before the hand from which on it is in force; those that are.

    One that a later line-up has ended is not, nor one whose turn has not come again since hands were taken
    back.
    """
    taken = tuple(entries)
    line_ups = [entry for entry in taken if entry.kind == EntryKind.LINE_UP]
    gone = {
        entry.pk
        for entry in line_ups
        for later in line_ups
        if later.seq > entry.seq and (later.hand_no or 0) <= (entry.hand_no or 0)
    }
    last = max((entry.hand_no or 0 for entry in hands_of(taken)), default=0)
    gone |= {entry.pk for entry in line_ups if (entry.hand_no or 0) > last + 1}
    standing = [entry for entry in taken if entry.pk not in gone]
    return tuple(sorted(standing, key=lambda entry: (entry.hand_no or 0, entry.kind != EntryKind.LINE_UP)))


def is_before(entry: EntryRow, hand_no: int) -> bool:
    number = entry.hand_no or 0
    return number < hand_no or (number == hand_no and entry.kind == EntryKind.LINE_UP)


def records_of(sheet: SheetRow, counting: Sequence[EntryRow]) -> tuple[Any, ...]:
    """The records and totals from paper that count, hand 1 first."""
    return tuple(payloads.value_of(sheet, entry.kind, entry.payload) for entry in hands_of(counting))


def replay(sheet: SheetRow, counting: Sequence[EntryRow]) -> SoFar[Any]:
    """The whole sheet as the rules see it."""
    if any(entry.kind == EntryKind.LINE_UP for entry in counting):
        return sheet_of(sheet, counting).whole
    return scoring.replay(sheet.game_value(), sheet.table(), records_of(sheet, counting))


def sheet_of(row: SheetRow, counting: Iterable[EntryRow]) -> Sheet[Any, Any]:
    """The sheet with its present line-up; `counting` are the entries that count, in their order."""
    sheet = scoring.begun(row.game_value(), row.table())
    for entry in counting:
        sheet = after(row, sheet, entry)
    return sheet


def after(sitting: SheetRow, sheet: Sheet[Any, Any], entry: EntryRow) -> Sheet[Any, Any]:
    """The sheet after one more entry that counts."""
    if entry.kind == EntryKind.LINE_UP:
        return sheet.seated(payloads.line_up(entry.payload))
    return sheet.then(payloads.value_of(sitting, entry.kind, entry.payload, sheet.stretch.table))


def players(sitting: SheetRow, line_ups: Mapping[int, EntryRow], hand_no: int) -> Stretch[Any]:
    """Who plays a hand by these line-ups, whatever has become of it since."""
    sheet = scoring.begun(sitting.game_value(), sitting.table())
    for number, entry in sorted(line_ups.items()):
        if number <= hand_no:
            sheet = sheet.seated(payloads.line_up(entry.payload))
    return sheet.stretch


def played_then(sitting: SheetRow, sheet_ledger: SheetLedger[E], entry: E) -> Stretch[Any]:
    """Who played the hand of an entry when it was written."""
    then = stand(earlier for earlier in sheet_ledger.entries if earlier.seq < entry.seq)
    return players(sitting, then.line_ups, entry.hand_no or 0)
