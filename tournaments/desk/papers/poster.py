"""What is played and how it is ranked, in words, to be hung up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext, ngettext

from scoring.game import Game
from tournaments.cash.plan import plan_of_event
from tournaments.cash.words import price_lines
from tournaments.desk.papers.order import Order
from tournaments.engines.plans.declared import BRACKETS, TABLES_OF_MANY, Format, StagePlan
from tournaments.engines.standings import criteria_of
from tournaments.events.ground.stages import settings_of
from tournaments.events.plan.changing import rules_of
from tournaments.events.plan.judging import rules_under
from tournaments.events.results.ranking import lot_seed
from tournaments.events.words.plans import entrants_word, stage_name, switches_line
from tournaments.models import Stage
from tournaments.paper.event import CriterionLine, Document, EventCard
from tournaments.speech.rulebook import Switch, switches
from tournaments.speech.wording import speak

Fact = tuple[str, str]


def event_card(order: Order) -> list[Document]:
    """One page for the wall."""
    event = order.event
    game = event.game_value()
    rules = order.hall.competition.rules
    planned = all(plan.hands for plan in order.hall.plans.values())
    return [
        EventCard(
            event=order.head,
            game=speak(game.name),
            facts=tuple(_facts(order)),
            criteria=tuple(
                CriterionLine(
                    name=gettext(criterion.name),
                    explained=gettext(criterion.explain) if criterion.explain else "",
                )
                for criterion in criteria_of(rules)
            ),
            lots=gettext(
                "Lots are drawn by the program. Their number {seed} is fixed beforehand, so that anybody can "
                "check them."
            ).format(seed=lot_seed(event)),
            rules_name=event.rules_name,
            rules=tuple(
                _rule(switch)
                for switch in switches(game, rules_of(event))
                if (switch.changed or switch.important)
                and not (planned and _is_length(game, rules_of(event), switch.key))
            ),
        )
    ]


def _is_length(game: Game[Any, Any], rules: Any, key: str) -> bool:
    """Does this switch say how many hands a sheet has? Where the plan does, it is not said twice."""
    value = getattr(rules, key)
    return type(value) is int and game.length(replace(rules, **{key: value + 1})) != game.length(rules)


def _rule(switch: Switch) -> str:
    return f"{switch.label}: {switch.value}"


def _facts(order: Order) -> Iterator[Fact]:
    settings, event = settings_of(order.event), order.event
    game = event.game_value()
    stages = list(Stage.objects.filter(event=event).order_by("number"))
    yield gettext("Who plays"), entrants_word(settings.entrant)
    before: StagePlan | None = None
    for stage in stages:
        plan = order.hall.plans[stage.number]
        label = (
            gettext("Format") if len(stages) == 1 else gettext("Stage {number}").format(number=stage.number)
        )
        yield label, stage_name(plan, stage.name)
        yield "", " ".join(_stage_sentences(plan, before, named=bool(stage.name)))
        if stage.rules:
            yield "", switches_line(game, rules_under(game, rules_of(event), stage.rules), stage.rules)
        before = plan
    if settings.minutes:
        text = ngettext("{count} minute per round", "{count} minutes per round", settings.minutes)
        yield gettext("Time"), text.format(count=settings.minutes)
    prices = price_lines(plan_of_event(event))
    for name, price in prices:
        yield (gettext("Fee") if len(prices) == 1 else name), price
    yield gettext("Standings"), gettext(settings.standings.label)
    yield "", gettext(settings.standings.help)


def _stage_sentences(plan: StagePlan, before: StagePlan | None, *, named: bool) -> Iterator[str]:
    """A stage in sentences."""
    if named:
        yield gettext("{format}:").format(format=gettext(plan.format.label))
    yield gettext(plan.format.help)
    if plan.takes:
        if before is not None and before.format is Format.GROUPS:
            text = ngettext(
                "The best of each group goes on.", "The best {count} of each group go on.", plan.takes
            )
        else:
            text = ngettext(
                "The best of the stage before goes on.",
                "The best {count} of the stage before go on.",
                plan.takes,
            )
        yield text.format(count=plan.takes)
    if plan.fresh:
        yield gettext("Points start anew.")
    if plan.format is Format.GROUPS:
        yield ngettext("{count} group.", "{count} groups.", plan.groups).format(count=plan.groups)
    if plan.format in (Format.TABLES, Format.STANDING, Format.PARTNERS, Format.SWISS):
        yield ngettext("{count} round.", "{count} rounds.", plan.rounds).format(count=plan.rounds)
    if plan.hands:
        text = ngettext("{count} hand in each round.", "{count} hands in each round.", plan.hands)
        yield text.format(count=plan.hands)
    elif plan.format not in BRACKETS:
        yield gettext("A round lasts until the game is decided.")
    if plan.format in TABLES_OF_MANY:
        yield gettext("People at a table: {count}.").format(count=plan.size)
        yield gettext(plan.rest.help)
    if plan.format is Format.STANDING:
        yield gettext(plan.power.help)
    if plan.twice and plan.format in (Format.ROUND_ROBIN, Format.GROUPS):
        yield gettext("With return matches.")
    if plan.format is Format.KNOCKOUT and plan.third_place:
        yield gettext("The losers of the semi-finals play for third place.")
    if plan.clubs_apart:
        yield gettext("People of one club do not meet early if possible.")
