"""Knockout stages: the bracket with its results, and the round that follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.text import mark as _
from tournaments.engines.plans import Format
from tournaments.engines.standings import Competition
from tournaments.events.draw.drafts import Draft
from tournaments.events.ground.refusal import no_draw
from tournaments.events.ground.stages import plan_of, rounds_of, settled_rounds
from tournaments.events.results.brackets import THIRD_PLACE, BracketMatch, bracket, winner_of
from tournaments.events.results.played import competition
from tournaments.events.results.rulings_in_force import in_force, played_off
from tournaments.models import Entrant, Round, Stage


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """A bracket as it was drawn, and which of its matches was played at which table of which round."""

    drawn: tuple[Mapping[str, Any], ...]
    matches: Mapping[tuple[int, int], int]  # by round and table
    third_place: bool

    def standing(
        self, known: Competition, extra: Mapping[tuple[int, int], int], last: int | None = None
    ) -> list[BracketMatch]:
        """With the results up to a round; `extra` has the winners of level matches."""
        winners: dict[int, int] = {}
        for played in known.played:
            at = (played.round, played.table)
            if at in self.matches and (last is None or played.round <= last):
                winner = winner_of(played, low_wins=known.rules.low_wins) or extra.get(at)
                if winner is not None:
                    winners[self.matches[at]] = winner
        return bracket(self.drawn, winners, third_place=self.third_place)


def drawn_bracket(stage: Stage, rounds: Sequence[Round]) -> DrawnBracket | None:
    """The bracket of a knockout stage that has these rounds; None before the first."""
    if not rounds:
        return None
    plan, facts = plan_of(stage), rounds[0].answer["facts"]
    number = {one.number: one.pk for one in Entrant.objects.filter(event=stage.event_id)}
    return DrawnBracket(
        drawn=tuple(
            {
                **bracket_fact,
                "sides": [side if isinstance(side, dict) else number[side] for side in bracket_fact["sides"]],
            }
            for bracket_fact in facts.get("bracket", ())
        ),
        matches={
            (round_.number, table): match
            for round_ in rounds
            for table, match in zip(
                round_.seating["numbers"], round_.seating.get("matches", []), strict=False
            )
        },
        third_place=plan.third_place and plan.format == Format.KNOCKOUT,
    )


def bracket_of(stage: Stage) -> list[BracketMatch]:
    """The bracket of a knockout stage as it stands."""
    drawn = drawn_bracket(stage, rounds_of(stage))
    if drawn is None:
        return []
    return drawn.standing(competition(stage.event), played_off(in_force(stage.event)))


def next_of_bracket(stage: Stage) -> Draft:
    """All matches that can be played now; a level match has to be decided first."""
    matches = bracket_of(stage)
    playable = [one for one in matches if one.playable]
    waiting = {match for one in settled_rounds(stage) for match in one.seating.get("matches", [])}
    undecided = [one for one in playable if one.number in waiting]
    if undecided:
        raise no_draw(
            _(
                "Tied matches: {count}. Please enter the play-off under “Corrections”, “Penalties and"
                " decisions”."
            ),
            count=len(undecided),
        )
    if not playable:
        raise no_draw(_("The knockout is over."))
    order = sorted(playable, key=lambda one: (one.number == THIRD_PLACE, one.number))
    last = max(match.round for match in matches if match.stage == "winners")
    left = [1 << (last - match.round + 1) for match in playable if match.stage == "winners"]
    return Draft(
        tables=[[side for side in one.sides if side is not None] for one in order],
        out=[],
        matches=[match.number for match in order],
        left=max(left, default=0),
    )
