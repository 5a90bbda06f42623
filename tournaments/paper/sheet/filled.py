"""The evening of a table, as played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from reportlab.lib.units import mm

from tournaments.engines.charts import line_chart
from tournaments.paper.lettering import (
    ACCENT,
    GREY,
    INK,
    PALE,
    TINT,
    Face,
    clean,
    fit_lines,
    width_of,
    word_or_sign,
    wrap,
)
from tournaments.paper.page import (
    A4_HEIGHT,
    A4_WIDTH,
    FINE,
    HAIR,
    Area,
    Heading,
    Pdf,
    draw_foot,
    draw_heading,
    draw_signatures,
    heading_bottom,
    joined,
    signature_height,
    written_date,
)
from tournaments.paper.sheet.chart import draw_chart
from tournaments.paper.sheet.inputs import PrintedHand, PrintedSheet
from tournaments.paper.sheet.outcome import MOST_ACROSS, ResultDrawing
from tournaments.speech.wording import number, signed

MARGIN = 13 * mm
MOST_LINES = 2  # so many sentences stand below each other, more run on in one paragraph
LONGEST_ROW = 24  # lines of text; a longer hand goes on in a second row
CHART_HEIGHTS = (62 * mm, 54 * mm, 46 * mm, 40 * mm)
SENTENCES = (Face(7.4), Face(7.0), Face(6.6))
CORRECTION = Face(6.6, color=ACCENT)


def printed_sheet(view: PrintedSheet) -> bytes:
    """The sheet of one table."""
    return printed_sheets([view])


def printed_sheets(views: Sequence[PrintedSheet]) -> bytes:
    """The sheets of many tables in one file; each counts its own pages."""
    first = views[0] if views else None
    paper = Pdf(title=joined(first.game, first.title) if first else "", author=first.club if first else "")
    for view in views:
        _Evening(paper, view).draw()
    return paper.save()


def _rules_line(view: PrintedSheet) -> str:
    """The rule set, what differs from it, and who wins where that is not the usual way."""
    rule_set = "" if view.rules_line.startswith(view.rule_set) else view.rule_set
    return joined(rule_set, view.rules_line, gettext("Few points win") if view.low_wins else "")


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of the table of hands, already broken into lines."""

    number: str
    lines: tuple[tuple[str, Face], ...]
    points: tuple[int, ...] | None  # None: a hand that goes on, or the heading of a game
    totals: tuple[int, ...]
    corrected: bool = False
    heading: bool = False
    absent: frozenset[int] = frozenset()  # accounts that took no part

    @property
    def height(self) -> float:
        leading = sum(face.leading for _, face in self.lines)
        return max(13.2, leading + 4.4)


