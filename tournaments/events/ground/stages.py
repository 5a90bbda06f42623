"""Of which event something is, which stage is on, how far it is, and who takes part."""

from __future__ import annotations

from tournaments.engines.plans import EventSettings, Format, StagePlan, event_settings, stage_plan
from tournaments.engines.plans.declared import PARTNERED
from tournaments.models import Entrant, Event, Round, RoundState, Sitting, Stage


def plan_of(stage: Stage) -> StagePlan:
    """What this stage is, read once."""
    cached: StagePlan | None = stage.__dict__.get("_plan")
    if cached is None:
        cached = stage.__dict__["_plan"] = stage_plan(stage.plan)
    return cached


def settings_of(event: Event) -> EventSettings:
    """What holds for the whole event, read once."""
    cached: EventSettings | None = event.__dict__.get("_settings")
    if cached is None:
        cached = event.__dict__["_settings"] = event_settings(event.settings)
    return cached


def team_of(entrant: Entrant) -> str:
    """The team an entrant's points are added to: its own, or the club where the event says so."""
    if entrant.team or not entrant.club:
        return entrant.team
    settings = settings_of(entrant.event)
    return entrant.club if settings.club_teams and settings.entrant == 1 else ""


def sizes_of(stage: Stage) -> tuple[int, ...]:
    """How many entrants sit at one table, preferred first: people, pairs or teams."""
    plan = plan_of(stage)
    if plan.matched:
        return (2,)
    if plan.format in PARTNERED:
        return (4,)
    heads = settings_of(stage.event).entrant
    playable = stage.event.game_value().seats
    return tuple(size // heads for size in plan.sizes() if size in playable and size % heads == 0)


def stage_before(stage: Stage) -> Stage | None:
    """The stage that is played before this one."""
    return Stage.objects.filter(event=stage.event_id, number__lt=stage.number).order_by("-number").first()


def after_groups(stage: Stage) -> bool:
    """Do the best of each group of the stage before go on into this one?"""
    before = stage_before(stage)
    return before is not None and plan_of(before).format == Format.GROUPS


def rounds_of(stage: Stage) -> list[Round]:
    """The rounds of this stage, drafts too."""
    return list(Round.objects.filter(stage=stage).order_by("number"))


def settled_rounds(stage: Stage) -> list[Round]:
    """The rounds of this stage that are more than a draft."""
    return [round_ for round_ in rounds_of(stage) if round_.state != RoundState.DRAWN]


def running_round(event: Event) -> Round | None:
    """The round that is on: open, or published and waiting to be opened."""
    on = (RoundState.PUBLISHED, RoundState.OPEN)
    return Round.objects.filter(event=event, state__in=on).order_by("number").first()


def event_of(sitting: Sitting) -> Event:
    """The event a table belongs to; raises LookupError for a quick evening."""
    if sitting.event is None:
        raise LookupError("a quick evening has no organisers")
    return sitting.event
