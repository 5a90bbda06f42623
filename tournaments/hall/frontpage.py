"""The first page, line by line: each is made once for what it says, and in each language."""

from __future__ import annotations

from collections.abc import Hashable

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from config.caches import Cache
from scoring import GAMES
from tournaments.hall.listing import events_now
from tournaments.table.evenings import tables
from tournaments.table.reading import Tables

_lines: Cache[Hashable, SafeString] = Cache(256)


def hero() -> SafeString:
    """The way to a new table of each game."""
    return _line("_front_hero", "", games=GAMES)


def table_lines(of: Tables) -> list[SafeString]:
    """Open tables, then closed ones."""
    return [_line("_front_table", (row, row.day), row=row) for row in tables(of=of)]


def event_lines() -> list[SafeString]:
    """Events of these days."""
    return [_line("_front_event", event, event=event) for event in events_now()]


def _line(template: str, key: Hashable, **context: object) -> SafeString:
    whole = (template, get_language(), key)
    return _lines.get(whole, lambda: _made(template, context))


def _made(template: str, context: dict[str, object]) -> SafeString:
    return mark_safe(render_to_string(f"tournaments/{template}.html", context).strip())  # our own
