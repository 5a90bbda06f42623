"""The evening of a table in numbers: one page to pin beside the score sheet."""

from __future__ import annotations

from django.utils.translation import gettext, pgettext
from reportlab.lib.units import mm

from tournaments.engines.charts import line_chart
from tournaments.paper.lettering import ACCENT, GREY, INK, PALE, TINT, Face
from tournaments.paper.page import (
    A4_HEIGHT,
    A4_WIDTH,
    HAIR,
    Area,
    Heading,
    Pdf,
    draw_foot,
    draw_heading,
    joined,
)
from tournaments.paper.sheet.chart import draw_chart
from tournaments.paper.sheet.inputs import NumbersOf, TableNumbers
from tournaments.speech.wording import number

MARGIN = 13 * mm
CHART = 62 * mm
ROW = 25.0
BAR = 150.0
HEAD = Face(7.5, color=GREY)
NAME = Face(11, bold=True)
FIGURE = Face(11)


def numbers_page(view: TableNumbers) -> bytes:
    """Who played what, and how it went; one page A4."""
    title = joined(gettext("The evening in numbers"), view.game, view.title)
    paper = Pdf(title=title, author=view.club)
    paper.page(A4_WIDTH, A4_HEIGHT)
    area = Area(MARGIN, MARGIN, A4_WIDTH - 2 * MARGIN, A4_HEIGHT - 2 * MARGIN)
    heading = Heading(
        club=view.club,
        game=gettext("The evening in numbers"),
        title=joined(view.game, view.title, f"{view.hand_name}: {view.hands}"),
        date=view.date,
        rules_line=view.rules_line,
    )
    y = draw_heading(paper, area, heading) + 10
    y = _people(paper, area, y, view) + 16
    left = max(CHART * 0.6, min(CHART, area.bottom - y - 30 - ROW * 0.72 * (len(view.choices) + 2)))
    y = _chart(paper, area, y, left, view) + 16
    _choices(paper, area, y, view)
    draw_foot(paper, area, area.bottom + 8, 1, 1, title)
    return paper.save()


def _people(paper: Pdf, area: Area, y: float, view: TableNumbers) -> float:
    """One row per person; the best place stands out."""
    attempts = any(person.tried is not None for person in view.people)
    heads = [gettext("Total")]
    if attempts:
        heads += [pgettext("column", "Played"), gettext("Won")]
    heads += [gettext("Best"), gettext("Worst")]
    column = 50.0
    favourite = area.right - len(heads) * column
    for place, head in enumerate(heads):
        paper.fitted(favourite + (place + 1) * column, y, head, HEAD, column - 6, "right")
    y += 5
    row = min(ROW, (area.height * 0.4) / max(1, len(view.people)))
    for person in view.people:
        _person(paper, area, y, row, person, favourite, column, attempts)
        y += row
    paper.rule(area.x, y, area.right, y)
    return y


def _person(
    paper: Pdf,
    area: Area,
    y: float,
    row: float,
    person: NumbersOf,
    figures: float,
    column: float,
    attempts: bool,
) -> None:
    scale = min(1.0, row / ROW)
    color = ACCENT if person.place == 1 else INK
    if person.place == 1:
        paper.fill(area.x, y, area.width, row, TINT)
    paper.rule(area.x, y, area.right, y, HAIR, PALE)
    base = y + row * 0.66
    paper.text(area.x + 18, base, f"{person.place}.", Face(9 * scale, color=GREY), "right")
    room = figures - area.x - 30
    used = paper.fitted(area.x + 24, base, person.name, NAME.sized(scale), room * 0.62)
    paper.fitted(
        area.x + 24 + used + 8, base, person.favourite, Face(8 * scale, color=GREY), room - used - 12
    )
    cells = [(number(person.total), Face(12 * scale, bold=True, color=color))]
    if attempts:
        cells += [(str(person.tried or 0), FIGURE.sized(scale)), (_count(person.won), FIGURE.sized(scale))]
    cells += [(person.best, FIGURE.sized(scale)), (person.worst, FIGURE.sized(scale))]
    for place, (text, face) in enumerate(cells):
        paper.fitted(figures + (place + 1) * column, base, text, face, column - 6, "right")


def _count(won: int | None) -> str:
    return "–" if won is None else str(won)


def _chart(paper: Pdf, area: Area, y: float, height: float, view: TableNumbers) -> float:
    chart = line_chart(
        view.series, area.width, height, left=28, right=130, restarts=view.restarts, widths=view.widths
    )
    draw_chart(paper, area.x, y, chart, view.accounts, view.first)
    return y + height


def _choices(paper: Pdf, area: Area, y: float, view: TableNumbers) -> None:
    """A bar for each contract: how often it was played, dark for how often it worked."""
    if not view.choices:
        return
    paper.text(area.x, y, gettext("What was played"), NAME)
    for place, head in enumerate((pgettext("column", "Played"), gettext("Won"))):
        paper.fitted(area.right - BAR - 60 + place * 46, y, head, HEAD, 44, "right")
    y += 6
    most = max(choice.tried for choice in view.choices)
    row = min(ROW * 0.72, (area.bottom - y - 18) / len(view.choices))
    scale = min(1.0, row / (ROW * 0.72))
    for choice in view.choices:
        paper.rule(area.x, y, area.right, y, HAIR, PALE)
        base = y + row * 0.68
        paper.fitted(area.x, base, choice.name, Face(9.5 * scale), area.width - BAR - 130)
        paper.text(area.right - BAR - 60, base, str(choice.tried), Face(9.5 * scale), "right")
        paper.text(area.right - BAR - 14, base, _count(choice.won), Face(9.5 * scale, bold=True), "right")
        unit = BAR / most
        paper.fill(area.right - BAR, y + row * 0.28, choice.tried * unit, row * 0.44, PALE)
        paper.fill(area.right - BAR, y + row * 0.28, (choice.won or 0) * unit, row * 0.44, INK)
        y += row
