"""What the desk's pages of a season show besides the list itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.access.desk import Actor
from tournaments.engines.season import Whom
from tournaments.hall.public import EVERYTHING
from tournaments.models import ClubSeason, Player
from tournaments.seasons import showing
from tournaments.seasons.gathering import facts_of
from tournaments.seasons.keeping import SeasonNow, came_to, season_now

VIEW_ROWS = 6


def season_for(actor: Actor, number: int) -> ClubSeason:
    """A season of the actor's club; everybody else's are not there."""
    return get_object_or_404(ClubSeason, tenant__in=actor.tenants, pk=number)


def now_of(season: ClubSeason, key: str) -> SeasonNow:
    """The list that was asked for, with everything that the desk knows; 404 where there is none."""
    of = showing.find_list(season, key)
    if of is None:
        raise Http404
    return season_now(facts_of(season), of, lambda event: EVERYTHING)


@dataclass(frozen=True, slots=True)
class SeasonsRow:
    """A season among others."""

    pk: int
    name: str
    over: bool
    listed: bool
    evenings: int
    played: int
    first: date | None
    last: date | None


def season_line(season: ClubSeason) -> SeasonsRow:
    """A season among others."""
    dates = facts_of(season).dates
    return SeasonsRow(
        pk=season.pk,
        name=season.name,
        over=season.over_at is not None,
        listed=season.listed,
        evenings=len(dates),
        played=sum(each.counts for each in dates),
        first=dates[0].day if dates else None,
        last=dates[-1].day if dates else None,
    )


@dataclass(frozen=True, slots=True)
class ViewCells:
    """A list beside that of everybody, as it stands in the form."""

    number: int
    name: str
    category: str
    places: str
    members: bool
    whom: str


def views_sent(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The lists of a form; a row without a name and without a filter is none."""
    views = []
    for number in range(1, VIEW_ROWS + 1):
        name = str(data.get(f"name_{number}", "")).strip()
        rules: dict[str, Any] = {}
        if category := _items(data.get(f"category_{number}", "")):
            rules["category"] = category
        if places := _items(data.get(f"places_{number}", "")):
            rules["places"] = places
        if f"members_{number}" in data:
            rules["members_only"] = True
        if (whom := str(data.get(f"whom_{number}", ""))) and whom != Whom.PEOPLE.value:
            rules["whom"] = whom
        if name or rules:
            views.append({"name": name, "rules": rules})
    return views


def _items(text: object) -> list[str]:
    return list(dict.fromkeys(item.strip()[:60] for item in str(text).split(",") if item.strip()))[:10]


def view_cells(views: Sequence[Mapping[str, Any]]) -> list[ViewCells]:
    """The rows of the form, with empty ones at the end."""
    cells = []
    for number in range(1, VIEW_ROWS + 1):
        view = views[number - 1] if number <= len(views) else {}
        rules = view.get("rules", {})
        cells.append(
            ViewCells(
                number,
                str(view.get("name", "")),
                ", ".join(rules.get("category", ())),
                ", ".join(rules.get("places", ())),
                bool(rules.get("members_only")),
                str(rules.get("whom", Whom.PEOPLE.value)),
            )
        )
    return cells


def categories_of(season: ClubSeason) -> list[str]:
    """The categories that the register of its club knows."""
    known = Player.objects.filter(tenant=season.tenant_id, robot=False).exclude(category="")
    return sorted(known.order_by().values_list("category", flat=True).distinct()[:40])


def may_be_below_zero(season: ClubSeason) -> bool:
    """Are there results below 0, or none at all yet: then nobody knows."""
    people = [who for came in came_to(facts_of(season)).values() for who in came.people]
    return not people or any(who.points is not None and who.points < 0 for who in people)
