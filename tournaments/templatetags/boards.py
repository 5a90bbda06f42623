"""Names on projectors: first name, last name, and the club where two are called the same."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.hall.boardnames import BoardName, BoardNames
from tournaments.hall.facts import Person

register = template.Library()


@register.simple_tag
def who(names: BoardNames, person: Person | None, seat: str = "") -> SafeString:
    """An entrant, or whoever sits for him. board.js shortens first names where room is scarce."""
    if person is None:
        return written(names.seat(seat, None)) if seat else format_html('<span class="who">–</span>')
    return written(names.seat(seat, person) if seat and seat != person.name else names.person(person))


@register.filter
def written(name: BoardName) -> SafeString:
    """A name with what may be shortened marked."""
    parts = format_html_join(
        " / ",
        '{}<b class="last">{}</b>',
        (
            (
                format_html('<span class="first" data-short="{}">{}</span> ', part.short, part.first)
                if part.short
                else format_html("{} ", part.first)
                if part.first
                else "",
                part.last,
            )
            for part in name.parts
        ),
    )
    club = format_html(' <span class="club">{}</span>', name.club) if name.club else ""
    return format_html('<span class="who">{}{}</span>', parts, club)
