"""The next round of a knockout: what follows from the results."""

from __future__ import annotations

from scoring.text import mark as _
from tournaments.engines.bracket import Branch
from tournaments.events.draw.drafts import Draft
from tournaments.events.ground.refusal import no_draw
from tournaments.events.ground.stages import settled_rounds
from tournaments.events.results.brackets import bracket_of
from tournaments.models import Stage


def next_of_bracket(stage: Stage) -> Draft:
    """All matches that can be played now; a level match has to be decided first."""
    bracket = bracket_of(stage)
    playable = bracket.playable
    waiting = {match for round_ in settled_rounds(stage) for match in round_.seating.get("matches", [])}
    undecided = [match for match in playable if match.number in waiting]
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
    left = [bracket.left(match.round) for match in playable if match.branch == Branch.UPPER]
    return Draft(
        tables=[[side for side in match.sides if side is not None] for match in playable],
        out=[],
        matches=[match.number for match in playable],
        left=max(left, default=0),
    )
