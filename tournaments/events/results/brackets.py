"""Knockout stages: the bracket as it was drawn, read from the database."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.engines.bracket import Bracket
from tournaments.engines.results.brackets import DrawnBracket, bracket_drawn, left_in, tables_of
from tournaments.engines.results.decisions import play_off_winners
from tournaments.events.ground.stages import plan_of, rounds_of
from tournaments.events.results.played import competition, round_rows
from tournaments.events.results.rulings_in_force import decisions_of, rulings_in_force
from tournaments.models import Entrant, Round, Stage

__all__ = ["DrawnBracket", "bracket_of", "drawn_bracket", "left_in", "tables_of"]


def drawn_bracket(stage: Stage, rounds: Sequence[Round]) -> DrawnBracket | None:
    """The bracket of a knockout stage that has these rounds; None before the first."""
    entrants = {entrant.number: entrant.pk for entrant in Entrant.objects.filter(event=stage.event_id)}
    return bracket_drawn(plan_of(stage), round_rows(rounds, [stage]), entrants)


def bracket_of(stage: Stage) -> Bracket:
    """The bracket of a knockout stage as it stands."""
    drawn = drawn_bracket(stage, rounds_of(stage))
    if drawn is None:
        return Bracket()
    extra = play_off_winners(decisions_of(rulings_in_force(stage.event)))
    return drawn.standing(competition(stage.event), extra)
