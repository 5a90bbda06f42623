"""Numbers as they stand on a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from tournaments.speech.wording import number

register = template.Library()


@register.filter
def points(value: int) -> str:
    """A total with a real minus."""
    return number(value)


@register.filter
def xy(value: float) -> str:
    """A coordinate for SVG: always with a point, whatever the language writes."""
    return f"{value:.1f}"


@register.filter
def at(items: Sequence[object], place: int) -> object:
    """The item at this place, from 0."""
    return items[place]


@register.filter
def by_threes(items: Sequence[object]) -> list[Sequence[object]]:
    """The same items in rows of three, for what is asked in three questions each time."""
    return [items[start : start + 3] for start in range(0, len(items), 3)]
