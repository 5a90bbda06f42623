"""Cross tables: everybody against everybody, one group below the other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cells import HEAD_FACE
from tournaments.paper.event.flow import Block, largest, pages_of, paragraph, space, title
from tournaments.paper.event.frame import LANDSCAPE, Frame, draw_pages
from tournaments.paper.event.outcomes import CrossTables, PrintedCross
from tournaments.paper.lettering import GREY, INK, PALE, TINT, Face, name_lines, width_of
from tournaments.paper.page import FINE, HAIR

LARGEST_CELL, LEAST_CELL = 46.0, 21.0
HEAD_HEIGHT = 20.0
LARGEST_LINE = 27.0


def draw_cross_tables(paper: EventPdf, view: CrossTables) -> None:
    """Upright where all columns fit, else across; all groups in letters of one size."""
    frame = Frame(view.event, view.title or gettext("Cross table"))
    grids = [_Grid.of(group, frame.width) for group in view.groups]
    if any(grid.cell < LEAST_CELL + 4 for grid in grids):
        frame = Frame(view.event, frame.title, "", LANDSCAPE)
        grids = [_Grid.of(group, frame.width) for group in view.groups]
    most = max((len(group.people) for group in view.groups), default=1)
    line = max(15.0, min(LARGEST_LINE, (frame.room(True) - 60) / max(most, 1)))

    def blocks(line: float) -> list[Block]:
        poured: list[Block] = []
        for grid in grids:
            poured += [*_whole(grid.blocks(line), frame.room(False)), space(16)]
        for note in view.notes:
            poured += paragraph(note, frame.width)
        return poured

    highest = max(15, int(line))
    line = largest([float(height) for height in range(highest, 14, -1)], blocks, frame)
    draw_pages(paper, frame, pages_of(paper, frame, blocks(line)))


def _whole(blocks: list[Block], room: float) -> list[Block]:
    """A table that fits on a page stands on one page."""
    if sum(block.height for block in blocks) > room:
        return blocks
    return [replace(block, keep=True) for block in blocks[:-1]] + blocks[-1:]


@dataclass(frozen=True, slots=True)
class _Grid:
    """One cross table in a width."""

    group: PrintedCross
    width: float
    cell: float  # the width of a result
    name: float
    numbers: tuple[float, ...]  # the widths of the columns on the right
    place: float

    @classmethod
    def of(cls, group: PrintedCross, width: float) -> _Grid:
        count = max(len(group.people), 1)
        face = Face(11)
        numbers = tuple(
            max([width_of(column.head, HEAD_FACE), *(width_of(row[place], face) for row in group.cells)]) + 9
            for place, column in enumerate(group.columns)
        )
        place = max(40.0, width_of(gettext("Place"), HEAD_FACE) + 12) if group.places else 0.0
        widest = sorted(width_of(name, face) for name in group.people)
        name = min(210.0, (widest[-1 - len(widest) // 8] if widest else 0) + 34)
        rest = width - sum(numbers) - place
        cell = max(LEAST_CELL, min(LARGEST_CELL, (rest - name) / count))
        return cls(group, width, cell, max(110.0, min(name * 1.5, rest - cell * count)), numbers, place)

    def blocks(self, line: float) -> list[Block]:
        """Its title, its head and its rows."""
        group, head = self.group, self._head()
        poured = [title(group.name)] if group.name else []
        widest = max((width_of(text, Face(1)) for row in group.results for text in row), default=0.1)
        rows = [self._row(place, line, widest, head) for place in range(len(group.people))]
        return [*poured, head, *rows]

    @property
    def total(self) -> float:
        return self.name + self.cell * len(self.group.people) + sum(self.numbers) + self.place

    def _head(self) -> Block:
        group = self.group

        def draw(paper: EventPdf, x: float, y: float) -> None:
            base, left = y + HEAD_HEIGHT - 6, x + self.name
            if group.numbers:
                paper.text(x + 20, base, gettext("No."), HEAD_FACE, "right")
            for number in group.called:
                paper.text(left + self.cell / 2, base, number, HEAD_FACE, "centre")
                left += self.cell
            for column, width in zip(group.columns, self.numbers, strict=True):
                paper.fitted(left + width - 4, base, column.head, HEAD_FACE, width - 5, "right")
                left += width
            if group.places:
                paper.text(left + self.place - 4, base, gettext("Place"), HEAD_FACE, "right")
            paper.rule(x, y + HEAD_HEIGHT, x + self.total, y + HEAD_HEIGHT, FINE, INK)

        return Block(HEAD_HEIGHT, draw, keep=True)

    def _row(self, place: int, line: float, widest: float, head: Block) -> Block:
        group = self.group
        size = max(9.0, min(13.0, line * 0.62))
        names = name_lines(group.people[place], Face(size), self.name - 31)
        line = max(line, size * (1.5 + (len(names) - 1) * 1.16))
        result = Face(max(6.0, min(size, (self.cell - 8) / max(widest, 0.1))))

        def draw(paper: EventPdf, x: float, y: float) -> None:
            base = y + line / 2 + size * 0.36
            number = group.called[place]
            paper.text(x + 20, base, number, Face(size * 0.9, bold=True, color=GREY), "right")
            first = base - (len(names) - 1) * size * 0.58
            for at, name in enumerate(names):
                paper.text(x + 27, first + at * size * 1.16, name, Face(size))
            left = x + self.name
            for other, text in enumerate(group.results[place]):
                if other == place:
                    paper.fill(left, y, self.cell, line, GREY)
                else:
                    paper.text(left + self.cell / 2, base, text, result, "centre")
                paper.rule(left, y, left, y + line, HAIR, PALE)
                left += self.cell
            paper.rule(left, y, left, y + line, FINE, INK)
            if group.columns:
                paper.fill(left + 0.5, y, sum(self.numbers) + self.place - 0.5, line, TINT)
            for column, width in enumerate(self.numbers):
                face = Face(size, bold=column == 0)
                paper.text(left + width - 4, base, group.cells[place][column], face, "right")
                left += width
            if group.places:
                bold = Face(size, bold=True)
                paper.text(left + self.place - 4, base, group.places[place], bold, "right")
            strong = group.through == place + 1 < len(group.people)
            paper.rule(
                x, y + line, x + self.total, y + line, 1.4 if strong else HAIR, INK if strong else PALE
            )

        return Block(line, draw, head=head)
