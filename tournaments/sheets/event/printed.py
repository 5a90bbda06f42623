"""One PDF of one paper, or of many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournaments.sheets.event.bracket import draw_bracket
from tournaments.sheets.event.cards import draw_cards
from tournaments.sheets.event.cross import draw_cross_tables
from tournaments.sheets.event.inputs import (
    Bracket,
    CrossTables,
    Document,
    ParticipantList,
    RoundResults,
    SeatingList,
    Standings,
    TableCards,
)
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.event.people import draw_participants
from tournaments.sheets.event.ranking import draw_standings
from tournaments.sheets.event.results import draw_results
from tournaments.sheets.event.seating import draw_seating
from tournaments.sheets.page import joined

DRAWERS: dict[type, Callable[[EventPaper, Any], None]] = {
    ParticipantList: draw_participants,
    SeatingList: draw_seating,
    TableCards: draw_cards,
    CrossTables: draw_cross_tables,
    Bracket: draw_bracket,
    RoundResults: draw_results,
    Standings: draw_standings,
}


def printed(*documents: Document, title: str = "") -> bytes:
    """The papers one after the other, each with its own page numbers and a bookmark.

    `title` is the name of the file; without one it is that of the event.
    """
    event = documents[0].event if documents else None
    paper = EventPaper(
        title=title or (joined(event.title, event.club) if event else ""), author=event.club if event else ""
    )
    for document in documents:
        DRAWERS[type(document)](paper, document)
    return paper.save()
