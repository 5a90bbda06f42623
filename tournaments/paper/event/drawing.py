"""One PDF of one paper, or of many: who draws which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event import awards, inputs, money, outcomes
from tournaments.paper.event.bracket import draw_bracket
from tournaments.paper.event.cards import draw_cards
from tournaments.paper.event.certificates import draw_certificates
from tournaments.paper.event.clubdoor import draw_club_door
from tournaments.paper.event.cross import draw_cross_tables
from tournaments.paper.event.documents import Document
from tournaments.paper.event.evening import draw_evening
from tournaments.paper.event.payments import draw_cash_report, draw_payments, draw_receipts
from tournaments.paper.event.people import draw_participants
from tournaments.paper.event.prizes import draw_donors, draw_gifts, draw_payouts, draw_prizes
from tournaments.paper.event.protocol import draw_protocol
from tournaments.paper.event.ranking import draw_standings
from tournaments.paper.event.regulations import draw_event_card
from tournaments.paper.event.results import draw_results
from tournaments.paper.event.rulings import draw_corrections
from tournaments.paper.event.seating import draw_seating
from tournaments.paper.page import joined
from tournaments.paper.sheet.blank import draw_blanks


def _score_sheets(paper: EventPdf, view: inputs.ScoreSheets) -> None:
    with paper.chapter(joined(gettext("Score sheets"), view.round)):
        draw_blanks(paper, view.sheets, two_up=view.two_up)


DRAWERS: dict[type, Callable[[EventPdf, Any], None]] = {
    inputs.ParticipantList: draw_participants,
    inputs.SeatingList: draw_seating,
    inputs.TableCards: draw_cards,
    inputs.ClubDoorPaper: draw_club_door,
    inputs.ScoreSheets: _score_sheets,
    inputs.EventCard: draw_event_card,
    inputs.DrawProtocol: draw_protocol,
    outcomes.RoundResults: draw_results,
    outcomes.PrintedRanking: draw_standings,
    outcomes.CrossTables: draw_cross_tables,
    outcomes.PrintedBracket: draw_bracket,
    outcomes.CorrectionList: draw_corrections,
    outcomes.EveningNumbers: draw_evening,
    awards.PrizeList: draw_prizes,
    awards.GiftTable: draw_gifts,
    awards.PayoutList: draw_payouts,
    awards.DonorList: draw_donors,
    awards.Certificates: draw_certificates,
    money.PaymentList: draw_payments,
    money.CashReport: draw_cash_report,
    money.Receipts: draw_receipts,
}


def drawn(*documents: Document, title: str = "") -> bytes:
    """The papers one after the other, each with its own page numbers and a bookmark.

    `title` is the name of the file; without one it is that of the event.
    """
    event = documents[0].event if documents else None
    paper = EventPdf(
        title=title or (joined(event.title, event.club) if event else ""), author=event.club if event else ""
    )
    for document in documents:
        DRAWERS[type(document)](paper, document)
    return paper.save()
