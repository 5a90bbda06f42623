"""New events: choose a kind, say when and where, done. Everything else is changed in the settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring import GAMES, Game, Unreadable
from tournaments.access import allowances
from tournaments.access.desk import Actor, at_any_desk
from tournaments.access.requests import known_game
from tournaments.access.roles import Action
from tournaments.desk import forms as planforms
from tournaments.desk.lists import visible
from tournaments.desk.views.shared import REFUSED, sentences
from tournaments.engines.plans import Format
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.declared import ListedFrom
from tournaments.engines.plans.presets import PRESETS, EventPreset, blank, preset_for
from tournaments.engines.standings import RankingRules
from tournaments.events.ground.stages import settings_of
from tournaments.events.plan import creating
from tournaments.events.plan.changing import drafts_of, rules_of
from tournaments.events.plan.judging import rules_under
from tournaments.events.words import plans as planwords
from tournaments.hall.listing import EventRow, unfinished_now
from tournaments.models import Event
from tournaments.speech.wording import speak
from tournaments.table import rulesets

RECENT = 6  # earlier events on offer at once


@require_safe
@at_any_desk(Action.CREATE_EVENT)
def choose(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What kind of event, or like which earlier one."""
    earlier = visible(actor).filter(archived_at=None).order_by("-day", "-pk")
    context = {
        "kinds": PRESETS,
        "games": GAMES,
        "earlier": earlier[: None if "all" in request.GET else RECENT],
        "more": "all" not in request.GET and earlier.count() > RECENT,
    }
    return render(request, "desk/new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.CREATE_EVENT)
def from_preset(request: HttpRequest, actor: Actor, kind: str) -> HttpResponse:
    """An event of a kind that clubs hold."""
    preset = preset_for(kind)
    if preset is None:
        raise Http404
    game = known_game(preset.game)
    about = {"kind": preset, "summary": _summary_of(preset, game)}
    if request.method != "POST":
        return _form(request, actor, game, _usual_head(actor, gettext(preset.name).partition(":")[0]), about)
    head = planforms.EventHeading.sent(request.POST)
    try:
        allowances.refuse_full(actor.tenant, events=1)
        event = creating.event_from_preset(
            preset_key=kind,
            title=head.title,
            day=head.date(),
            club=head.club,
            place=head.place,
            listed=_listed(request),
            by=actor.name,
            tenant=actor.tenant,
        )
    except Unreadable as unreadable:
        return _form(request, actor, game, head, about, sentences(unreadable))
    return redirect("desk-event", pk=event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.CREATE_EVENT)
def from_nothing(request: HttpRequest, actor: Actor, key: str) -> HttpResponse:
    """An event of any game, with one stage to begin with."""
    game = known_game(key)
    about = {"rule_sets": rulesets.choices(game, actor.tenant), "chosen": request.POST.get("preset", "")}
    if request.method != "POST":
        return _form(request, actor, game, _usual_head(actor, speak(game.name)), about)
    head = planforms.EventHeading.sent(request.POST)
    named = rulesets.find(game, request.POST.get("preset"), actor.tenant)
    settings, stage, ranking = blank(game, named.rules)
    try:
        allowances.refuse_full(actor.tenant, events=1)
        event = creating.create_event(
            title=head.title,
            day=head.date(),
            club=head.club,
            place=head.place,
            game=game.key,
            preset=named.preset,
            rules=named.rules,
            rules_name=named.name if named.saved else "",
            settings=replace(settings, listed=_listed(request)),
            stages=[stage],
            ranking=ranking,
            by=actor.name,
            tenant=actor.tenant,
        )
    except Unreadable as unreadable:
        return _form(request, actor, game, head, about, sentences(unreadable))
    return redirect("desk-settings", pk=event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@at_any_desk(Action.CREATE_EVENT)
def like(request: HttpRequest, actor: Actor, other: int) -> HttpResponse:
    """An event with the settings of an earlier one, with or without its people."""
    earlier = get_object_or_404(visible(actor), pk=other)
    about = {
        "earlier": earlier,
        # Those of another club's event stay in its register.
        "people": earlier.entrants.count() if earlier.whose == actor.tenant else 0,
        "bring": request.POST.get("people") == "1",
        "summary": _summary_like(earlier),
    }
    game = known_game(earlier.game)
    if request.method != "POST":
        head = replace(_usual_head(actor, earlier.title), club=earlier.club, place=earlier.place)
        return _form(request, actor, game, head, about)
    head = planforms.EventHeading.sent(request.POST)
    try:
        allowances.refuse_full(actor.tenant, events=1)
        event = creating.event_like(
            event=earlier,
            title=head.title,
            day=head.date(),
            club=head.club,
            place=head.place,
            people=request.POST.get("people") == "1",
            listed=_listed(request),
            by=actor.name,
            tenant=actor.tenant,
        )
    except Unreadable as unreadable:
        return _form(request, actor, game, head, about, sentences(unreadable))
    return redirect("desk-event", pk=event.pk)


def _listed(request: HttpRequest) -> ListedFrom:
    """When the new event appears on the first page; asked only while another one is not finished."""
    return ListedFrom.SEATS if request.POST.get("listed") == ListedFrom.SEATS.value else ListedFrom.AT_ONCE


def _usual_head(actor: Actor, title: str) -> planforms.EventHeading:
    """Today, where the last event was."""
    last = Event.objects.filter(tenant=actor.tenant).order_by("-pk").first()
    return planforms.EventHeading(
        title=title,
        day=timezone.localdate().isoformat(),
        club=last.club if last else "",
        place=last.place if last else "",
    )


def _form(
    request: HttpRequest,
    actor: Actor,
    game: Game[Any, Any],
    head: planforms.EventHeading,
    about: dict[str, Any],
    problems: list[str] | None = None,
) -> HttpResponse:
    unfinished = _of_the_club(actor, unfinished_now())
    context = {
        "game": game,
        "head": head,
        "problems": problems or [],
        "unfinished": unfinished,
        "listed": request.POST.get(
            "listed", ListedFrom.SEATS.value if unfinished else ListedFrom.AT_ONCE.value
        ),
        **about,
    }
    return render(request, "desk/create.html", context, status=REFUSED if problems else 200)


def _of_the_club(actor: Actor, rows: Sequence[EventRow]) -> list[EventRow]:
    """Those of the actor's club."""
    if not rows:
        return []
    of_club = Event.objects.filter(tenant=actor.tenant, pk__in=[row.pk for row in rows])
    numbers = set(of_club.values_list("pk", flat=True))
    return [row for row in rows if row.pk in numbers]


def _summary_of(preset: EventPreset, game: Game[Any, Any]) -> list[tuple[str, str]]:
    """What is already decided, as label and words."""
    named = game.preset(preset.rules)
    rules = rules_under(game, named.rules, preset.switches)
    return _summary(game, speak(named.name), rules, preset.settings, preset.stages, preset.ranking)


def _summary_like(event: Event) -> list[tuple[str, str]]:
    game = event.game_value()
    rules = rules_of(event)
    named = event.rules_name or speak(game.preset(event.preset).name)
    ranking = answers(RankingRules, event.ranking)
    return _summary(game, named, rules, settings_of(event), drafts_of(event), ranking)


def _summary(
    game: Game[Any, Any], rule_set: str, rules: Any, settings: Any, stages: Any, ranking: Any
) -> list[tuple[str, str]]:
    game_and_rules = planwords.BETWEEN.join((speak(game.name), rule_set))
    rows = [
        (gettext("Rules"), game_and_rules),
        (gettext("Entrants"), planwords.entrants_word(settings.entrant)),
    ]
    for number, stage in enumerate(stages, start=1):
        of_groups = number > 1 and stages[number - 2].plan.format is Format.GROUPS
        line = planwords.stage_line(stage.plan, named=True, of_groups=of_groups)
        if stage.rules:
            here = rules_under(game, rules, stage.rules)
            line += planwords.BETWEEN + planwords.switches_line(game, here, stage.rules)
        rows.append((gettext("Stage {number}").format(number=number), line))
    return [*rows, (gettext("Who is ahead"), planwords.ranking_line(ranking))]
