"""Where a sheet stands: which entries count, and what they are worth."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

import scoring
from scoring import Sheet, SoFar, Stretch, Table
from tournaments.ledger import payloads
from tournaments.models import Entry, EntryKind, Erasure, Sitting

HANDS = (EntryKind.HAND, EntryKind.CORRECT, EntryKind.PAPER)
"""Entries that say what was played: one hand, or several from paper. Each has one number on the sheet."""


@dataclass(frozen=True, slots=True)
class SheetLedger:
    """The ledger of one sheet, read from the first entry to the last."""

    entries: tuple[Entry, ...]
    live: tuple[Entry, ...]  # the entries that count; the number of one that was taken out is missing
    taken_out: Mapping[int, Entry]  # what took them out, by number
    switched: Entry | None  # the last one that closed or opened the sheet
    extra: Entry | None = None  # what the sheet carries besides its hands
    line_ups: Mapping[int, Entry] = field(default_factory=dict)  # who plays, by the number from which on

    @property
    def counting(self) -> tuple[Entry, ...]:
        """Hands and line-ups in the order in which they count."""
        return in_order((*self.live, *self.line_ups.values())) if self.line_ups else self.live

    @property
    def last(self) -> Entry | None:
        return self.entries[-1] if self.entries else None

    def hand(self, hand_no: int) -> Entry | None:
        """The entry that counts for this hand."""
        return next((entry for entry in self.live if entry.hand_no == hand_no), None)

    @property
    def last_no(self) -> int:
        """The number of the last hand; 0 on an empty sheet."""
        return (self.live[-1].hand_no or 0) if self.live else 0

    def before(self, hand_no: int) -> tuple[Entry, ...]:
        """What counts before this hand, with who plays it."""
        return tuple(entry for entry in self.counting if _is_before(entry, hand_no))

    def after(self, hand_no: int) -> tuple[Entry, ...]:
        """What counts after this hand."""
        return tuple(entry for entry in self.counting if (entry.hand_no or 0) > hand_no)

    def others_since(self, hand_no: int, seq: int | None) -> bool:
        """Has the line-up of this hand been changed since the entry `seq`? None: nobody knows since when."""
        if seq is None:
            return False
        return any(entry.seq > seq for number, entry in self.line_ups.items() if number <= hand_no)

    def there(self, hand_no: int) -> Entry | None:
        """What stands at this place: the entry that counts, or the one that took it out of the middle."""
        return self.hand(hand_no) or (self.taken_out.get(hand_no) if hand_no < self.last_no else None)

    @property
    def closed(self) -> bool:
        return self.switched is not None and self.switched.kind == EntryKind.CLOSE


def standing(sitting: Sitting) -> SheetLedger:
    """Where the sheet stands, from its entries alone."""
    return stand(Entry.objects.filter(sitting=sitting).order_by("seq"))


def stand(entries: Iterable[Entry]) -> SheetLedger:
    """The fold over entries in their order; they are taken as they are, `checking.faults` judges them."""
    fold = Fold()
    taken = tuple(entries)
    for entry in taken:
        fold.add(entry)
    live = tuple(fold.live[number] for number in sorted(fold.live))
    return SheetLedger(taken, live, fold.taken_out, fold.switched, fold.extra, fold.line_ups)


@dataclass(slots=True)
class Fold:
    """What the entries so far come to."""

    live: dict[int, Entry] = field(default_factory=dict)  # by hand number
    taken_out: dict[int, Entry] = field(default_factory=dict)  # the entries that voided them
    switched: Entry | None = None
    extra: Entry | None = None
    line_ups: dict[int, Entry] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
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

    def there(self, hand_no: int) -> Entry | None:
        """What stands at this place, as in `SheetLedger`."""
        in_the_middle = hand_no < max(self.live, default=0)
        return self.live.get(hand_no) or (self.taken_out.get(hand_no) if in_the_middle else None)

    @property
    def closed(self) -> bool:
        return self.switched is not None and self.switched.kind == EntryKind.CLOSE


def live_entries(sitting: Sitting) -> tuple[Entry, ...]:
    """The hands that count, hand 1 first."""
    return hands_of(counting_entries(sitting))


def counting_entries(sitting: Sitting) -> tuple[Entry, ...]:
    """The hands that count and who played them, in order."""
    entries = tuple(_counting(sitting))
    return in_order(entries) if any(entry.kind == EntryKind.LINE_UP for entry in entries) else entries


def hands_of(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Without the line-ups."""
    return tuple(entry for entry in entries if entry.kind != EntryKind.LINE_UP)


def in_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
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


def _is_before(entry: Entry, hand_no: int) -> bool:
    number = entry.hand_no or 0
    return number < hand_no or (number == hand_no and entry.kind == EntryKind.LINE_UP)


def live_entry(sitting: Sitting, hand_no: int) -> Entry | None:
    """What stands at this place now."""
    return standing(sitting).there(hand_no)


