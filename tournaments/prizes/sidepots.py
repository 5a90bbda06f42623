"""Money beside the pot of an event: of its series, of teams or pairs, a jackpot. What is paid in for it."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.engines.cashdesk.kinds import Destination
from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.engines.plans.prizetargets import pot_name
from tournaments.engines.plans.prizewho import PotOf
from tournaments.engines.prizes.inputs import PotItem, PrizePot
from tournaments.events.ground.stages import plan_of
from tournaments.models import Event, Round

Feeding = Mapping[tuple[str, str], int]
"""Amounts by destination and label."""
SIDE = {PotOf.TEAMS: Destination.TEAMS, PotOf.JACKPOT: Destination.JACKPOT}


def fed(amounts: Feeding, destination: Destination) -> tuple[PotItem, ...]:
    """What goes there."""
    return tuple(
        PotItem(label, amount)
        for (to, label), amount in amounts.items()
        if to == destination.value and amount
    )


def side_pots(event: Event, plan: PrizePlan, fees: Feeding, lost: Feeding) -> dict[str, PrizePot]:
    """Those with money, and those a prize is paid from."""
    asked = {row.pot for row in plan.prizes}
    pots = {}
    for pot, destination in SIDE.items():
        items, games = fed(fees, destination), fed(lost, destination)
        if items or games or pot in asked:
            pots[pot_name(pot)] = PrizePot(fees=items, lost_games=games)
    items, games = fed(fees, Destination.SERIES), fed(lost, Destination.SERIES)
    if items or games or PotOf.SERIES in asked:
        parts = event.stages.count() if plan.by_stage else _rounds(event)
        for part in range(1, max(parts, 1) + 1):
            pots[pot_name(PotOf.SERIES, part)] = PrizePot(
                fees=_part(items, part, parts), lost_games=_part(games, part, parts)
            )
    return pots


def _part(items: tuple[PotItem, ...], part: int, parts: int) -> tuple[PotItem, ...]:
    """One of equal parts; the smallest units that do not divide go to the first ones."""
    return tuple(
        PotItem(item.label, item.amount // parts + (part <= item.amount % parts))
        for item in items
        if item.amount // parts or part <= item.amount % parts
    )


def _rounds(event: Event) -> int:
    """How many rounds there are, or will be by the plan."""
    there = dict.fromkeys(event.stages.values_list("pk", flat=True), 0)
    for stage in Round.objects.filter(event=event).values_list("stage_id", flat=True):
        there[stage] = there.get(stage, 0) + 1
    planned = {stage.pk: plan_of(stage) for stage in event.stages.all()}
    return max(
        1,
        sum(
            max(count, planned[stage].rounds if planned[stage].rounds_counted else 0)
            for stage, count in there.items()
        ),
    )
