"""Groups: the best of the seeding in different ones, clubs apart, and everybody against everybody in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.text import mark as _
from tournaments.events.draw.drafts import Draft, drafts_from, twice
from tournaments.events.draw.field import seeding
from tournaments.events.draw.protocol import Made, answer_to
from tournaments.events.ground.refusal import no_draw
from tournaments.events.ground.stages import plan_of
from tournaments.models import Entrant, Stage

LOTS = "lots"  # the draw that decides who comes into which group
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def in_groups(stage: Stage, people: Sequence[Entrant], seed: str) -> list[Draft]:
    """All rounds of a stage played in groups; raises Unreadable when there are too few for so many groups."""
    plan = plan_of(stage)
    if len(people) < 2 * plan.groups:
        raise no_draw(
            _(
                "There are too few entrants ({people}) for this many groups ({groups}); each needs at"
                " least two."
            ),
            people=len(people),
            groups=plan.groups,
        )
    clubs = {person.number: person.club for person in people if person.club} if plan.clubs_apart else {}
    numbers = sorted(person.number for person in people)
    lots = answer_to({"format": "knockout", "players": numbers, "seed": f"{seed} groups"})
    members = _members(people, plan.groups, clubs, lots, seeding(stage, people))
    by_number = {person.number: person for person in people}
    rounds: list[Draft] = []
    for name, ours in members.items():
        drawn = answer_to({"format": "round_robin", "players": sorted(ours), "seed": f"{seed} {name}"})
        drafts = drafts_from(plan, [by_number[member] for member in ours], drawn, name)
        for at, draft in enumerate(twice(drafts) if plan.twice else drafts):
            if at == len(rounds):
                rounds.append(Draft([], [], [lots.part(LOTS, 0)], draft.answer, groups=[]))
            rounds[at].tables += draft.tables
            rounds[at].out += draft.out
            rounds[at].parts += draft.parts
            rounds[at].groups = [*(rounds[at].groups or ()), *[name] * len(draft.tables)]
    return rounds


def keep_groups(event: int, drafts: Sequence[Draft]) -> None:
    """Note for everybody which group the draw has put him into. In a transaction."""
    members: dict[str, set[int]] = {}
    for draft in drafts:
        for name, table in zip(draft.groups or (), draft.tables, strict=True):
            members.setdefault(name, set()).update(table)
    Entrant.objects.filter(event=event).update(group="")
    for name, ours in members.items():
        Entrant.objects.filter(event=event, pk__in=ours).update(group=name)


def _members(
    people: Sequence[Entrant], count: int, clubs: Mapping[int, str], lots: Made, seeded: Sequence[int]
) -> dict[str, list[int]]:
    """Start numbers by group. Seeded entrants go round the groups forth and back, the rest follows by lot."""
    number = {person.pk: person.number for person in people}
    order = [number[entrant] for entrant in seeded if entrant in number]
    lines = lots.drawn.facts["lines"]
    order += [line for line in lines if isinstance(line, int) and line not in order]
    groups: list[list[int]] = [[] for _group in range(count)]
    for place, drawn in enumerate(order):
        lap, at = divmod(place, count)
        turn = groups if lap % 2 == 0 else groups[::-1]
        free = [group for group in (*turn[at:], *turn[:at]) if len(group) == lap]
        apart = [group for group in free if all(clubs.get(mate) != clubs.get(drawn, "") for mate in group)]
        (apart or free)[0].append(drawn)
    names = NAMES if count <= len(NAMES) else [str(at) for at in range(1, count + 1)]
    return dict(zip(names, groups, strict=False))
