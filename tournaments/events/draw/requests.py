"""What the draw engine is asked. People are called by their start numbers, as on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.engines.draw.declared import RequestJson
from tournaments.engines.plans import Format, StagePlan
from tournaments.engines.plans.declared import BY_STANDING
from tournaments.events.draw.field import seeding
from tournaments.events.ground.stages import plan_of, sizes_of
from tournaments.events.results.ranking import ranked
from tournaments.events.seats.moves import counted_with
from tournaments.models import Entrant, Event, Round, RoundState, Stage, Wish

SEATED = (Format.STANDING, Format.PARTNERS_STANDING)
"""The organiser says which places of the standings share a table."""


def request_for(stage: Stage, people: Sequence[Entrant], seed: str, before: Sequence[Round]) -> RequestJson:
    """What the engine is asked; people are called by their start numbers, as on paper."""
    plan, event = plan_of(stage), stage.event
    known = {entrant.pk: entrant.number for entrant in Entrant.objects.filter(event=event)}
    number = {person.pk: person.number for person in people}
    request: RequestJson = {
        "format": _engine_format(plan, by_standing=bool(before) or stage.number > 1),
        "players": sorted(number.values()),
        "seed": seed,
    }
    played = [round_ for round_ in counted_with(stage) if round_.state != RoundState.DRAWN]
    if played and plan.format not in (Format.FINAL, Format.ROUND_ROBIN):
        request["played"] = [
            [[known[entrant] for entrant in table] for table in round_.seating["tables"]] for round_ in played
        ]
        gone = {who for tables in request["played"] for table in tables for who in table} - set(
            number.values()
        )
        if gone:
            request["leave"] = sorted(gone)
    if plan.format in (Format.TABLES, Format.STANDING, Format.FINAL):
        request["sizes"] = list(sizes_of(stage))
    if plan.format in (Format.TABLES, Format.PARTNERS):
        every = plan.at_once or plan.format == Format.PARTNERS
        request["rounds"] = max(1, plan.rounds - len(before)) if every else 1
        request["ahead"] = max(0, plan.rounds - len(before) - request["rounds"])
    if plan.aces and plan.format == Format.PARTNERS:
        request["format"], request["sizes"], request["aces"] = "tables", [4], True
    if plan.format in BY_STANDING and (before or stage.number > 1):
        _by_standing(request, stage, number, before)
    elif plan.bracket or plan.format in (Format.SWISS, Format.ROUND_ROBIN):
        request["seeds"] = [number[entrant] for entrant in seeding(stage, people) if entrant in number]
    if plan.format in SEATED and (before or stage.number > 1):
        request["power"] = plan.power.value
    if plan.format == Format.FINAL:
        request["power"] = "final"
    if plan.format == Format.DOUBLE:
        request["double"] = True
    apart, together = _wishes(event, number)
    if apart:
        request["apart"] = apart
    if together and plan.format in (Format.TABLES, Format.STANDING):
        request["together"] = together
    clubs = {str(person.number): person.club for person in people if person.club} if plan.clubs_apart else {}
    groups = {str(person.number): person.group for person in people if person.group} if plan.bracket else {}
    if groups or clubs:
        request["clubs"] = groups or clubs
    return request


def _wishes(event: Event, number: Mapping[int, int]) -> tuple[list[list[int]], list[list[int]]]:
    """(pairs who shall not meet, pairs who sit together) of those who are here."""
    apart: list[list[int]] = []
    together: list[list[int]] = []
    for wish in Wish.objects.filter(event=event).order_by("pk"):
        if wish.entrant_id in number and wish.other_id in number:
            pairs = together if wish.together else apart
            pairs.append([number[wish.entrant_id], number[wish.other_id]])
    return apart, together


def _engine_format(plan: StagePlan, *, by_standing: bool) -> str:
    match plan.format:
        case Format.TABLES | Format.STANDING | Format.FINAL:
            return "tables"
        case Format.KNOCKOUT | Format.DOUBLE:
            return "knockout"
        case Format.PARTNERS_STANDING if not by_standing:
            return "partners"
        case other:
            return str(other.value)


def _by_standing(
    request: RequestJson, stage: Stage, number: Mapping[int, int], before: Sequence[Round]
) -> None:
    """Scores for the engine: match points in the Swiss system, the place in the standings elsewhere."""
    table = [row for row in ranked(stage.event) if row.entrant in number]
    nothing: dict[str, float] = {
        str(place): 0 for place in number.values()
    }  # who has just come into the stage
    if plan_of(stage).format == Format.SWISS:
        request["scores"] = nothing | {str(number[row.entrant]): float(row.first) for row in table}
        request["seeds"] = [number[entrant] for entrant in seeding(stage, []) if entrant in number]
        floated = _floated(stage, before)
        if floated:
            request["floated"] = sorted(number[entrant] for entrant in floated if entrant in number)
        return
    request["scores"] = nothing | {
        str(number[row.entrant]): len(table) - place for place, row in enumerate(table)
    }


def _floated(stage: Stage, before: Sequence[Round]) -> set[int]:
    """Who met somebody of another score group in the last round."""
    if len(before) < 2:
        return set()
    scores = {row.entrant: row.first for row in ranked(stage.event, last=before[-1].number - 1)}
    return {
        entrant
        for table in before[-1].seating["tables"]
        for entrant in table
        if len({scores.get(mate) for mate in table}) > 1
    }
