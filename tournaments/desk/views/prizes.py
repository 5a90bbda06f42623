"""Prizes: who would get what now and what the pot pays; and the plan that says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.etags import etag, not_modified
from scoring import Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.cash.plan import currency_of
from tournaments.desk.prizeforms import FREE, LISTED, MORE, PlanForm, SentPlan, plan_form
from tournaments.desk.prizegiving import prizes_view, seen_mark, warning_words
from tournaments.desk.prizepots import PotView, pot_views
from tournaments.desk.prizetemplates import TEMPLATES
from tournaments.desk.prizetemplates import template as template_of
from tournaments.desk.views.shared import REFUSED, page, sentences, whole_hall
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.engines.plans.prizetargets import pot_called
from tournaments.engines.plans.prizewho import NAMED, NUMBERS, PARTED, PotOf, PrizeFor, TurnoutBy
from tournaments.engines.prizes.choices import Division, HeadShare, PrizeKind
from tournaments.engines.standings import RankingRules
from tournaments.events.ground.stages import settings_of
from tournaments.events.words.prizes import prize_label, prize_price, sharing_rule
from tournaments.events.words.teamcount import who_counts
from tournaments.hall.prizes import donors_of
from tournaments.models import Event
from tournaments.prizes import plans
from tournaments.prizes.asking import prizes_expected
from tournaments.prizes.ground import ground_of
from tournaments.speech.money import symbol

SEATS = 4  # at a table, as long as nothing is drawn


@require_safe
@at_desk(Action.GIVE_PRIZES)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The pot, who would get what now, and what is strange about it."""
    context = _overview(desk)
    if request.GET.get("part") == "live":
        tag = etag(context["seen"])
        live = not_modified(request, tag) or render(
            request, "desk/_prizes_live.html", {"desk": desk, **context}
        )
        live["ETag"] = tag
        return live
    return page(request, desk, "desk/prizes.html", context, here="prizes")


def _overview(desk: Desk) -> dict[str, Any]:
    hall = whole_hall(desk.event)
    plan = plans.prize_plan_of(desk.event)
    view = prizes_view(hall)
    expected = None if view is not None or not plan.prizes else _expected(desk.event, plan)
    pots = view.pots if view is not None else expected["pots"] if expected else ()
    return {
        "seen": seen_mark(plan, view, expected),
        "plan": plan,
        "view": view,
        "expected": expected,
        "pot_missing": _pot_missing(plan, pots),
        "may_plan": desk.may(Action.EDIT_PLAN),
        "may_rule": desk.may(Action.RULE),
        "donors": donors_of(desk.event),
    }


def _pot_missing(plan: PrizePlan, pots: Sequence[PotView]) -> list[str]:
    """Pots that somebody is to have a share of, and nothing feeds: everybody would win nothing."""
    there = {PotOf.MAIN if pot.key == "pot" else pot_called(pot.key.replace("-", " "))[0] for pot in pots}
    asked = dict.fromkeys(row.pot for row in plan.prizes if row.percent)
    return [gettext(pot.label) for pot in asked if pot not in there]


