"""Who takes part in a stage: everybody who is here, or the best of before."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.events.ground.lineups import present
from tournaments.events.ground.stages import after_groups, plan_of, settled_rounds
from tournaments.events.results.ranking import ranked
from tournaments.models import Entrant, Stage


def field_of(stage: Stage, number: int) -> list[Entrant]:
    """Who takes part in this round: all who are here, or the best of before."""
    people = present(stage.event, number)
    plan = plan_of(stage)
    if not plan.takes:
        return people
    seated = {
        entrant
        for round_ in settled_rounds(stage)
        for table in (*round_.seating["tables"], round_.seating["out"])
        for entrant in table
    }
    if not seated:
        seated = set(qualified(stage))
    return [person for person in people if person.pk in seated]


def qualified(stage: Stage) -> list[int]:
    """The best of before, best first: of every group of the stage before, or of the standings."""
    plan, event = plan_of(stage), stage.event
    last = max([0, *event.rounds.filter(stage__number__lt=stage.number).values_list("number", flat=True)])
    table = [row for row in ranked(event, last=last) if row.ranked]
    here = {entrant.pk for entrant in present(event, last + 1)}
    groups = groups_before(stage)
    if not groups:
        return [row.entrant for row in table if row.entrant in here][: plan.takes]
    best: list[tuple[int, int]] = []
    for members in groups.values():
        best_of_group = [
            row.entrant for row in ranked(event, last=last, among=members) if row.entrant in here
        ]
        best += list(enumerate(best_of_group[: plan.takes]))
    order = {row.entrant: place for place, row in enumerate(table)}
    return [entrant for _place, entrant in sorted(best, key=lambda rank: (rank[0], order.get(rank[1], 0)))]


def groups_before(stage: Stage) -> dict[str, list[int]]:
    """The groups of the stage before this one, if it was played in groups."""
    if not after_groups(stage):
        return {}
    groups: dict[str, list[int]] = {}
    for entrant in Entrant.objects.filter(event=stage.event_id).exclude(group=""):
        groups.setdefault(entrant.group, []).append(entrant.pk)
    return groups


def seeding(stage: Stage, people: Sequence[Entrant]) -> list[int]:
    """Best first: by what was played before, then as the organiser has set them; the rest by lot."""
    if plan_of(stage).takes:
        return qualified(stage)
    everybody = people or list(Entrant.objects.filter(event=stage.event_id))
    seeded = sorted(
        (entrant for entrant in everybody if entrant.rating is not None),
        key=lambda entrant: entrant.rating or 0,
    )
    return [entrant.pk for entrant in seeded]