def _counting(sitting: Sitting) -> QuerySet[Entry]:
    entries = Entry.objects.filter(sitting=sitting, kind__in=(*HANDS, EntryKind.LINE_UP), superseded_by=None)
    return entries.order_by("hand_no")


def live_records(sitting: Sitting, live: Sequence[Entry] | None = None) -> tuple[Any, ...]:
    """The records and totals from paper that count, hand 1 first; `live` saves reading them again."""
    entries = live_entries(sitting) if live is None else live
    return tuple(payloads.value_of(sitting, entry.kind, entry.payload) for entry in hands_of(entries))


def replay(sitting: Sitting, live: Sequence[Entry] | None = None) -> SoFar[Any]:
    """The whole sheet as the rules see it; `live` saves reading the entries again."""
    entries = counting_entries(sitting) if live is None else live
    if any(entry.kind == EntryKind.LINE_UP for entry in entries):
        return sheet_of(sitting, entries).whole
    return scoring.replay(sitting.game_value(), sitting.table(), live_records(sitting, entries))


def sheet_of(sitting: Sitting, entries: Iterable[Entry] | None = None) -> Sheet[Any, Any]:
    """The sheet with its present line-up; `entries` are those that count, in their order."""
    sheet = scoring.begun(sitting.game_value(), sitting.table())
    for entry in counting_entries(sitting) if entries is None else entries:
        sheet = after(sitting, sheet, entry)
    return sheet


def after(sitting: Sitting, sheet: Sheet[Any, Any], entry: Entry) -> Sheet[Any, Any]:
    """The sheet after one more entry that counts."""
    if entry.kind == EntryKind.LINE_UP:
        return sheet.seated(payloads.line_up(entry.payload))
    return sheet.then(payloads.value_of(sitting, entry.kind, entry.payload, sheet.stretch.table))


def sheet_before(sitting: Sitting, hand_no: int) -> Sheet[Any, Any]:
    """The sheet as it stood before this hand, in the light of all corrections, with those who play it."""
    return sheet_of(sitting, (entry for entry in counting_entries(sitting) if _is_before(entry, hand_no)))


def table_of(sitting: Sitting, hand_no: int | None) -> Table[Any]:
    """The table that plays this hand, or the coming one."""
    if sitting.event_id is not None or not sitting.game_value().open_table:
        return sitting.table()
    sheet = sheet_of(sitting) if hand_no is None else sheet_before(sitting, hand_no)
    return sheet.stretch.table


def so_far_before(sitting: Sitting, hand_no: int) -> SoFar[Any]:
    """The same for the game: what those who play it know."""
    return sheet_before(sitting, hand_no).so_far


def others_since(sitting: Sitting, hand_no: int, seq: int | None) -> bool:
    """Is what was entered for this hand, when `seq` was the last entry, meant for other people?"""
    return seq is not None and standing(sitting).others_since(hand_no, seq)


def players(sitting: Sitting, line_ups: Mapping[int, Entry], hand_no: int) -> Stretch[Any]:
    """Who plays a hand by these line-ups, whatever has become of it since."""
    sheet = scoring.begun(sitting.game_value(), sitting.table())
    for number, entry in sorted(line_ups.items()):
        if number <= hand_no:
            sheet = sheet.seated(payloads.line_up(entry.payload))
    return sheet.stretch


def played_then(sitting: Sitting, sheet_ledger: SheetLedger, entry: Entry) -> Stretch[Any]:
    """Who played the hand of an entry when it was written."""
    then = stand(earlier for earlier in sheet_ledger.entries if earlier.seq < entry.seq)
    return players(sitting, then.line_ups, entry.hand_no or 0)


def last_entry(sitting: Sitting) -> Entry | None:
    """What was said last, with what it replaces."""
    entries = Entry.objects.filter(sitting=sitting).select_related("supersedes__supersedes")
    return entries.order_by("seq").last()


def before_last(sitting: Sitting) -> tuple[Entry, ...]:
    """What counted before that: the hands and who played them, in order."""
    return stand(standing(sitting).entries[:-1]).counting


def history(sitting: Sitting) -> tuple[Entry, ...]:
    """Everything that was ever said about this sheet, in order."""
    entries = Entry.objects.filter(sitting=sitting).select_related("credential", "supersedes")
    return tuple(entries.order_by("seq"))


def erasures(sitting: Sitting) -> dict[uuid.UUID, str]:
    """What is read instead of reasons that named somebody who was forgotten, by entry."""
    return dict(Erasure.objects.filter(entry__sitting=sitting).values_list("entry", "reason"))


def extra_of(sitting: Sitting) -> Any:
    """What the sheet carries besides its hands, as the game declares it."""
    kinds = (EntryKind.EXTRA, EntryKind.PEOPLE)  # as in `Fold`: an exchange of people ends it
    last = Entry.objects.filter(sitting=sitting, kind__in=kinds).order_by("seq").last()
    there = last is not None and last.kind == EntryKind.EXTRA
    return payloads.value_of(sitting, EntryKind.EXTRA, last.payload if last and there else {})
