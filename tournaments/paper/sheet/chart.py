"""The chart of running totals on paper: dashes, not colours, tell the lines apart."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engines.charts import Curve, LineChart
from tournaments.paper.lettering import ACCENT, GREY, INK, PALE, Face
from tournaments.paper.page import FINE, HAIR, Pdf
from tournaments.speech.wording import number

SAMPLE = 20.0  # a piece of the line before its label


def draw_chart(
    paper: Pdf, x: float, y: float, chart: LineChart, labels: Sequence[str], first: Sequence[int]
) -> None:
    """Draw the lines with a name and a total at the end of each; `first` are the accounts in front."""
    ticks = Face(6.5, color=GREY)
    for tick in chart.y_ticks:
        at = y + tick.at
        nought = tick.value == 0
        paper.rule(x + chart.left, at, x + chart.right, at, FINE if nought else HAIR, INK if nought else PALE)
        paper.text(x + chart.left - 5, at + 2.3, number(tick.value), ticks, "right")
    for tick in chart.x_ticks:
        paper.rule(x + tick.at, y + chart.bottom, x + tick.at, y + chart.bottom + 2.5, HAIR, GREY)
        paper.text(x + tick.at, y + chart.bottom + 10, str(tick.value), ticks, "centre")
    for at in chart.restarts:
        paper.polyline([(x + at, y + chart.top), (x + at, y + chart.bottom)], FINE, GREY, (1, 2))
    order = sorted(range(len(labels)), key=lambda account: account in first)
    for account in order:
        _curve(paper, x, y, chart, chart.curves[account], labels[account], account in first)


def _curve(paper: Pdf, x: float, y: float, chart: LineChart, curve: Curve, label: str, leads: bool) -> None:
    color, weight = (ACCENT, 1.7) if leads else (INK, 1.1)
    for part in curve.parts:
        paper.polyline([(x + px, y + py) for px, py in part], weight, color, curve.dash)
    end = (x + curve.end[0], y + curve.end[1])
    start = x + chart.right + 10
    middle = y + curve.label_y
    paper.polyline([end, (start, middle)], HAIR, GREY)
    paper.polyline([(start, middle), (start + SAMPLE, middle)], weight, color, curve.dash)
    paper.disc(end[0], end[1], 1.7, color)
    face = Face(8, bold=True, color=color)
    total = number(curve.last)
    wide = paper.text(x + chart.width, middle + 2.8, total, face, "right")
    room = x + chart.width - wide - 5 - (start + SAMPLE + 4)
    paper.fitted(start + SAMPLE + 4, middle + 2.8, label, Face(8, bold=leads, color=color), room, least=5.6)
