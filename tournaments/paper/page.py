"""What all sheets share: the page that is drawn on, heads and feet, signatures."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import segno
from django.utils import formats
from django.utils.translation import get_language, gettext
from reportlab import rl_config
from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from tournaments.paper.lettering import (
    ACCENT,
    GREY,
    INK,
    LETTER_CASE,
    PLAIN_FONT,
    Face,
    Run,
    clean,
    fit,
    load_fonts,
    shortened,
    width_of,
)
from tournaments.paper.titles import joined as joined

# Bytes as they are: written in letters a file is a quarter larger and takes longer to make.
rl_config.useA85 = 0

HAIR, FINE = 0.35, 0.7
RULE, CODE, QUIET = 2.4, 25 * mm, 3 * mm  # the red rule on top; the QR code and the white around it
A4_WIDTH, A4_HEIGHT = 210 * mm, 297 * mm

Align = Literal["left", "right", "centre"]


class Pdf:
    """A PDF being drawn. Places are points from the upper left corner of the page."""

    def __init__(self, *, title: str, author: str) -> None:
        load_fonts()
        self._out = io.BytesIO()
        self._canvas = Canvas(
            self._out,
            pageCompression=1,
            invariant=1,
            initialFontName=PLAIN_FONT,  # type: ignore[arg-type]
            lang=get_language() or "en",
        )
        self._canvas.setTitle(clean(title))
        self._canvas.setAuthor(clean(author) or "Stammtisch")
        self._canvas.setCreator("Stammtisch")
        self._canvas.setSubject("")
        self._height = A4_HEIGHT
        self._dx = 0.0
        self._tracking = 0.0
        self.upside_down = False
        self._open = False
        self._bookmarks = 0
        self.pages = 0
        self._looks: dict[Face, tuple[str, str]] = {}
        self._spelled: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def page(self, width: float, height: float) -> None:
        """Begin a page."""
        if self._open:
            self._canvas.showPage()
        self._canvas.setPageSize((width, height))
        self._height = height
        self._open = True
        self.pages += 1

    def bookmark(self, title: str, level: int = 0) -> None:
        """Name this page in the outline of the file; level 1 stands below the last one of level 0."""
        key = f"sheet-{self._bookmarks}"
        self._bookmarks += 1
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(clean(title), key, level)

    def save(self) -> bytes:
        """The finished file."""
        with LETTER_CASE:
            self._canvas.save()
        return self._out.getvalue()

    @contextmanager
    def shifted(self, dx: float) -> Iterator[None]:
        """Draw further right: the second sheet of a page."""
        self._dx += dx
        yield
        self._dx -= dx

    def text(self, x: float, y: float, text: str, face: Face, align: Align = "left") -> float:
        """Write on a baseline; returns the width."""
        text = clean(text)
        wide = width_of(text, face)
        if text:
            self.write(x - {"left": 0.0, "right": wide, "centre": wide / 2}[align], y, Run(text, face))
        return wide

    def fitted(
        self,
        x: float,
        y: float,
        text: str,
        face: Face,
        width: float,
        align: Align = "left",
        least: float = 5.5,
    ) -> float:
        """Write so that it fits a width; returns the width it took."""
        run = fit(text, face, width, least)
        return self.text(x, y, run.text, run.face, align)

    def runs(self, x: float, y: float, runs: Sequence[Run]) -> None:
        """Write a line of several faces."""
        for run in runs:
            self.write(x, y, run)
            x += width_of(run.text + " ", run.face)

    def write(self, x: float, y: float, run: Run) -> None:
        """The one place where letters reach the page."""
        face = run.face
        if face not in self._looks:
            self._looks[face] = look_of(face)
        before, after = self._looks[face]
        if (face.font, run.text) not in self._spelled:
            self._spelled[face.font, run.text] = spelled(self._canvas, face.font, run.text)
        letters = " ".join(
            f"{subset} {after} ({text}) Tj" for subset, text in self._spelled[face.font, run.text]
        )
        place = self._place(x, y)
        self._canvas.addLiteral(f"BT 1 0 0 1 {place} Tm {before} {self._tracking:.4f} Tc {letters} ET")

    def _place(self, x: float, y: float) -> str:
        """As a PDF says it, from its lower left corner."""
        return f"{x + self._dx:.4f} {self._height - y:.4f}"

    def rule(
        self, x0: float, y0: float, x1: float, y1: float, weight: float = HAIR, color: Color = INK
    ) -> None:
        """A straight line."""
        self._canvas.setLineWidth(weight)
        self._canvas.setStrokeColor(color)
        self._canvas.setDash()
        self._canvas.addLiteral(f"n {self._place(x0, y0)} m {self._place(x1, y1)} l S")

    def fill(self, x: float, y: float, width: float, height: float, color: Color) -> None:
        """A rectangle without a border."""
        self._canvas.setFillColor(color)
        self._canvas.rect(x + self._dx, self._height - y - height, width, height, stroke=0, fill=1)

    def frame(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        weight: float = HAIR,
        color: Color = INK,
        radius: float = 0,
    ) -> None:
        """A rectangle that is only a border."""
        self._canvas.setLineWidth(weight)
        self._canvas.setStrokeColor(color)
        self._canvas.setDash()
        self._canvas.roundRect(
            x + self._dx, self._height - y - height, width, height, radius, stroke=1, fill=0
        )

    def disc(self, x: float, y: float, radius: float, color: Color, filled: bool = True) -> None:
        """A dot, or a ring."""
        self._canvas.setLineWidth(FINE)
        self._canvas.setFillColor(color)
        self._canvas.setStrokeColor(color)
        self._canvas.setDash()
        self._canvas.circle(x + self._dx, self._height - y, radius, stroke=int(not filled), fill=int(filled))

    def polyline(
        self, points: Sequence[tuple[float, float]], weight: float, color: Color, dash: Sequence[float] = ()
    ) -> None:
        """Joined straight lines."""
        path = self._canvas.beginPath()
        for index, (x, y) in enumerate(points):
            step = path.lineTo if index else path.moveTo
            step(x + self._dx, self._height - y)
        self._canvas.setLineWidth(weight)
        self._canvas.setStrokeColor(color)
        self._canvas.setDash(list(dash))
        self._canvas.setLineJoin(1)
        self._canvas.drawPath(path, stroke=1, fill=0)
        self._canvas.setDash()

    def qr(self, x: float, y: float, size: float, content: str, error: Literal["m", "q"] = "m") -> None:
        """A QR code as one path. The quiet zone of four modules is outside of `size`.

        With `error` "q" a quarter of it may be covered by beer, with "m" a seventh.
        """
        modules, path = qr_path(content, error)
        self._canvas.saveState()
        self._canvas.setFillColor(INK)
        self._canvas.translate(x + self._dx, self._height - y - size)
        self._canvas.scale(size / modules, size / modules)
        self._canvas.addLiteral(path)
        self._canvas.restoreState()


def look_of(face: Face) -> tuple[str, str]:
    """What a PDF says of a face: before the name of the font (how narrow, which colour), and behind it."""
    red, green, blue = face.color.rgb()
    return f"{100 * face.squeeze:.4f} Tz {red:.4f} {green:.4f} {blue:.4f} rg", f"{face.size:.4f} Tf"


def spelled(canvas: Any, font: str, text: str) -> tuple[tuple[str, str], ...]:
    """A text in the letters that a file has of a font: in which part of the font, and which ones.

    A text object of reportlab looks for them each time, and adds up widths that nobody asks for.
    """
    letters: Any = pdfmetrics.getFont(font)
    document = canvas._doc
    return tuple(
        (letters.getSubsetInternalName(subset, document), canvas._escape(part))
        for subset, part in letters.splitString(text, document)
    )


@lru_cache(maxsize=256)
def qr_rows(content: str, error: str) -> tuple[bytes, ...]:
    """The modules of a QR code line by line, 1 is dark. The cards of a hall are printed again and again."""
    if content.startswith(TRANSFER):  # for banks: UTF-8, and exactly this level
        return tuple(
            bytes(row) for row in segno.make_qr(content.encode(), error="m", boost_error=False).matrix
        )
    return tuple(bytes(row) for row in segno.make_qr(content, error=error).matrix)


TRANSFER = "BCD\n"  # the first line of a bank transfer's code


@lru_cache(maxsize=256)
def qr_path(content: str, error: str) -> tuple[int, str]:
    """How many modules are beside each other, and all the dark ones as a filled path.

    Whole numbers, written at once: a rectangle of reportlab costs four rounded numbers, 500 times a code.
    """
    rows = qr_rows(content, error)
    boxes = (
        f"{start} {len(rows) - 1 - line} {length} 1 re"
        for line, row in enumerate(rows)
        for start, length in dark_runs(row)
    )
    return len(rows), " ".join((*boxes, "f"))


def dark_runs(row: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(first, length) of each run of dark modules."""
    start = None
    for index, dark in enumerate([*row, 0]):
        if dark and start is None:
            start = index
        elif not dark and start is not None:
            yield start, index - start
            start = None


