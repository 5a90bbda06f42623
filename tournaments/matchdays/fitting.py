"""Do the halls of a match-day fit together? What differs is said, and how it is compared then."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.engines.plans.declared import BRACKETS, Format
from tournaments.events.ground.stages import plan_of, settings_of
from tournaments.events.results.played import ranking_of
from tournaments.matchdays.halls import HallNow
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class HallDifference:
    """In what some halls differ from the first one; `apart`: they cannot be in one list with it."""

    what: str  # "game", "rules", "entrants", "rounds", "hands", "ranking", "own"
    first: int  # number of the hall that the others are compared with
    halls: tuple[int, ...]

    @property
    def apart(self) -> bool:
        return self.what == "game"


def differences_of(halls: Sequence[HallNow]) -> tuple[HallDifference, ...]:
    """What differs between halls that are here, the gravest first."""
    here = [(hall.number, hall.event) for hall in halls if hall.event is not None]
    if not here:
        return ()
    first = here[0][0]
    differences = []
    for what, facts in LOOKED_AT.items():
        known = {number: facts(event) for number, event in here}
        if other := tuple(number for number, fact in known.items() if fact != known[first]):
            differences.append(HallDifference(what, first, other))
    if deciding := tuple(number for number, event in here if _decides_by_itself(event)):
        differences.append(HallDifference("own", first, deciding))
    return tuple(differences)


def _game(event: Event) -> Hashable:
    return event.game


def _rules(event: Event) -> Any:
    return event.rules, [stage.rules for stage in event.stages.all()]


def _entrants(event: Event) -> Hashable:
    return settings_of(event).entrant


def _rounds(event: Event) -> Hashable:
    plans = [plan_of(stage) for stage in event.stages.all()]
    return tuple((plan.format, plan.rounds if plan.format not in BRACKETS else 0) for plan in plans)


def _hands(event: Event) -> Hashable:
    return tuple(plan_of(stage).hands for stage in event.stages.all())


def _ranking(event: Event) -> Any:
    return ranking_of(event)


LOOKED_AT: dict[str, Callable[[Event], Any]] = {
    "game": _game,
    "rules": _rules,
    "entrants": _entrants,
    "rounds": _rounds,
    "hands": _hands,
    "ranking": _ranking,
}


def _decides_by_itself(event: Event) -> bool:
    """Places of this hall come from more than the sum of its rounds."""
    plans = [plan_of(stage) for stage in event.stages.all()]
    return any(plan.bracket or plan.fresh or plan.takes or plan.format == Format.GROUPS for plan in plans)
