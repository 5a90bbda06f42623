"""Everything of a sheet computed again from its first entry, and compared with what is stored.

What is wrong with entries is judged by `engines.sheets.checking`; here are the rows it is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from config.database import writing
from tournaments.engines.sheets.checking import Examined, Fault, StoredRows, broken, examine
from tournaments.engines.sheets.derived import HeadFacts
from tournaments.engines.speaking import plain
from tournaments.ledger.derived import head_facts, store, stored_hands
from tournaments.ledger.exchanging import misplaced
from tournaments.ledger.folding import erasures, standing
from tournaments.models import Entry, EntryKind, SheetHead, Sitting

__all__ = ["TRIGGERS", "SheetReport", "broken", "check", "missing_triggers", "rebuild"]

TRIGGERS = {
    "sqlite": (
        *("entry_no_delete", "entry_no_replace", "entry_no_update"),
        *("parked_no_delete", "parked_no_replace", "parked_no_update"),
        *("parkeddecision_no_delete", "parkeddecision_no_replace", "parkeddecision_no_update"),
        *("eventlink_no_delete", "eventlink_no_replace", "eventlink_no_update"),
        *("cashentry_no_delete", "cashentry_no_replace", "cashentry_no_update"),
        *("cashcount_no_delete", "cashcount_no_replace", "cashcount_no_update"),
        *("prizerecord_no_delete", "prizerecord_no_replace", "prizerecord_no_update"),
        *("eventline_no_delete", "eventline_no_replace", "eventline_no_update"),
    ),
    "postgresql": (
        *("entry_no_change", "parked_no_change", "parkeddecision_no_change", "eventlink_no_change"),
        *("cashentry_no_change", "cashcount_no_change", "prizerecord_no_change", "eventline_no_change"),
    ),
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
        report, _examined = _compare(sitting)
        if report.in_order or before == _head_seq(sitting):
            break
    return report


def rebuild(sitting: Sitting) -> SheetReport:
    """Compare one sheet, and write its derived rows anew.

    Not when its ledger is damaged: then the derived rows may be the only trace of what was there.
    """
    with writing():
        SheetHead.objects.select_for_update().filter(sitting=sitting).first()
        report, examined = _compare(sitting)
        if examined.computed is not None:
            store(sitting, examined.computed)
    return report


def missing_triggers(database: BaseDatabaseWrapper | None = None) -> list[str]:
    """The database's own guards of what is append-only that are not there."""
    database = database or connections[DEFAULT_DB_ALIAS]
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'",
    }
    with database.cursor() as cursor:
        cursor.execute(query[database.vendor])
        there = {name for (name,) in cursor.fetchall()}
    return [name for name in TRIGGERS[database.vendor] if name not in there]


def _head_seq(sitting: Sitting) -> int | None:
    return SheetHead.objects.filter(sitting=sitting).values_list("head_seq", flat=True).first()


def _compare(sitting: Sitting) -> tuple[SheetReport, Examined[Entry]]:
    entries = standing(sitting).entries
    head = SheetHead.objects.filter(sitting=sitting).first()
    there = StoredRows(stored_hands(sitting), None if head is None else HeadFacts(**head_facts(head)))
    examined = examine(sitting, entries, there, erased=erasures(sitting))
    derived = [in_english(fault) for fault in examined.derived]
    if not examined.ledger:
        derived += [*misplaced(sitting, entries), *_missing_chairs(sitting, entries)]
    report = SheetReport(
        sitting,
        len(entries),
        len(examined.sheet_ledger.live),
        entries[-1].hash if entries else "",
        tuple(in_english(fault) for fault in examined.ledger),
        tuple(derived),
    )
    return report, examined


def in_english(fault: Fault) -> str:
    """For reports that programs read."""
    return plain(fault.sentence)


def _missing_chairs(sitting: Sitting, entries: Sequence[Entry]) -> list[str]:
    places = {
        place for entry in entries if entry.kind == EntryKind.LINE_UP for place in entry.payload["places"]
    }
    there = set(sitting.chairs.values_list("seat", flat=True)) if places else set()
    return [f"seat {place}: plays by the ledger, and nobody sits there" for place in sorted(places - there)]
