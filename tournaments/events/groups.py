"""Groups: the best of the seeding in different ones, clubs apart, and everybody against everybody in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.text import mark as _
from tournaments.draw import draw
from tournaments.events.drafts import Draft, drafts_from, return_matches
from tournaments.events.field import seeding
from tournaments.events.refusal import no_draw
from tournaments.events.stages import plan_of
from tournaments.models import Entrant, Stage

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def in_groups(stage: Stage, people: Sequence[Entrant], seed: str) -> list[Draft]:
    """All rounds of a stage played in groups; raises Unreadable when there are too few for so many groups."""
    plan = plan_of(stage)
    if len(people) < 2 * plan.groups:
        raise no_draw(
            _("{people} entries do not make {groups} groups; each needs two at least."),
            people=len(people),
            groups=plan.groups,
        )
    clubs = {one.number: one.club for one in people if one.club} if plan.clubs_apart else {}
    members = _members(people, plan.groups, clubs, f"{seed} groups", seeding(stage, people))
    Entrant.objects.filter(event=stage.event_id).update(group="")
    by_number = {one.number: one for one in people}
    rounds: list[Draft] = []
    for name, numbers in members.items():
        Entrant.objects.filter(event=stage.event_id, number__in=numbers).update(group=name)
        request = {"format": "round_robin", "players": sorted(numbers), "seed": f"{seed} {name}"}
        own = drafts_from(plan, [by_number[one] for one in numbers], request, draw(request))
        for at, one in enumerate(own + return_matches(own) if plan.twice else own):
            if at == len(rounds):
                rounds.append(Draft([], [], {"parts": []}, dict(one.answer), {"groups": []}))
            rounds[at].tables += one.tables
            rounds[at].out += one.out
            rounds[at].request["parts"].append({"name": name, "request": request, "round": at % len(own)})
            rounds[at].more["groups"] += [name] * len(one.tables)
    return rounds


def _members(
    people: Sequence[Entrant], count: int, clubs: Mapping[int, str], seed: str, seeded: Sequence[int]
) -> dict[str, list[int]]:
    """Start numbers by group. Seeded entrants go round the groups forth and back, the rest follows by lot."""
    number = {one.pk: one.number for one in people}
    order = [number[entrant] for entrant in seeded if entrant in number]
    lots = draw({"format": "knockout", "players": sorted(number.values()), "seed": seed}).facts["lines"]
    assert isinstance(lots, list)
    order += [one for one in lots if one is not None and one not in order]
    groups: list[list[int]] = [[] for _group in range(count)]
    for place, one in enumerate(order):
        lap, at = divmod(place, count)
        turn = groups if lap % 2 == 0 else groups[::-1]
        free = [group for group in (*turn[at:], *turn[:at]) if len(group) == lap]
        apart = [group for group in free if all(clubs.get(mate) != clubs.get(one, "") for mate in group)]
        (apart or free)[0].append(one)
    names = NAMES if count <= len(NAMES) else [str(at) for at in range(1, count + 1)]
    return dict(zip(names, groups, strict=False))
