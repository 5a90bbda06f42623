"""The list of participants, and the same with boxes to tick for the door."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from tournaments.paper.canvas import EventPdf
from tournaments.paper.event.cells import Cell, PaperColumn, PaperRow
from tournaments.paper.event.facts import fact, heads, in_a_line, telling
from tournaments.paper.event.flow import Block, in_columns
from tournaments.paper.event.frame import Frame, draw_pages
from tournaments.paper.event.inputs import Participant, ParticipantList
from tournaments.paper.event.rows import Setting, Tables, best_setting
from tournaments.paper.page import joined

GAP = 18.0
TALL_TO_TICK = 1.7


def draw_participants(paper: EventPdf, view: ParticipantList) -> None:
    """The people in the order given: with what is known of them beside the names, or, where that saves paper,
    in two columns with it below the names."""
    count = ngettext("{count} entrant", "{count} entrants", len(view.people)).format(count=len(view.people))
    what = gettext("Check-in list") if view.door else gettext("Participants")
    frame = Frame(view.event, what, view.letters or count, note=joined(view.note, count * bool(view.letters)))
    beside, below = _Columns(frame, view, 1), _Columns(frame, view, 2)
    best = beside
    if not view.door and below.setting.pages < beside.setting.pages:
        best = below
    setting = best.setting
    blocks = best.blocks(setting.size, setting.tall)
    draw_pages(paper, frame, in_columns(paper, frame, blocks, best.columns, GAP))


class _Columns:
    """The list in one or two columns."""

    def __init__(self, frame: Frame, view: ParticipantList, columns: int) -> None:
        self.view, self.columns = view, columns
        self.width = (frame.width - GAP * (columns - 1)) / columns
        self.shown = telling(view.people, at_most=2 if view.door else 3)
        self.numbered = any(person.number is not None for person in view.people)
        self.tables = Tables(self._fields(), [self._row(person) for person in view.people], self.width)
        tall = TALL_TO_TICK if view.door else 1.5
        self.setting: Setting = best_setting(
            frame, self.blocks, lambda size: self.tables.at(size).lines, columns, tall=tall
        )

    def blocks(self, size: float, tall: float) -> Sequence[Block]:
        return self.tables.at(size, tall).blocks()

    def _fields(self) -> list[PaperColumn]:
        number = PaperColumn(gettext("No."), "right", flexible=False, bold=True)
        fields = [number] * self.numbered + [PaperColumn(gettext("Name"), bold=self.view.door)]
        if self.columns == 1:
            fields += [PaperColumn(heads()[name], aside=True) for name in self.shown]
        if self.view.door:
            fields += [
                PaperColumn(word, flexible=False, box=True) for word in (gettext("Here"), gettext("Paid"))
            ]
        return fields

    def _row(self, person: Participant) -> PaperRow:
        under = person.remark if self.columns == 1 else in_a_line(person, self.shown, person.remark)
        cells = [Cell("" if person.number is None else str(person.number))] * self.numbered
        cells.append(Cell(person.name, under=under))
        if self.columns == 1:
            cells += [Cell(fact(person, name)) for name in self.shown]
        if self.view.door:
            cells += [Cell("x" * person.here), Cell("x" * person.paid)]
        return PaperRow(tuple(cells))
