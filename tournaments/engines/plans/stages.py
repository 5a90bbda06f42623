"""What a stage will be: its plan, its name, and the switches of the game that differ from the event's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.engines.plans.declared import StagePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDraft:
    """A stage before it is stored. Without a name it is called after its format, in every language."""

    plan: StagePlan = field(default_factory=StagePlan)
    name: str = ""
    rules: Mapping[str, Any] = field(default_factory=dict)  # raw answers, only what differs
