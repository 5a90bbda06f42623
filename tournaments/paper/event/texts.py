"""The texts of a list, measured once: widths grow with the size of letters, so one size is enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.paper.event.cells import (
    ASIDE,
    BELOW,
    HEAD_FACE,
    PADDING,
    STEP,
    TICK,
    UNDER,
    Broken,
    PaperColumn,
    PaperRow,
    broken,
    face_of,
)
from tournaments.paper.lettering import Face, held, longest_piece, width_of

MOST_OF_A_PIECE = 0.34  # of the width of the table: a longer word is broken
MANY = 8  # rows: of so many, single long texts do not count
NEAR = 0.01  # points: whether a text fits that is so close to it is looked at, not computed


@dataclass(slots=True)
class Breaks:
    """Where letters of a size need more than one line in columns of some width: rows, by their place."""

    more: dict[int, int] = field(default_factory=dict)  # lines beyond the first
    below: dict[int, float] = field(default_factory=dict)  # points that are needed below the first line
    names: int = 0  # lines beyond the first, of names: what is told besides does not count


class Texts:
    """What stands in the columns of a list."""

    def __init__(self, fields: tuple[PaperColumn, ...], rows: tuple[PaperRow, ...]) -> None:
        self.fields, self.rows = fields, rows
        self.columns = [_Column(place, column, rows) for place, column in enumerate(fields)]

    def natural_widths(self, size: float) -> list[float]:
        """How wide each column would like to be; a few very long texts do not widen it for all."""
        return [max(column.least, size * column.usual) + PADDING for column in self.columns]

    def least_widths(self, size: float, width: float) -> list[float]:
        """What each column needs so that no word is broken; one that nobody could break is."""
        most = width * MOST_OF_A_PIECE
        return [max(column.need, min(size * column.piece, most)) + PADDING for column in self.columns]

    def breaks(self, size: float, widths: Sequence[float]) -> Breaks:
        """Where these widths break texts of this size."""
        breaks = Breaks()
        for column, width in zip(self.columns, widths, strict=True):
            column.add_breaks(breaks, size, width)
        return breaks


class _Column:
    """One of them. Widths are those of letters of size 1."""

    def __init__(self, place: int, column: PaperColumn, rows: tuple[PaperRow, ...]) -> None:
        self.place, self.column, self.rows = place, column, rows
        self.need = max(column.least, width_of(column.head, HEAD_FACE) if column.head else 0.0)
        self.least = max(self.need, TICK * 2) if column.box else self.need
        self.usual = self.piece = self.indent = 0.0
        self.long: list[tuple[float, int]] = []  # width and row of what may be broken, the widest first
        self.under: list[tuple[float, int]] = []  # of what stands below it
        if not (column.box or column.empty):
            self._measure()

    def _measure(self) -> None:
        small, widths = Face(UNDER), []
        for number, row in enumerate(self.rows):
            cell = row.cells[self.place]
            face = face_of(self.column, cell, row, 1.0)
            wide = width_of(cell.text, face) + (1.1 if cell.lot else 0.0)
            if cell.under:
                self.under.append((width_of(held(cell.under), small), number))
                wide = max(wide, width_of(cell.under, small) * 0.6)
            widths.append(wide)
            if self.column.flexible:
                self.long.append((width_of(held(cell.text), face), number))
                self.piece = max(self.piece, longest_piece(cell.text, face))
            self.indent = max(self.indent, cell.indent)
        widths.sort()
        self.long.sort(reverse=True)
        self.usual = widths[-1] if widths else 0.0
        if self.column.flexible and len(widths) >= MANY:
            self.usual = widths[-1 - len(widths) // 25]

    def add_breaks(self, breaks: Breaks, size: float, width: float) -> None:
        """What of it is broken in a column of this width."""
        room = width - PADDING - self.indent - NEAR
        more: dict[int, int] = {}
        for wide, number in self.long:
            if wide * size <= room:
                break  # and so do all that are narrower
            if lines := len(self._broken(number, size, width).lines) - 1:
                more[number] = lines
                breaks.more[number] = max(breaks.more.get(number, 0), lines)
        if not self.column.aside:
            breaks.names += sum(more.values())
        step = size * (ASIDE if self.column.aside else 1.0) * STEP
        for number, lines in more.items():
            breaks.below[number] = max(breaks.below.get(number, 0.0), lines * step)
        for wide, number in self.under:
            lines = 1 if wide * size <= room else len(self._broken(number, size, width).under)
            below = more.get(number, 0) * step + lines * size * UNDER * BELOW
            breaks.below[number] = max(breaks.below.get(number, 0.0), below)

    def _broken(self, number: int, size: float, width: float) -> Broken:
        row = self.rows[number]
        return broken(self.column, row.cells[self.place], row, size, width)
