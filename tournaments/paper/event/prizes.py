"""Who gets what: the list to be read out, and the gift table with lines to sign on."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.awards import DonorList, GiftTable, PayoutList, PrizeList
from tournaments.paper.event.cells import Cell, PaperColumn, PaperRow
from tournaments.paper.event.flow import Block, pages_of, paragraph, space
from tournaments.paper.event.frame import Frame, draw_pages
from tournaments.paper.event.rows import Tables, best_setting
from tournaments.paper.lettering import Face

TALL, TALL_TO_SIGN = 1.8, 2.7
LARGEST, SMALL = 15.0, 10.0


def draw_prizes(paper: EventPdf, view: PrizeList) -> None:
    """The prizes in the order given, in letters a speaker can read at arm's length."""
    fields = [
        PaperColumn(gettext("Place"), bold=True),
        PaperColumn(gettext("Name"), bold=True),
        PaperColumn(gettext("Prize")),
    ]
    if any(prize.note for prize in view.prizes):
        fields.append(PaperColumn(gettext("Remarks")))
    rows = [
        PaperRow(
            (Cell(prize.rank), Cell(prize.name or "–"), Cell(prize.prize), Cell(prize.note))[: len(fields)]
        )
        for prize in view.prizes
    ]
    frame = Frame(view.event, view.title or gettext("Prizes"))
    below = [space(8), *paragraph(view.total, 400, Face(14, bold=True))] if view.total else []
    for sentence in view.below:
        below += [space(4), *paragraph(sentence, frame.width, Face(SMALL))]
    _draw(paper, frame, fields, rows, below, TALL)


def draw_payouts(paper: EventPdf, view: PayoutList) -> None:
    """Who gets how much and what, and signs for it."""
    fields = [
        PaperColumn(gettext("Place"), "right", flexible=False, bold=True),
        PaperColumn(gettext("Name"), bold=True),
        PaperColumn(gettext("Prize")),
        PaperColumn(gettext("Signature"), flexible=False, least=115.0, empty=True),
    ]
    rows = [
        PaperRow((Cell(prize.rank), Cell(prize.name, under=prize.note), Cell(prize.prize), Cell()))
        for prize in view.payouts
    ]
    total = [space(8), *paragraph(view.total, 400, Face(14, bold=True))] if view.total else []
    _draw(paper, Frame(view.event, gettext("Payouts")), fields, rows, total, TALL_TO_SIGN)


def draw_donors(paper: EventPdf, view: DonorList) -> None:
    """Who has given what, to hang up."""
    fields = [PaperColumn(gettext("Donor"), bold=True), PaperColumn(gettext("Gift"))]
    rows = [PaperRow((Cell(gift.name), Cell(gift.prize))) for gift in view.gifts]
    _draw(paper, Frame(view.event, gettext("Thanks to the donors")), fields, rows, [], TALL)


def draw_gifts(paper: EventPdf, view: GiftTable) -> None:
    """Who may pick first stands first; what they pick and their name are written by hand."""
    chosen = any(pick.prize for pick in view.picks)
    fields = [
        PaperColumn(gettext("Place"), "right", flexible=False, bold=True),
        PaperColumn(gettext("Name"), bold=True),
        PaperColumn(gettext("Prize"), least=140.0, empty=not chosen),
        PaperColumn(gettext("Signature"), flexible=False, least=115.0, empty=True),
    ]
    rows = [
        PaperRow((Cell(pick.rank), Cell(pick.name, under=pick.note), Cell(pick.prize), Cell()))
        for pick in view.picks
    ]
    note = view.note or gettext("Whoever is first chooses first. Please sign for what you take.")
    frame = Frame(view.event, gettext("Prize table"), note=note)
    _draw(paper, frame, fields, rows, [], TALL_TO_SIGN)


def _draw(
    paper: EventPdf,
    frame: Frame,
    fields: Sequence[PaperColumn],
    rows: Sequence[PaperRow],
    below: Sequence[Block],
    tall: float,
) -> None:
    tables = Tables(fields, rows, frame.width)

    def blocks(size: float, tall: float) -> list[Block]:
        return [*tables.at(size, tall).blocks(), *below]

    def lines(size: float) -> int:
        return tables.at(size, tall).lines

    best = best_setting(frame, blocks, lines, most=LARGEST, tall=tall)
    draw_pages(paper, frame, pages_of(paper, frame, blocks(best.size, best.tall)))
