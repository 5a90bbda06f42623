"""What everybody may see of a season: its lists, the way of the places, somebody's evenings, a board."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from config.caches import MB, Pictures, size
from tournaments.events.ground.stamps import stamp_of
from tournaments.hall.public import known
from tournaments.hall.rankchart import FollowedChart, rank_chart
from tournaments.models import ClubSeason, Event
from tournaments.seasons import showing
from tournaments.seasons.cups import cup_mark, cup_of
from tournaments.seasons.gathering import ListOfSeason, SeasonFacts, facts_of, lists_of
from tournaments.seasons.history import places_over_time
from tournaments.seasons.keeping import season_now
from tournaments.seasons.names import names_of
from tournaments.seasons.showing import SeasonLineView, SeasonPage

CHART = "chart"  # the key of the way of the places, beside those of the lists
STRONG, LINES = 10, 40
_bodies: Pictures[tuple[Hashable, ...], str, SafeString] = Pictures(96, weigh=size, most=4 * MB)


@dataclass(frozen=True, slots=True)
class SeasonBoard:
    """A season as a screen shows it."""

    title: str
    state: str
    cup: str  # who holds the challenge cup; empty: there is none
    rows: tuple[SeasonLineView, ...]


def mark_for_everybody(facts: SeasonFacts) -> str:
    """Another mark, another page: also while an event of the season is on."""
    running, mark = facts.running, facts.mark
    if others := cup_mark(facts.season):
        mark = f"{mark}-{others}"
    if running is None or running.event is None:
        return mark
    event = Event.objects.filter(pk=running.event).defer("logo").first()
    stamp = stamp_of(running.event)
    if event is None or stamp is None:
        return mark
    knowing = known(event)
    return f"{mark}-{stamp.state}" if knowing.shown else f"{mark}-{stamp.revision}"


def body_of(
    facts: SeasonFacts, template: str, context: Callable[[], dict[str, object]], *key: Hashable
) -> SafeString:
    """A piece of a page of this season, rendered once for all who look at it."""
    subject = (facts.season.uid.hex, get_language(), template, *key)
    return _bodies.get(
        (subject, mark_for_everybody(facts)), lambda: mark_safe(render_to_string(template, context()))
    )  # ours


def page_for_everybody(facts: SeasonFacts, of: ListOfSeason) -> SeasonPage:
    """A list with what is on, as far as the hall may know it."""
    return showing.season_page(season_now(facts, of, known))


def chart_of(facts: SeasonFacts, chosen: int | None) -> FollowedChart | None:
    """Everybody's way; None: there are not two evenings yet."""
    of = lists_of(facts.season)[0]
    keys, places = places_over_time(facts, of)
    if len(keys) < 2:
        return None
    ranks = {person: ranks for person, ranks in places.items() if isinstance(person, int)}
    last = sorted((row[-1], person) for person, row in ranks.items() if row[-1] is not None)
    width = max(520.0, 200.0 + 46.0 * len(keys))
    follows = chosen is not None and chosen in ranks
    strong = [chosen or 0] if follows else [person for _rank, person in last[:STRONG]]
    chart = rank_chart(ranks, list(range(len(keys))), strong=strong, most=LINES, width=width)
    dates = {str(date_.pk): date_ for date_ in facts.dates}
    heads = [showing.short_day(dates[key.partition(".")[0]].day) for key in keys]
    names = names_of(facts.season, [line.entrant for line in chart.lines])
    return FollowedChart(
        gettext("Places after each evening"),
        chart,
        tuple((heads[number], x) for number, x in chart.columns),
        tuple((line, names.of(line.entrant), line.entrant) for line in chart.lines),
    )


def season_board(event: Event) -> SeasonBoard | None:
    """The season of this event for a screen; None: it is in none that everybody may see."""
    season = ClubSeason.objects.filter(evenings__event=event, listed=True).order_by("-pk").first()
    if season is None:
        return None
    facts = facts_of(season)
    page = page_for_everybody(facts, lists_of(season)[0])
    cup = cup_of(facts)
    cup_words = cup.sentence if cup is not None else ""
    if not page.supposed:
        return SeasonBoard(season.name, page.as_of, cup_words, page.rows)
    rows = sorted((row for row in page.people if row.now.partition("–")[0].isdecimal()), key=_now)
    return SeasonBoard(season.name, gettext("If it ended now"), cup_words, tuple(rows))


def _now(row: SeasonLineView) -> tuple[int, str]:
    return int(row.now.partition("–")[0]), row.name


def seasons_listed(*tenants: int, most: int = 12) -> list[ClubSeason]:
    """The seasons of these clubs that everybody may see, those that go on first."""
    seasons = ClubSeason.objects.filter(tenant__in=tenants, listed=True).only("pk", "name", "over_at")
    return list(seasons.order_by("over_at", "-created_at", "-pk")[:most])
