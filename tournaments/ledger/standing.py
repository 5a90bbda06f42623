"""Where a sheet stands: which entries count, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

import scoring
from scoring import SoFar, Unreadable, fields_for
from scoring.fields import fields_of
from scoring.record import read
from tournaments.models import Entry, EntryKind, Sitting

HANDS = (EntryKind.HAND, EntryKind.CORRECT)
"""Entries that hold a record."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The ledger of one sheet, read from the first entry to the last."""

    entries: tuple[Entry, ...]
    live: tuple[Entry, ...]  # the entry that counts for hand 1, hand 2, …
    switched: Entry | None  # the last one that closed or opened the sheet
    extra: Entry | None = None  # what the sheet carries besides its hands

    @property
    def last(self) -> Entry | None:
        return self.entries[-1] if self.entries else None

    def hand(self, hand_no: int) -> Entry | None:
        """The entry that counts for this hand."""
        return self.live[hand_no - 1] if 1 <= hand_no <= len(self.live) else None

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
    return Standing(taken, live, fold.switched, fold.extra)


@dataclass(slots=True)
class Fold:
    """What the entries so far come to."""

    live: dict[int, Entry] = field(default_factory=dict)  # by hand number
    switched: Entry | None = None
    extra: Entry | None = None

    def add(self, entry: Entry) -> None:
        """One more entry."""
        match entry.kind, entry.hand_no:
            case EntryKind.HAND | EntryKind.CORRECT, int(number):
                self.live[number] = entry
            case EntryKind.VOID, int(number):
                self.live.pop(number, None)
            case EntryKind.EXTRA, _:
                self.extra = entry
            case EntryKind.CLOSE | EntryKind.REOPEN, _:
                self.switched = entry

    @property
    def closed(self) -> bool:
        return self.switched is not None and self.switched.kind == EntryKind.CLOSE


def live_entries(sitting: Sitting) -> tuple[Entry, ...]:
    """The entries that count, hand 1 first."""
    return tuple(_counting(sitting))


def live_entry(sitting: Sitting, hand_no: int) -> Entry | None:
    """The entry that counts for this hand."""
    return _counting(sitting).filter(hand_no=hand_no).first()


def _counting(sitting: Sitting) -> QuerySet[Entry]:
    found = Entry.objects.filter(sitting=sitting, kind__in=HANDS, superseded_by=None)
    return found.order_by("hand_no")


def live_records(sitting: Sitting, live: Sequence[Entry] | None = None) -> tuple[Any, ...]:
    """The records that count, hand 1 first; `live` saves reading them again."""
    entries = live_entries(sitting) if live is None else live
    return tuple(record_of(sitting, entry.payload) for entry in entries)


def replay(sitting: Sitting, live: Sequence[Entry] | None = None) -> SoFar[Any]:
    """The sheet as the rules see it; `live` saves reading the entries again."""
    return scoring.replay(sitting.game_value(), sitting.table(), live_records(sitting, live))


def so_far_before(sitting: Sitting, hand_no: int) -> SoFar[Any]:
    """The sheet as it stood before this hand, in the light of all corrections."""
    return replay(sitting, tuple(_counting(sitting).filter(hand_no__lt=hand_no)))


def history(sitting: Sitting) -> tuple[Entry, ...]:
    """Everything that was ever said about this sheet, in order."""
    found = Entry.objects.filter(sitting=sitting).select_related("credential", "supersedes")
    return tuple(found.order_by("seq"))


def record_of(sitting: Sitting, payload: Mapping[str, Any]) -> Any:
    """A stored record, which has been judged before; raises Unreadable when it cannot even be read."""
    game, table = sitting.game_value(), sitting.table()
    reading = read(fields_for(game, table), payload, table.seating)
    if reading.problems:
        raise Unreadable(reading.problems)
    return game.record(**reading.values)


def payload_of(sitting: Sitting, record: Any) -> dict[str, Any]:
    """A record as it is stored."""
    return scoring.dump(fields_for(sitting.game_value(), sitting.table()), record)


def extra_of(sitting: Sitting) -> Any:
    """What the sheet carries besides its hands, as the game declares it."""
    last = Entry.objects.filter(sitting=sitting, kind=EntryKind.EXTRA).order_by("seq").last()
    return read_extra(sitting, last.payload if last else {})


def read_extra(sitting: Sitting, raw: Mapping[str, Any]) -> Any:
    """Raw answers about the sheet as a whole; raises Unreadable with everything found wrong."""
    declared = sitting.game_value().extra
    reading = read(fields_of(declared), raw, sitting.table().seating)
    if reading.problems:
        raise Unreadable(reading.problems)
    return declared(**reading.values)


def extra_payload(sitting: Sitting, extra: Any) -> dict[str, Any]:
    """Such answers as they are stored."""
    return scoring.dump(fields_of(sitting.game_value().extra), extra)
