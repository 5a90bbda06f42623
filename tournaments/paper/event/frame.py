"""What papers of an event share: head, foot, and the pages between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils import formats
from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.inputs import EventHead
from tournaments.paper.lettering import ACCENT, GREY, PALE, Face, clean, fit, width_of, wrap
from tournaments.paper.page import A4_HEIGHT, A4_WIDTH, HAIR, RULE, Area, joined, written_date

MARGIN = 13 * mm
FIRST_HEAD, NEXT_HEAD, FOOT = 74.0, 34.0, 22.0
NOTE_FACE = Face(12, bold=True)
FOOT_FACE = Face(8, color=GREY)
PORTRAIT, LANDSCAPE = (A4_WIDTH, A4_HEIGHT), (A4_HEIGHT, A4_WIDTH)
A3_LANDSCAPE = (2 * A4_WIDTH, A4_HEIGHT)

Draw = Callable[[Area], None]
"""Draws the middle of one page."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The head and the foot of one paper."""

    event: EventHead
    title: str  # what this paper is: "Seats by name"
    part: str = ""  # of the event: "Round 2"
    size: tuple[float, float] = PORTRAIT
    warning: str = ""  # "Not official yet"
    note: str = ""  # a sentence below the head of the first page

    @property
    def width(self) -> float:
        return self.size[0] - 2 * MARGIN

    @property
    def note_lines(self) -> list[str]:
        return wrap(self.note, NOTE_FACE, self.width) if self.note else []

    def head(self, first: bool) -> float:
        """The height of the head."""
        lines = len(self.note_lines)
        return FIRST_HEAD + lines * NOTE_FACE.leading + 4 * bool(lines) if first else NEXT_HEAD

    def room(self, first: bool) -> float:
        """The height between head and foot."""
        return self.size[1] - 2 * MARGIN - FOOT - self.head(first)

    @property
    def rooms(self) -> tuple[float, float]:
        """The heights of the first page and of all others."""
        return self.room(True), self.room(False)


def draw_pages(paper: EventPdf, frame: Frame, pages: Sequence[Draw]) -> None:
    """All pages of one paper, at least one; it begins with a bookmark."""
    pages = pages or [lambda area: None]
    for number, draw in enumerate(pages):
        paper.page(*frame.size)
        area = Area(MARGIN, MARGIN, frame.width, frame.size[1] - 2 * MARGIN)
        if number == 0:
            paper.bookmark(joined(frame.title, frame.part))
            _first_head(paper, frame, area)
        else:
            _next_head(paper, frame, area)
        head = frame.head(number == 0)
        draw(Area(area.x, area.y + head, area.width, area.height - head - FOOT))
        draw_event_foot(paper, frame.event, area, number + 1, len(pages), joined(frame.title, frame.part))


def _first_head(paper: EventPdf, frame: Frame, area: Area) -> None:
    """Club and day in small letters, the name of the paper in very large ones."""
    event, y = frame.event, area.y
    paper.fill(area.x, y, area.width, RULE, ACCENT)
    small = Face(10, color=GREY)
    date_width = paper.fitted(
        area.right, y + 17, joined(written_date(event.date), event.place), small, area.width * 0.6, "right"
    )
    paper.fitted(area.x, y + 17, event.club, Face(10, bold=True), area.width - date_width - 12)
    face = Face(25, bold=True)
    part = fit(frame.part, Face(25, bold=True, color=ACCENT), area.width * 0.45, least=13)
    name = fit(frame.title, face, area.width - width_of(part.text, part.face) - 18, least=13)
    paper.text(area.x - 1, y + 45, name.text, name.face)
    paper.text(area.right, y + 45, part.text, part.face, "right")
    warning = fit(frame.warning, Face(11, bold=True, color=ACCENT), area.width * 0.45)
    paper.text(area.right, y + 61, warning.text, warning.face, "right")
    taken = width_of(warning.text, warning.face)
    paper.fitted(area.x, y + 61, event.title, Face(12.5), area.width - taken - 12 * bool(taken))
    for number, line in enumerate(frame.note_lines):
        paper.text(area.x, y + FIRST_HEAD + 9 + number * NOTE_FACE.leading, line, NOTE_FACE)


def _next_head(paper: EventPdf, frame: Frame, area: Area) -> None:
    paper.fill(area.x, area.y, area.width, RULE, ACCENT)
    title_width = paper.fitted(
        area.right, area.y + 20, frame.event.title, Face(10, color=GREY), area.width * 0.45, "right"
    )
    head = joined(frame.title, frame.part, frame.warning)
    paper.fitted(area.x, area.y + 20, head, Face(13, bold=True), area.width - title_width - 12)


def draw_event_foot(paper: EventPdf, event: EventHead, area: Area, page: int, pages: int, what: str) -> None:
    """The last line of a page: whose it is, when it was printed, its number."""
    paper.rule(area.x, area.bottom - 11, area.right, area.bottom - 11, HAIR, PALE)
    number = gettext("Page {page} of {pages}").format(page=page, pages=pages)
    printed = joined(printed_at(event), event.checksum, number)
    taken = paper.text(area.right, area.bottom, printed, FOOT_FACE, "right")
    about = joined(event.club, event.title, written_date(event.date), what)
    if width_of(clean(about), FOOT_FACE) > area.width - taken - 12:
        about = joined(event.title, what)
    paper.fitted(area.x, area.bottom, about, FOOT_FACE, area.width - taken - 12)


def printed_at(event: EventHead) -> str:
    """`Printed 20 November 2026, 19:04`."""
    if event.printed is None:
        return ""
    day = formats.date_format(event.printed, "SHORT_DATE_FORMAT")
    return gettext("Printed {day}, {time}").format(day=day, time=f"{event.printed:%H:%M}")
