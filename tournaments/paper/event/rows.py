"""Tables: columns as wide as what stands in them, heads that repeat, rows the eye can follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cells import (
    HEAD_FACE,
    PADDING,
    TICK,
    UNDER,
    Broken,
    Cell,
    PaperColumn,
    PaperRow,
    face_of,
)
from tournaments.paper.event.flow import CALM, Block, paged, steps
from tournaments.paper.event.frame import Frame
from tournaments.paper.event.widths import least_widths, natural_widths, spread, widths_to_try
from tournaments.paper.lettering import ACCENT, GREY, INK, PALE, TINT, Face, fit, name_lines
from tournaments.paper.page import FINE, HAIR, Align

LEAST_SIZE, LARGEST_SIZE = 11.0, 14.0
COMFORTABLE, TIGHT = 1.5, 1.3  # the height of a row of one line, in sizes of letters
BROKEN = 9.0  # points of height that one more line of a name may cost elsewhere
TOGETHER = 3  # rows: of a table at least so many stand on a page


@dataclass(frozen=True, slots=True)
class PaperTable:
    """Columns and rows at a size of letters, in a width."""

    fields: tuple[PaperColumn, ...]
    rows: tuple[PaperRow, ...]
    size: float
    widths: tuple[float, ...]
    tall: float = 1.5  # the height of a row of one line, in sizes

    @property
    def head(self) -> Block:
        """The heads of the columns, repeated on each page."""
        height = HEAD_FACE.size * 1.9 if any(field.head for field in self.fields) else 2.0

        def draw(paper: EventPdf, x: float, y: float) -> None:
            base, right = y + height - 5, x + sum(self.widths)
            for field, left, width in self._places(x):
                anchor, align = _anchor(field, left, width)
                paper.fitted(anchor, base, field.head, HEAD_FACE, width - PADDING, align, least=6.5)
            paper.rule(x, y + height, right, y + height, FINE, INK)

        return Block(height, draw, keep=True)

    def blocks(self) -> list[Block]:
        """Head and rows."""
        head, last = self.head, len(self.rows) - 1
        return [head, *(self._row(number, row, head, last) for number, row in enumerate(self.rows))]

    def _places(self, x: float) -> list[tuple[PaperColumn, float, float]]:
        places = []
        for field, width in zip(self.fields, self.widths, strict=True):
            places.append((field, x, width))
            x += width
        return places

    @property
    def height(self) -> float:
        """Of all its rows together."""
        return sum(self._measured(row)[1] for row in self.rows)

    def _measured(self, row: PaperRow) -> tuple[list[Broken], float]:
        """The lines of all cells, and how high they make the row."""
        broken = [
            self._broken(field, cell, row, width)
            for field, cell, width in zip(self.fields, row.cells, self.widths, strict=True)
        ]
        return broken, max(
            self.size * self.tall, self._first + max((each.below for each in broken), default=0.0)
        )

    @property
    def cost(self) -> float:
        """Its height, and what broken names are as bad as: those of clubs harm nobody."""
        broken = sum(
            max(0, len(cell.lines) - 1)
            for row in self.rows
            for field, cell in zip(self.fields, self._measured(row)[0], strict=True)
            if not field.aside
        )
        return self.height + broken * BROKEN

    @property
    def _first(self) -> float:
        """What a first line needs where more follow."""
        return self.size * min(self.tall, COMFORTABLE)

    @property
    def lines(self) -> int:
        """How many lines all rows have together."""
        return sum(max(len(cell.lines) for cell in self._measured(row)[0]) for row in self.rows)

    def _broken(self, field: PaperColumn, cell: Cell, row: PaperRow, width: float) -> Broken:
        face, small = face_of(field, cell, row, self.size), Face(self.size * UNDER, color=GREY)
        if field.box or field.empty:
            return Broken((), (), face, small)
        room = width - PADDING - cell.indent
        lines = name_lines(cell.text, face, room) if field.flexible else (cell.text,)
        return Broken(lines, name_lines(cell.under, small, room) if cell.under else (), face, small)

    def _row(self, number: int, row: PaperRow, head: Block, last: int) -> Block:
        size = self.size
        broken, height = self._measured(row)
        grouped = any(each.plain for each in self.rows)

        def draw(paper: EventPdf, x: float, y: float) -> None:
            right = x + sum(self.widths)
            if number % 2 and not grouped:
                paper.fill(x, y, right - x, height, TINT)
            below = max((each.below for each in broken), default=0.0)
            base = y + (height - below) * 0.5 + size * 0.36
            for (field, left, width), cell, lines in zip(self._places(x), row.cells, broken, strict=True):
                self._cell(paper, field, cell, lines, (left, base, width))
            if row.together and grouped:
                return
            strong = row.line_below
            paper.rule(x, y + height, right, y + height, 1.2 if strong else HAIR, INK if strong else PALE)

        together = row.together or number < TOGETHER - 1 or last - TOGETHER < number
        return Block(height, draw, keep=together and number < last, head=head)

    def _cell(
        self,
        paper: EventPdf,
        field: PaperColumn,
        cell: Cell,
        broken: Broken,
        place: tuple[float, float, float],
    ) -> None:
        left, base, width = place
        if field.box:
            _box(paper, left + width / 2, base, self.size, ticked=bool(cell.text))
            return
        if field.empty:
            paper.rule(left + PADDING / 2, base + 3, left + width - PADDING / 2, base + 3, FINE, GREY)
            return
        anchor, align = _anchor(field, left, width)
        if field.flexible:
            for line, text in enumerate(broken.lines):
                paper.text(anchor + cell.indent, base + line * broken.step, text, broken.face, align)
        else:  # a number: one line, and only where nothing else helps in smaller letters
            room = width - PADDING - (self.size if cell.lot else 0)
            run = fit(cell.text, broken.face, room, least=min(broken.face.size, 7.0))
            paper.text(anchor, base, run.text, run.face, align)
            if cell.lot:
                die(paper, left + PADDING / 2, base - self.size * 0.72, self.size * 0.78)
        base += max(0, len(broken.lines) - 1) * broken.step + broken.small.size * 1.2
        for line, text in enumerate(broken.under):
            paper.text(left + PADDING / 2, base + line * broken.small.size * 1.2, text, broken.small)


def _anchor(field: PaperColumn, left: float, width: float) -> tuple[float, Align]:
    """Where a text is fastened, and by which end."""
    if field.box:
        return left + width / 2, "centre"
    if field.align == "left":
        return left + PADDING / 2, "left"
    return (left + width - PADDING / 2, "right") if field.align == "right" else (left + width / 2, "centre")


def _box(paper: EventPdf, x: float, base: float, size: float, *, ticked: bool) -> None:
    edge = max(TICK, size * 0.95)
    top = base - size * 0.36 - edge / 2
    paper.frame(x - edge / 2, top, edge, edge, 0.9)
    if ticked:
        paper.polyline(
            [
                (x - edge * 0.3, top + edge * 0.5),
                (x - edge * 0.05, top + edge * 0.78),
                (x + edge * 0.36, top + edge * 0.14),
            ],
            1.6,
            ACCENT,
        )


def die(paper: EventPdf, x: float, y: float, edge: float) -> None:
    """A die: a lot decided."""
    paper.frame(x, y, edge, edge, 0.8, ACCENT, radius=edge * 0.2)
    for part in (0.27, 0.5, 0.73):
        paper.disc(x + edge * part, y + edge * (1 - part), edge * 0.09, ACCENT)


def table(
    fields: Sequence[PaperColumn],
    rows: Sequence[PaperRow],
    width: float,
    size: float,
    tall: float = COMFORTABLE,
) -> PaperTable:
    """A table of this size of letters, its columns so wide that it is as low as it gets."""
    natural, least = natural_widths(fields, rows, size), least_widths(fields, rows, size, width)
    if sum(natural) <= width:
        return PaperTable(
            tuple(fields), tuple(rows), size, tuple(spread(fields, natural, least, width)), tall
        )
    tried = [
        PaperTable(tuple(fields), tuple(rows), size, tuple(spread(fields, wanted, least, width, share)), tall)
        for wanted, share in widths_to_try(fields, natural, least)
    ]
    return min(tried, key=lambda each: each.cost)


@dataclass(frozen=True, slots=True)
class Setting:
    """How large the letters of a list are, how high its rows, and how many pages it needs."""

    size: float
    tall: float
    pages: int


def best_setting(
    frame: Frame,
    blocks: Callable[[float, float], Sequence[Block]],
    lines: Callable[[float], int],
    columns: int = 1,
    least: float = LEAST_SIZE,
    most: float = LARGEST_SIZE,
    tall: float = COMFORTABLE,
) -> Setting:
    """As few pages as letters of the least size need in rows that are close together; then as large and as
    airy as it gets on these, as long as hardly a name more is broken."""
    tight = min(tall, TIGHT)

    def setting(size: float, tall: float) -> Setting:
        return Setting(size, tall, len(paged(blocks(size, tall), frame.rooms, columns)))

    smallest, fewest = setting(least, tight), lines(least)
    for size in steps(most, least):
        if lines(size) > fewest * CALM:
            continue
        for airy in (tall, (tall + tight) / 2):
            tried = setting(size, airy)
            if tried.pages <= smallest.pages:
                return tried
    return smallest
