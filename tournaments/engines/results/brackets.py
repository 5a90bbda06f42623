"""Knockout stages: the bracket as it was drawn, with the results that are known.

The first round of the stage keeps the whole bracket as the draw gave it; what follows is computed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.engines.bracket import THIRD_PLACE, Bracket, BracketMatch, played, read
from tournaments.engines.plans import Format, StagePlan
from tournaments.engines.results.competing import SeatedRound
from tournaments.engines.standings import Competition, winner_of


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """A bracket as it was drawn, and which of its matches was played at which table of which round."""

    drawn: tuple[BracketMatch, ...]
    matches: Mapping[tuple[int, int], int]  # by round and table
    third_place: bool

    def standing(
        self, known: Competition, extra: Mapping[tuple[int, int], int], last: int | None = None
    ) -> Bracket:
        """With the results up to a round; `extra` has the winners of level matches."""
        winners: dict[int, int] = {}
        for meeting in known.played:
            at = (meeting.round, meeting.table)
            if at in self.matches and (last is None or meeting.round <= last):
                winner = winner_of(meeting, low_wins=known.rules.low_wins) or extra.get(at)
                if winner is not None:
                    winners[self.matches[at]] = winner
        return played(self.drawn, winners, third_place=self.third_place)


def bracket_drawn(
    plan: StagePlan, rounds: Sequence[SeatedRound], entrants: Mapping[int, int]
) -> DrawnBracket | None:
    """The bracket of a knockout stage that has these rounds; None before the first.

    `entrants`: what everybody is called here, by start number.
    """
    if not rounds:
        return None
    return DrawnBracket(
        drawn=read(rounds[0].bracket, lambda number: entrants[number]),
        matches={
            (round_.number, table): match
            for round_ in rounds
            for table, match in tables_of(round_.seating).items()
        },
        third_place=plan.third_place and plan.format == Format.KNOCKOUT,
    )


def tables_of(seating: Mapping[str, Any]) -> dict[int, int]:
    """Which match is played at which table of a round of a knockout."""
    return dict(zip(seating.get("numbers", ()), seating.get("matches", ()), strict=False))


def left_in(seating: Mapping[str, Any]) -> int:
    """How many are left in a round of a knockout, with those who begin later: 2 is the final."""
    return int(seating.get("left") or 2 * sum(match != THIRD_PLACE for match in seating.get("matches", ())))
