"""The standings at the desk: always everything, also while it is hidden from the hall."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.digits import number_in
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk.views.shared import page
from tournaments.hall.gathering import hall
from tournaments.hall.numbers import numbers_view
from tournaments.hall.pages import standings_page
from tournaments.hall.public import known
from tournaments.hall.views.watching import stamped


@require_safe
@at_desk(Action.SEE_DRAFTS)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The ranking in all its forms, also while it is hidden from the hall."""
    here = hall(stamped(desk.event.pk), desk=True)
    shown = standings_page(here, request.GET.get("of", "")[:80], number_in(request.GET.get("who", ""), 6))
    context = {
        "event": desk.event,
        "page": shown,
        "hall_knows": known(desk.event),
        "chosen": number_in(request.GET.get("who", ""), 6),
    }
    return page(request, desk, "desk/standings.html", context, here="standings")


@require_safe
@at_desk(Action.SEE_DRAFTS)
def numbers(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The evening in numbers, also while the results are hidden from the hall."""
    here = hall(stamped(desk.event.pk), desk=True)
    context = {
        "event": desk.event,
        "numbers": numbers_view(here),
        "hall_knows": known(desk.event),
    }
    return page(request, desk, "desk/numbers.html", context, here="standings")
