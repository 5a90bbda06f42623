"""Everything that was ever said about a sheet, in words."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring import fields_for, read
from tournaments import ledger
from tournaments.models import EntryKind, Sitting
from tournaments.sheetview import SheetView
from tournaments.wording import answered


@dataclass(frozen=True, slots=True)
class EventView:
    """One entry of the ledger in words."""

    seq: int
    at: datetime.datetime
    what: str
    sentence: str
    superseded: bool


def history(sitting: Sitting, view: SheetView) -> list[EventView]:
    """Every entry of the ledger, the latest first: hands, corrections, what was taken back."""
    entries = list(ledger.history(sitting))
    gone = {entry.supersedes_id for entry in entries if entry.supersedes_id}
    live = {hand.number: hand.sentence for hand in view.hands}
    events = []
    for entry in entries:
        superseded = entry.pk in gone
        what = {
            EntryKind.HAND: gettext("Entry {number}"),
            EntryKind.CORRECT: gettext("Entry {number} corrected"),
            EntryKind.VOID: gettext("Entry {number} taken back"),
            EntryKind.EXTRA: view.extra_name,
            EntryKind.CLOSE: gettext("Sheet closed"),
            EntryKind.REOPEN: gettext("Sheet opened again"),
        }[EntryKind(entry.kind)]
        sentence = ""
        if entry.kind in (EntryKind.HAND, EntryKind.CORRECT):
            sentence = (
                answers_in_words(view, entry.payload) if superseded else live.get(entry.hand_no or 0, "")
            )
        events.append(EventView(entry.seq, entry.at, what.format(number=entry.hand_no), sentence, superseded))
    return events[::-1]


def answers_in_words(view: SheetView, payload: Mapping[str, Any]) -> str:
    """What was once entered, answer by answer; for entries that no longer count."""
    fields = fields_for(view.game, view.table)
    reading = read(fields, payload, view.table.seating)
    told = [one for one in fields if one.name in payload and not reading.problems]
    words = [answered(gettext(one.ask.label), view.wording.word(reading.values[one.name])) for one in told]
    return " · ".join(words)
