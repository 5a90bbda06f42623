"""Tables: columns as wide as what stands in them, heads that repeat, rows the eye can follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reportlab.lib.colors import Color

from tournaments.sheets.event.flow import Block, pour
from tournaments.sheets.event.frame import Frame
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.lettering import ACCENT, GREY, INK, PALE, TINT, Face, fit, shortened, width_of
from tournaments.sheets.page import FINE, HAIR, Align

LEAST_SIZE, LARGEST_SIZE = 11.0, 14.0
PADDING = 7.0
HEAD_FACE = Face(9, bold=True, color=GREY)
UNDER = 0.8  # the size of the line below, beside the line above
ASIDE = 0.9  # the size of what is told besides
LEAST_ASIDE = 0.55  # of its natural width
MANY = 8  # rows: of so many, single long texts do not count
TICK = 11.0


@dataclass(frozen=True, slots=True)
class Field:
    """A column."""

    head: str
    align: Align = "left"
    flexible: bool = True  # may become narrower than its texts, and takes spare room
    bold: bool = False
    most_lines: int = 1  # texts that are longer go on below
    box: bool = False  # a box to tick; the text is a tick in it
    least: float = 0.0  # width in points
    empty: bool = False  # to be written in
    aside: bool = False  # told besides: in smaller grey letters, and the first to become narrower


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column."""

    text: str = ""
    under: str = ""  # a small line below
    color: Color = INK
    bold: bool = False
    lot: bool = False  # a die stands beside it


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table."""

    cells: tuple[Cell, ...]
    strong: bool = False
    line_below: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows at a size of letters, in a width."""

    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    size: float
    widths: tuple[float, ...]
    tall: float = 1.5  # the height of a row of one line, in sizes

    @property
    def head(self) -> Block:
        """The heads of the columns, repeated on each page."""
        height = HEAD_FACE.size * 1.9 if any(field.head for field in self.fields) else 2.0

        def draw(paper: EventPaper, x: float, y: float) -> None:
            base, right = y + height - 5, x + sum(self.widths)
            for field, left, width in self._places(x):
                anchor, align = _anchor(field, left, width)
                paper.fitted(anchor, base, field.head, HEAD_FACE, width - PADDING, align, least=6.5)
            paper.rule(x, y + height, right, y + height, FINE, INK)

        return Block(height, draw, keep=True)

    def blocks(self) -> list[Block]:
        """Head and rows."""
        head = self.head
        return [head, *(self._row(number, row, head) for number, row in enumerate(self.rows))]

    def _places(self, x: float) -> list[tuple[Field, float, float]]:
        found = []
        for field, width in zip(self.fields, self.widths, strict=True):
            found.append((field, x, width))
            x += width
        return found

    def _row(self, number: int, row: Row, head: Block) -> Block:
        size = self.size
        plain = Face(size)
        texts = [
            shortened(cell.text, _face(field, cell, row, size), width - PADDING, field.most_lines)
            if field.most_lines > 1
            else []
            for (field, _, width), cell in zip(self._places(0), row.cells, strict=True)
        ]
        lines = max(1, *(len(one) for one in texts))
        under = any(cell.under for cell in row.cells)
        height = size * self.tall + (lines - 1) * plain.leading + under * size * UNDER * 1.25

        def draw(paper: EventPaper, x: float, y: float) -> None:
            right = x + sum(self.widths)
            if number % 2:
                paper.fill(x, y, right - x, height, TINT)
            base = y + size * self.tall * 0.5 + size * 0.36
            for (field, left, width), cell, broken in zip(self._places(x), row.cells, texts, strict=True):
                self._cell(paper, field, cell, row, broken, (left, base, width))
            strong = row.line_below
            paper.rule(x, y + height, right, y + height, 1.2 if strong else HAIR, INK if strong else PALE)

        return Block(height, draw, head=head)

    def _cell(
        self,
        paper: EventPaper,
        field: Field,
        cell: Cell,
        row: Row,
        broken: Sequence[str],
        place: tuple[float, float, float],
    ) -> None:
        left, base, width = place
        if field.box:
            _box(paper, left + width / 2, base, self.size, ticked=bool(cell.text))
            return
        if field.empty:
            paper.rule(left + PADDING / 2, base + 3, left + width - PADDING / 2, base + 3, FINE, GREY)
            return
        face = _face(field, cell, row, self.size)
        if broken:
            for line, text in enumerate(broken):
                paper.text(left + PADDING / 2, base + line * face.leading, text, face)
            base += (len(broken) - 1) * face.leading
        else:
            anchor, align = _anchor(field, left, width)
            room = width - PADDING - (self.size if cell.lot else 0)
            run = fit(cell.text, face, room, least=min(face.size, max(8.0, face.size * 0.74)))
            paper.text(anchor, base, run.text, run.face, align)
            if cell.lot:
                die(paper, left + PADDING / 2, base - self.size * 0.72, self.size * 0.78)
        if cell.under:
            small = Face(self.size * UNDER, color=GREY)
            paper.fitted(left + PADDING / 2, base + small.size * 1.2, cell.under, small, width - PADDING)


