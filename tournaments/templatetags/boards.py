"""Names on projectors: first name, last name, and the club where two are called the same."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.hall.boardnames import BoardName, BoardNames
from tournaments.hall.facts import EntrantFacts
from tournaments.templatetags.names import syllables

register = template.Library()

LONG = 10  # letters: such a surname may be broken between syllables


@register.simple_tag
def who(names: BoardNames, person: EntrantFacts | None, seat: str = "") -> SafeString:
    """An entrant, or whoever sits for him. board.js shortens first names where room is scarce."""
    if person is None:
        return format_html('<span class="who">–</span>')
    return written(names.seat(seat, person) if seat else names.person(person))


@register.filter
def written(name: BoardName) -> SafeString:
    """A name with what may be shortened marked."""
    parts = format_html_join(
        " / ",
        '{}<b class="last">{}</b>{}',
        (
            (
                format_html('<span class="first" data-short="{}">{}</span> ', part.short, part.first)
                if part.short
                else format_html("{} ", part.first)
                if part.first
                else "",
                syllables(part.last) if len(part.last) >= LONG else part.last,
                format_html(' <span class="club">{}</span>', part.aside) if part.aside else "",
            )
            for part in name.parts
        ),
    )
    return format_html('<span class="who">{}</span>', parts)
