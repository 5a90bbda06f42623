"""On a server with many clubs: the page of a club, and the door through which its people come."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.security import client_address
from config.shared import by_anybody, shared
from scoring import GAMES
from tournaments.access import audit, doors
from tournaments.access.limits import DOOR_CODES, DOORS_PER_ADDRESS
from tournaments.access.requests import too_many
from tournaments.careers.switches import switches_of
from tournaments.hall import clubpages, frontpage
from tournaments.hall.seasonpages import seasons_listed
from tournaments.table.acquaintance import tables_of_today

LONGEST_CODE = 40


def is_perhaps_at_home(request: HttpRequest) -> bool:
    """Has this browser come through a door, or is somebody logged in?"""
    return doors.COOKIE in request.COOKIES or settings.SESSION_COOKIE_NAME in request.COOKIES


@shared("page", unless=is_perhaps_at_home)
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: its events, and for those who came through its door its tables of today and a new one."""
    shown = None if settings.PROFILE.club else clubpages.open_club(slug)
    if shown is None:
        raise Http404
    here = None if by_anybody(request) else doors.club_of(request)
    at_home = here is not None and here.pk == shown.pk
    context = {
        "club": shown,
        "name": str(shown),
        "events": clubpages.events_of(shown, request.GET.get("page", "")),
        "seasons": seasons_listed(shown.pk),
        "at_home": at_home,
        "years": switches_of(shown.pk).public,
        "games": GAMES if at_home else (),
        "tables": frontpage.table_lines(tables_of_today(shown)) if at_home else "",
    }
    return render(request, "server/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest) -> HttpResponse:
    """Where a club's link leads: the page's script brings the code back from the fragment; or it is typed."""
    if settings.PROFILE.club:
        raise Http404
    if request.method != "POST":
        return render(request, "server/door.html", {"here": doors.club_of(request)})
    if not (DOORS_PER_ADDRESS.allows(client_address(request)) and DOOR_CODES.allows("")):
        return too_many(request)
    opened = doors.behind(request.POST.get("code", "")[:LONGEST_CODE])
    if opened is None:
        audit.note(request, "door-failed")
        problem = gettext("This code opens no club. It may be an old one: the club has a new one then.")
        return render(request, "server/door.html", {"problem": problem}, status=403)
    audit.note(request, "door-opened", club=opened.pk)
    response = redirect("club", slug=opened.slug)
    doors.let_in(response, opened)
    return response
