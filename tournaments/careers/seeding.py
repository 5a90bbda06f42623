"""Ratings as the seeds of an event: looked at first, then taken. They decide nothing else in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from config.database import writing
from tournaments.careers.words import RatingView, rating_view
from tournaments.engines.careers.rating import Skill, seeds, together
from tournaments.events.ground import log
from tournaments.events.ground.locking import locked
from tournaments.events.ground.refusal import refuse_official
from tournaments.models import Career, Entrant, EntrantState, Event, Member, Player
from tournaments.models.naming import names_in


@dataclass(frozen=True, slots=True)
class SeedRow:
    """An entrant with the seed he has, and the one he would get."""

    entrant: int
    number: int
    name: str
    rating: RatingView | None
    before: int | None
    after: int | None

    @property
    def changes(self) -> bool:
        """Would it be another one?"""
        return self.before != self.after


def seed_rows(event: Event) -> list[SeedRow]:
    """Everybody who comes, the strongest first; who has no rating gets no seed and stands at the end."""
    skills = _skills(event)
    places = seeds(skills)
    people: dict[int, list[Player]] = {}
    members = Member.objects.filter(entrant__event=event, until_round=None).select_related("player")
    for member in members.order_by("entrant", "place"):
        people.setdefault(member.entrant_id, []).append(member.player)
    names = names_in(event)
    rows = []
    for entrant in _coming(event):
        skill = skills[entrant.pk]
        rows.append(
            SeedRow(
                entrant=entrant.pk,
                number=entrant.number,
                name=names.full_entry(entrant, people.get(entrant.pk, [])),
                rating=None if skill is None else rating_view(skill),
                before=entrant.rating,
                after=places.get(entrant.pk),
            )
        )
    return sorted(rows, key=lambda row: (row.after is None, row.after or 0, row.number))


def take_ratings(*, event: Event, seen: Mapping[int, int | None], by: str = "") -> int | None:
    """Give everybody the seed that was looked at; how many were changed.

    None, and nothing is written, where ratings or entries have changed since somebody looked.
    """
    with writing():
        event = locked(event)
        refuse_official(event)
        places = seeds(_skills(event))
        entrants = _coming(event)
        if {entrant.pk: places.get(entrant.pk) for entrant in entrants} != dict(seen):
            return None
        changed = [entrant for entrant in entrants if entrant.rating != places.get(entrant.pk)]
        for entrant in changed:
            entrant.rating = places.get(entrant.pk)
            entrant.save(update_fields=("rating",))
        if changed:
            log.note(event, "ratings_taken", by=by, entrants=[entrant.pk for entrant in changed])
        return len(changed)


def _coming(event: Event) -> list[Entrant]:
    away = (EntrantState.NO_SHOW.value, EntrantState.WITHDRAWN.value)
    return list(Entrant.objects.filter(event=event).exclude(state__in=away).order_by("number"))


def _skills(event: Event) -> dict[int, Skill | None]:
    """By entrant: of a pair or team that of those of its members who have one."""
    entrants = {entrant.pk: list[int]() for entrant in _coming(event)}
    members = Member.objects.filter(entrant__in=entrants, until_round=None)
    for entrant, player in members.values_list("entrant", "player"):
        entrants[entrant].append(player)
    people = {player for players in entrants.values() for player in players}
    rated = Career.objects.filter(tenant=event.whose, game=event.game, mu__isnull=False)
    known = {
        player: Skill(mu or 0.0, sigma or 0.0)
        for player, mu, sigma in rated.values_list("player", "mu", "sigma")
        if player in people
    }
    return {
        entrant: together([known[player] for player in players if player in known])
        for entrant, players in entrants.items()
    }
