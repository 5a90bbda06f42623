"""The first page, piece by piece: each is made once for what the database says of it, in each language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from config.caches import MB, Cache, size
from scoring import GAMES
from tournaments.hall.listing import EventRow, near
from tournaments.ledger.overnight import evening_of
from tournaments.table.evenings import FrontTableRow, evenings
from tournaments.table.reading import Tables

_pieces: Cache[Hashable, SafeString] = Cache(256, size, MB)


def hero() -> SafeString:
    """The way to a new table of each game."""
    return _piece("_front_hero", "", lambda: {"games": GAMES})


def ways(*, desk: bool, years: bool) -> SafeString:
    """The way to everything else."""
    return _piece("_front_ways", (desk, years), lambda: {"desk": desk, "years": years})


def table_lines(of: Tables) -> SafeString:
    """Open tables, then closed ones; empty if there is none."""
    asked, today = evenings(of=of), evening_of(timezone.now())
    return _pieces.get((get_language(), asked, today), lambda: _joined(map(_table, asked.tables())))


def event_lines() -> SafeString:
    """Events of these days; empty if there is none."""
    asked = near()
    return _pieces.get((get_language(), asked), lambda: _joined(map(_event, asked.events())))


def _table(row: FrontTableRow) -> SafeString:
    return _piece("_front_table", (row, row.day), lambda: {"row": row})


def _event(event: EventRow) -> SafeString:
    return _piece("_front_event", event, lambda: {"event": event})


def _joined(lines: Iterable[SafeString]) -> SafeString:
    return mark_safe("\n".join(lines))  # each is our own


def _piece(template: str, key: Hashable, context: Callable[[], dict[str, object]]) -> SafeString:
    def make() -> SafeString:
        return mark_safe(render_to_string(f"tournaments/{template}.html", context()).strip())  # our own

    return _pieces.get((template, get_language(), key), make)