class _Evening:
    """One sheet on its way to the paper."""

    def __init__(self, paper: Pdf, view: PrintedSheet) -> None:
        self.paper, self.view = paper, view
        wide = len(view.results) > MOST_ACROSS
        self.page_width, self.page_height = (A4_HEIGHT, A4_WIDTH) if wide else (A4_WIDTH, A4_HEIGHT)
        self.area = Area(MARGIN, MARGIN, self.page_width - 2 * MARGIN, self.page_height - 2 * MARGIN)
        self.head = Heading(
            club=view.club,
            game=view.game,
            title=joined(view.title, view.round),
            date=view.date,
            rules_line=_rules_line(view),
            table=view.table,
        )
        table = gettext("Table {number}").format(number=view.table) if view.table else ""
        self.place = joined(view.title, view.round, table)
        self.results = ResultDrawing(paper, self.area, view)
        accounts = len(view.results)
        pair = max(44.0, min(88.0 if accounts <= 2 else 64.0, self.area.width * 0.5 / max(accounts, 1)))
        if wide:
            pair = max(41.0, min(50.0, self.area.width * 0.66 / accounts))
        self.points_width, self.total_width = pair * 0.46, pair * 0.54
        self.number_width = 30.0 if any(hand.hands > 1 for hand in view.hands) else 20.0
        self.text_width = self.area.width - self.number_width - accounts * pair - 8
        # Where several accounts move at once, a nought is a result too.
        self.noughts = any(sum(map(bool, hand.points)) > 1 for hand in view.hands)
        self.sentence = self._sentence_face()
        self.rows = [row for hand in view.hands for row in self._rows(hand)]

    # --- rows and pages

    def _sentence_face(self) -> Face:
        """The largest face in which nearly all hands take one line; the middle one if none does it."""
        for face in SENTENCES:
            hands = [hand for hand in self.view.hands if len(hand.sentences) == 1]
            long = sum(width_of(clean(hand.sentences[0]), face) > self.text_width for hand in hands)
            if long <= len(hands) * 0.2:
                return face
        return SENTENCES[1]

    def _rows(self, hand: PrintedHand) -> Iterator[_Row]:
        if hand.opens:
            yield _Row("", ((hand.opens, Face(8, bold=True)),), None, (), heading=True)
        if hand.line_up:
            face = Face(8, bold=True)
            width = self.text_width + len(self.view.results) * (self.points_width + self.total_width)
            line_up = tuple((line, face) for line in wrap(hand.line_up, face, width))
            yield _Row("", line_up, None, (), heading=True)
        sentences = hand.sentences or (gettext("Nothing counts"),)
        face = self.sentence if hand.sentences else replace(self.sentence, color=GREY)
        if len(sentences) > MOST_LINES:
            sentences = ("; ".join(sentences),)
        lines = [(line, face) for sentence in sentences for line in wrap(sentence, face, self.text_width)]
        if hand.correction:
            correction = gettext("Corrected: {text}").format(text=hand.correction)
            lines += [(line, CORRECTION) for line in wrap(correction, CORRECTION, self.text_width)]
        label = "" if hand.number is None else str(hand.number)
        if hand.number is not None and hand.hands > 1:
            label = f"{hand.number - hand.hands + 1}\N{EN DASH}{label}"
        first = tuple(lines[:LONGEST_ROW])
        corrected = bool(hand.correction)
        yield _Row(label, first, hand.points, hand.totals, corrected, absent=hand.absent)
        for start in range(LONGEST_ROW, len(lines), LONGEST_ROW):
            yield _Row("", tuple(lines[start : start + LONGEST_ROW]), None, ())

    def _paginate(self, chart: float) -> list[list[_Row]]:
        """The rows of each page. The signatures stay below the last one."""
        pages: list[list[_Row]] = [[]]
        y = self._first_rows(chart)
        bottom = self.area.bottom - 16
        for row in self.rows:
            if y + row.height > bottom and (pages[-1] or len(pages) == 1):
                pages.append([])
                y = self._later_rows()
            pages[-1].append(row)
            y += row.height
        if y + self._end_height() > bottom:
            last = pages[-1][-1:] if len(pages[-1]) > 1 else []
            pages[-1] = pages[-1][: len(pages[-1]) - len(last)]
            pages.append(last)
        return pages

    def _end_height(self) -> float:
        return 14 + signature_height(len(self.view.people))

    def _first_rows(self, chart: float) -> float:
        return self._result_top() + self.results.height + chart + self._table_head_height() + 8

    def _later_rows(self) -> float:
        return self.area.y + 24 + self._table_head_height()

    def draw(self) -> None:
        """All pages of the sheet."""
        chart, pages = self._choose_chart()
        for place, rows in enumerate(pages):
            self.paper.page(self.page_width, self.page_height)
            if place == 0:
                self.paper.bookmark(joined(self.view.game, self.place))
                y = self._front(chart)
            else:
                y = self._running_head()
            if rows:
                y = self._table(y, rows)
            if place == len(pages) - 1:
                draw_signatures(self.paper, self.area, y + 14, self.view.people)
            foot = joined(self.view.club, self.place, self.view.game, written_date(self.view.date))
            draw_foot(self.paper, self.area, self.area.bottom, place + 1, len(pages), foot)

    def _choose_chart(self) -> tuple[float, list[list[_Row]]]:
        """The largest chart among those that need the fewest pages."""
        if len(self.view.hands) < 2:
            return 0.0, self._paginate(0.0)
        tried = [(height, self._paginate(height)) for height in CHART_HEIGHTS]
        fewest = min(len(pages) for _, pages in tried)
        return next((height, pages) for height, pages in tried if len(pages) == fewest)

    # --- the first page

    def _front(self, chart: float) -> float:
        draw_heading(self.paper, self.area, self.head)
        y = self.results.draw(self._result_top())
        if chart:
            self._chart(y, chart)
        return y + chart + 8

    def _result_top(self) -> float:
        return heading_bottom(self.area, self.head) + 6

    def _chart(self, y: float, height: float) -> None:
        view = self.view
        series = [[hand.totals[account] for hand in view.hands] for account in range(len(view.results))]
        restarts = [
            place
            for place, (before, hand) in enumerate(zip(view.hands, view.hands[1:], strict=False), start=1)
            if hand.opens or tuple(map(int.__add__, before.totals, hand.points)) != hand.totals
        ]
        widest = max(width_of(result.name, Face(8, bold=True)) for result in view.results)
        chart = line_chart(
            series,
            self.area.width,
            height,
            left=24,
            right=min(widest, 110) + 66,
            top=8,
            bottom=16,
            label_height=10.5,
            restarts=restarts,
            widths=[hand.hands for hand in view.hands],
        )
        names = [result.name for result in view.results]
        first = [account for account, result in enumerate(view.results) if result.place == 1]
        draw_chart(self.paper, self.area.x, y, chart, names, first)

    # --- the table of hands

    def _running_head(self) -> float:
        """The head of later pages."""
        paper, area, view = self.paper, self.area, self.view
        paper.fill(area.x, area.y, area.width, 1.2, ACCENT)
        date = paper.text(area.right, area.y + 14, written_date(view.date), Face(8, color=GREY), "right")
        name = joined(view.game, self.place)
        paper.fitted(area.x, area.y + 14, name, Face(9, bold=True), area.width - date - 12)
        return area.y + 24

    def _table_head_height(self) -> float:
        return 30.0

    def _account_x(self, account: int) -> float:
        pair = self.points_width + self.total_width
        return self.area.right - (len(self.view.results) - account) * pair

    def _table_head(self, y: float) -> float:
        paper, area = self.paper, self.area
        bottom = y + self._table_head_height()
        small, strong = Face(6, color=GREY), Face(7.2, bold=True)
        paper.rule(area.x, y, area.right, y, FINE)
        text_x = area.x + self.number_width
        paper.text(text_x, bottom - 4.5, self.view.hand_name or gettext("Hand"), strong)
        paper.text(text_x - 6, bottom - 4.5, gettext("No."), small, "right")
        pair = self.points_width + self.total_width
        for account, result in enumerate(self.view.results):
            x = self._account_x(account)
            lines = fit_lines(result.name, strong, pair - 5, least=5.2)
            for line, top in zip(lines, (12.5,) if len(lines) == 1 else (9.0, 17.0), strict=True):
                paper.text(x + pair - 3, y + top, line.text, line.face, "right")
            points = word_or_sign(gettext("Points"), "±", small, self.points_width - 5)
            total = word_or_sign(gettext("Total"), "Σ", small, self.total_width - 5)
            paper.text(x + self.points_width - 3, bottom - 4.5, points.text, points.face, "right")
            paper.text(x + pair - 3, bottom - 4.5, total.text, total.face, "right")
        paper.rule(area.x, bottom, area.right, bottom, FINE)
        return bottom

    def _table(self, y: float, rows: Sequence[_Row]) -> float:
        top = y
        y = self._table_head(y)
        body, end = y, y + sum(row.height for row in rows)
        for account in range(len(self.view.results)):
            x = self._account_x(account)
            self.paper.fill(x + self.points_width, body, self.total_width, end - body, TINT)
        for place, row in enumerate(rows):
            if place:
                self.paper.rule(self.area.x, y, self.area.right, y, HAIR, PALE)
            self._row(y, row)
            y += row.height
        for account in range(len(self.view.results)):
            x = self._account_x(account)
            self.paper.rule(x, top, x, end, HAIR, GREY)
        self.paper.rule(self.area.x, end, self.area.right, end, FINE)
        return end

    def _row(self, y: float, row: _Row) -> None:
        paper, area = self.paper, self.area
        base = y + 9.3
        if row.corrected:
            paper.fill(area.x - 4, y + 1, 1.6, row.height - 2, ACCENT)
        face = Face(7.2, color=GREY)
        paper.fitted(area.x + self.number_width - 6, base, row.number, face, self.number_width - 5, "right")
        line_y = base
        for place, (text, face) in enumerate(row.lines):
            line_y += face.leading if place else 0
            paper.text(area.x + self.number_width, line_y, text, face)
        if row.points is None:
            return
        for account, (points, total) in enumerate(zip(row.points, row.totals, strict=True)):
            if account in row.absent:
                continue
            x = self._account_x(account) + self.points_width
            if points or self.noughts:
                face = Face(7.6, color=INK if points else GREY)
                paper.fitted(x - 3, base, signed(points), face, self.points_width - 4, "right", least=5)
            face = Face(7.8, bold=True) if points else Face(7.8, color=GREY)
            paper.fitted(
                x + self.total_width - 3, base, number(total), face, self.total_width - 4, "right", least=5
            )
