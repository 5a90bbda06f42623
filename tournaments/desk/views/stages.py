"""The stages of an event: one form for a new one, a changed one, and one that replaces the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replace_
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring import Problem, Unreadable
from tournaments.access.desk import Desk, at_desk
from tournaments.access.roles import Action
from tournaments.desk import forms as planforms
from tournaments.desk.views.shared import REFUSED, page, sentences
from tournaments.engines.plans import EventSettings, Format, StagePlan, dumped, event_settings, stage_plan
from tournaments.engines.plans.declared import Leftover
from tournaments.engines.plans.fitting import stage_problems, usual_size
from tournaments.engines.plans.presets import blank
from tournaments.engines.plans.remedies import Part, remedies
from tournaments.engines.plans.stages import StageDraft
from tournaments.events.ground.stages import plan_of, settings_of
from tournaments.events.plan import changing, judging, staging
from tournaments.events.words import plans as planwords
from tournaments.models import Stage
from tournaments.table import questions
from tournaments.table import remedies as mending
from tournaments.table.forms import rule_cells, rules_form
from tournaments.table.remedies import Offer
from tournaments.table.rulesets import read_rules

PLAN = planforms.asked(StagePlan)
NEW, CHANGE, REPLACE = "new", "change", "replace"


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def add(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A further stage at the end."""
    if request.method != "POST":
        return _form_page(request, desk, NEW, _like_the_first(desk))
    try:
        staging.add_stage(
            event=desk.event,
            stage=_sent(request, desk),
            settings=_settings_sent(request, desk),
            everywhere="rules" in mending.chosen(request.POST),
            **_why(request, desk),
        )
    except Unreadable as unreadable:
        return _again(request, desk, NEW, unreadable)
    messages.success(request, gettext("The stage is added."))
    return redirect("desk-settings", pk=desk.event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def edit(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Other answers for a stage."""
    stage = _stage(desk, number)
    if request.method != "POST":
        draft = StageDraft(plan=stage_plan(stage.plan), name=stage.name, rules=stage.rules)
        return _form_page(request, desk, CHANGE, draft, stage)
    try:
        staging.change_stage(
            event=desk.event,
            number=number,
            stage=_sent(request, desk),
            settings=_settings_sent(request, desk),
            everywhere="rules" in mending.chosen(request.POST),
            **_why(request, desk),
        )
    except Unreadable as unreadable:
        return _again(request, desk, CHANGE, unreadable, stage)
    messages.success(request, gettext("Saved."))
    return redirect("desk-settings", pk=desk.event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def replace(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Go on differently: the stage ends with the rounds it has, another one follows."""
    stage = _stage(desk, number)
    if request.method != "POST":
        draft = StageDraft(plan=stage_plan(stage.plan), rules=stage.rules)
        return _form_page(request, desk, REPLACE, draft, stage)
    try:
        staging.replace_rest(
            event=desk.event, number=number, stage=_sent(request, desk), **_why(request, desk)
        )
    except Unreadable as unreadable:
        return _again(request, desk, REPLACE, unreadable, stage)
    messages.success(request, gettext("From now on the event goes on differently."))
    return redirect("desk-settings", pk=desk.event.pk)


@require_POST
@at_desk(Action.EDIT_PLAN)
def move(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """One place up or down."""
    try:
        staging.move_stage(
            event=desk.event,
            number=number,
            up=request.POST.get("to") == "up",
            **_why(request, desk),
        )
    except Unreadable as unreadable:
        messages.error(request, " ".join(sentences(unreadable)))
    return redirect("desk-settings", pk=desk.event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT_PLAN)
def remove(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take a stage away that nobody has played."""
    stage = _stage(desk, number)
    stays = staging.not_removable(stage)
    problems = [] if stays is None else sentences(stays)
    if request.method == "POST":
        try:
            staging.remove_stage(event=desk.event, number=number, **_why(request, desk))
        except Unreadable as unreadable:
            problems = sentences(unreadable)
        else:
            messages.success(request, gettext("The stage is removed."))
            return redirect("desk-settings", pk=desk.event.pk)
    context = {
        "stage": stage,
        "line": planwords.line_of(stage),
        "rounds": staging.published_rounds(stage),
        "problems": problems,
        "stays": stays is not None,
        "started": changing.started(desk.event),
        "reason": request.POST.get("reason", ""),
    }
    status = REFUSED if problems and request.method == "POST" else 200
    return page(request, desk, "desk/stage_remove.html", context, here="settings", status=status)


def _stage(desk: Desk, number: int) -> Stage:
    try:
        return staging.find(desk.event, number)
    except Unreadable:
        raise Http404 from None


def _like_the_first(desk: Desk) -> StageDraft:
    """What a new stage begins with: the format of the last one, or what suits the game."""
    last = desk.event.stages.last()
    if last is not None:
        return StageDraft(plan=stage_plan(last.plan))
    _settings, stage, _ranking = blank(desk.event.game_value(), changing.rules_of(desk.event))
    return stage


def _sent(request: HttpRequest, desk: Desk) -> StageDraft:
    """The stage of a form, with what was to be switched for it; raises Unreadable."""
    game, base = desk.event.game_value(), changing.rules_of(desk.event)
    data = mending.with_remedy(request.POST)
    plan = stage_plan(planforms.raw(PLAN, planforms.cells_of(PLAN, data)))
    here = read_rules(game, planforms.switches_sent(game, data, base))
    return StageDraft(plan=plan, name=request.POST.get("name", ""), rules=judging.differing(game, base, here))


def _settings_sent(request: HttpRequest, desk: Desk) -> EventSettings | None:
    """The settings of the event, where something was to be switched in them; raises Unreadable."""
    switched = mending.chosen(request.POST).get("settings")
    if not switched:
        return None
    fields = planforms.asked(EventSettings)
    return event_settings({**dumped(settings_of(desk.event)), **planforms.raw(fields, switched)})


def _offers(request: HttpRequest, desk: Desk, unreadable: Unreadable, stage: Stage | None) -> list[Offer]:
    """What would have to be switched for a stage that was refused."""
    if not mending.is_misfit(problem.code for problem in unreadable.problems):
        return []
    try:
        draft = _sent(request, desk)
    except Unreadable:
        return []
    event, game, base = desk.event, desk.event.game_value(), changing.rules_of(desk.event)
    now = settings_of(event)
    others = [
        draft
        for number, draft in enumerate(changing.drafts_of(event), start=1)
        if stage is None or number != stage.number
    ]

    def wrong(rules: Any, settings: EventSettings, plan: StagePlan) -> list[Problem]:
        problems = stage_problems(game, rules, settings, plan)
        if not problems and settings != now:
            for other in others:
                problems += stage_problems(
                    game, judging.rules_under(game, base, other.rules), settings, other.plan
                )
        return problems

    parts: tuple[Part, ...] = ("rules", "plan") if event.entrants.exists() else ("rules", "settings", "plan")
    here = judging.rules_under(game, base, draft.rules)
    ways = remedies(game, here, now, draft.plan, parts=parts, misfit=wrong)
    return mending.offers(ways, {"settings": reverse("desk-head", args=(event.pk,))})


def _why(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    return {"reason": request.POST.get("reason", ""), "by": desk.by}


def _form_page(
    request: HttpRequest, desk: Desk, what: str, draft: StageDraft, stage: Stage | None = None
) -> HttpResponse:
    game = desk.event.game_value()
    base = changing.rules_of(desk.event)
    rules = rules_form(game, desk.event.preset, rules=judging.rules_under(game, base, draft.rules))
    return _page(request, desk, what, planforms.form(PLAN, draft.plan), rules, draft.name, stage)


def _again(
    request: HttpRequest, desk: Desk, what: str, unreadable: Unreadable, stage: Stage | None = None
) -> HttpResponse:
    """The form as it was sent, with what is wrong, and what would mend it."""
    cells = planforms.cells_of(PLAN, request.POST)
    mended = _offers(request, desk, unreadable, stage)
    form = planforms.form(PLAN, cells=cells, problems=unreadable.problems)
    rules = rules_form(
        desk.event.game_value(),
        desk.event.preset,
        cells=rule_cells(request.POST),
        problems=unreadable.problems,
    )
    name = request.POST.get("name", "")
    return _page(request, desk, what, form, rules, name, stage, problems=sentences(unreadable), offers=mended)


def _asked_about(
    desk: Desk, stage: Stage | None, what: str, form: questions.Form
) -> Sequence[questions.Group]:
    """The questions that arise here: formats this game has, and who goes on only where there is a before."""
    stages = list(desk.event.stages.all())
    place = len(stages) if stage is None else stage.number - (what != REPLACE)
    before = plan_of(stages[place - 1]) if place else None
    asked = []
    for group in form.groups:
        question = group.questions[0]
        if group.name == "format":
            asked.append(_formats_here(desk, group, question))
        elif group.name == "rest":
            asked.append(_rests_here(desk, group, question))
        elif group.name in ("takes", "fresh") and before is None and question.value in ("", "0"):
            continue
        elif group.name == "takes" and before is not None and before.format is Format.GROUPS:
            asked.append(replace_(group, label=gettext("The best of each group")))
        else:
            asked.append(group)
    return asked


def _formats_here(desk: Desk, group: questions.Group, question: questions.Question) -> questions.Group:
    """The formats this game can be played in, be it with other switches, and the one that is chosen."""
    event, game, rules = desk.event, desk.event.game_value(), changing.rules_of(desk.event)
    settings, size = settings_of(event), usual_size(game, rules)
    parts: tuple[Part, ...] = ("rules", "plan") if event.entrants.exists() else ("rules", "settings", "plan")

    def possible(format: Format) -> bool:
        plan = StagePlan(format=format, size=size, rest=Leftover.SIT_OUT)
        fits = not stage_problems(game, rules, settings, plan)
        return fits or bool(remedies(game, rules, settings, plan, parts=parts))

    return _only(group, question, [format.value for format in Format if possible(format)])


def _rests_here(desk: Desk, group: questions.Group, question: questions.Question) -> questions.Group:
    """What can become of those who are left over: tables of another size only where the game has them."""
    event, game, rules = desk.event, desk.event.game_value(), changing.rules_of(desk.event)
    settings = settings_of(event)

    def possible(rest: Leftover) -> bool:
        plans = [StagePlan(size=size, rest=rest) for size in game.seats if 2 <= size <= 10]
        return any(
            not stage_problems(game, rules, settings, plan)
            or remedies(game, rules, settings, plan, parts=("rules",))
            for plan in plans
        )

    return _only(group, question, [rest.value for rest in Leftover if possible(rest)])


def _only(group: questions.Group, question: questions.Question, values: Sequence[str]) -> questions.Group:
    """The question with these choices, and the one that is chosen."""
    choices = tuple(choice for choice in question.choices if choice.chosen or choice.value in values)
    return replace_(group, questions=(replace_(question, choices=choices),))


def _page(
    request: HttpRequest,
    desk: Desk,
    what: str,
    form: questions.Form,
    rules: questions.Form,
    name: str,
    stage: Stage | None,
    *,
    problems: list[str] | None = None,
    offers: list[Offer] | None = None,
) -> HttpResponse:
    context = {
        "what": what,
        "groups": _asked_about(desk, stage, what, form),
        "stage": stage,
        "rounds": staging.published_rounds(stage) if stage else 0,
        "form": form,
        "rules": rules,
        "name": name,
        "own_rules": bool(stage and stage.rules),
        "started": changing.started(desk.event),
        "reason": request.POST.get("reason", ""),
        "problems": problems or [],
        "offers": offers or [],
        "rules_open": any("#label-" in switch.link for offer in offers or [] for switch in offer.switches),
    }
    status = REFUSED if problems else 200
    return page(request, desk, "desk/stage.html", context, here="settings", status=status)
