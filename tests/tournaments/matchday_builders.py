"""Match-days for tests: halls with people of their own, played by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.tournaments import hall
from tests.tournaments.event_builders import DAY, add_entrants, an_event
from tests.tournaments.season_builders import make_official
from tournaments.hall.public import EVERYTHING
from tournaments.matchdays import changing
from tournaments.matchdays.changing import HallTyped
from tournaments.matchdays.halls import halls_now
from tournaments.matchdays.ranking import JointRanking, joint_ranking
from tournaments.models import FIRST, Entrant, Event, LiveHand, MatchDay

HALLS = ("Stadthalle", "Löwen", "Krone")


def a_hall(name: str, here: int = 8, rounds: int = 1, hands: int = 3, **more: Any) -> Event:
    """An event with people who are in no other hall, so many rounds of which have been played."""
    event = an_event(title=f"Kreismeisterschaft {name}", **more)
    stage = event.stages.get(number=1)
    stage.plan = {**stage.plan, "rest": "sit_out"}
    stage.save()
    add_entrants(event, here, names=[f"{name} {number}" for number in range(1, here + 1)])
    for _round in range(rounds):
        round_ = hall.begin(event)
        hall.a_hand_everywhere(round_, hands)
        hall.end(round_)
    return Event.objects.get(pk=event.pk)


def a_matchday(*events: Event | None, names: Sequence[str] = HALLS, **more: Any) -> MatchDay:
    """One of these halls; None: it is still expected."""
    facts: dict[str, Any] = {
        "tenant": FIRST,
        "name": "Kreismeisterschaft",
        "day": DAY,
        "listed": True,
        **more,
    }
    typed = [HallTyped(name, event.pk if event else None) for name, event in zip(names, events, strict=False)]
    return changing.make_matchday(halls=typed, **facts)


def joint_of(matchday: MatchDay) -> JointRanking:
    """All that the desk knows."""
    row = MatchDay.objects.get(pk=matchday.pk)
    return joint_ranking(halls_now(row, lambda event: EVERYTHING))


def official(*events: Event) -> None:
    for event in events:
        make_official(Event.objects.get(pk=event.pk))


def plain_points(*events: Event) -> dict[int, int]:
    """By entrant: every hand of every table added up, with nothing of the program but its rows."""
    points = {entrant.pk: 0 for event in events for entrant in Entrant.objects.filter(event=event)}
    for hand in LiveHand.objects.filter(sitting__event__in=events).select_related("sitting"):
        for chair in hand.sitting.chairs.all():
            if chair.entrant_id is not None:
                points[chair.entrant_id] += hand.points[chair.seat - 1]
    return points
