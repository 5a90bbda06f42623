"""What is decided about an event, as the settings page shows it: in words, with what was changed later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.fields import Field, fields_of
from scoring.game import Game
from tournaments.cash.plan import plan_of_event
from tournaments.cash.words import fee_words
from tournaments.engines.plans import EventSettings, Format, StagePlan
from tournaments.engines.plans.answers import answers
from tournaments.engines.standings import RankingRules
from tournaments.events.ground.stages import plan_of, settings_of
from tournaments.events.plan import changing, shelving, staging
from tournaments.events.plan.judging import rules_under
from tournaments.events.words import plans as planwords
from tournaments.models import EntrantState, Event, Notice, Stage
from tournaments.prizes.plans import prize_plan_of
from tournaments.speech import rulebook
from tournaments.speech.wording import number, speak
from tournaments.table import rulesets

__all__ = ["PlanChange", "PlanView", "StageView", "changes", "plan_view", "rule_set_key", "settings_of"]


@dataclass(frozen=True, slots=True)
class StageView:
    """One stage on the settings page."""

    number: int
    name: str
    line: str
    rules: str  # house rules that differ here
    hints: tuple[str, ...]
    rounds: int  # that are more than a draft
    ended: bool  # early, by the organisers
    first: bool
    last: bool


@dataclass(frozen=True, slots=True)
class PlanView:
    """Everything that is decided."""

    game: str
    entrants: str
    settings: str
    rules: str
    stages: tuple[StageView, ...]
    money: str  # fee and prizes
    ranking: str
    ranking_more: tuple[tuple[str, str], ...]
    started: bool
    empty: bool  # nothing is drawn: it may be deleted


@dataclass(frozen=True, slots=True)
class PlanChange:
    """One line of the log about the settings."""

    at: datetime
    by: str
    what: str
    values: tuple[tuple[str, str, str], ...]  # label, old, new
    reason: str


def plan_view(event: Event) -> PlanView:
    """The whole plan in words."""
    game, rules = event.game_value(), changing.rules_of(event)
    ranking = answers(RankingRules, event.ranking)
    settings, fee = settings_of(event), fee_words(plan_of_event(event))
    stages = list(event.stages.all())
    entrants = event.entrants.exclude(state=EntrantState.NO_SHOW).count()
    return PlanView(
        game=speak(game.name),
        entrants=planwords.entrants_word(settings.entrant),
        settings=planwords.settings_line(settings, fee),
        rules=rulebook.rules_line(game, event.preset, rules, event.rules_name),
        stages=tuple(_stage_view(stage, game, rules, stages, entrants) for stage in stages),
        money=planwords.money_line(fee, len(prize_plan_of(event, ()).prizes)),
        ranking=planwords.ranking_line(ranking),
        ranking_more=tuple(planwords.ranking_switches(ranking)),
        started=changing.started(event),
        empty=shelving.is_empty(event),
    )


def rule_set_key(event: Event, rules: Any) -> str:
    """Which rule set on offer these rules are; where they are none of them, the one they were made from."""
    every = rulesets.choices(event.game_value(), event.whose)
    same = [named_rules.key for named_rules in every if named_rules.rules == rules]
    return event.preset if not same or event.preset in same else same[0]


def _stage_view(
    stage: Stage, game: Game[Any, Any], rules: Any, stages: list[Stage], entrants: int
) -> StageView:
    plan = plan_of(stage)
    place = stages.index(stage)
    before = plan_of(stages[place - 1]) if place else None
    of_groups = before is not None and before.format is Format.GROUPS
    here = rules_under(game, rules, stage.rules)
    return StageView(
        number=stage.number,
        name=planwords.stage_name(plan, stage.name),
        line=planwords.stage_line(plan, named=bool(stage.name), of_groups=of_groups),
        rules=planwords.switches_line(game, here, stage.rules),
        hints=tuple(planwords.stage_hints(plan, before, entrants)),
        rounds=staging.published_rounds(stage),
        ended=stage.ends_after is not None,
        first=stage is stages[0],
        last=stage is stages[-1],
    )


# --- what was changed, and why ------------------------------

WHAT: dict[str, str] = {
    changing.HEAD: gettext_noop("Name, date and venue"),
    changing.RULES: gettext_noop("Rules of the game"),
    changing.RANKING: gettext_noop("Ranking"),
    staging.ADDED: gettext_noop("Stage added"),
    staging.CHANGED: gettext_noop("Stage changed"),
    staging.REMOVED: gettext_noop("Stage removed"),
    staging.MOVED: gettext_noop("Stage moved"),
    staging.CUT: gettext_noop("Went on differently"),
    shelving.REOPENED: gettext_noop("Opened again"),
}


def changes(event: Event) -> list[PlanChange]:
    """Changes of the settings that had a reason, the latest first."""
    notices = Notice.objects.filter(event=event, what__in=WHAT).exclude(reason="").order_by("-at", "-pk")
    fields = _all_fields(event)
    return [_change(notice, fields) for notice in notices]


def _change(notice: Notice, fields: Mapping[str, Field]) -> PlanChange:
    old, new = notice.data.get("old") or {}, notice.data.get("new") or {}
    both = isinstance(old, dict) and isinstance(new, dict) and "old" in notice.data and "new" in notice.data
    names = [name for name in {**old, **new} if name in fields] if both else []
    values = tuple(
        (
            speak(fields[name].ask.label),
            _word(fields[name], old.get(name)),
            _word(fields[name], new.get(name)),
        )
        for name in names
    )
    what = _(WHAT[notice.what])
    if "stage" in notice.data:
        what = f"{what} ({notice.data['stage']})"
    return PlanChange(notice.at, notice.by, what, values, notice.reason)


def _all_fields(event: Event) -> dict[str, Field]:
    declared = (event.game_value().rules, EventSettings, RankingRules, StagePlan)
    return {field.name: field for record in declared for field in fields_of(record)}


def _word(field: Field, raw: Any) -> str:
    """A raw answer as people say it."""
    options = {str(option): option for option in field.shape.options}
    inner = field.shape.item.options if field.shape.item else ()
    options |= {str(option): option for option in inner}
    match raw:
        case None:
            return "–"
        case bool():
            return _("yes") if raw else _("no")
        case int():
            return number(raw)
        case str():
            return speak(options[raw].label) if raw in options else raw
        case list():
            return " → ".join(_word(field, item) for item in raw)
        case _:
            return str(raw)
