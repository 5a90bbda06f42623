"""What a list on paper is made of: columns, rows, and what stands in a cell."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.lib.colors import Color

from tournaments.paper.lettering import GREY, INK, Face, name_lines
from tournaments.paper.page import Align

PADDING = 7.0
HEAD_FACE = Face(9, bold=True, color=GREY)
UNDER = 0.8  # the size of the line below, beside the line above
ASIDE = 0.84  # the size of what is told besides
TICK = 11.0
STEP, BELOW = 1.16, 1.25  # from line to line of a name, and of what is below it, in sizes


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column."""

    head: str
    align: Align = "left"
    flexible: bool = True  # may be broken into lines, and takes spare room
    bold: bool = False
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
    indent: float = 0.0


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A line of a table."""

    cells: tuple[Cell, ...]
    strong: bool = False
    plain: bool = False  # without a ground and a line of its own: it belongs to the row above
    together: bool = False  # with the next row on one page
    line_below: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A cell as lines."""

    lines: tuple[str, ...]
    under: tuple[str, ...]
    face: Face
    small: Face

    @property
    def step(self) -> float:
        """From line to line: closer than in a text, for both are one thing."""
        return self.face.size * STEP


def face_of(field: PaperColumn, cell: Cell, row: PaperRow, size: float) -> Face:
    """The letters of a cell."""
    if field.aside:
        return Face(size * ASIDE, color=GREY)
    return Face(size, bold=field.bold or cell.bold or row.strong, color=cell.color)


def broken(field: PaperColumn, cell: Cell, row: PaperRow, size: float, width: float) -> Broken:
    """A cell as lines in a column of this width."""
    face, small = face_of(field, cell, row, size), Face(size * UNDER, color=GREY)
    if field.box or field.empty:
        return Broken((), (), face, small)
    room = width - PADDING - cell.indent
    lines = name_lines(cell.text, face, room) if field.flexible else (cell.text,)
    return Broken(lines, name_lines(cell.under, small, room) if cell.under else (), face, small)
