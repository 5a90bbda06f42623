"""The line of links at the top of the pages about an event's money."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.access.desk import Desk
from tournaments.desk.moneyways import money_ways as ways_of

register = template.Library()


@register.inclusion_tag("desk/_money_ways.html")
def money_ways(desk: Desk, here: str = "") -> dict[str, Any]:
    """`here` is the key of the page one is on."""
    return {"ways": ways_of(desk), "here": here}
