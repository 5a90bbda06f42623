"""Money and prizes: what everybody pays, who has paid, and what there is to win."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk.views.shared import page, whole_hall
from tournaments.events.ground.stages import settings_of
from tournaments.events.words.plans import euros
from tournaments.hall.prizes import planned_lines, prize_lines
from tournaments.models import COMING, Event


@dataclass(frozen=True, slots=True)
class Purse:
    """The money of an event, in words."""

    fee: str  # empty: there is none
    paid: int
    expected: int
    taken: str
    missing: str  # empty: everybody has paid


def purse_of(event: Event) -> Purse:
    """What has been paid, also by those who have left, and what those who are coming still owe."""
    fee = settings_of(event).fee
    paid = event.entrants.filter(paid=True).count()
    owing = event.entrants.filter(paid=False, state__in=COMING).count()
    return Purse(
        fee=euros(fee) if fee else "",
        paid=paid,
        expected=paid + owing,
        taken=euros(paid * fee),
        missing=euros(owing * fee) if fee and owing else "",
    )


@require_safe
@at_desk(Action.EDIT_PLAN)
def money(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All of it on one page, each with the way to where it is changed."""
    picture = whole_hall(desk.event)
    played = picture.standings is not None and bool(picture.standings.rounds)
    context = {
        "purse": purse_of(desk.event),
        "prizes": prize_lines(picture) if played else planned_lines(desk.event),
        "played": played,
    }
    return page(request, desk, "desk/money.html", context, here="settings")
