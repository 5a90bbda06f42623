"""Score sheets to write on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from django.utils.translation import gettext
from reportlab.lib.units import mm

from scoring.table import Seat, Side
from tournaments.sheets.columns import Cell, Entry, Head, Plan, Rank, Topic, plan_for
from tournaments.sheets.inputs import BlankSheet
from tournaments.sheets.page import (
    A4_HEIGHT,
    A4_WIDTH,
    FAINT,
    FINE,
    GREY,
    HAIR,
    INK,
    PALE,
    TINT,
    Area,
    Face,
    Heading,
    Paper,
    Run,
    clean,
    draw_foot,
    draw_heading,
    draw_signatures,
    fit_lines,
    heading_bottom,
    joined,
    signature_height,
    width_of,
    word_or_sign,
    wrap_runs,
)
from tournaments.wording import Wording

NUMBER_WIDTH, POINTS_WIDTH, TOTAL_WIDTH, REMARKS_WIDTH = 7.0, 9.5, 11.5, 24.0  # millimetres
ROOMY_REMARKS = 52.0  # a wider column for remarks gives room to questions that are seldom asked
LARGEST_STRETCH, SHARED_STRETCH = 1.45, 1.35


@dataclass(frozen=True, slots=True)
class Format:
    """A size of sheet and how small things may get on it."""

    width: float
    height: float
    margin: float
    scale: float  # of everything printed
    least_ratio: float  # of the comfortable widths of columns
    row: float  # comfortable height of a row
    least_row: float
    highest_row: float


PORTRAIT = Format(A4_WIDTH, A4_HEIGHT, 13 * mm, 1.0, 0.77, 7.2 * mm, 5.6 * mm, 11 * mm)
LANDSCAPE = Format(A4_HEIGHT, A4_WIDTH, 12 * mm, 1.0, 0.60, 6.6 * mm, 5.4 * mm, 11 * mm)
HALF = Format(A4_HEIGHT / 2, A4_WIDTH, 8.5 * mm, 0.84, 0.66, 5.2 * mm, 4.5 * mm, 9 * mm)


@dataclass(frozen=True, slots=True)
class Layout:
    """Which columns a sheet has, and how wide they are, in points."""

    format: Format
    plan: Plan
    ratio: float  # of the comfortable widths
    stretch: float  # of the columns of the accounts
    remarks: float

    @property
    def number(self) -> float:
        return NUMBER_WIDTH * mm * min(self.ratio, 1)

    def of(self, head: Head) -> float:
        """The width of a column left of the accounts."""
        return head.width * mm * self.ratio

    def under_account(self, account: int) -> list[tuple[str, Head | None, float]]:
        """The columns of an account: what is answered for it, its points, its total."""
        factor = mm * self.ratio * self.stretch
        asked = [(head.short, head, head.width * factor) for head in self.plan.of_account(account)]
        points = (gettext("Points"), None, POINTS_WIDTH * factor)
        return [*asked, points, (gettext("Total"), None, TOTAL_WIDTH * factor)]

    def account(self, account: int) -> float:
        """The width of all columns of an account."""
        return sum(width for _, _, width in self.under_account(account))


def blank_sheet(sheet: BlankSheet, *, two_up: bool = False) -> bytes:
    """One sheet for one table; `two_up`: twice on a landscape A4 page, to be cut."""
    return blank_sheets([sheet, sheet] if two_up and fits_two_up(sheet) else [sheet], two_up=two_up)


def blank_sheets(sheets: Sequence[BlankSheet], *, two_up: bool = False) -> bytes:
    """The sheets of many tables in one file; `two_up`: two tables on a landscape A4 page.

    A table that is too large for half a page gets a page of its own.
    """
    first = sheets[0] if sheets else None
    title = joined(gettext(first.game.name), first.title or gettext("Score sheet")) if first else ""
    paper = Paper(title=title, author=first.club if first else "")
    waiting: BlankSheet | None = None
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
    return paper.save()


def fits_two_up(sheet: BlankSheet) -> bool:
    """Can this table write on half a page?"""
    layout = _lay_out(sheet, HALF)
    return layout is not None and _pages(sheet, layout) == 1


# --- Which format, which columns --------------------------------------------------------------------------


def _whole(sheet: BlankSheet) -> Layout:
    """Upright where everything often asked has a column, else across."""
    return _lay_out(sheet, PORTRAIT, keep=Rank.MOSTLY) or _lay_out(sheet, LANDSCAPE) or _narrowest(sheet)


def _lay_out(sheet: BlankSheet, format: Format, keep: Rank = Rank.ALWAYS) -> Layout | None:
    """The columns that fit; questions up to the rank `keep` are never sent to the remarks."""
    room = (format.width - 2 * format.margin) / mm
    plan: Plan | None = plan_for(sheet.game, sheet.table)
    while plan is not None:
        ratio = room / _comfortable(sheet, plan)
        if ratio >= format.least_ratio:
            return _spread(sheet, format, plan, room)
        plan = plan.smaller(keep)
    return None


def _narrowest(sheet: BlankSheet) -> Layout:
    """More columns than were foreseen: as narrow as it takes."""
    plan = plan_for(sheet.game, sheet.table)
    while (less := plan.smaller(Rank.ALWAYS)) is not None:
        plan = less
    return _spread(sheet, LANDSCAPE, plan, (LANDSCAPE.width - 2 * LANDSCAPE.margin) / mm)


def _comfortable(sheet: BlankSheet, plan: Plan) -> float:
    """The comfortable width of all columns together, in millimetres."""
    return NUMBER_WIDTH + plan.width + REMARKS_WIDTH + _accounts_width(sheet, plan)


def _accounts_width(sheet: BlankSheet, plan: Plan) -> float:
    seating = sheet.table.seating
    return _for_names(sheet) * sum(
        POINTS_WIDTH + TOTAL_WIDTH + sum(head.width for head in plan.of_account(account))
        for account in range(seating.sides)
    )


def _for_names(sheet: BlankSheet) -> float:
    """Accounts of several people are wider, for their names."""
    return SHARED_STRETCH if sheet.table.seating.sides < sheet.table.seating.seats else 1.0


def _spread(sheet: BlankSheet, format: Format, plan: Plan, room: float) -> Layout:
    """Give spare room to seldom questions, then to the accounts, then to the remarks."""
    ratio, stretch = min(1.0, room / _comfortable(sheet, plan)), _for_names(sheet)
    if ratio < 1:
        return Layout(format, plan, ratio, stretch, REMARKS_WIDTH * ratio * mm)
    accounts = _accounts_width(sheet, plan)
    plan = plan.larger(room - NUMBER_WIDTH - plan.width - accounts * 1.1 - ROOMY_REMARKS)
    spare = room - NUMBER_WIDTH - plan.width - accounts
    wider = max(1.0, min(LARGEST_STRETCH, 1 + (spare - ROOMY_REMARKS) / accounts))
    return Layout(format, plan, 1.0, stretch * wider, (spare + accounts - accounts * wider) * mm)


# --- Pages ------------------------------------------------------------------------------------------------


def _draw_whole(paper: Paper, sheet: BlankSheet) -> None:
    layout = _whole(sheet)
    pages = _pages(sheet, layout)
    for page in range(pages):
        paper.page(layout.format.width, layout.format.height)
        if page == 0:
            paper.bookmark(joined(gettext(sheet.game.name), sheet.title, ", ".join(sheet.names)))
        _Drawing(sheet, layout).draw(paper, page, pages)


def _draw_halves(paper: Paper, left: BlankSheet, right: BlankSheet | None) -> None:
    paper.page(A4_HEIGHT, A4_WIDTH)
    paper.polyline([(A4_HEIGHT / 2, 0), (A4_HEIGHT / 2, A4_WIDTH)], HAIR, PALE, (3, 3))
    for sheet, dx in ((left, 0.0), (right, A4_HEIGHT / 2)):
        layout = _lay_out(sheet, HALF) if sheet is not None else None
        if sheet is None or layout is None:
            continue
        with paper.shifted(dx):
            _Drawing(sheet, layout).draw(paper, 0, 1)


def _pages(sheet: BlankSheet, layout: Layout) -> int:
    return 1 if sheet.rows is None else -(-sheet.rows // _Drawing(sheet, layout).most_rows)


@dataclass(frozen=True, slots=True)
class _Strip:
    """Some of the rows of a sheet: those of one page."""

    first: int
    rows: int
    height: float
    begins: bool  # no page before this one
    ends: bool  # no page after it


class _Drawing:
    """One sheet on its way to the paper."""

    def __init__(self, sheet: BlankSheet, layout: Layout) -> None:
        self.sheet, self.layout = sheet, layout
        self.format, self.scale = layout.format, layout.format.scale
        margin = self.format.margin
        self.area = Area(margin, margin, self.format.width - 2 * margin, self.format.height - 2 * margin)
        self.seating = sheet.table.seating
        self.head = Heading(
            club=sheet.club,
            game=gettext(sheet.game.name),
            title=sheet.title,
            date=sheet.date,
            rules_line=sheet.rules_line,
            qr=sheet.qr,
            address=sheet.address,
            to_fill_in=True,
        )
        self.legend = self._legend()
        self.head_height = 32 * self.scale
        self.strip_height = 23 * self.scale
        self.top = heading_bottom(self.area, self.head, self.scale) + 4 * self.scale

    # --- rows and pages

    @property
    def group(self) -> int:
        """After so many rows a stronger line: everybody has dealt once."""
        seats = self.seating.seats
        return seats if 3 <= seats <= 6 else 4

    def _room(self, strips: int) -> float:
        """What is left for rows beside one or two strips for totals."""
        signatures = signature_height(self.seating.seats, self.scale)
        below = self.legend.height + signatures + 22 * self.scale
        return self.area.bottom - below - self.top - self.head_height - strips * self.strip_height

    @property
    def most_rows(self) -> int:
        """As many rows on a page as can be written in."""
        one = self._room(strips=1) / self.format.least_row
        if self.sheet.rows is not None and self.sheet.rows > one:
            one = self._room(strips=2) / self.format.least_row
        return max(1, int(one))

    def _strip(self, page: int, pages: int) -> _Strip:
        """Rows are dealt out evenly over the pages, by whole deals where that fits."""
        room, group, wanted = self._room(strips=2 if page else 1), self.group, self.sheet.rows
        if wanted is None:
            comfortable = int(room / self.format.row)
            rows = max(1, comfortable - comfortable % group)
            return _Strip(0, rows, min(self.format.highest_row, room / rows), True, True)
        each = -(-wanted // pages)
        if pages > 1 and -(-each // group) * group <= self.most_rows:
            each = -(-each // group) * group
        rows = max(0, min(each, wanted - page * each))
        height = min(self.format.highest_row, (self._room(strips=2) if pages > 1 else room) / max(each, 1))
        return _Strip(page * each, rows, height, page == 0, page == pages - 1)

    def draw(self, paper: Paper, page: int, pages: int) -> None:
        """One page of the sheet."""
        area, scale = self.area, self.scale
        draw_heading(paper, area, self.head, scale)
        strip = self._strip(page, pages)
        bottom = _Table(paper, self).draw(self.top, strip)
        self._draw_legend(paper, bottom)
        if strip.ends:
            seats = [Seat(seat) for seat in range(self.seating.seats)]
            names = [Wording(self.seating, self.sheet.names).seat(seat) for seat in seats]
            y = area.bottom - 10 * scale - signature_height(len(names), scale)
            draw_signatures(paper, area, y, names, scale)
        foot = joined(self.sheet.club, gettext("Score sheet"), self.head.game, self.sheet.title)
        draw_foot(paper, area, area.bottom, page + 1, pages, foot, scale)

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

    def _draw_legend(self, paper: Paper, top: float) -> None:
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
    return [line for topic in topics for line in wrap_runs(list(_explained(topic.legend, face)), width)]


def _explained(entry: Entry, face: Face) -> Iterator[Run]:
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


class _Table:
    """The rows of one page."""

    def __init__(self, paper: Paper, drawing: _Drawing) -> None:
        self.paper, self.layout, self.scale = paper, drawing.layout, drawing.scale
        self.names, self.seating = drawing.sheet.names, drawing.seating
        self.area, self.group = drawing.area, drawing.group
        self.head_height, self.strip_height = drawing.head_height, drawing.strip_height

    def draw(self, top: float, strip: _Strip) -> float:
        """The head, the rows and the strips for totals; returns where the table ends."""
        paper, area, layout = self.paper, self.area, self.layout
        head = top + self.head_height
        body = head if strip.begins else head + self.strip_height
        bottom = body + strip.rows * strip.height
        end = bottom + self.strip_height
        accounts = area.x + layout.number + sum(map(layout.of, layout.plan.heads)) + layout.remarks
        self._tints(accounts, body, bottom)
        self._rows(body, strip)
        x = area.x + layout.number
        self._over_heads(x, head)
        over = ""
        for one in layout.plan.heads:
            width = layout.of(one)
            self._small_head(x, head, width, one.short)
            self._cells(x, body, width, one, strip)
            inside = over == one.over != ""
            paper.rule(x, head - 10 * self.scale if inside else top, x, bottom, HAIR, PALE)
            over, x = one.over, x + width
        self._small_head(x, head, layout.remarks, gettext("Remarks"))
        paper.rule(x, top, x, bottom, HAIR, PALE)
        if not strip.begins:
            self._totals(accounts, head, gettext("Carried over"), last=False)
        self._totals(
            accounts, bottom, gettext("Result") if strip.ends else gettext("To carry over"), strip.ends
        )
        x = accounts
        for account in range(self.seating.sides):
            self._account(x, top, account, head, body, strip)
            paper.rule(x, top, x, end, FINE)
            x += layout.account(account)
        paper.rule(area.right, top, area.right, end, FINE)
        for y in (top, head, bottom):
            paper.rule(area.x, y, area.right, y, FINE)
        paper.rule(accounts, end, area.right, end, FINE)
        return end

    def _tints(self, x: float, body: float, bottom: float) -> None:
        """A ground under the totals, so that the eye finds them."""
        for account in range(self.seating.sides):
            x += self.layout.account(account)
            total = self.layout.under_account(account)[-1][2]
            self.paper.fill(x - total, body, total, bottom - body, TINT)

    def _rows(self, body: float, strip: _Strip) -> None:
        face = Face(6.8 * self.scale, color=GREY)
        x = self.area.x + self.layout.number - 4
        for row in range(strip.rows):
            y = body + row * strip.height
            if row:
                strong = (strip.first + row) % self.group == 0
                weight, color = (0.55, INK) if strong else (HAIR, PALE)
                self.paper.rule(self.area.x, y, self.area.right, y, weight, color)
            middle = y + strip.height / 2 + face.size * 0.36
            self.paper.text(x, middle, str(strip.first + row + 1), face, "right")

    # --- heads

    def _small_head(self, x: float, bottom: float, width: float, text: str) -> None:
        face = Face(6.6 * self.scale, bold=True)
        self.paper.fitted(
            x + width / 2, bottom - 3.6 * self.scale, text, face, width - 2, "centre", least=4.2
        )

    def _over_heads(self, x: float, bottom: float) -> None:
        """The name above columns that belong together."""
        for over, found in groupby(self.layout.plan.heads, key=lambda head: head.over):
            width = sum(map(self.layout.of, found))
            if over:
                y = bottom - 13 * self.scale
                self.paper.rule(x + 1.5, y + 2.5, x + width - 1.5, y + 2.5, HAIR, GREY)
                self._small_head(x, y + 3.6 * self.scale, width, over)
            x += width

    def _account(self, x: float, top: float, account: int, head: float, body: float, strip: _Strip) -> None:
        """Name, sub-heads and cells of one account."""
        paper, scale = self.paper, self.scale
        self._name(x, top, account)
        edge = x
        for text, one, width in self.layout.under_account(account):
            self._sub_head(edge, head, width, text, one)
            if one is not None:
                self._cells(edge, body, width, one, strip)
            if edge > x:
                paper.rule(edge, head - 10 * scale, edge, body + strip.rows * strip.height, HAIR, PALE)
            edge += width

    def _sub_head(self, x: float, bottom: float, width: float, text: str, asked: Head | None) -> None:
        face = Face(5.8 * self.scale, color=GREY)
        sign = text if asked else {gettext("Points"): "±", gettext("Total"): "Σ"}[text]
        run = word_or_sign(text, sign, face, width - 2.5)
        self.paper.text(x + width / 2, bottom - 3.4 * self.scale, run.text, run.face, "centre")

    def _name(self, x: float, top: float, account: int) -> None:
        """The seats of an account in small figures, and who sits there."""
        paper, scale, width = self.paper, self.scale, self.layout.account(account)
        seats = "+".join(str(seat + 1) for seat in self.seating.seats_of(Side(account)))
        told = paper.text(x + 3 * scale, top + 8.5 * scale, seats, Face(6 * scale, color=GREY))
        if not self.names:
            y = top + 18 * scale
            paper.rule(x + 3 * scale + told + 3, y, x + width - 3 * scale, y, HAIR, PALE)
            return
        left = x + 3 * scale + told + 2 * scale
        name = Wording(self.seating, self.names).side(Side(account))
        lines = fit_lines(name, self.name_face, x + width - 2 - left, least=5.6 * scale)
        for line, y in zip(
            lines, (12 * scale,) if len(lines) == 1 else (8.8 * scale, 17 * scale), strict=True
        ):
            paper.text(left, top + y, line.text, line.face)

    @cached_property
    def name_face(self) -> Face:
        """Large if all names fit on one line, else small enough for two lines; the same for everybody."""
        large, small = (Face(size * self.scale, bold=True) for size in (8.4, 7))
        speak = Wording(self.seating, self.names)
        for account in range(self.seating.sides):
            room = self.layout.account(account) - 14 * self.scale
            if width_of(clean(speak.side(Side(account))), large) > room:
                return small
        return large

    # --- cells

    def _totals(self, x: float, y: float, label: str, last: bool) -> None:
        """A strip of boxes for totals, and for places at the very end."""
        paper, scale, face = self.paper, self.scale, Face(5.2 * self.scale, color=GREY)
        middle = y + self.strip_height / 2 + 3 * scale
        paper.fitted(x - 6, middle, label, Face(8.6 * scale, bold=True), x - 6 - self.area.x, "right")
        for account in range(self.seating.sides):
            width = self.layout.account(account)
            split = x + width * (0.64 if last else 1)
            paper.fitted(x + 2.5, y + 6.6 * scale, gettext("Total"), face, split - x - 4, least=4.2)
            if last:
                room = x + width - split - 4
                paper.fitted(split + 2.5, y + 6.6 * scale, gettext("Place"), face, room, least=4.2)
                paper.rule(split, y, split, y + self.strip_height, HAIR, PALE)
            x += width
        if not last:
            paper.rule(self.area.x, y + self.strip_height, self.area.right, y + self.strip_height, FINE)

    def _cells(self, x: float, y: float, width: float, head: Head, strip: _Strip) -> None:
        for row in range(strip.rows):
            self._cell(x, y + row * strip.height, width, strip.height, head)

    def _cell(self, x: float, y: float, width: float, height: float, head: Head) -> None:
        """What stands in an empty cell."""
        paper = self.paper
        match head.cell:
            case Cell.CIRCLE:
                face = Face(min(7.4, height * 0.42), color=FAINT)
                step = width / len(head.choices)
                for place, choice in enumerate(head.choices):
                    middle = x + (place + 0.5) * step
                    paper.text(middle, y + height / 2 + face.size * 0.36, choice, face, "centre")
            case Cell.DIGITS:
                step = min(4.4 * mm, width / head.digits)
                start = x + width / 2 - step * head.digits / 2
                for place in range(1, head.digits):
                    at = start + place * step
                    paper.rule(at, y + height * 0.68, at, y + height, HAIR, PALE)
            case Cell.TICK:
                size = min(3.2 * mm, height * 0.52)
                paper.frame(x + width / 2 - size / 2, y + height / 2 - size / 2, size, size, HAIR, GREY, 0.6)
            case Cell.WRITE:
                pass
