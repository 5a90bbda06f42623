"""Public pages of a season: everybody may see them, as far as the hall may know the results."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from config.etags import etag, not_modified
from config.packing import no_secrets
from config.shared import shared
from tournaments.access import credentials, pace
from tournaments.hall import seasonpages
from tournaments.hall.public import known
from tournaments.models import ClubSeason
from tournaments.seasons import showing
from tournaments.seasons.calendar import as_calendar
from tournaments.seasons.cups import cup_of
from tournaments.seasons.gathering import SeasonFacts, facts_of
from tournaments.seasons.keeping import season_now


def _facts(pk: int) -> SeasonFacts:
    """The season, if everybody may see it, or 404."""
    rows = ClubSeason.objects.defer("recorded").select_related("tenant")
    season = rows.filter(pk=pk, listed=True).first() if pk < 2**63 else None
    if season is None or pace.is_gone(season.whose):
        raise Http404
    return facts_of(season)


@no_secrets
@shared("of", "who")
@require_safe
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """A list of the season, its evenings, or the way of the places."""
    facts = _facts(pk)
    key, who = request.GET.get("of", "")[:20], request.GET.get("who", "")
    chosen = int(who) if who.isascii() and who.isdigit() and len(who) < 12 else None
    tag = etag("season", facts.season.uid.hex[:12], seasonpages.mark_for_everybody(facts), key, chosen)
    if short := not_modified(request, tag):
        return short
    if key == seasonpages.CHART:
        body = seasonpages.body_of(facts, "hall/_season_chart.html", lambda: _chart(facts, chosen), chosen)
    else:
        of = showing.find_list(facts.season, key)
        if of is None:
            raise Http404

        def context() -> dict[str, Any]:
            return {
                "page": seasonpages.page_for_everybody(facts, of),
                "evenings": showing.evening_lines(facts),
                "cup": cup_of(facts),
                "person_page": "season-person",
                "events": True,
            }

        body = seasonpages.body_of(facts, "hall/_season.html", context, key)
    tabs = showing.tabs_of(facts.season)
    context_of_page = {"season": facts.season, "body": body, "here": key, "tabs": tabs}
    return _answer(request, "hall/season.html", context_of_page, tag)


def _chart(facts: SeasonFacts, chosen: int | None) -> dict[str, Any]:
    return {"season": facts.season, "way": seasonpages.chart_of(facts, chosen), "chosen": chosen}


@no_secrets
@shared("of")
@require_safe
def person(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """Somebody's evenings, and why he stands where he stands."""
    facts = _facts(pk)
    key = request.GET.get("of", "")[:20]
    of = showing.find_list(facts.season, key)
    now = season_now(facts, of, known) if of is not None else None
    view = showing.person_view(now, person) if now is not None else None
    if view is None:
        raise Http404
    tag = etag("season-person", facts.season.uid.hex[:12], facts.mark, key, person)
    if short := not_modified(request, tag):
        return short
    return _answer(request, "hall/season_person.html", {"season": facts.season, "view": view}, tag)


@no_secrets
@shared()
@require_safe
def calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """The dates for calendars."""
    facts = _facts(pk)
    address = f"{credentials.public_base(request)}/season/{pk}/"
    response = HttpResponse(as_calendar(facts, address), content_type="text/calendar; charset=utf-8")
    name = slugify(facts.season.name) or "season"
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    return response


def _answer(request: HttpRequest, template: str, context: dict[str, Any], tag: str) -> HttpResponse:
    response = render(request, template, context)
    response["ETag"] = tag
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response
