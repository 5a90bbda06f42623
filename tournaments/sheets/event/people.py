"""The list of participants, and the same with boxes to tick for the door."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext

from tournaments.sheets.event.flow import Block, pages_of
from tournaments.sheets.event.frame import Frame, draw_pages
from tournaments.sheets.event.inputs import Participant, ParticipantList
from tournaments.sheets.event.paper import EventPaper
from tournaments.sheets.event.rows import Cell, Field, Row, best_size, fits_in, table

Told = Callable[[Participant], Cell]


def draw_participants(paper: EventPaper, view: ParticipantList) -> None:
    """The people in the order given; columns that nobody fills are left out."""
    count = gettext("Entrants: {count}").format(count=len(view.people))
    what = gettext("Check-in list") if view.door else gettext("Participants")
    frame = Frame(view.event, what, count, note=view.note)
    told = [
        (field, cell)
        for field, cell in _columns(view)
        if field.head == gettext("Name") or any(cell(one).text for one in view.people)
    ]
    fields = [field for field, _ in told]
    rows = [Row(tuple(cell(one) for _, cell in told) + _ticks(view, one)) for one in view.people]
    if view.door:
        fields += [Field(word, flexible=False, box=True) for word in (gettext("Here"), gettext("Paid"))]

    def blocks(size: float) -> list[Block]:
        return table(fields, rows, frame.width, size, 1.75 if view.door else 1.5).blocks()

    size = best_size(frame, blocks, lambda size: fits_in(fields, rows, frame.width, size))
    draw_pages(paper, frame, pages_of(paper, frame, blocks(size)))


def _columns(view: ParticipantList) -> list[tuple[Field, Told]]:
    number = Field(gettext("No."), "right", flexible=False, bold=True)
    return [
        (number, lambda one: Cell("" if one.number is None else str(one.number))),
        (Field(gettext("Name"), bold=view.door), lambda one: Cell(one.name, under=one.remark)),
        (Field(gettext("Club"), aside=True), lambda one: Cell(one.club)),
        (Field(gettext("Category"), aside=True), lambda one: Cell(one.category)),
        (Field(gettext("Team"), aside=True), lambda one: Cell(one.team)),
    ]


def _ticks(view: ParticipantList, one: Participant) -> tuple[Cell, ...]:
    return (Cell("x" * one.here), Cell("x" * one.paid)) if view.door else ()
