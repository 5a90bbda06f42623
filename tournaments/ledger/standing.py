"""Where a sheet stands: which entries count, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

import scoring
from scoring import SoFar
from tournaments.ledger import payloads
from tournaments.models import Entry, EntryKind, Sitting

HANDS = (EntryKind.HAND, EntryKind.CORRECT, EntryKind.PAPER)
"""Entries that say what was played: one hand, or several from paper. Each has one number on the sheet."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The ledger of one sheet, read from the first entry to the last."""

    entries: tuple[Entry, ...]
    live: tuple[Entry, ...]  # the entries that count; the number of one that was taken out is missing
    taken_out: Mapping[int, Entry]  # what took them out, by number
    switched: Entry | None  # the last one that closed or opened the sheet
    extra: Entry | None = None  # what the sheet carries besides its hands

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
        """What counts before this hand."""
        return tuple(entry for entry in self.live if (entry.hand_no or 0) < hand_no)

    def after(self, hand_no: int) -> tuple[Entry, ...]:
        """What counts after this hand."""
        return tuple(entry for entry in self.live if (entry.hand_no or 0) > hand_no)

    def there(self, hand_no: int) -> Entry | None:
        """What stands at this place: the entry that counts, or the one that took it out of the middle."""
        return self.hand(hand_no) or (self.taken_out.get(hand_no) if hand_no < self.last_no else None)

    @property
    def closed(self) -> bool:
        return self.switched is not None and self.switched.kind == EntryKind.CLOSE


def standing(sitting: Sitting) -> Standing:
    """Where the sheet stands, from its entries alone."""
    return stand(Entry.objects.filter(sitting=sitting).order_by("seq"))


def stand(entries: Iterable[Entry]) -> Standing:
    """The fold over entries in their order; they are taken as they are, `checking.faults` judges them."""
    fold = Fold()
    taken = tuple(entries)
    for entry in taken:
        fold.add(entry)
    live = tuple(fold.live[number] for number in sorted(fold.live))
    return Standing(taken, live, fold.taken_out, fold.switched, fold.extra)


@dataclass(slots=True)
class Fold:
    """What the entries so far come to."""

    live: dict[int, Entry] = field(default_factory=dict)  # by hand number
    taken_out: dict[int, Entry] = field(default_factory=dict)  # the entries that voided them
    switched: Entry | None = None
    extra: Entry | None = None

    def add(self, entry: Entry) -> None:
        """One more entry."""
        match entry.kind, entry.hand_no:
            case EntryKind.HAND | EntryKind.CORRECT | EntryKind.PAPER, int(number):
                self.live[number] = entry
                self.taken_out.pop(number, None)
            case EntryKind.VOID, int(number):
                self.live.pop(number, None)
                self.taken_out[number] = entry
            case EntryKind.EXTRA, _:
                self.extra = entry
            case EntryKind.CLOSE | EntryKind.REOPEN, _:
                self.switched = entry

    def there(self, hand_no: int) -> Entry | None:
        """What stands at this place, as in `Standing`."""
        in_the_middle = hand_no < max(self.live, default=0)
        return self.live.get(hand_no) or (self.taken_out.get(hand_no) if in_the_middle else None)

    @property
    def closed(self) -> bool:
        return self.switched is not None and self.switched.kind == EntryKind.CLOSE


def live_entries(sitting: Sitting) -> tuple[Entry, ...]:
    """The entries that count, hand 1 first."""
    return tuple(_counting(sitting))


def live_entry(sitting: Sitting, hand_no: int) -> Entry | None:
    """What stands at this place now."""
    return standing(sitting).there(hand_no)


def _counting(sitting: Sitting) -> QuerySet[Entry]:
    found = Entry.objects.filter(sitting=sitting, kind__in=HANDS, superseded_by=None)
    return found.order_by("hand_no")


def live_records(sitting: Sitting, live: Sequence[Entry] | None = None) -> tuple[Any, ...]:
    """The records and totals from paper that count, hand 1 first; `live` saves reading them again."""
    entries = live_entries(sitting) if live is None else live
    return tuple(payloads.said(sitting, entry.kind, entry.payload) for entry in entries)


def replay(sitting: Sitting, live: Sequence[Entry] | None = None) -> SoFar[Any]:
    """The sheet as the rules see it; `live` saves reading the entries again."""
    return scoring.replay(sitting.game_value(), sitting.table(), live_records(sitting, live))


def so_far_before(sitting: Sitting, hand_no: int) -> SoFar[Any]:
    """The sheet as it stood before this hand, in the light of all corrections."""
    return replay(sitting, tuple(_counting(sitting).filter(hand_no__lt=hand_no)))


def last_entry(sitting: Sitting) -> Entry | None:
    """What was said last, with what it replaces."""
    entries = Entry.objects.filter(sitting=sitting).select_related("supersedes__supersedes")
    return entries.order_by("seq").last()


def before_last(sitting: Sitting) -> tuple[tuple[Entry, ...], SoFar[Any]]:
    """What counted before that, and the sheet it made."""
    live = stand(standing(sitting).entries[:-1]).live
    return live, replay(sitting, live)


def history(sitting: Sitting) -> tuple[Entry, ...]:
    """Everything that was ever said about this sheet, in order."""
    found = Entry.objects.filter(sitting=sitting).select_related("credential", "supersedes")
    return tuple(found.order_by("seq"))


def extra_of(sitting: Sitting) -> Any:
    """What the sheet carries besides its hands, as the game declares it."""
    last = Entry.objects.filter(sitting=sitting, kind=EntryKind.EXTRA).order_by("seq").last()
    return payloads.said(sitting, EntryKind.EXTRA, last.payload if last else {})
