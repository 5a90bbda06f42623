"""Plans in words: a stage, a ranking and the settings of an event, each in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.fields import fields_of
from scoring.game import Game
from tournaments.engines.plans.declared import (
    ROUNDS_COUNTED,
    TABLES_OF_MANY,
    EventSettings,
    Format,
    Leftover,
    StagePlan,
)
from tournaments.engines.plans.fitting import uneven_deals
from tournaments.engines.standings import RankingRules
from tournaments.events.ground.stages import after_groups, plan_of
from tournaments.models import Stage
from tournaments.speech.rulebook import value_word
from tournaments.speech.wording import speak

BETWEEN = " · "
RESTS = {
    Leftover.SMALLER: gettext_noop("some tables smaller"),
    Leftover.LARGER: gettext_noop("some tables larger"),
    Leftover.EITHER: gettext_noop("some tables smaller or larger"),
    Leftover.SIT_OUT: gettext_noop("the rest sits out"),
}


def stage_name(plan: StagePlan, name: str = "") -> str:
    """What a stage is called; without a name of its own after its format."""
    return name or _(plan.format.label)


def stage_line(plan: StagePlan, *, named: bool = False, of_groups: bool = False) -> str:
    """A stage: `Tables by lot · 2 rounds · 24 hands · tables of 4`; `named`: its format comes first.

    `of_groups`: the stage before is played in groups, so the best are those of each group.
    """
    parts = [_(plan.format.label)] if named else []
    if plan.format is Format.GROUPS:
        parts.append(ngettext("{count} group", "{count} groups", plan.groups).format(count=plan.groups))
    if any(plan.format in when.among for when in ROUNDS_COUNTED):
        parts.append(ngettext("{count} round", "{count} rounds", plan.rounds).format(count=plan.rounds))
    if plan.hands:
        parts.append(ngettext("{count} hand", "{count} hands", plan.hands).format(count=plan.hands))
    if plan.format in TABLES_OF_MANY:
        parts.append(_("tables of {count}").format(count=plan.size))
    if plan.format in (Format.TABLES, Format.STANDING):
        parts.append(_(RESTS[plan.rest]))
    if plan.format in (Format.STANDING, Format.PARTNERS_STANDING):
        parts.append(_(plan.power.label))
    if plan.at_once and plan.format is Format.TABLES:
        parts.append(_("all rounds at once"))
    if plan.twice and plan.format in (Format.ROUND_ROBIN, Format.GROUPS):
        parts.append(_("with return matches"))
    if plan.takes:
        parts.append(best_line(plan.takes, of_groups=of_groups))
    if plan.fresh:
        parts.append(_("points start anew"))
    if plan.clubs_apart:
        parts.append(_("clubs apart"))
    return BETWEEN.join(parts)


def line_of(stage: Stage) -> str:
    """A stored stage in one line, its format first."""
    plan = plan_of(stage)
    return stage_line(plan, named=True, of_groups=bool(plan.takes) and after_groups(stage))


def best_line(count: int, *, of_groups: bool) -> str:
    """Who goes on into a stage."""
    if of_groups:
        text = ngettext("the best of each group", "the best {count} of each group", count)
    else:
        text = ngettext("the best of the stage before", "the best {count} of the stage before", count)
    return text.format(count=count)


def stage_hints(plan: StagePlan, before: StagePlan | None = None, entrants: int = 0) -> list[str]:
    """What an organiser should know about a stage that can be played all the same.

    `before` is the stage before it, `entrants` how many take part in the event.
    """
    hints = []
    if uneven_deals(plan):
        hints.append(_("With this many hands not everybody deals equally often."))
    if before is not None and everybody_goes_on(plan, before, entrants):
        hints.append(_("Everybody goes on into this stage; nobody is left behind."))
    return hints


def everybody_goes_on(plan: StagePlan, before: StagePlan, entrants: int) -> bool:
    """Does a stage that is there to choose take everybody? A bracket does so if no number is said."""
    if not plan.takes:
        return plan.bracket
    if before.format is Format.GROUPS:
        return 0 < entrants <= plan.takes * before.groups
    return 0 < entrants <= plan.takes


def switches_line(game: Game[Any, Any], rules: Any, names: Mapping[str, Any]) -> str:
    """The house rules that differ in a stage: `Chicos to win: 1`."""
    return BETWEEN.join(
        f"{speak(field.ask.label)}: {value_word(field, getattr(rules, field.name))}"
        for field in fields_of(game.rules)
        if field.name in names
    )


def ranking_line(ranking: RankingRules) -> str:
    """Who is ahead: `Points → Best round → Lot`."""
    return " → ".join(_(criterion.label) for criterion in ranking.criteria)


def ranking_switches(ranking: RankingRules) -> list[tuple[str, str]]:
    """Everything else about a ranking that is not as usual, as label and value."""
    usual = RankingRules()
    return [
        (speak(field.ask.label), value_word(field, getattr(ranking, field.name)))
        for field in fields_of(RankingRules)
        if field.name != "criteria" and getattr(ranking, field.name) != getattr(usual, field.name)
    ]


def settings_line(settings: EventSettings, fee: str = "") -> str:
    """What holds for the whole event: `everybody alone · fee 12.00 € · 120 minutes per round`."""
    parts = [entrants_word(settings.entrant)]
    if fee:
        parts.append(_("fee {amount}").format(amount=fee))
    if settings.minutes:
        parts.append(_("{count} min per round").format(count=settings.minutes))
    shown = _(settings.standings.label)
    parts.append(_("standings for everybody: {shown}").format(shown=shown[:1].lower() + shown[1:]))
    return BETWEEN.join(parts)


def money_line(fee: str, prizes: int) -> str:
    """What is paid and how much there is to win: `fee 12.00 € · 5 prizes`."""
    paid = _("fee {amount}").format(amount=fee) if fee else _("no fee")
    won = ngettext("{count} prize", "{count} prizes", prizes).format(count=prizes)
    return BETWEEN.join((paid, won if prizes else _("no prizes yet")))


def entrants_word(count: int) -> str:
    """Who enters: single people, pairs, teams."""
    if count == 1:
        return _("individuals")
    if count == 2:
        return _("fixed pairs")
    return _("teams of {count}").format(count=count)
