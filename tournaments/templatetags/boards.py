"""Names on projectors: the longer, the smaller, so that none is cut off."""

from __future__ import annotations

from django import template

register = template.Library()

LONG = 1.25  # times the letters that fit


@register.filter
def fit(name: str, letters: int) -> str:
    """The class of a name where so many letters fit: "", "long" or "longer"."""
    if len(name) <= letters:
        return ""
    return "long" if len(name) <= letters * LONG else "longer"
