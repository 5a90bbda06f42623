"""Score sheets to write on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import gettext

from tournaments.paper.lettering import GREY, INK, PALE, Face, Run, wrap_runs
from tournaments.paper.page import (
    A4_HEIGHT,
    A4_WIDTH,
    HAIR,
    Area,
    Pdf,
    draw_heading,
    heading_bottom,
    joined,
    signature_height,
)
from tournaments.paper.sheet.columns import Topic
from tournaments.paper.sheet.ends import draw_end, heading_of
from tournaments.paper.sheet.grid import TOTALS_HEIGHT, Grid, Strip, dealing_group, head_height
from tournaments.paper.sheet.inputs import ScoreSheet
from tournaments.paper.sheet.layout import HALF, PORTRAIT, Layout, lay_out, whole_page
from tournaments.paper.sheet.legend import LegendLine
from tournaments.paper.sheet.tally import TallyDrawing
from tournaments.speech.wording import speak


def score_sheet(sheet: ScoreSheet, *, two_up: bool = False) -> bytes:
    """One sheet for one table; `two_up`: twice on a landscape A4 page, to be cut."""
    return score_sheets([sheet, sheet] if two_up and fits_two_up(sheet) else [sheet], two_up=two_up)


def score_sheets(sheets: Sequence[ScoreSheet], *, two_up: bool = False) -> bytes:
    """The sheets of many tables in one file; `two_up`: two tables on a landscape A4 page.

    A table that is too large for half a page gets a page of its own.
    """
    first = sheets[0] if sheets else None
    title = joined(speak(first.game.name), first.title or gettext("Score sheet")) if first else ""
    paper = Pdf(title=title, author=first.club if first else "")
    draw_blanks(paper, sheets, two_up=two_up)
    return paper.save()


def draw_blanks(paper: Pdf, sheets: Sequence[ScoreSheet], *, two_up: bool = False) -> None:
    """The sheets of many tables on a paper that may hold other things too."""
    waiting: ScoreSheet | None = None
    for sheet in sheets:
        if not (two_up and fits_two_up(sheet)):
            _draw_whole(paper, sheet)
        elif waiting is None:
            waiting = sheet
        else:
            _draw_halves(paper, waiting, sheet)
            waiting = None
    if waiting is not None:
        _draw_halves(paper, waiting, None)


def fits_two_up(sheet: ScoreSheet) -> bool:
    """Can this table write on half a page?"""
    drawing = _on_half(sheet)
    return drawing is not None and drawing.pages == 1


def _on_whole(sheet: ScoreSheet) -> _Drawing | TallyDrawing:
    tally = sheet.game.tally(sheet.table.rules)
    return TallyDrawing(sheet, tally, PORTRAIT) if tally else _Drawing(sheet, whole_page(sheet))


def _on_half(sheet: ScoreSheet) -> _Drawing | TallyDrawing | None:
    tally = sheet.game.tally(sheet.table.rules)
    if tally:
        strokes = TallyDrawing(sheet, tally, HALF)
        return strokes if strokes.can_be_drawn_in else None
    layout = lay_out(sheet, HALF)
    return _Drawing(sheet, layout) if layout else None


def _draw_whole(paper: Pdf, sheet: ScoreSheet) -> None:
    drawing = _on_whole(sheet)
    pages = drawing.pages
    for page in range(pages):
        paper.page(drawing.format.width, drawing.format.height)
        if page == 0:
            game = speak(sheet.game.name)
            paper.bookmark(joined(sheet.number, game, sheet.title, ", ".join(sheet.names)))
        drawing.draw(paper, page, pages)


def _draw_halves(paper: Pdf, left: ScoreSheet, right: ScoreSheet | None) -> None:
    paper.page(A4_HEIGHT, A4_WIDTH)
    paper.polyline([(A4_HEIGHT / 2, 0), (A4_HEIGHT / 2, A4_WIDTH)], HAIR, PALE, (3, 3))
    for sheet, dx in ((left, 0.0), (right, A4_HEIGHT / 2)):
        drawing = _on_half(sheet) if sheet is not None else None
        if drawing is None:
            continue
        with paper.shifted(dx):
            drawing.draw(paper, 0, 1)


class _Drawing:
    """One sheet on its way to the paper."""

    def __init__(self, sheet: ScoreSheet, layout: Layout) -> None:
        self.sheet, self.layout = sheet, layout
        self.format, self.scale = layout.format, layout.format.scale
        margin = self.format.margin
        self.area = Area(margin, margin, self.format.width - 2 * margin, self.format.height - 2 * margin)
        self.seating = sheet.table.seating
        self.head = heading_of(sheet)
        self.legend = self._legend()
        self.top = heading_bottom(self.area, self.head, self.scale) + 4 * self.scale

    # --- rows and pages

    def _room(self, strips: int) -> float:
        """What is left for rows beside one or two strips for totals."""
        signatures = signature_height(self.seating.seats, self.scale)
        below = self.legend.height + signatures + 22 * self.scale
        table = head_height(self.sheet, self.layout) + strips * TOTALS_HEIGHT * self.scale
        return self.area.bottom - below - self.top - table

    @property
    def pages(self) -> int:
        """So many pages hold the rows that are wanted."""
        return 1 if self.sheet.rows is None else -(-self.sheet.rows // self.most_rows)

    @property
    def most_rows(self) -> int:
        """As many rows on a page as can be written in."""
        rows = self._room(strips=1) / self.format.least_row
        if self.sheet.rows is not None and self.sheet.rows > rows:
            rows = self._room(strips=2) / self.format.least_row
        return max(1, int(rows))

    def _strip(self, page: int, pages: int) -> Strip:
        """Rows are dealt out evenly over the pages, by whole deals where that fits."""
        room, wanted = self._room(strips=2 if page else 1), self.sheet.rows
        group = dealing_group(self.sheet)
        if wanted is None:
            comfortable = int(room / self.format.row)
            rows = max(1, comfortable - comfortable % group)
            return Strip(0, rows, min(self.format.highest_row, room / rows), True, True)
        each = -(-wanted // pages)
        if pages > 1 and -(-each // group) * group <= self.most_rows:
            each = -(-each // group) * group
        rows = max(0, min(each, wanted - page * each))
        height = min(self.format.highest_row, (self._room(strips=2) if pages > 1 else room) / max(each, 1))
        return Strip(page * each, rows, height, page == 0, page == pages - 1)

    def draw(self, paper: Pdf, page: int, pages: int) -> None:
        """One page of the sheet."""
        area, scale = self.area, self.scale
        draw_heading(paper, area, self.head, scale)
        strip = self._strip(page, pages)
        bottom = Grid(paper, self.sheet, self.layout, area).draw(self.top, strip)
        self._draw_legend(paper, bottom)
        draw_end(paper, area, self.sheet, page, pages, scale, signed=strip.ends)

    # --- legend: the columns on the left, the words for the remarks on the right

    def _legend(self) -> _Legend:
        plan = self.layout.plan
        if not plan.remarks:
            middle = -(-len(plan.printed) // 2)
            return self._balanced(plan.printed[:middle], plan.printed[middle:])
        return self._balanced(plan.printed, plan.remarks, gettext("In words under “Remarks”:"))

    def _balanced(self, left: Sequence[Topic], right: Sequence[Topic], title: str = "") -> _Legend:
        """Two columns as wide as makes them lowest."""
        face, gap = Face(max(5.6, 6.4 * self.scale), color=GREY), 12 * self.scale
        tried = []
        for share in (0.5, 0.57, 0.43, 0.64, 0.36, 0.7, 0.76):
            width = (self.area.width - gap) * share
            lines = [_lines(left, face, width), _lines(right, face, self.area.width - gap - width)]
            if title:
                lines[1][:0] = wrap_runs([Run(title, face)], self.area.width - gap - width)
            tried.append(_Legend(face, width + gap, lines[0], lines[1]))
        return min(tried, key=lambda legend: legend.height)

    def _draw_legend(self, paper: Pdf, top: float) -> None:
        legend = self.legend
        for x, lines in ((self.area.x, legend.left), (self.area.x + legend.second, legend.right)):
            for number, line in enumerate(lines, start=1):
                paper.runs(x, top + 3 * self.scale + number * legend.face.leading, line)


@dataclass(frozen=True, slots=True)
class _Legend:
    """What the heads and letters mean, in two columns."""

    face: Face
    second: float  # where the right column begins
    left: list[list[Run]]
    right: list[list[Run]]

    @property
    def height(self) -> float:
        return max(len(self.left), len(self.right)) * self.face.leading


def _lines(topics: Sequence[Topic], face: Face, width: float) -> list[list[Run]]:
    return [list(line) for topic in topics for line in _entry(topic.legend, face, width)]


@lru_cache(maxsize=512)
def _entry(entry: LegendLine, face: Face, width: float) -> tuple[tuple[Run, ...], ...]:
    """As lines: the same on the sheets of all tables."""
    return tuple(map(tuple, wrap_runs(list(_explained(entry, face)), width)))


def _explained(entry: LegendLine, face: Face) -> Iterator[Run]:
    """The head in bold, the short letters in black, the rest in grey."""
    yield Run(entry.short, replace(face, bold=True, color=INK))
    if entry.label:
        yield Run(entry.label, face)
    for place, (short, label) in enumerate(entry.codes, start=1):
        if short:
            yield Run(short, replace(face, color=INK))
        yield Run(label + (entry.between if place < len(entry.codes) else ""), face)
    if entry.condition:
        yield Run(f"({entry.condition})", face)
