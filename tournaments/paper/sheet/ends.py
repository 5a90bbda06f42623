"""What stands above and below the cells of every blank sheet: its head, the lines to sign on, its foot."""

from __future__ import annotations

from django.utils.translation import gettext

from scoring.table import Seat
from tournaments.paper.page import (
    Area,
    Heading,
    Pdf,
    draw_foot,
    draw_signatures,
    joined,
    signature_height,
)
from tournaments.paper.sheet.inputs import ScoreSheet
from tournaments.speech.wording import Wording, speak


def heading_of(sheet: ScoreSheet) -> Heading:
    """The head of a sheet; what is not known gets a line to write on."""
    return Heading(
        club=sheet.club,
        game=speak(sheet.game.name),
        title=joined(sheet.title, sheet.round),
        table=sheet.number,
        date=sheet.date,
        rules_line=sheet.rules_line,
        qr=sheet.qr,
        address=sheet.address,
        to_fill_in=True,
    )


def draw_end(
    paper: Pdf, area: Area, sheet: ScoreSheet, page: int, pages: int, scale: float, *, signed: bool
) -> None:
    """The foot of a page counted from 0, and on the last one the lines to sign on."""
    if signed:
        seating = sheet.table.seating
        names = [Wording(seating, sheet.names).seat(Seat(seat)) for seat in range(seating.seats)]
        y = area.bottom - 10 * scale - signature_height(len(names), scale)
        draw_signatures(paper, area, y, names, scale)
    table = gettext("Table {number}").format(number=sheet.number) if sheet.number else ""
    title = joined(sheet.title, sheet.round)
    foot = joined(sheet.club, gettext("Score sheet"), speak(sheet.game.name), title, table)
    draw_foot(paper, area, area.bottom, page + 1, pages, foot, scale)
