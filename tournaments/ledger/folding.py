"""Where a sheet stands, read from the database; `engines.sheets.folding` says what entries come to."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from django.db.models import BigIntegerField, QuerySet

from config.prepared import Given, Prepared
from scoring import Sheet, SoFar, Table
from tournaments.engines.sheets import folding, payloads
from tournaments.engines.sheets.agreement import games
from tournaments.engines.sheets.folding import (
    after,
    hands_of,
    in_order,
    is_before,
    played_then,
    players,
    stand,
)
from tournaments.engines.sheets.kinds import HANDS, JUDGEMENTS
from tournaments.ledger import remembering
from tournaments.models import Entry, EntryKind, Erasure, Sitting

__all__ = [
    "HANDS",
    "JUDGEMENTS",
    "Fold",
    "SheetLedger",
    "after",
    "counting_entries",
    "erasures",
    "extra_of",
    "games",
    "hands_of",
    "history",
    "in_order",
    "live_entries",
    "live_entry",
    "live_records",
    "others_since",
    "played_then",
    "players",
    "replay",
    "sheet_before",
    "sheet_of",
    "so_far_before",
    "stand",
    "standing",
    "table_of",
]

SheetLedger: TypeAlias = folding.SheetLedger[Entry]
Fold: TypeAlias = folding.Fold[Entry]


ENTRIES = Prepared(lambda: Entry.objects.filter(sitting=Given("table", BigIntegerField())).order_by("seq"))


def standing(sitting: Sitting) -> SheetLedger:
    """Where the sheet stands, from its entries alone."""
    return stand(ENTRIES.ask(table=sitting.pk))


def live_entries(sitting: Sitting) -> tuple[Entry, ...]:
    """The hands that count, hand 1 first."""
    return hands_of(counting_entries(sitting))


def counting_entries(sitting: Sitting) -> tuple[Entry, ...]:
    """The hands that count and who played them, in order."""
    entries = tuple(_counting(sitting))
    return in_order(entries) if any(entry.kind == EntryKind.LINE_UP for entry in entries) else entries


def live_entry(sitting: Sitting, hand_no: int) -> Entry | None:
    """What stands at this place now."""
    return standing(sitting).there(hand_no)


def _counting(sitting: Sitting) -> QuerySet[Entry]:
    entries = Entry.objects.filter(sitting=sitting, kind__in=(*HANDS, EntryKind.LINE_UP), superseded_by=None)
    return entries.order_by("hand_no")


def live_records(sitting: Sitting, live: Sequence[Entry] | None = None) -> tuple[Any, ...]:
    """The records and totals from paper that count, hand 1 first; `live` saves reading them again."""
    return folding.records_of(sitting, live_entries(sitting) if live is None else live)


def replay(sitting: Sitting, live: Sequence[Entry] | None = None) -> SoFar[Any]:
    """The whole sheet as the rules see it; `live` saves reading the entries again."""
    return folding.replay(sitting, counting_entries(sitting) if live is None else live)


def sheet_of(sitting: Sitting, entries: Iterable[Entry] | None = None) -> Sheet[Any, Any]:
    """The sheet with its present line-up; `entries` are those that count, in their order."""
    return folding.sheet_of(sitting, counting_entries(sitting) if entries is None else entries)


def sheet_before(sitting: Sitting, hand_no: int) -> Sheet[Any, Any]:
    """The sheet as it stood before this hand, in the light of all corrections, with those who play it."""
    return sheet_of(sitting, (entry for entry in counting_entries(sitting) if is_before(entry, hand_no)))


def table_of(sitting: Sitting, hand_no: int | None) -> Table[Any]:
    """The table that plays this hand, or the coming one."""
    if sitting.event_id is not None or not sitting.game_value().open_table:
        return sitting.table()
    head = getattr(sitting, "sheethead", None)
    remembered = remembering.recall(sitting, head.head_hash) if head is not None else None
    if remembered is not None and hand_no in (None, remembered.last_no + 1):
        return remembered.sheet.stretch.table
    counting = counting_entries(sitting)
    if not any(entry.kind == EntryKind.LINE_UP for entry in counting):
        return sitting.table()
    if hand_no is not None:
        counting = tuple(entry for entry in counting if is_before(entry, hand_no))
    return sheet_of(sitting, counting).stretch.table


def so_far_before(sitting: Sitting, hand_no: int) -> SoFar[Any]:
    """The same for the game: what those who play it know."""
    return sheet_before(sitting, hand_no).so_far


def others_since(sitting: Sitting, hand_no: int, seq: int | None) -> bool:
    """Is what was entered for this hand, when `seq` was the last entry, meant for other people?"""
    return seq is not None and standing(sitting).others_since(hand_no, seq)


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