def _anchor(field: Field, left: float, width: float) -> tuple[float, Align]:
    """Where a text is fastened, and by which end."""
    if field.box:
        return left + width / 2, "centre"
    if field.align == "left":
        return left + PADDING / 2, "left"
    return (left + width - PADDING / 2, "right") if field.align == "right" else (left + width / 2, "centre")


def _face(field: Field, cell: Cell, row: Row, size: float) -> Face:
    if field.aside:
        return Face(size * ASIDE, color=GREY)
    return Face(size, bold=field.bold or cell.bold or row.strong, color=cell.color)


def _box(paper: EventPaper, x: float, base: float, size: float, *, ticked: bool) -> None:
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


def die(paper: EventPaper, x: float, y: float, edge: float) -> None:
    """A die: a lot decided."""
    paper.frame(x, y, edge, edge, 0.8, ACCENT, radius=edge * 0.2)
    for part in (0.27, 0.5, 0.73):
        paper.disc(x + edge * part, y + edge * (1 - part), edge * 0.09, ACCENT)


def natural_widths(fields: Sequence[Field], rows: Sequence[Row], size: float) -> list[float]:
    """How wide each column would like to be; a few very long texts do not widen it for all."""
    found = []
    for place, field in enumerate(fields):
        least = max(field.least, width_of(field.head, HEAD_FACE) if field.head else 0.0)
        if field.box:
            least = max(least, TICK * 2)
        elif not field.empty:
            widths = sorted(_natural(field, row.cells[place], row, size) for row in rows)
            usual = max(widths, default=0.0)
            if field.flexible and field.most_lines == 1 and len(widths) >= MANY:
                usual = widths[-1 - len(widths) // 25]
                usual = min(usual, 1.75 * max(widths[len(widths) // 2], usual / 3))
            least = max(least, usual)
        found.append(least + PADDING)
    return found


def _natural(field: Field, cell: Cell, row: Row, size: float) -> float:
    face = _face(field, cell, row, size)
    if field.most_lines > 1 and cell.text:
        longest = max(width_of(word, face) for word in cell.text.split(" "))
        return max(longest, min(width_of(cell.text, face), 40.0 + width_of(cell.text, face) * 0.6))
    under = width_of(cell.under, Face(size * UNDER)) * 0.8 if cell.under else 0.0
    return max(under, width_of(cell.text, face) + (size * 1.1 if cell.lot else 0.0))


def spread(
    fields: Sequence[Field], natural: Sequence[float], width: float, most_stretch: float = 1.6
) -> list[float]:
    """The widths that fill a width: the widest flexible columns give first, all of them take."""
    fixed = sum(one for field, one in zip(fields, natural, strict=True) if not field.flexible)
    flexible = [(field, one) for field, one in zip(fields, natural, strict=True) if field.flexible]
    wanted = [one for _, one in flexible]
    room = max(width - fixed, 10.0 * len(wanted))
    if sum(wanted) > room:
        aside = sum(one for field, one in flexible if field.aside)
        cap = _cap(
            [one for field, one in flexible if field.aside],
            max(aside * LEAST_ASIDE, aside - (sum(wanted) - room)),
        )
        wanted = [min(one, cap) if field.aside else one for field, one in flexible]
    if sum(wanted) > room * 1.0001:
        cap = _cap(wanted, room)
        wanted = [min(one, cap) for one in wanted]
    elif wanted:
        factor = min(most_stretch, room / sum(wanted))
        wanted = [one * factor for one in wanted]
    taken = iter(wanted)
    widths = [next(taken) if field.flexible else one for field, one in zip(fields, natural, strict=True)]
    total = sum(widths)
    if total > width:  # fixed columns alone are too wide
        return [one * width / total for one in widths]
    more = (width - total) / max(len(widths), 1)
    return [one + more for one in widths]


def _cap(wanted: Sequence[float], room: float) -> float:
    """What is wider than this is cut to it, so that all together fill the room."""
    rest, left = room, sorted(wanted)
    for place, one in enumerate(left):
        share = rest / (len(left) - place)
        if one >= share:
            return share
        rest -= one
    return max(wanted, default=0.0)


def table(
    fields: Sequence[Field], rows: Sequence[Row], width: float, size: float, tall: float = 1.5
) -> Table:
    """A table of this size of letters."""
    widths = spread(fields, natural_widths(fields, rows, size), width)
    return Table(tuple(fields), tuple(rows), size, tuple(widths), tall)


def best_size(
    frame: Frame,
    blocks: Callable[[float], Sequence[Block]],
    fits: Callable[[float], bool] = lambda size: True,
    least: float = LEAST_SIZE,
    most: float = LARGEST_SIZE,
) -> float:
    """The largest letters that need as few pages as the smallest ones, and fit otherwise."""
    fewest, size = len(pour(blocks(least), *frame.rooms)), most
    while size > least and not (fits(size) and len(pour(blocks(size), *frame.rooms)) <= fewest):
        size -= 0.5
    return max(size, least)


def fits_in(
    fields: Sequence[Field], rows: Sequence[Row], width: float, size: float, least_aside: float = 0.85
) -> bool:
    """Do the columns get the width they would like? What is told besides is content with a little less."""
    natural = natural_widths(fields, rows, size)
    wanted = (one * (least_aside if f.aside else 1.0) for f, one in zip(fields, natural, strict=True))
    return sum(wanted) <= width
