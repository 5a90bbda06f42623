"""Lines of running totals as SVG: many short elements that are nothing but numbers."""

from __future__ import annotations

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from config import rendering
from tournaments.engines.charts import LineChart
from tournaments.speech.wording import number
from tournaments.table.runningtotals import Lines
from tournaments.table.sheetview import SheetView


def drawn(view: SheetView) -> SafeString:
    """How the evening went."""
    return rendering.piece("tournaments/_chart.html", lines=view.running_totals.lines)


def axes(chart: LineChart) -> SafeString:
    """The grid with its numbers, and the numbers of hands below it."""
    left, right, edge, foot = chart.left, chart.right, int(chart.left) - 5, int(chart.height) - 5
    rows = [
        f'<line class="grid{"" if tick.value else " zero"}" x1="{left:.1f}" x2="{right:.1f}"'
        f' y1="{tick.at:.1f}" y2="{tick.at:.1f}"/>'
        f'<text class="tick" x="{edge}" y="{tick.at:.1f}" dy="3" text-anchor="end">'
        f"{number(tick.value)}</text>"
        for tick in chart.y_ticks
    ]
    columns = [
        f'<text class="tick" x="{tick.at:.1f}" y="{foot}" text-anchor="middle">{tick.value}</text>'
        for tick in chart.x_ticks
    ]
    return mark_safe("".join((*rows, *columns)))  # numbers


def curves(chart: LineChart, lines: Lines) -> SafeString:
    """A line for each account, with what stands at its end."""
    beside = int(chart.right) + 6
    groups = []
    for place, (label, curve) in enumerate(zip(lines.labels, chart.curves, strict=True), start=1):
        parts = "".join(f'<polyline points="{points}"/>' for points in curve.svg_parts)
        x, y = curve.end
        end = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>'
        text = f'<text x="{beside}" y="{curve.label_y:.1f}" dy="3.5">{escape(label)}</text>'
        groups.append(f'<g class="curve c{place}">{parts}{end}{text}</g>')
    return mark_safe("".join(groups))  # numbers, and labels that are escaped
