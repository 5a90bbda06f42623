"""Plans: what an event is made of. Pure declarations; forms, files and the draw all read these.

plan = stage_plan({"format": "tables", "rounds": 2, "hands": 24})
plan.sizes()
"""

from __future__ import annotations

from tournaments.engines.plans.answers import dumped, event_settings, stage_plan
from tournaments.engines.plans.declared import Confirming, EventSettings, Format, Leftover, Power, StagePlan

__all__ = [
    "Confirming",
    "EventSettings",
    "Format",
    "Leftover",
    "Power",
    "StagePlan",
    "dumped",
    "event_settings",
    "stage_plan",
]
