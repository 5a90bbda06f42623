"""Money and prizes: what everybody pays, who has paid, and what there is to win."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.cash.hints import fee_hint
from tournaments.cash.plan import currency_of, has_price_list, plan_of_event
from tournaments.cash.words import fee_words, price_lines, spoken
from tournaments.desk.cashpages import owed_sums
from tournaments.desk.fines import fine_lines
from tournaments.desk.views.shared import page, whole_hall
from tournaments.hall.prizes import planned_lines, prize_lines
from tournaments.lostgames.owed import lost_plan_of
from tournaments.models import COMING, Event
from tournaments.speech.wording import speak
from tournaments.table.lostline import scale_sentence


@dataclass(frozen=True, slots=True)
class Purse:
    """The money of an event, in words."""

    fee: str  # empty: there is none
    prices: tuple[tuple[str, str], ...]  # the price list, where there is one
    paid: int
    expected: int
    taken: str
    missing: str  # empty: everybody has paid


def purse_of(event: Event) -> Purse:
    """What has been paid, also by those who have left, and what those who are coming still owe."""
    plan, sums = plan_of_event(event), owed_sums(event)
    paid = event.entrants.filter(paid=True).count()
    owing = event.entrants.filter(paid=False, state__in=COMING).count()
    return Purse(
        fee=fee_words(plan),
        prices=tuple(price_lines(plan)) if has_price_list(event) else (),
        paid=paid,
        expected=paid + owing,
        taken=spoken(plan, sums.paid),
        missing=spoken(plan, sums.open) if sums.open else "",
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
        "lost": _lost(desk.event),
        "fines": fine_lines(desk.event),
        "hint": fee_hint(desk.event),
        "may_keep": desk.may(Action.KEEP_CASH),
    }
    return page(request, desk, "desk/money.html", context, here="settings")


def _lost(event: Event) -> str:
    """What lost games cost, in a sentence; empty: nothing."""
    plan = lost_plan_of(event)
    if plan is None:
        return ""
    names = {option.value: speak(option.label) for option in event.game_value().lost_by}
    return scale_sentence(plan, currency_of(event), names)
