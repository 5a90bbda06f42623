"""The prizes of an event as they stand: who gets what, what is due, what was given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.engines.prizes.outcome import PrizeOutcome
from tournaments.engines.standings import Standings, TeamRow
from tournaments.events.ground.stamps import stamp_of
from tournaments.events.results.finals import teams
from tournaments.events.results.keeping import results_of
from tournaments.models import Event
from tournaments.prizes.asking import Names, prizes_awarded
from tournaments.prizes.due import PrizeDue, dues
from tournaments.prizes.ground import PrizeGround, ground_of


@dataclass(frozen=True, slots=True)
class PrizeState:
    """All of it, for these standings."""

    ground: PrizeGround
    table: Standings
    teams: tuple[TeamRow, ...]
    outcome: PrizeOutcome
    dues: Mapping[int, PrizeDue]

    @property
    def open(self) -> list[PrizeDue]:
        """To whom something is still to be given, or who has something that is not his any more."""
        return [due for due in self.dues.values() if not due.done]

    def taken(self) -> dict[str, int]:
        """Gifts of the table that somebody has chosen, and who."""
        chosen = (record for due in self.dues.values() for record in due.records if record.gift)
        return {record.gift: record.entrant_id for record in chosen if record.entrant_id is not None}


def prize_state(
    event: Event, *, names: Names | None = None, gift: str = "?", labels: Mapping[str, str] | None = None
) -> PrizeState:
    """As everything is that is known of it."""
    stamp = stamp_of(event.pk)
    if stamp is None:
        raise Event.DoesNotExist
    results = results_of(stamp)
    ground = ground_of(event)
    table, competition = results.after(), results.competition
    of_teams = any(entrant.team for entrant in competition.entrants)
    ranked = teams(results.still.layout, competition) if of_teams else ()
    return state_from(
        ground,
        table,
        ranked,
        prizes_awarded(ground, table, competition, ranked, names=names, gift=gift, labels=labels),
    )


def state_from(
    ground: PrizeGround, table: Standings, ranked: tuple[TeamRow, ...], outcome: PrizeOutcome
) -> PrizeState:
    """What the outcome means for everybody."""
    members = {team.team: tuple(team.members) for team in ranked}
    return PrizeState(ground, table, ranked, outcome, dues(outcome, ground.plan, ground.records, members))
