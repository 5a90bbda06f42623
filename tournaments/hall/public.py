"""What the public may know of the ranking. Pages, boards, files and paper for the hall all ask here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.engines.plans.declared import StandingsShown
from tournaments.events.ground.stages import settings_of
from tournaments.models import Event, Round, RoundState


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody may know of places and points."""

    shown: bool  # False: no places, no totals, no reasons
    last: int | None = None  # what was known when this round ended; None: everything written so far
    frozen: bool = False  # hidden until the prize-giving, not just until the round is over

    def round(self, number: int) -> bool:
        """May the points of this round be shown?"""
        return self.shown and (self.last is None or number <= self.last)


EVERYTHING = Known(True)
"""What the desk knows."""


def known(event: Event, rounds: Iterable[Round] | None = None) -> Known:
    """What the hall may know now; `rounds` are those of the event, if they have been read already."""
    if event.finished_at is not None:
        return EVERYTHING
    match settings_of(event).standings:
        case StandingsShown.FROZEN:
            return Known(False, frozen=True)
        case StandingsShown.ROUNDS:
            every = event.rounds.all() if rounds is None else rounds
            closed = [round_.number for round_ in every if round_.state == RoundState.CLOSED]
            return Known(True, max(closed)) if closed else Known(False)
        case _:
            return EVERYTHING
