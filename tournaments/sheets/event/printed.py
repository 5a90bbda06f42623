"""One PDF of one paper, or of many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from tournaments.sheets.blank import draw_blanks
from tournaments.sheets.event import awards, inputs, outcomes
from tournaments.sheets.event.bracket import draw_bracket
from tournaments.sheets.event.cards import draw_cards
from tournaments.sheets.event.certificates import draw_certificates
from tournaments.sheets.event.cross import draw_cross_tables
from tournaments.sheets.event.evening import draw_evening
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.event.people import draw_participants
from tournaments.sheets.event.prizes import draw_gifts, draw_prizes
from tournaments.sheets.event.protocol import draw_protocol
from tournaments.sheets.event.ranking import draw_standings
from tournaments.sheets.event.regulations import draw_event_card
from tournaments.sheets.event.results import draw_results
from tournaments.sheets.event.rulings import draw_corrections
from tournaments.sheets.event.seating import draw_seating
from tournaments.sheets.page import joined

Document = (
    inputs.ParticipantList
    | inputs.SeatingList
    | inputs.TableCards
    | inputs.ScoreSheets
    | inputs.EventCard
    | inputs.DrawProtocol
    | outcomes.RoundResults
    | outcomes.Standings
    | outcomes.CrossTables
    | outcomes.Bracket
    | outcomes.CorrectionList
    | outcomes.EveningNumbers
    | awards.PrizeList
    | awards.GiftTable
    | awards.Certificates
)


def _score_sheets(paper: EventPaper, view: inputs.ScoreSheets) -> None:
    with paper.chapter(joined(gettext("Score sheets"), view.round)):
        draw_blanks(paper, view.sheets, two_up=view.two_up)


DRAWERS: dict[type, Callable[[EventPaper, Any], None]] = {
    inputs.ParticipantList: draw_participants,
    inputs.SeatingList: draw_seating,
    inputs.TableCards: draw_cards,
    inputs.ScoreSheets: _score_sheets,
    inputs.EventCard: draw_event_card,
    inputs.DrawProtocol: draw_protocol,
    outcomes.RoundResults: draw_results,
    outcomes.Standings: draw_standings,
    outcomes.CrossTables: draw_cross_tables,
    outcomes.Bracket: draw_bracket,
    outcomes.CorrectionList: draw_corrections,
    outcomes.EveningNumbers: draw_evening,
    awards.PrizeList: draw_prizes,
    awards.GiftTable: draw_gifts,
    awards.Certificates: draw_certificates,
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