def written_date(date: datetime.date | None) -> str:
    """A date in words."""
    return formats.date_format(date, "DATE_FORMAT") if date else ""


@dataclass(frozen=True, slots=True)
class Area:
    """The part of a page that is drawn on, in points."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The head of a sheet."""

    club: str
    game: str
    title: str
    date: datetime.date | None
    rules_line: str
    qr: str | None = None
    address: str | None = None
    table: str = ""  # its number, as large as the name of the game
    to_fill_in: bool = False  # what is not known gets a line to write on


def draw_heading(paper: Pdf, area: Area, head: Heading, scale: float = 1.0) -> float:
    """Draw the head of a sheet; returns where the next thing may begin."""
    paper.fill(area.x, area.y, area.width, RULE * scale, ACCENT)
    left = _beside_code(area, head, scale)
    if head.qr:
        paper.qr(area.right - CODE * scale, area.y + (RULE + QUIET) * scale, CODE * scale, head.qr)
    y = area.y + 14 * scale
    date = paper.text(area.x + left, y, written_date(head.date), Face(8 * scale, color=GREY), "right")
    paper.fitted(area.x, y, head.club, Face(8.5 * scale, bold=True), left - date - 8)
    y += 27 * scale
    table = gettext("Table {number}").format(number=head.table) if head.table else ""
    number = fit(table, Face(27 * scale, bold=True, color=ACCENT), left * 0.5)
    room = left - paper.text(area.x + left, y, number.text, number.face, "right")
    name = fit(head.game, Face(27 * scale, bold=True), room - 12 * scale * bool(table))
    used = paper.text(area.x - 1, y, name.text, name.face)
    if head.to_fill_in and not head.title and not table:
        _write_here(paper, area.x + used + 14 * scale, y, area.x + left, head, scale)
    y += 7 * scale
    if head.title:
        paper.fitted(area.x, y + 10 * scale, head.title, Face(11 * scale), left)
        y += 14 * scale
    if head.address and head.qr:
        label_width = paper.text(
            area.x, y + 10 * scale, gettext("To write by phone:"), Face(7 * scale, color=GREY)
        )
        here = area.x + label_width + 4
        paper.fitted(here, y + 10 * scale, head.address, Face(7 * scale, bold=True), left - label_width - 4)
        y += 12 * scale
    rules = Face(7 * scale, color=GREY)
    for line in shortened(head.rules_line, rules, left, most=3):
        y += rules.leading
        paper.text(area.x, y + 2 * scale, line, rules)
    return heading_bottom(area, head, scale)