def _expected(event: Event, plan: PrizePlan) -> dict[str, Any]:
    """Before the cards: what the pot would pay with the people who are there."""
    hall = whole_hall(event)
    ground = ground_of(event, expected=True)
    tables = len(hall.rounds[-1].tables) if hall.rounds else -(-len(hall.competition.entrants) // SEATS)
    labels = {row.id: prize_label(row) for row in plan.prizes}
    outcome = prizes_expected(ground, hall.competition, tables, labels)
    return {
        "pots": list(pot_views(outcome, plan, ground.currency)),
        "warnings": warning_words(outcome, plan, played=False),
        "lines": [(prize_label(row), prize_price(row, ground.currency)) for row in plan.prizes],
        "people": len(hall.competition.entrants),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def plan(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The plan as a form: a row for each prize and each gift."""
    event, currency = desk.event, currency_of(desk.event)
    if request.method != "POST":
        return _form(request, desk, plan_form(plans.prize_plan_of(event), currency))
    if "undo" in request.POST:
        plans.undo_plan(event=event, by=desk.by)
        messages.success(request, gettext("The prizes are as they were before."))
        return redirect("desk-prize-plan", pk=event.pk)
    sent = SentPlan(request.POST, currency)
    if "more" in request.POST:
        return _form(request, desk, sent.shown(FREE + MORE))
    before = len(plans.prize_plan_of(event).prizes)
    try:
        _save(desk, sent.plan())
    except Unreadable as unreadable:
        return _form(request, desk, sent.shown(), sentences(unreadable))
    gone = before - len(plans.prize_plan_of(Event.objects.get(pk=event.pk)).prizes)
    if gone > 0:
        text = ngettext("Saved. {count} prize is gone.", "Saved. {count} prizes are gone.", gone)
        messages.success(request, text.format(count=gone))
    else:
        messages.success(request, gettext("Saved."))
    return redirect("desk-prize-plan", pk=event.pk)


@require_POST
@at_desk(Action.EDIT_PLAN)
def template(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One press: the prizes of a template. What was planned before can be brought back."""
    maker = template_of(request.POST.get("template", ""))
    if maker is None:
        raise Http404
    _save(desk, maker(plans.classes_of(desk.event)))
    messages.success(request, gettext("These are the prizes now. Please change them as you like."))
    return redirect("desk-prize-plan", pk=desk.event.pk)


def _save(desk: Desk, plan: PrizePlan) -> None:
    currency = currency_of(desk.event)
    prices = {row.id: prize_price(row, currency) for row in plan.prizes}
    plans.change_plan(event=desk.event, plan=plan, prices=prices, by=desk.by)


def _form(
    request: HttpRequest, desk: Desk, form: PlanForm, problems: list[str] | None = None
) -> HttpResponse:
    event = desk.event
    context: Mapping[str, Any] = {
        "form": form,
        "problems": problems or [],
        "targets": _targets(),
        "pots": [(pot.value, gettext(pot.label)) for pot in PotOf],
        "turnouts": [(by.value, gettext(by.label)) for by in TurnoutBy],
        "teams": who_counts(answers(RankingRules, event.ranking)),
        "kinds": [(kind.value, gettext(kind.label)) for kind in PrizeKind],
        "heads": [(share.value, gettext(share.label)) for share in HeadShare],
        "divisions": [
            *((division.value, gettext(division.label)) for division in Division),
            (LISTED, gettext("divided by shares")),
        ],
        "several_heads": _several_heads(event),
        "templates": [(key, gettext(label)) for key, label, _maker in TEMPLATES],
        "classes": plans.classes_of(event),
        "rule": sharing_rule(plans.prize_plan_of(event)),
        "of_pot": plans.prize_plan_of(event).of_pot,
        "symbol": symbol(currency_of(event)),
        "gone": _gone(event) if problems is None and request.method != "POST" else [],
    }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/prize_plan.html", dict(context), here="prizes", status=status)


def _several_heads(event: Event) -> bool:
    settings = settings_of(event)
    return settings.entrant > 1 or settings.club_teams or event.entrants.exclude(team="").exists()


ASKED_FIRST = {
    PrizeFor.ROUND: "round",
    PrizeFor.STAGE: "stage",
    PrizeFor.ABOVE: "points",
    PrizeFor.ROUND_FROM: "points",
    PrizeFor.PART: "percent",
}
"""What the first number of a row is, where it is no number of places."""


def _targets() -> list[dict[str, Any]]:
    """For whom a prize can be, and which fields say the rest of it."""
    return [
        {
            "value": who.value,
            "label": gettext(who.label),
            "help": gettext(who.help) if who.help else "",
            "numbers": NUMBERS.get(who, 0),
            "named": "feat" if who == PrizeFor.FEAT else "class" if who in NAMED else "",
            "first": ASKED_FIRST.get(who, ""),
            "place": who in PARTED,
        }
        for who in PrizeFor
    ]


def _gone(event: Event) -> list[str]:
    """What was there before the last change and is not any more."""
    before, now = plans.plan_before(event), plans.prize_plan_of(event)
    if before is None:
        return []
    currency = currency_of(event)
    there = {(prize_label(row), prize_price(row, currency)) for row in now.prizes}
    old = [(prize_label(row), prize_price(row, currency)) for row in before.prizes]
    return [f"{label} – {price}" for label, price in old if (label, price) not in there]
