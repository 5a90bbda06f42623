"""From the engine's answer to rounds that are not stored yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import say
from scoring.text import Text
from tournaments.engines.plans import Format, StagePlan
from tournaments.events.draw.protocol import Made
from tournaments.models import Entrant


@dataclass(slots=True)
class Draft:
    """One round before it is stored; entrants by id."""

    tables: list[list[int]]
    out: list[int]
    request: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)  # matches and how many are left, groups


def drafts_from(plan: StagePlan, people: Sequence[Entrant], made: Made, name: str = "") -> list[Draft]:
    """The rounds of a draw; `name` is that of the group they are for."""
    ids = {one.number: one.pk for one in people}
    facts = dict(made.drawn.facts)
    rounds, resting = facts.pop("rounds"), facts.pop("sitting_out")
    facts.pop("played", None)
    assert isinstance(rounds, list)
    assert isinstance(resting, list)
    answer = {"facts": facts, "sentences": [_stored(text) for text in made.drawn.sentences]}
    drafts = [
        Draft(
            tables=[[ids[who] for who in table] for table in tables],
            out=[ids[who] for who in out],
            request={"parts": [made.part(name, at)]},
            answer=answer,
        )
        for at, (tables, out) in enumerate(zip(rounds, resting, strict=True))
    ]
    if plan.bracket:
        upper = [match for match in bracket_facts(facts) if match["stage"] == "winners"]
        first = [match["match"] for match in upper if match["round"] == 1]
        drafts[0].more = {"matches": first, "left": 1 << max(match["round"] for match in upper)}
    elif plan.twice and plan.format == Format.ROUND_ROBIN:
        drafts = twice(drafts)
    return drafts


def bracket_facts(facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = facts.get("bracket", [])
    assert isinstance(found, list)
    return found


def twice(drafts: Sequence[Draft]) -> list[Draft]:
    """The rounds and the return matches, with the sides changed.

    The last two rounds before the returns change places, as the chess federations do it: else somebody would
    begin three times running where the returns begin.
    """
    returns = [
        Draft([table[::-1] for table in one.tables], list(one.out), one.request, one.answer, dict(one.more))
        for one in drafts
    ]
    return [*drafts[:-2], *drafts[:-3:-1], *returns]


def _stored(text: Text) -> dict[str, Any]:
    return {"message": text.message, "values": dict(text.values)}


def spoken(stored: Mapping[str, Any]) -> Text:
    """A sentence of a draw as it was stored."""
    return say(str(stored["message"]), **stored["values"])
