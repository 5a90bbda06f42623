"""Rankings: places, names, columns of numbers, and what they mean in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from django.utils.translation import gettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cells import Cell, PaperColumn, PaperRow
from tournaments.paper.event.facts import fact, heads, in_a_line, telling
from tournaments.paper.event.flow import Block, defined, pages_of, paragraph, runs, sentences, space, title
from tournaments.paper.event.frame import LANDSCAPE, PORTRAIT, Frame, draw_pages
from tournaments.paper.event.outcomes import PrintedColumn, PrintedRank, PrintedRanking
from tournaments.paper.event.rows import Setting, Tables, best_setting, die, table
from tournaments.paper.lettering import GREY, INK, Face, Run

STRONG = {"1", "2", "3"}  # places
LEAST = 10.0  # points: a ranking has more columns than any other list, and is read from near
LEGEND = Face(10.5)


def draw_standings(paper: EventPdf, view: PrintedRanking) -> None:
    """Upright or across, what is known of people beside their names or below: whatever needs fewest pages.
    A class has a list of its own, so its column may go where that saves a page."""
    tried: list[tuple[int, bool, int, _Layout]] = []
    for size, below, facts in (
        (PORTRAIT, False, 2),
        (LANDSCAPE, False, 2),
        (PORTRAIT, True, 2),
        (PORTRAIT, False, 1),
        (LANDSCAPE, True, 2),
    ):
        layout = _Layout(view, size, below, facts)
        if layout.fits or not tried:
            tried.append((layout.setting.pages, not layout.fits, len(tried), layout))
    *_order, best = min(tried, key=lambda each: each[:3])
    blocks = best.blocks(best.setting.size, best.setting.tall)
    draw_pages(paper, best.frame, pages_of(paper, best.frame, blocks))


class _Layout:
    """One way to print a ranking."""

    def __init__(self, view: PrintedRanking, size: tuple[float, float], below: bool, facts: int) -> None:
        self.view = view
        warning = "" if view.official else gettext("Not official yet")
        self.frame = Frame(view.event, gettext("Standings"), view.title, size, warning)
        shown = telling(view.rows, facts)
        self.tables = Tables(fields_of(view, shown, below), rows_of(view, shown, below), self.frame.width)
        self.legend = legend(view, self.frame.width)

    @cached_property
    def fits(self) -> bool:
        return self.tables.fit_in(LEAST)

    @cached_property
    def setting(self) -> Setting:
        return best_setting(self.frame, self.blocks, lambda size: self.tables.at(size).lines, least=LEAST)

    def blocks(self, size: float, tall: float) -> list[Block]:
        return [*self.tables.at(size, tall).blocks(), *self.legend]


def standings_blocks(view: PrintedRanking, width: float, size: float) -> list[Block]:
    """The ranking as part of another paper."""
    shown = telling(view.rows)
    return [*table(fields_of(view, shown), rows_of(view, shown), width, size).blocks(), *legend(view, width)]


def fields_of(view: PrintedRanking, shown: Sequence[str], below: bool = False) -> list[PaperColumn]:
    """The columns of a ranking; `below`: what is known of people stands below their names."""
    fields = [PaperColumn(gettext("Place"), "right", flexible=False, bold=True)]
    if any(row.number is not None for row in view.rows):
        fields.append(PaperColumn(gettext("No."), "right", flexible=False))
    fields.append(PaperColumn(gettext("Name")))
    if not below:
        called = heads() | ({"club": view.club_head} if view.club_head else {})
        fields += [PaperColumn(called[name], aside=True) for name in shown]
    first = next((place for place, column in enumerate(view.columns) if column.decides), None)
    fields += [
        PaperColumn(column.head, "right", flexible=False, bold=place == first, least=16.0)
        for place, column in enumerate(view.columns)
    ]
    return fields


def rows_of(view: PrintedRanking, shown: Sequence[str], below: bool = False) -> list[PaperRow]:
    """The lines of a ranking."""
    numbered = any(row.number is not None for row in view.rows)
    teams = any(row.member for row in view.rows)
    member_next = [*(row.member for row in view.rows[1:]), False]
    return [
        PaperRow(
            tuple(_cells(view, row, shown, below, numbered)),
            strong=not row.member if teams else row.place in STRONG,
            plain=row.member,
            together=teams and goes_on,
        )
        for row, goes_on in zip(view.rows, member_next, strict=False)
    ]


def _cells(
    view: PrintedRanking, row: PrintedRank, shown: Sequence[str], below: bool, numbered: bool
) -> Iterator[Cell]:
    """One line. What does not count stands in brackets."""
    yield Cell(row.place, lot=row.lot)
    if numbered:
        yield Cell("" if row.number is None else str(row.number), color=GREY)
    under = in_a_line(row, shown, row.remark) if below else row.remark
    indent, color = (14.0, GREY) if row.member else (0.0, INK)
    yield Cell(row.name, under=under, indent=indent, color=color)
    if not below:
        yield from (Cell(fact(row, name)) for name in shown)
    for place, text in enumerate(row.cells):
        if place in row.dropped:
            yield Cell(f"({text})" if text else "", color=GREY)
        else:
            yield Cell(text, color=INK if view.columns[place].decides else GREY)


def legend(view: PrintedRanking, width: float) -> list[Block]:
    """What decides in which order, which lots were drawn, what the marks mean."""
    blocks: list[Block] = []
    deciding = [column for column in view.columns if column.decides and column.name]
    if deciding:
        blocks += [space(10), *_part(gettext("What decides, in this order"))]
        for number, column in enumerate(deciding, start=1):
            blocks += _criterion(number, column, width)
    others = [column for column in view.columns if not column.decides and column.name]
    if others:
        blocks += [space(6)]
        for column in others:
            blocks += defined(_called(column), column.explained, width, LEGEND.size)
    blocks += _remarks(view, width)
    return blocks


def _part(text: str) -> list[Block]:
    return [title(text, 11.5)]


def _called(column: PrintedColumn) -> str:
    return column.name if column.head in column.name else f"{column.name} ({column.head})"


def _criterion(number: int, column: PrintedColumn, width: float) -> list[Block]:
    pieces = [
        Run(f"{number}.", Face(LEGEND.size, bold=True)),
        Run(_called(column), Face(LEGEND.size, bold=True)),
    ]
    if column.explained:
        pieces.append(Run(f"– {column.explained}", Face(LEGEND.size, color=GREY)))
    return runs(pieces, width)


def _remarks(view: PrintedRanking, width: float) -> list[Block]:
    blocks: list[Block] = []
    if view.lots or any(row.lot for row in view.rows):
        blocks += [space(8), _lots_title(alone=not view.lots)]
        blocks += sentences(view.lots, width, LEGEND)
    notes = list(view.notes)
    if any(row.dropped for row in view.rows):
        notes.append(gettext("Numbers in brackets do not count."))
    if notes:
        blocks += [space(8), *[block for text in notes for block in paragraph(text, width, LEGEND)]]
    return blocks


def _lots_title(*, alone: bool) -> Block:
    """`Decided by lot`, with the die that marks these places."""
    face = LEGEND if alone else Face(11.5, bold=True)
    size = face.size

    def draw(paper: EventPdf, x: float, y: float) -> None:
        die(paper, x, y + size * 1.15 - size * 0.8, size * 0.9)
        paper.text(x + size * 1.4, y + size * 1.15, gettext("Decided by lot"), face)

    return Block(size * 1.75, draw, keep=not alone)
