"""What entrants are called: on boards, pages and paper as they wish, at the desk by their names."""

from __future__ import annotations

from tournaments.events.lineups import lineup
from tournaments.models import Entrant, Event


def names_of(event: Event, number: int = 1_000) -> dict[int, str]:
    """Public names by entrant, as they play in this round (by default: as they are last)."""
    playing = lineup(event, number)
    return {
        one.pk: one.name
        or " / ".join(player.public_name for player in playing.get(one.pk, ()))
        or str(one.number)
        for one in Entrant.objects.filter(event=event)
    }


def full_names_of(event: Event, number: int = 1_000) -> dict[int, str]:
    """For organisers only: the names people have, whatever the public calls them."""
    playing = lineup(event, number)
    return {
        one.pk: one.name or " / ".join(player.name for player in playing.get(one.pk, ())) or str(one.number)
        for one in Entrant.objects.filter(event=event)
    }
