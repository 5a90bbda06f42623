"""Rankings: places, names, columns of numbers, and what they mean in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.sheets.event.flow import Block, defined, pages_of, paragraph, runs, sentences, space, title
from tournaments.sheets.event.frame import LANDSCAPE, PORTRAIT, Frame, draw_pages
from tournaments.sheets.event.outcomes import Column, Standing, Standings
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.event.rows import LEAST_SIZE, Cell, Field, Row, best_size, die, fits_in, table
from tournaments.sheets.lettering import GREY, INK, Face, Run

PODIUM = 3
LEGEND = Face(10.5)


def draw_standings(paper: EventPaper, view: Standings) -> None:
    """Upright where the columns fit, else across."""
    fields, rows = fields_of(view), [row_of(view, row) for row in view.rows]
    warning = "" if view.official else gettext("Not official yet")
    upright = Frame(view.event, gettext("Standings"), view.title, PORTRAIT, warning)
    across = Frame(view.event, gettext("Standings"), view.title, LANDSCAPE, warning)
    frame = upright if fits_in(fields, rows, upright.width, LEAST_SIZE, 0.6) else across
    below = legend(view, frame.width)

    def blocks(size: float) -> list[Block]:
        return [*table(fields, rows, frame.width, size).blocks(), *below]

    size = best_size(frame, blocks, lambda size: fits_in(fields, rows, frame.width, size))
    draw_pages(paper, frame, pages_of(paper, frame, blocks(size)))


def standings_blocks(view: Standings, width: float, size: float) -> list[Block]:
    """The ranking as part of another paper."""
    rows = [row_of(view, row) for row in view.rows]
    return [*table(fields_of(view), rows, width, size).blocks(), *legend(view, width)]


def _shown(view: Standings) -> list[str]:
    """Which facts about people have a column: those that somebody has."""
    every = {
        "number": any(row.number is not None for row in view.rows),
        "club": any(row.club for row in view.rows),
        "category": any(row.category for row in view.rows),
        "team": any(row.team for row in view.rows),
    }
    return [name for name, there in every.items() if there]


def fields_of(view: Standings) -> list[Field]:
    """The columns of a ranking."""
    heads = {
        "number": Field(gettext("No."), "right", flexible=False),
        "club": Field(gettext("Club"), aside=True),
        "category": Field(gettext("Category"), aside=True),
        "team": Field(gettext("Team"), aside=True),
    }
    shown = _shown(view)
    fields = [Field(gettext("Place"), "right", flexible=False, bold=True)]
    fields += [heads["number"]] * ("number" in shown)
    fields += [Field(gettext("Name"))]
    fields += [heads[name] for name in shown if name != "number"]
    first = next((place for place, column in enumerate(view.columns) if column.decides), None)
    fields += [
        Field(column.head, "right", flexible=False, bold=place == first, least=16.0)
        for place, column in enumerate(view.columns)
    ]
    return fields


def row_of(view: Standings, row: Standing) -> Row:
    """One line of a ranking. What does not count stands in brackets."""
    facts = {
        "number": "" if row.number is None else str(row.number),
        "club": row.club,
        "category": row.category,
        "team": row.team,
    }
    shown = _shown(view)
    cells = [Cell(row.place, lot=row.lot)]
    cells += [Cell(facts["number"], color=GREY)] * ("number" in shown)
    cells += [Cell(row.name, under=row.remark)]
    cells += [Cell(facts[name]) for name in shown if name != "number"]
    cells += [
        Cell(f"({text})" if text else "", color=GREY)
        if place in row.dropped
        else Cell(text, color=INK if view.columns[place].decides else GREY)
        for place, text in enumerate(row.cells)
    ]
    return Row(tuple(cells), strong=row.place in {str(place) for place in range(1, PODIUM + 1)})


def legend(view: Standings, width: float) -> list[Block]:
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


def _called(column: Column) -> str:
    return column.name if column.name == column.head else f"{column.name} ({column.head})"


def _criterion(number: int, column: Column, width: float) -> list[Block]:
    pieces = [
        Run(f"{number}.", Face(LEGEND.size, bold=True)),
        Run(_called(column), Face(LEGEND.size, bold=True)),
    ]
    if column.explained:
        pieces.append(Run(f"– {column.explained}", Face(LEGEND.size, color=GREY)))
    return runs(pieces, width)


def _remarks(view: Standings, width: float) -> list[Block]:
    blocks: list[Block] = []
    if view.lots or any(row.lot for row in view.rows):
        blocks += [space(8), *_lots_title()]
        blocks += sentences(view.lots, width, LEGEND)
    told = list(view.notes)
    if any(row.dropped for row in view.rows):
        told.append(gettext("Numbers in brackets do not count."))
    if told:
        blocks += [space(8), *[block for text in told for block in paragraph(text, width, LEGEND)]]
    return blocks


def _lots_title() -> Sequence[Block]:
    """`Decided by lot`, with the die that marks these places."""
    size = 11.5

    def draw(paper: EventPaper, x: float, y: float) -> None:
        die(paper, x, y + size * 1.15 - size * 0.8, size * 0.9)
        paper.text(x + size * 1.4, y + size * 1.15, gettext("Decided by lot"), Face(size, bold=True))

    return [Block(size * 1.75, draw, keep=True)]
