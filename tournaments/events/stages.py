"""Stages: which one is on, how far it is, and who takes part."""

from __future__ import annotations

from tournaments.models import Event, Round, RoundState, Stage
from tournaments.plans import EventSettings, StagePlan, event_settings, stage_plan


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


def rounds_of(stage: Stage) -> list[Round]:
    """The rounds of this stage, drafts too."""
    return list(Round.objects.filter(stage=stage).order_by("number"))


def running_round(event: Event) -> Round | None:
    """The round that is on: open, or published and waiting to be opened."""
    on = (RoundState.PUBLISHED, RoundState.OPEN)
    return Round.objects.filter(event=event, state__in=on).order_by("number").first()
