"""Rows of the list of a season, each rendered once for all who look: a correction changes few of them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString, mark_safe

from config.rendering import piece
from tournaments.seasons.showing import SeasonLineView, SeasonPage

register = template.Library()


@register.simple_tag
def season_rows(page: SeasonPage, rows: Iterable[SeasonLineView], person_page: str) -> SafeString:
    """These rows; `person_page` is the name of the address behind their names."""
    return mark_safe(
        "".join(
            piece(
                "desk/_season_row.html",
                row=row,
                season=page.season.pk,
                key=page.of.key,
                supposed=page.supposed,
                person_page=person_page,
            )
            for row in rows
        )
    )  # our own
