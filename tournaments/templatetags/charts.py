"""Lines of running totals as SVG."""

from __future__ import annotations

from django import template

from tournaments.table import drawing
from tournaments.table.runningtotals import Lines

register = template.Library()

register.filter("drawn", Lines.drawn)
register.simple_tag(drawing.axes)
register.simple_tag(drawing.curves)
