"""Tables: columns as wide as what stands in them, heads that repeat, rows the eye can follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cells import (
    HEAD_FACE,
    PADDING,
    TICK,
    Broken,
    Cell,
    PaperColumn,
    PaperRow,
    broken,
)
from tournaments.paper.event.flow import CALM, Block, paged, steps
from tournaments.paper.event.frame import Frame
from tournaments.paper.event.texts import Breaks, Texts
from tournaments.paper.event.widths import spread, widths_to_try
from tournaments.paper.lettering import ACCENT, GREY, INK, PALE, TINT, fit
from tournaments.paper.page import FINE, HAIR, Align

LEAST_SIZE, LARGEST_SIZE = 11.0, 14.0
COMFORTABLE, TIGHT = 1.5, 1.3  # the height of a row of one line, in sizes of letters
BROKEN = 9.0  # points of height that one more line of a name may cost elsewhere
TOGETHER = 3  # rows: of a table at least so many stand on a page


@dataclass(frozen=True, slots=True)
class PaperTable:
    """Columns and rows at a size of letters."""

    texts: Texts
    size: float
    widths: tuple[float, ...]
    breaks: Breaks
    tall: float  # the height of a row of one line, in sizes

    @property
    def head(self) -> Block:
        """The heads of the columns, repeated on each page."""
        fields = self.texts.fields
        height = HEAD_FACE.size * 1.9 if any(field.head for field in fields) else 2.0

        def draw(paper: EventPdf, x: float, y: float) -> None:
            base, right = y + height - 5, x + sum(self.widths)
            for field, left, width in self._places(x):
                anchor, align = _anchor(field, left, width)
                paper.fitted(anchor, base, field.head, HEAD_FACE, width - PADDING, align, least=6.5)
            paper.rule(x, y + height, right, y + height, FINE, INK)

        return Block(height, draw, keep=True)

    def blocks(self) -> list[Block]:
        """Head and rows."""
        rows = self.texts.rows
        head, last, grouped = self.head, len(rows) - 1, any(row.plain for row in rows)
        return [head, *(self._row(number, row, head, last, grouped) for number, row in enumerate(rows))]

    def _places(self, x: float) -> list[tuple[PaperColumn, float, float]]:
        places = []
        for field, width in zip(self.texts.fields, self.widths, strict=True):
            places.append((field, x, width))
            x += width
        return places

    def _height(self, below: float) -> float:
        """Of a row, of which so much is below its first line."""
        return max(self.size * self.tall, self.size * min(self.tall, COMFORTABLE) + below)

    @property
    def cost(self) -> float:
        """Its height, and what broken names are as bad as: those of clubs harm nobody."""
        below = self.breaks.below
        plain = (len(self.texts.rows) - len(below)) * self._height(0.0)
        return plain + sum(map(self._height, below.values())) + self.breaks.names * BROKEN

    @property
    def lines(self) -> int:
        """How many lines all rows have together."""
        return len(self.texts.rows) + sum(self.breaks.more.values())

    def _row(self, number: int, row: PaperRow, head: Block, last: int, grouped: bool) -> Block:
        size, below = self.size, self.breaks.below.get(number, 0.0)
        height = self._height(below)

        def draw(paper: EventPdf, x: float, y: float) -> None:
            right = x + sum(self.widths)
            if number % 2 and not grouped:
                paper.fill(x, y, right - x, height, TINT)
            base = y + (height - below) * 0.5 + size * 0.36
            for (field, left, width), cell in zip(self._places(x), row.cells, strict=True):
                lines = broken(field, cell, row, size, width)
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


class Tables:
    """The tables that the same columns and rows make in letters of several sizes.

    Texts are measured once, and where they break is looked for once for each size, however high the rows are.
    """

    def __init__(self, fields: Sequence[PaperColumn], rows: Sequence[PaperRow], width: float) -> None:
        self.texts = Texts(tuple(fields), tuple(rows))
        self.width = width
        self._breaks: dict[float, list[tuple[tuple[float, ...], Breaks]]] = {}

    def at(self, size: float, tall: float = COMFORTABLE) -> PaperTable:
        """With letters of this size, its columns so wide that it is as low as it gets."""
        if size not in self._breaks:
            widths = {tuple(each): None for each in self._widths(size)}  # none of them twice
            self._breaks[size] = [(each, self.texts.breaks(size, each)) for each in widths]
        tried = [PaperTable(self.texts, size, widths, breaks, tall) for widths, breaks in self._breaks[size]]
        return min(tried, key=lambda each: each.cost)

    def _widths(self, size: float) -> Iterator[list[float]]:
        fields, texts, width = self.texts.fields, self.texts, self.width
        natural, least = texts.natural_widths(size), texts.least_widths(size, width)
        if sum(natural) <= width:
            yield spread(fields, natural, least, width)
            return
        for wanted, share in widths_to_try(fields, natural, least):
            yield spread(fields, wanted, least, width, share)

    def fit_in(self, size: float) -> bool:
        """Do the columns get what they need without breaking words or numbers?"""
        needs = zip(
            self.texts.fields,
            self.texts.natural_widths(size),
            self.texts.least_widths(size, self.width),
            strict=True,
        )
        return sum(need if field.flexible else wide for field, wide, need in needs) <= self.width


def table(
    fields: Sequence[PaperColumn],
    rows: Sequence[PaperRow],
    width: float,
    size: float,
    tall: float = COMFORTABLE,
) -> PaperTable:
    """A table of this size of letters."""
    return Tables(fields, rows, width).at(size, tall)


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
