"""Knockout stages: the bracket with its results, and the round that follows from them."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.text import mark as _
from tournaments.events.brackets import THIRD_PLACE, BracketMatch, bracket, winner_of
from tournaments.events.decided import in_force, played_off
from tournaments.events.drafts import Draft, bracket_facts
from tournaments.events.refusal import no_draw
from tournaments.events.results import competition
from tournaments.events.stages import plan_of, rounds_of, settled_rounds
from tournaments.models import Entrant, Round, Stage
from tournaments.plans import Format


def bracket_of(stage: Stage) -> list[BracketMatch]:
    """The bracket of a knockout stage as it stands."""
    plan, rounds = plan_of(stage), rounds_of(stage)
    if not rounds:
        return []
    facts = rounds[0].answer["facts"]
    number = {one.number: one.pk for one in Entrant.objects.filter(event=stage.event_id)}
    drawn = [
        {**one, "sides": [side if isinstance(side, dict) else number[side] for side in one["sides"]]}
        for one in bracket_facts(facts)
    ]
    return bracket(
        drawn, _winners(stage, rounds), third_place=plan.third_place and plan.format == Format.KNOCKOUT
    )


def _winners(stage: Stage, rounds: Sequence[Round]) -> dict[int, int]:
    """Who won, by number of the match."""
    found: dict[int, int] = {}
    matches = {
        (one.number, number): match
        for one in rounds
        for number, match in zip(one.seating["numbers"], one.seating.get("matches", []), strict=False)
    }
    known, extra = competition(stage.event), played_off(in_force(stage.event))
    for played in known.played:
        match = matches.get((played.round, played.table))
        if match is None:
            continue
        winner = winner_of(played, low_wins=known.rules.low_wins) or extra.get((played.round, played.table))
        if winner is not None:
            found[match] = winner
    return found


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
    return Draft(
        tables=[[side for side in one.sides if side is not None] for one in order],
        out=[],
        more={"matches": [one.number for one in order]},
        answer={"facts": {}, "sentences": []},
    )
