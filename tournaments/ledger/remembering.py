"""Sheets as they stood after their last hand, kept in this process: whoever writes the next one need not read
and score all the others again.

What is remembered counts only where the last entry that is read, inside the lock, has the very hash it was
remembered under: that hash covers every entry before it. Whatever else has been said about the sheet, here or
by another process, gives it another one, and then everything is read anew.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from typing import Any

from config.caches import Cache
from scoring import Sheet, begun
from tournaments.engines.sheets.agreement import games
from tournaments.engines.sheets.derived import HeadFacts
from tournaments.models import Entry, Sitting

MOST = 256  # sheets; of 24 hands they have a few megabytes together


@dataclass(frozen=True, slots=True)
class Remembered:
    """A sheet that was in order after its last entry, and its derived rows with it."""

    begun: tuple[object, ...]  # what is fixed of the sheet besides its entries
    head: HeadFacts
    last: uuid.UUID | None  # entry
    last_no: int
    rows: int  # derived ones of hands
    line_ups: tuple[tuple[int, int], ...]  # of each its first hand and its entry's number; all are in force
    sheet: Sheet[Any, Any]

    def others_since(self, seq: int | None) -> bool:
        """As in `SheetLedger`, of the coming hand."""
        return seq is not None and any(of_line_up > seq for _hand, of_line_up in self.line_ups)

    def then(self, entry: Entry, head: HeadFacts, sheet: Sheet[Any, Any]) -> Remembered:
        """The same after one more hand."""
        number, rows = entry.hand_no or 0, self.rows + 1
        return replace(self, head=head, last=entry.pk, last_no=number, rows=rows, sheet=sheet)


_sheets: Cache[int, Remembered] = Cache(MOST)


def keep(sitting: Sitting, sheet: Remembered) -> None:
    """It has been saved."""
    _sheets.put(sitting.pk, sheet)


def recall(sitting: Sitting, last_hash: str) -> Remembered | None:
    """How the sheet stands whose last entry has this hash, if that is remembered; "": nothing is on it."""
    if not last_hash:
        return _empty(sitting)
    sheet = _sheets.look_up(sitting.pk)
    if sheet is None or sheet.head.head_hash != last_hash:
        return None
    if sheet.begun != begun_with(sitting):
        return None
    sitting.use_table(sheet.sheet.table)
    return sheet


def _empty(sitting: Sitting) -> Remembered:
    sheet = begun(sitting.game_value(), sitting.table())
    head = HeadFacts(0, "", 0, games(sheet.whole), sheet.whole.over, False, "", [], None, [])
    return Remembered(begun_with(sitting), head, None, 0, 0, (), sheet)


def forget() -> None:
    """Start afresh (tests), or after something did not fit."""
    _sheets.clear()


def begun_with(sitting: Sitting) -> tuple[object, ...]:
    """What a sheet is played by; some of it may be changed until the first hand, the limit also later."""
    return (
        sitting.game,
        sitting.preset,
        sitting.rules,
        sitting.rules_version,
        sitting.seats,
        sitting.first_dealer,
        sitting.hands_limit,
    )
