"""The final list of an event, from the database. One for every page, paper and file."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engines.plans import Format
from tournaments.engines.results.competing import SeatedRound
from tournaments.engines.results.finals import FinalLayout, layout_from, places, teams
from tournaments.events.ground.stages import plan_of, settled_rounds
from tournaments.events.results.played import entrant_row, round_rows, stage_row
from tournaments.events.results.ranking import lot_seed
from tournaments.events.results.rulings_in_force import decisions_of, rulings_in_force
from tournaments.models import Event, Ruling

__all__ = ["FinalLayout", "layout_of", "places", "teams"]


def layout_of(event: Event, rulings: Sequence[Ruling] | None = None) -> FinalLayout:
    """The stages of an event and what was drawn for them; `rulings` instead of those in force."""
    stages = list(event.stages.all())
    cups = [stage for stage in stages if plan_of(stage).bracket]
    grouped = any(plan_of(stage).format == Format.GROUPS for stage in stages)
    rounds: list[SeatedRound] = []
    for cup in cups:
        rounds += round_rows(settled_rounds(cup), [cup])
    decisions = decisions_of(rulings_in_force(event) if rulings is None else rulings) if cups else []
    return layout_from(
        [stage_row(stage) for stage in stages],
        rounds,
        [entrant_row(entrant) for entrant in event.entrants.all()] if cups or grouped else [],
        decisions,
        lot_seed(event),
    )
