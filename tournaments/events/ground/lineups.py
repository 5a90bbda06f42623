"""Who plays for an entrant: one person, a pair, a team, and whoever has taken over a place."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from tournaments.models import Entrant, EntrantState, Event, Member, Player

Lineup = dict[int, tuple[Player, ...]]
"""By entrant's id, in the order of their places."""


def lineup(event: Event, number: int) -> Lineup:
    """Who plays for whom in this round."""
    members = (
        Member.objects.filter(entrant__event=event, from_round__lte=max(number, 1))
        .filter(Q(until_round=None) | Q(until_round__gte=number))
        .select_related("player")
        .order_by("entrant", "place", "from_round")
    )
    places: dict[int, dict[int, Player]] = {}
    for member in members:
        places.setdefault(member.entrant_id, {})[member.place] = member.player
    return {entrant: tuple(players.values()) for entrant, players in places.items()}


def in_seat_order(entrants: Sequence[int], playing: Lineup) -> list[tuple[int, Player]]:
    """(entrant, person) seat by seat: partners sit across, so sides take turns around the table."""
    depth = max(len(playing[entrant]) for entrant in entrants)
    return [
        (entrant, playing[entrant][place])
        for place in range(depth)
        for entrant in entrants
        if place < len(playing[entrant])
    ]


def present(event: Event, number: int) -> list[Entrant]:
    """Everybody who can be drawn into this round, by start number."""
    return [
        entrant
        for entrant in Entrant.objects.filter(event=event, state=EntrantState.HERE, joined_round__lte=number)
        if entrant.left_after is None or entrant.left_after >= number
    ]
