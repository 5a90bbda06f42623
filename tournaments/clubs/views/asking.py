"""A club that is not here yet asks for a place."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from config.security import client_address
from scoring import Unreadable
from tournaments.access import audit
from tournaments.access.limits import CLUB_REQUESTS, CLUB_REQUESTS_PER_ADDRESS
from tournaments.access.requests import too_many
from tournaments.clubs import keeping
from tournaments.clubs.views.shared import REFUSED, refuse_on_a_laptop, typed
from tournaments.clubs.words import sentences

FIELDS = ("name", "place", "contact", "wish")


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Name, place, where to answer, and a few words. Nobody but the operators sees it."""
    _refuse_where_nobody_may()
    sent = typed(request, *FIELDS)
    if request.method != "POST":
        return render(request, "clubs/ask.html", {"typed": sent})
    try:
        keeping.judge_request(**sent)  # what is typed wrongly costs no try
        if not CLUB_REQUESTS_PER_ADDRESS.allows(client_address(request)) or not CLUB_REQUESTS.allows(""):
            return too_many(request)
        club = keeping.ask(**sent)
    except Unreadable as unreadable:
        context = {"typed": sent, "problems": sentences(unreadable)}
        return render(request, "clubs/ask.html", context, status=REFUSED)
    audit.note(request, "club-asked", club=club.pk)
    return redirect("club-requested")


@require_safe
def asked(request: HttpRequest) -> HttpResponse:
    """Thanks, and what happens now."""
    _refuse_where_nobody_may()
    return render(request, "clubs/asked.html")


def _refuse_where_nobody_may() -> None:
    refuse_on_a_laptop()
    if not settings.REQUESTS:
        raise Http404
