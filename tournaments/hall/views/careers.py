"""People over the years, for everybody: only where the club shows them, and only as each of them wants."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import pace
from tournaments.careers.naming import has_public_page
from tournaments.careers.persons import career_view
from tournaments.careers.records import club_records
from tournaments.careers.switches import switches_of
from tournaments.models import FIRST, Club, ClubState, Player


@require_safe
def club(request: HttpRequest, slug: str = "") -> HttpResponse:
    """The records of a club; on a laptop of the only one there is."""
    if settings.PROFILE.club == bool(slug):
        raise Http404
    mine = Club.objects.filter(slug=slug, state=ClubState.OPEN) if slug else Club.objects.filter(pk=FIRST)
    shown = mine.first()
    if shown is None:
        raise Http404
    pace.look(request, shown.pk)
    if not switches_of(shown.pk).public:
        raise Http404
    context = {"club": shown, "records": club_records(shown.pk, public=True), "server": bool(slug)}
    return render(request, "years/club.html", context)


@require_safe
def person(request: HttpRequest, person: int) -> HttpResponse:
    """Somebody over the years, as far as he wants it known."""
    player = Player.objects.filter(pk=person).first()
    home = None if player is None else Club.objects.filter(pk=player.whose, state=ClubState.OPEN).first()
    if player is None or home is None:
        raise Http404
    pace.look(request, player.whose)
    if not switches_of(player.whose).public or not has_public_page(player):
        raise Http404
    context = {
        "view": career_view(player, public=True, whole="all" in request.GET),
        "club": home,
        "server": not settings.PROFILE.club,
        "public": True,
    }
    return render(request, "years/person.html", context)
