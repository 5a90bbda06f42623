"""What was put right, and what was decided: for the wall of the hall."""

from __future__ import annotations

import datetime

from django.utils import formats
from django.utils.translation import gettext, pgettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cells import Cell, PaperColumn, PaperRow
from tournaments.paper.event.flow import Block, pages_of, paragraph, runs, space, title
from tournaments.paper.event.frame import Frame, draw_pages
from tournaments.paper.event.outcomes import Correction, CorrectionList, PrintedPenalty
from tournaments.paper.event.rows import table
from tournaments.paper.lettering import GREY, INK, Face, Run
from tournaments.paper.page import HAIR

SIZE = 12.0
TIME_ROOM = 62.0


def draw_corrections(paper: EventPdf, view: CorrectionList) -> None:
    """Corrections oldest first, then penalties."""
    frame = Frame(view.event, gettext("Corrections"))
    blocks: list[Block] = []
    for correction in view.corrections:
        blocks += [_correction(correction, view.event.date, frame.width), space(4)]
    if not view.corrections:
        blocks += paragraph(gettext("Nothing had to be corrected."), frame.width, Face(SIZE))
    if view.penalties:
        blocks += [space(14), title(gettext("Penalties and credits"), 16), *_penalties(view, frame.width)]
    draw_pages(paper, frame, pages_of(paper, frame, blocks))


def _correction(correction: Correction, day: datetime.date | None, width: float) -> Block:
    """When and where on the left, what and why beside it."""
    inner = width - TIME_ROOM
    small, plain = Face(SIZE * 0.88, color=GREY), Face(SIZE)
    arrow = [
        Run(correction.before, Face(SIZE + 1, color=GREY)),
        Run("→", Face(SIZE + 1, color=GREY)),
        Run(correction.after, Face(SIZE + 1, bold=True)),
    ]
    lines = [
        *paragraph(correction.where, inner, Face(SIZE, bold=True)),
        *runs(arrow, inner),
        *paragraph(gettext("Reason: {reason}").format(reason=correction.reason), inner, plain),
        *[line for text in correction.moved for line in paragraph(text, inner, plain, 12, "•")],
        *paragraph(gettext("Corrected by {who}").format(who=correction.who), inner, small),
    ]
    height = sum(line.height for line in lines) + 10

    def draw(paper: EventPdf, x: float, y: float) -> None:
        paper.text(x, y + 5 + SIZE * 1.05, f"{correction.at:%H:%M}", Face(SIZE + 2, bold=True))
        if day is not None and correction.at.date() != day:
            date = formats.date_format(correction.at, "SHORT_DATE_FORMAT")
            paper.fitted(x, y + 5 + SIZE * 2.3, date, small, TIME_ROOM - 6)
        down = y + 5
        for line in lines:
            line.draw(paper, x + TIME_ROOM, down)
            down += line.height
        paper.rule(x, y + height, x + width, y + height, HAIR, GREY)

    return Block(height, draw)


def _penalties(view: CorrectionList, width: float) -> list[Block]:
    fields = [
        PaperColumn(gettext("Time"), flexible=False, bold=True),
        PaperColumn(gettext("Name"), bold=True),
        PaperColumn(gettext("Points"), "right", flexible=False, bold=True),
        PaperColumn(gettext("Reason")),
        PaperColumn(gettext("Where")),
        PaperColumn(gettext("Decided by")),
    ]
    return table(fields, [_penalty(penalty) for penalty in view.penalties], width, SIZE).blocks()


def _penalty(printed_penalty: PrintedPenalty) -> PaperRow:
    reason = (
        f"{printed_penalty.reason} ({pgettext('decision', 'taken back')})"
        if printed_penalty.withdrawn
        else printed_penalty.reason
    )
    color = GREY if printed_penalty.withdrawn else INK
    points = f"({printed_penalty.points})" if printed_penalty.withdrawn else printed_penalty.points
    cells = (
        f"{printed_penalty.at:%H:%M}",
        printed_penalty.name,
        points,
        reason,
        printed_penalty.where,
        printed_penalty.who,
    )
    return PaperRow(tuple(Cell(text, color=color) for text in cells))
