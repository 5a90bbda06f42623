"""The evening in numbers: for the wall, and to take home."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cells import Cell, PaperColumn, PaperRow
from tournaments.paper.event.flow import Block, pages_of, paragraph, space, title
from tournaments.paper.event.frame import Frame, draw_pages
from tournaments.paper.event.outcomes import EveningNumbers, PrintedHighlight
from tournaments.paper.event.rows import table
from tournaments.paper.lettering import GREY, Face

SIZE = 12.0


def draw_evening(paper: EventPdf, view: EveningNumbers) -> None:
    """Sums, records, and what was played for."""
    frame = Frame(view.event, gettext("The evening in numbers"))
    blocks: list[Block] = [*_sums(view, frame.width), space(14)]
    for record in view.feats:
        blocks += [*_record(record, frame.width), space(10)]
    if view.choices:
        blocks += [space(6), title(gettext("What was played"), 16), *_choices(view, frame.width)]
    draw_pages(paper, frame, pages_of(paper, frame, blocks))


def _sums(view: EveningNumbers, width: float) -> list[Block]:
    fields = [PaperColumn(label, bold=True) for label, _value in view.sums]
    row = PaperRow(tuple(Cell(value) for _label, value in view.sums))
    return table(fields, [row], width, SIZE + 2).blocks()


def _record(record: PrintedHighlight, width: float) -> list[Block]:
    head = f"{record.label}: {record.value} · {record.who}"
    lines = paragraph(head, width, Face(SIZE + 1, bold=True))
    if record.why:
        lines += paragraph(record.why, width, Face(SIZE))
    if record.where:
        lines += paragraph(record.where, width, Face(SIZE, color=GREY))
    return lines


def _choices(view: EveningNumbers, width: float) -> list[Block]:
    fields = [
        PaperColumn("", bold=True),
        PaperColumn(gettext("Played"), "right", flexible=False),
        PaperColumn(gettext("Won"), "right", flexible=False),
        PaperColumn(gettext("Most often")),
    ]
    rows = [
        PaperRow(tuple(Cell(text) for text in (choice.name, choice.tried, choice.won, choice.most)))
        for choice in view.choices
    ]
    return table(fields, rows, width, SIZE).blocks()
