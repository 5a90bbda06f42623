"""From the engine's answer to rounds that are not stored yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scoring import say
from scoring.text import Text
from tournaments.engines.bracket import Bracket, Branch, read
from tournaments.engines.plans import Format, StagePlan
from tournaments.events.draw.protocol import Made
from tournaments.models import Entrant
from tournaments.models.stored import DrawnJson, PartJson, PartsJson, SeatingJson, SentenceJson

SEATS = ("rounds", "sitting_out", "played")  # of an answer; a round keeps its own, by the entrants' ids


@dataclass(slots=True)
class Draft:
    """One round before it is stored; entrants by id."""

    tables: list[list[int]]
    out: list[int]
    parts: list[PartJson] = field(default_factory=list)  # none: results have decided, and no lot
    answer: DrawnJson = field(default_factory=lambda: DrawnJson(facts={}, sentences=[]))
    groups: list[str] | None = None  # table by table, in a stage played in groups
    matches: list[int] | None = None  # of the bracket, table by table
    left: int | None = None  # entrants still in the bracket

    @property
    def request(self) -> PartsJson:
        """What the round says about the draws it comes from."""
        return {"parts": self.parts} if self.parts else {}

    @property
    def seating(self) -> SeatingJson:
        """The seats as the round keeps them, the tables numbered from 1."""
        seating: SeatingJson = {
            "tables": self.tables,
            "numbers": list(range(1, len(self.tables) + 1)),
            "out": self.out,
        }
        if self.groups is not None:
            seating["groups"] = self.groups
        if self.matches is not None:
            seating["matches"] = self.matches
        if self.left is not None:
            seating["left"] = self.left
        return seating


def drafts_from(plan: StagePlan, people: Sequence[Entrant], result: Made, name: str = "") -> list[Draft]:
    """The rounds of a draw; `name` is that of the group they are for."""
    ids = {person.number: person.pk for person in people}
    facts = result.drawn.facts
    answer: DrawnJson = {
        "facts": {name: value for name, value in facts.items() if name not in SEATS},
        "sentences": [_stored(text) for text in result.drawn.sentences],
    }
    drafts = [
        Draft(
            tables=[[ids[int(who)] for who in table] for table in tables],
            out=[ids[int(who)] for who in out],
            parts=[result.part(name, at)],
            answer=answer,
        )
        for at, (tables, out) in enumerate(zip(facts["rounds"], facts["sitting_out"], strict=True))
    ]
    if plan.bracket:
        matches = facts.get("bracket", [])
        assert isinstance(matches, list)
        bracket = Bracket(read(matches, lambda number: ids[number]))
        drafts[0].matches = [match.number for match in bracket.of(Branch.UPPER) if match.round == 1]
        drafts[0].left = bracket.left(1)
    elif plan.twice and plan.format == Format.ROUND_ROBIN:
        drafts = twice(drafts)
    return drafts


def twice(drafts: Sequence[Draft]) -> list[Draft]:
    """The rounds and the return matches, with the sides changed.

    The last two rounds before the returns change places, as the chess federations do it: else somebody would
    begin three times running where the returns begin.
    """
    returns = [
        replace(draft, tables=[table[::-1] for table in draft.tables], out=list(draft.out))
        for draft in drafts
    ]
    return [*drafts[:-2], *drafts[:-3:-1], *returns]


def _stored(text: Text) -> SentenceJson:
    return {"message": text.message, "values": dict(text.values)}


def spoken(stored: SentenceJson) -> Text:
    """A sentence of a draw as it was stored."""
    return say(stored["message"], **stored["values"])