def heading_bottom(area: Area, head: Heading, scale: float = 1.0) -> float:
    """Where a head ends."""
    rules = Face(7 * scale)
    lines = len(shortened(head.rules_line, rules, _beside_code(area, head, scale), most=3))
    lines_height = 48 + 14 * bool(head.title) + 12 * bool(head.address and head.qr) + 6
    code = RULE + 2 * QUIET + CODE if head.qr else 0
    return area.y + max(lines_height * scale + lines * rules.leading, code * scale)


def _beside_code(area: Area, head: Heading, scale: float) -> float:
    """The width left of the QR code."""
    return area.width - (CODE + 2 * QUIET) * scale if head.qr else area.width


def _write_here(paper: Pdf, x: float, y: float, right: float, head: Heading, scale: float) -> None:
    """`Table ______  Date ______` on the line of the big name."""
    face = Face(8 * scale, color=GREY)
    labels = [gettext("Table")] if head.date else [gettext("Table"), gettext("Date")]
    room = (right - x) / len(labels)
    if room < 30 * scale:
        return
    for label in labels:
        label_width = paper.text(x, y, label, face)
        paper.rule(x + label_width + 3, y + 1.5, x + room - 8 * scale, y + 1.5, HAIR, GREY)
        x += room


def draw_foot(paper: Pdf, area: Area, y: float, page: int, pages: int, text: str, scale: float = 1.0) -> None:
    """The last line of a page: what it belongs to, and its number."""
    face = Face(6.5 * scale, color=GREY)
    number = gettext("Page {page} of {pages}").format(page=page, pages=pages)
    number_width = paper.text(area.right, y, number, face, "right")
    paper.fitted(area.x, y, text, face, area.width - number_width - 12)


def signature_height(people: int, scale: float = 1.0) -> float:
    """What the lines to sign on need."""
    return -(-people // signatures_per_row(people)) * 30 * scale


def signatures_per_row(people: int) -> int:
    """At most six beside each other, the rows alike."""
    rows = -(-people // 6)
    return -(-people // max(rows, 1)) or 1


def draw_signatures(paper: Pdf, area: Area, y: float, people: Sequence[str], scale: float = 1.0) -> None:
    """A line for each person to sign on, the name below it."""
    per_row = signatures_per_row(len(people))
    gap = 8 * scale
    width = (area.width - gap * (per_row - 1)) / per_row
    for index, person in enumerate(people):
        row, place = divmod(index, per_row)
        x, base = area.x + place * (width + gap), y + row * 30 * scale + 19 * scale
        paper.rule(x, base, x + width, base, HAIR)
        paper.fitted(x, base + 8 * scale, person, Face(7 * scale, color=GREY), width)
