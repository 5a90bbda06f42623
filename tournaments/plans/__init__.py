"""Plans: what an event is made of. Pure declarations; forms, files and the draw all read these.

plan = stage_plan({"format": "tables", "rounds": 2, "hands": 24})
plan.sizes()
"""

from __future__ import annotations

from tournaments.plans.declared import EventSettings, Format, Power, Rest, StagePlan
from tournaments.plans.reading import dumped, event_settings, stage_plan

__all__ = [
    "EventSettings",
    "Format",
    "Power",
    "Rest",
    "StagePlan",
    "dumped",
    "event_settings",
    "stage_plan",
]
