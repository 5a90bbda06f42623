"""Rows of standings as they are sent: rendered once for as long as they show the same, whatever their rank.

A rendered row has a hole for each thing that may change without the rest. Only the row of the table that has
written a hand is rendered again, not the hundreds whose rank it moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from config.caches import MB, Pictures, size
from tournaments.hall.boardnames import BoardNames
from tournaments.hall.pages import TableRow
from tournaments.hall.ranks import RankingView, RankRow
from tournaments.models import Event
from tournaments.templatetags.boards import written

register = template.Library()

HOLE = mark_safe("\N{NULL}")  # in no name: the database would not take it
SPACES = re.compile(r"[ \n]{2,}|\n")
ARROWS = {1: "▲", 0: "", -1: "▼"}


@register.simple_tag
def rank_rows(ranking: RankingView, event: Event) -> SafeString:
    """All rows of a table of standings."""
    language = get_language()
    rows = []
    for row in ranking.rows:
        holed: list[str] | None = row.pieces.get("row")
        if holed is None:
            context = {"row": row, "ranking": ranking, "event": event, "place": HOLE}
            holed = row.pieces["row"] = _holed("hall/_rank_row.html", context)
        head, tail = holed
        rows.append(f"{head}{row.rank}{_trend(language, row.trend)}{tail}")
    return mark_safe("".join(rows))


@register.simple_tag
def board_ranks(column: Sequence[RankRow | None], names: BoardNames) -> SafeString:
    """A column of the standings on a projector."""
    lines = []
    for row in column:
        if row is None:
            lines.append("<li></li>")
            continue
        name = names.person(row.person)
        known, holed = row.pieces.get("board", (None, []))
        if known != name:
            context = {"row": row, "who": written(name), "place": HOLE, "trend": HOLE}
            holed = _holed("hall/_board_rank.html", context)
            row.pieces["board"] = name, holed
        head, middle, tail = holed
        arrow = ARROWS[(row.trend > 0) - (row.trend < 0)]
        lines.append(f"{head}{row.rank}{middle}{arrow}{tail}")
    return mark_safe("".join(lines))


_cards: Pictures[tuple[object, ...], TableRow, str] = Pictures(1024, 2, size, 2 * MB)


@register.simple_tag
def table_cards(tables: Iterable[TableRow], event: Event) -> SafeString:
    """The tables of a round with what they have; one that shows the same is not rendered again."""
    return mark_safe("".join(_card(table, event, get_language()) for table in tables))


def _card(table: TableRow, event: Event, language: str | None) -> str:
    def render() -> str:
        return SPACES.sub(" ", render_to_string("hall/_table_card.html", {"table": table, "event": event}))

    return _cards.get(((event.uid, language, table.sitting), table), render)


def _holed(name: str, context: dict[str, object]) -> list[str]:
    """What stands before, between and behind the holes."""
    return SPACES.sub(" ", render_to_string(name, context)).split(HOLE)


@lru_cache(maxsize=4096)
def _trend(language: str, trend: int) -> str:
    context = {"trend": trend, "size": abs(trend)}
    return SPACES.sub(" ", render_to_string("hall/_rank_trend.html", context)).strip()
