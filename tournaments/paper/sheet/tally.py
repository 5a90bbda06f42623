"""A blank sheet for games that are kept in strokes: for each game a box with a column for every side.

Five strokes make a square with its diagonal, as at any table with a pencil; faint squares show where. The
stretches of a game (malas, buenas) are divided by a strong line.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext
from reportlab.lib.units import mm

from scoring.paper import Tally
from scoring.table import Side
from tournaments.paper.lettering import FAINT, GREY, INK, PALE, TINT, Face, shortened, wrap
from tournaments.paper.page import FINE, HAIR, Area, Pdf, draw_heading, heading_bottom, signature_height
from tournaments.paper.sheet.ends import draw_end, heading_of
from tournaments.paper.sheet.inputs import ScoreSheet
from tournaments.paper.sheet.layout import PaperSize
from tournaments.speech.wording import Wording, speak

STROKES = 5  # in a square
COLUMN = 24 * mm  # the least width of a column to draw in
LEAST_SQUARE, LARGEST_SQUARE = 6.5 * mm, 19 * mm  # with the white around it
NAME_LINES = 4
REMARK = 8 * mm  # between two lines for remarks
SHARE = 0.72  # of its place that a square fills


class TallyDrawing:
    """One sheet on its way to the paper."""

    def __init__(self, sheet: ScoreSheet, tally: Tally, format: PaperSize) -> None:
        self.sheet, self.tally, self.format = sheet, tally, format
        self.scale, margin = format.scale, format.margin
        self.area = Area(margin, margin, format.width - 2 * margin, format.height - 2 * margin)
        self.head = heading_of(sheet)
        self.sides = sheet.table.seating.sides
        self.gap, self.head_height = 7 * self.scale, 47 * self.scale
        self.label_height, self.total_height = 11 * self.scale, 34 * self.scale
        self.top = heading_bottom(self.area, self.head, self.scale) + 6 * self.scale
        room = signature_height(sheet.table.seating.seats, self.scale) + 14 * self.scale
        self.bottom = self.area.bottom - room - self._result_height() - self._how_height()
        least = self.sides * COLUMN * self.scale + self.gap
        self.across = max(1, min(tally.games, int((self.area.width + self.gap) / least)))
        self.width = (self.area.width - self.gap * (self.across - 1)) / self.across

    # --- how much fits

    def _squares(self) -> list[int]:
        """How many squares each stretch needs below each other."""
        return [-(-points // STROKES) for _name, points in self.tally.parts]

    def _fixed(self) -> float:
        """What a box needs besides its squares."""
        return self.head_height + len(self.tally.parts) * self.label_height + self.total_height

    @property
    def down(self) -> int:
        """Rows of boxes on a page."""
        least = self._fixed() + sum(self._squares()) * LEAST_SQUARE * self.scale
        return max(1, int((self.bottom - self.top + self.gap) / (least + self.gap)))

    @property
    def pages(self) -> int:
        """So many pages hold all games."""
        return -(-self.tally.games // (self.across * self.down))

    @property
    def can_be_drawn_in(self) -> bool:
        """Is a square large enough for a pencil?"""
        return self._square(1) >= LEAST_SQUARE * self.scale

    def _square(self, rows: int) -> float:
        """The side of a square's place, as large as the rows of boxes on a page allow."""
        room = (self.bottom - self.top - self.gap * (rows - 1)) / rows - self._fixed()
        largest = min(LARGEST_SQUARE * self.scale, self.width / self.sides * 0.7)
        return min(largest, room / max(sum(self._squares()), 1))

    # --- drawing

    def draw(self, paper: Pdf, page: int, pages: int) -> None:
        """One page of the sheet, counted from 0."""
        draw_heading(paper, self.area, self.head, self.scale)
        each = self.across * self.down
        games = range(page * each, min(self.tally.games, (page + 1) * each))
        square = self._square(-(-len(games) // self.across))
        height = self._fixed() + sum(self._squares()) * square
        for place, game in enumerate(games):
            row, column = divmod(place, self.across)
            x = self.area.x + column * (self.width + self.gap)
            self._box(paper, x, self.top + row * (height + self.gap), height, square, game)
        y = self.top + -(-len(games) // self.across) * (height + self.gap)
        last = page == pages - 1
        if last:
            y = self._result(paper, y)
        y = self._how(paper, y)
        if last:
            self._remarks(paper, y)
        draw_end(paper, self.area, self.sheet, page, pages, self.scale, signed=last)

    def _box(self, paper: Pdf, x: float, y: float, height: float, square: float, game: int) -> None:
        """One game: names, stretches, the total of each side."""
        scale, width = self.scale, self.width / self.sides
        end, body = y + height, y + self.head_height
        name = f"{speak(self.sheet.game.game_name)} {game + 1}"
        if self.tally.games > 1:
            paper.text(x + 4 * scale, y + 9 * scale, name, Face(7.5 * scale, bold=True))
        for side in range(self.sides):
            self._name(paper, x + side * width, y, width, side)
            if side:
                paper.rule(x + side * width, y + 12 * scale, x + side * width, end, FINE)
        for top, label, squares in self._parts(body, square):
            paper.fill(x, top, self.width, self.label_height, TINT)
            face = Face(7 * scale, bold=True, color=GREY)
            middle = x + self.width / 2
            paper.text(middle, top + self.label_height - 3.2 * scale, label, face, "centre")
            for side in range(self.sides):
                self._strokes(paper, x + (side + 0.5) * width, top + self.label_height, square, squares)
            if top > body:
                paper.rule(x, top, x + self.width, top, 1.4)
        total = end - self.total_height
        for side in range(self.sides):
            small = Face(5.6 * scale, color=GREY)
            paper.text(x + side * width + 3 * scale, total + 7.5 * scale, gettext("Total"), small)
        for line in (body, total):
            paper.rule(x, line, x + self.width, line, FINE)
        paper.frame(x, y, self.width, height, FINE, INK, 2)

    def _parts(self, y: float, square: float) -> Iterator[tuple[float, str, int]]:
        """Where each stretch begins, what it is called, and its squares."""
        for (name, points), squares in zip(self.tally.parts, self._squares(), strict=True):
            yield y, f"{speak(name)} {points}", squares
            y += self.label_height + squares * square

    def _name(self, paper: Pdf, x: float, y: float, width: float, side: int) -> None:
        """Who this column belongs to, on a few lines; a line to write on where nobody is known."""
        scale, inner = self.scale, width - 6 * self.scale
        if not self.sheet.names:
            paper.rule(x + 4 * scale, y + 30 * scale, x + width - 4 * scale, y + 30 * scale, HAIR, PALE)
            return
        name = Wording(self.sheet.table.seating, self.sheet.names).side(Side(side))
        face = next((face for face in self._faces() if len(wrap(name, face, inner)) <= NAME_LINES), None)
        face = face or Face(5.4 * scale, bold=True)
        for line, text in enumerate(shortened(name, face, inner, most=NAME_LINES)):
            paper.text(x + width / 2, y + (17 + 8.6 * line) * scale, text, face, "centre")

    def _faces(self) -> Iterator[Face]:
        for size in (8.0, 7.2, 6.4, 5.8):
            yield Face(size * self.scale, bold=True)

    def _strokes(self, paper: Pdf, middle: float, y: float, square: float, count: int) -> None:
        """Faint squares with a diagonal, to be drawn over stroke by stroke."""
        side = square * SHARE
        for place in range(count):
            x, top = middle - side / 2, y + place * square + (square - side) / 2
            paper.frame(x, top, side, side, HAIR, FAINT)
            paper.polyline([(x, top + side), (x + side, top)], HAIR, FAINT, (1.5, 2.5))

    def _result_height(self) -> float:
        return 30 * self.scale if self.tally.games > 1 else 0.0

    def _result(self, paper: Pdf, y: float) -> float:
        """The result of the match, where it is of several games."""
        if self.tally.games < 2:
            return y
        area, scale = self.area, self.scale
        text = gettext("Result")
        label_width = paper.text(area.x, y + 15 * scale, text, Face(8.6 * scale, bold=True))
        width = (area.width - label_width - 10) / self.sides
        for side in range(self.sides):
            x = area.x + label_width + 10 + side * width
            name = Wording(self.sheet.table.seating, self.sheet.names).side(Side(side))
            box = 22 * scale
            paper.frame(x, y, box, box, FINE, INK, 2)
            face = Face(8 * scale)
            paper.fitted(x + box + 4, y + 15 * scale, name, face, width - box - 10, least=5.4)
        return y + self._result_height()

    def _how_height(self) -> float:
        return 14 * self.scale

    def _how(self, paper: Pdf, y: float) -> float:
        """One line for those who have not done it before."""
        text = gettext("Five strokes make a square with its diagonal: five points.")
        face = Face(7 * self.scale, color=GREY)
        paper.fitted(self.area.x, y + 8 * self.scale, text, face, self.area.width)
        return y + self._how_height()

    def _remarks(self, paper: Pdf, y: float) -> None:
        """What room is left gets lines to write on."""
        end = self.area.bottom - 16 * self.scale
        end -= signature_height(self.sheet.table.seating.seats, self.scale)
        if end - y < 2.5 * REMARK * self.scale:
            return
        paper.text(self.area.x, y + 8 * self.scale, gettext("Remarks"), Face(7 * self.scale, bold=True))
        line = y + 8 * self.scale + REMARK * self.scale
        while line <= end:
            paper.rule(self.area.x, line, self.area.right, line, HAIR, PALE)
            line += REMARK * self.scale
