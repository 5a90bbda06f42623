"""The paper at a club's door: the code by which its people open tables."""

from __future__ import annotations

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.inputs import ClubDoorPaper
from tournaments.paper.lettering import ACCENT, GREY, PALE, Face, fit, wrap_evenly
from tournaments.paper.page import A4_HEIGHT, A4_WIDTH, HAIR, Area

MARGIN, CODE = 22 * mm, 112 * mm


def draw_club_door(paper: EventPdf, view: ClubDoorPaper) -> None:
    """One page, to be read from some steps away."""
    paper.page(A4_WIDTH, A4_HEIGHT)
    paper.bookmark(gettext("The club’s code"))
    area = Area(MARGIN, MARGIN, A4_WIDTH - 2 * MARGIN, A4_HEIGHT - 2 * MARGIN)
    middle = A4_WIDTH / 2
    name = fit(view.event.title, Face(34, bold=True), area.width)
    paper.text(middle, area.y + 30, name.text, name.face, "centre")
    place = fit(view.event.club, Face(15, color=GREY), area.width)
    paper.text(middle, area.y + 54, place.text, place.face, "centre")
    paper.fill(area.x, area.y + 70, area.width, 3, ACCENT)
    y = area.y + 116
    heading = Face(24, bold=True)
    for line in wrap_evenly(gettext("Open a table and write down the hands"), heading, area.width):
        paper.text(middle, y, line, heading, "centre")
        y += heading.leading
    top = y + 4
    paper.qr(middle - CODE / 2, top, CODE, view.qr, error="q")
    y = top + CODE + 52
    action = Face(15)
    sentence = gettext("Scan with the camera of your phone. It then stays with the club for 30 days.")
    for line in wrap_evenly(sentence, action, area.width):
        paper.text(middle, y, line, action, "centre")
        y += action.leading
    paper.rule(area.x, area.bottom - 78, area.right, area.bottom - 78, HAIR, PALE)
    typed = gettext("Or type this address, then the code:")
    paper.fitted(middle, area.bottom - 58, typed, Face(12, color=GREY), area.width, "centre")
    host = fit(view.host, Face(20, bold=True), area.width)
    paper.text(middle, area.bottom - 32, host.text, host.face, "centre")
    code = fit(view.code, Face(28, bold=True, color=ACCENT), area.width)
    paper.text(middle, area.bottom, code.text, code.face, "centre")
