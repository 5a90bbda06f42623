"""What entrants are called: on boards, pages and paper as they wish, at the desk by their names.

Two who would be called the same are told apart, here and wherever else an event names people: see `naming`.
"""

from __future__ import annotations

from tournaments.events.ground.lineups import lineup
from tournaments.models import Entrant, Event
from tournaments.models.naming import names_in


def names_of(event: Event, number: int = 1_000) -> dict[int, str]:
    """Public names by entrant, as they play in this round (by default: as they are last)."""
    playing, names = lineup(event, number), names_in(event)
    return {
        entrant.pk: names.entry(entrant, playing.get(entrant.pk, ()))
        for entrant in Entrant.objects.filter(event=event)
    }


def full_names_of(event: Event, number: int = 1_000) -> dict[int, str]:
    """For organisers only: the names people have, whatever the public calls them."""
    playing, names = lineup(event, number), names_in(event)
    return {
        entrant.pk: names.full_entry(entrant, playing.get(entrant.pk, ()))
        for entrant in Entrant.objects.filter(event=event)
    }
