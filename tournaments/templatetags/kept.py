"""Rows of standings as they are sent: rendered once for as long as they show the same, whatever their rank.

A rendered row has a hole for each thing that may change without the rest. Only the row of the table that has
written a hand is rendered again, not the hundreds whose rank it moves.
"""

from __future__ import annotations

import re
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.hall.boardnames import BoardNames
from tournaments.hall.ranks import RankingView, RankRow
from tournaments.models import Event
from tournaments.templatetags.boards import written

register = template.Library()

HOLE = mark_safe("\N{NULL}")  # in no name: the database would not take it
SPACES = re.compile(r"[ \n]{2,}|\n")
ARROWS = {1: "▲", 0: "", -1: "▼"}


@register.simple_tag
def rank_row(row: RankRow, ranking: RankingView, event: Event) -> SafeString:
    """A row of a table of standings."""
    holed: list[str] | None = row.pieces.get("row")
    if holed is None:
        context = {"row": row, "ranking": ranking, "event": event, "place": HOLE}
        holed = row.pieces["row"] = _holed("hall/_rank_row.html", context)
    head, tail = holed
    return mark_safe(f"{head}{row.rank}{_trend(get_language(), row.trend)}{tail}")


@register.simple_tag
def board_rank(row: RankRow, names: BoardNames) -> SafeString:
    """A line of the standings on a projector."""
    name = names.person(row.person)
    known, holed = row.pieces.get("board", (None, []))
    if known != name:
        context = {"row": row, "who": written(name), "place": HOLE, "trend": HOLE}
        holed = _holed("hall/_board_rank.html", context)
        row.pieces["board"] = name, holed
    head, middle, tail = holed
    arrow = ARROWS[(row.trend > 0) - (row.trend < 0)]
    return mark_safe(f"{head}{row.rank}{middle}{arrow}{tail}")


def _holed(name: str, context: dict[str, object]) -> list[str]:
    """What stands before, between and behind the holes."""
    return SPACES.sub(" ", render_to_string(name, context)).split(HOLE)


@lru_cache(maxsize=4096)
def _trend(language: str, trend: int) -> str:
    context = {"trend": trend, "size": abs(trend)}
    return SPACES.sub(" ", render_to_string("hall/_rank_trend.html", context)).strip()
