"""What an event is: head, rules of the game, ranking. Stages have pages of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings as django
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring import Problem, Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.cash import pricing
from tournaments.cash.plan import currency_of, has_price_list
from tournaments.desk import forms as planforms
from tournaments.desk import plan as eventplan
from tournaments.desk.criteria import CRITERIA, criteria_form, rearranged
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.engines.plans import EventSettings, StagePlan, dumped, event_settings, stage_plan
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.fitting import stage_problems
from tournaments.engines.plans.remedies import Remedy, remedies
from tournaments.engines.standings import STYLES, RankingRules
from tournaments.events.plan import changing
from tournaments.events.plan.judging import rules_under
from tournaments.models import Event
from tournaments.speech import rulebook
from tournaments.speech.wording import speak
from tournaments.table import questions, rulesets
from tournaments.table import remedies as mending
from tournaments.table.forms import rule_cells, rules_form
from tournaments.table.remedies import Offer

HEAD = planforms.asked(EventSettings)


@require_safe
@at_desk(Action.EDIT_PLAN)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everything that is decided, each with its button."""
    context = {"plan": eventplan.plan_view(desk.event), "changes": eventplan.changes(desk.event)}
    return page(request, desk, "desk/settings.html", context, here="settings")


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def head(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Name, date, place, entries, fee, clock, standings in the hall."""
    event = desk.event
    if request.method != "POST":
        typed = planforms.EventHeading(event.title, event.day.isoformat(), event.club, event.place)
        return _head_page(request, desk, typed, planforms.form(HEAD, eventplan.settings_of(event)))
    typed = planforms.EventHeading.sent(request.POST)
    cells = planforms.fee_in_units(planforms.cells_of(HEAD, request.POST), currency_of(event))
    try:
        pricing.change_head(
            event=event,
            title=typed.title,
            day=typed.date(),
            club=typed.club,
            place=typed.place,
            settings={**planforms.raw(HEAD, cells), **_unasked(event)},
            plans=_plans_sent(request, desk),
            by=desk.by,
        )
    except Unreadable as unreadable:
        form = planforms.form(HEAD, cells=cells, problems=unreadable.problems)
        mended = _head_offers(desk, cells, unreadable)
        return _head_page(request, desk, typed, form, sentences(unreadable), mended)
    messages.success(request, gettext("Saved."))
    return redirect("desk-settings", pk=event.pk)


def _unasked(event: Event) -> dict[str, object]:
    """What is not asked here, as it is: on a laptop nobody searches, and a price list says the fees."""
    unasked = {"indexed": event.settings.get("indexed", False)} if django.PROFILE.club else {}
    return unasked | ({"fee": event.settings.get("fee", 0)} if has_price_list(event) else {})


def _plans_sent(request: HttpRequest, desk: Desk) -> dict[int, StagePlan]:
    """The stages that were to be switched along; raises Unreadable."""
    fields = planforms.asked(StagePlan)
    switched = mending.chosen(request.POST)
    return {
        number: stage_plan({**dumped(draft.plan), **planforms.raw(fields, switched[f"plan{number}"])})
        for number, draft in enumerate(changing.drafts_of(desk.event), start=1)
        if f"plan{number}" in switched
    }


def _head_offers(desk: Desk, cells: Mapping[str, str], unreadable: Unreadable) -> list[Offer]:
    """What would have to be switched in the stages; nothing where one of them cannot be mended."""
    if not mending.is_misfit(problem.code for problem in unreadable.problems):
        return []
    event, game = desk.event, desk.event.game_value()
    settings = event_settings(planforms.raw(HEAD, cells))
    mended: dict[int, Remedy] = {}
    for number, draft in enumerate(changing.drafts_of(event), start=1):
        here = rules_under(game, changing.rules_of(event), draft.rules)
        if stage_problems(game, here, settings, draft.plan):
            ways = remedies(game, here, settings, draft.plan, parts=("plan",))
            if not ways:
                return []
            mended[number] = ways[0]
    links = {f"plan{number}": reverse("desk-stage", args=(event.pk, number)) for number in mended}
    return mending.offers_for_stages(mended, links)


def _head_page(
    request: HttpRequest,
    desk: Desk,
    typed: planforms.EventHeading,
    form: questions.Form,
    problems: list[str] | None = None,
    offers: list[Offer] | None = None,
) -> HttpResponse:
    currency = currency_of(desk.event)
    most = max(desk.event.game_value().seats) // 2
    groups = [
        planforms.fee_as_typed(group, currency) if group.name == planforms.FEE else group
        for group in form.groups
        if (group.name != "entrant" or most > 1)
        and (group.name != "indexed" or not django.PROFILE.club)
        and (group.name != planforms.FEE or not has_price_list(desk.event))
    ]
    context = {
        "head": typed,
        "groups": groups,
        "problems": problems or [],
        "offers": offers or [],
        "entries": desk.event.entrants.count(),
    }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/head.html", context, here="settings", status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def rules(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The rules of the game: a rule set and its switches."""
    event = desk.event
    game = event.game_value()
    if request.method == "POST":
        data = mending.with_remedy(request.POST)
        try:
            chosen = planforms.chosen_rules(game, data, event.whose)
            changing.change_rules(
                event=event,
                preset=chosen.preset,
                rules=chosen.rules,
                rules_name=chosen.name,
                reason=request.POST.get("reason", ""),
                by=desk.by,
            )
        except Unreadable as unreadable:
            key = request.POST.get("preset", "")
            form = rules_form(
                game, game.presets[0].key, cells=rule_cells(request.POST), problems=unreadable.problems
            )
            offers = _rules_offers(desk, data, unreadable)
            return _rules_page(request, desk, key, form, sentences(unreadable), offers)
        messages.success(request, gettext("Saved."))
        return redirect("desk-settings", pk=event.pk)
    every = rulesets.choices(game, event.whose)
    asked = next((choice for choice in every if choice.key == request.GET.get("preset")), None)
    if asked is not None:
        return _rules_page(request, desk, asked.key, rules_form(game, asked.preset, rules=asked.rules))
    now = changing.rules_of(event)
    return _rules_page(
        request, desk, eventplan.rule_set_key(event, now), rules_form(game, event.preset, rules=now)
    )


def _rules_offers(desk: Desk, data: Mapping[str, Any], unreadable: Unreadable) -> list[Offer]:
    """What else would have to be switched in the rules so that all stages can still be played."""
    if not mending.is_misfit(problem.code for problem in unreadable.problems):
        return []
    event, game = desk.event, desk.event.game_value()
    settings, drafts = eventplan.settings_of(event), changing.drafts_of(event)

    def wrong(rules: Any, settings: EventSettings, plan: StagePlan) -> list[Problem]:
        return [
            problem
            for draft in drafts
            for problem in stage_problems(game, rules_under(game, rules, draft.rules), settings, draft.plan)
        ]

    try:
        rules = planforms.chosen_rules(game, data, event.whose).rules
        hands = max((draft.plan.hands for draft in drafts), default=0)
        ways = remedies(game, rules, settings, StagePlan(hands=hands), parts=("rules",), misfit=wrong)
    except Unreadable:
        return []
    return mending.offers(ways, {})


def _rules_page(
    request: HttpRequest,
    desk: Desk,
    key: str,
    form: questions.Form,
    problems: list[str] | None = None,
    offers: list[Offer] | None = None,
) -> HttpResponse:
    game = desk.event.game_value()
    context = {
        "rules_game": speak(game.name),
        "preset": key,
        "choices": rulesets.choices(game, desk.event.whose),
        "rules": form,
        "line": rulebook.rules_line(
            game, desk.event.preset, changing.rules_of(desk.event), desk.event.rules_name
        ),
        "started": changing.started(desk.event),
        "reason": request.POST.get("reason", ""),
        "problems": problems or [],
        "offers": offers or [],
        "address": reverse("desk-rules", args=(desk.event.pk,)),
    }
    part = getattr(request, "htmx", False) and request.GET.get("part") == "rules"
    template = "desk/_rules.html" if part else "desk/rules.html"
    return page(request, desk, template, context, here="settings", status=REFUSED if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def ranking(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Criteria in their order, and all that belongs to a ranking."""
    event = desk.event
    if request.method != "POST":
        usual = next(
            (ranking_style for ranking_style in STYLES if ranking_style.key == request.GET.get("style")), None
        )
        now = usual.rules if usual else answers(RankingRules, event.ranking)
        form = planforms.form(planforms.RANKING, now)
        keys = [criterion.value for criterion in now.criteria]
        return _ranking_page(request, desk, keys, form, unsaved=usual is not None)
    keys = request.POST.getlist(CRITERIA)
    cells = planforms.cells_of(planforms.RANKING, request.POST)
    order = rearranged(keys, request.POST)
    if order is not None:
        return _ranking_page(
            request, desk, order, planforms.form(planforms.RANKING, cells=cells), unsaved=True
        )
    wanted: Mapping[str, Any] = {
        **planforms.raw(planforms.RANKING, cells),
        CRITERIA: keys,
    }
    try:
        changing.change_ranking(
            event=event, ranking=wanted, reason=request.POST.get("reason", ""), by=desk.by
        )
    except Unreadable as unreadable:
        form = planforms.form(planforms.RANKING, cells=cells, problems=unreadable.problems)
        return _ranking_page(request, desk, keys, form, problems=sentences(unreadable))
    messages.success(request, gettext("Saved."))
    return redirect("desk-settings", pk=event.pk)


def _ranking_page(
    request: HttpRequest,
    desk: Desk,
    keys: list[str],
    form: questions.Form,
    *,
    unsaved: bool = False,
    problems: list[str] | None = None,
) -> HttpResponse:
    matched = any(draft.plan.matched for draft in changing.drafts_of(desk.event))
    touched = request.POST.get("add", request.POST.get("remove", ""))
    context = {
        "criteria": criteria_form(keys, matched=matched, touched=touched),
        "form": form,
        "unsaved": unsaved,
        "styles": STYLES,
        "started": changing.started(desk.event),
        "reason": request.POST.get("reason", ""),
        "problems": problems or [],
    }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/ranking.html", context, here="settings", status=status)
