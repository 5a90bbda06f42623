"""The standings of an event, made once for each standing of its sheets."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.engines.standings import By, Competition
from tournaments.engines.standings.ranking import Standings, standings
from tournaments.events.ground.stages import plan_of
from tournaments.events.results.played import competition, ranking_of
from tournaments.models import Event


def counted(event: Event, known: Competition, last: int | None = None) -> Competition:
    """Without the stages before the last one whose points started anew.

    If only the best take part in it, then without the others: they have no points there, and few may be best.
    """
    drawn = {
        table_result.stage for table_result in known.played if last is None or table_result.round <= last
    }
    fresh = [stage.number for stage in event.stages.all() if plan_of(stage).fresh and stage.number in drawn]
    first = max(fresh, default=0)
    if not first:
        return known
    played = tuple(meeting for meeting in known.played if meeting.stage >= first)
    rests = tuple(rest for rest in known.rests if rest.stage >= first)
    entrants = known.entrants
    if any(plan_of(stage).takes for stage in event.stages.all() if stage.number == first):
        inside = {who for meeting in played for account in meeting.accounts for who in account.entrants}
        inside |= {rest.entrant for rest in rests}
        entrants = tuple(entrant for entrant in entrants if entrant.id in inside)
    return replace(known, entrants=entrants, played=played, rests=rests)


def standings_of(
    event: Event,
    *,
    last: int | None = None,
    among: Collection[int] | None = None,
    known: Competition | None = None,
) -> Standings:
    """The standings after a round (None: as they are now), of all or of some entrants among themselves."""
    field = counted(event, known or competition(event, last=last), last)
    if among is not None:
        inside = set(among)
        field = replace(
            field,
            entrants=tuple(entrant for entrant in field.entrants if entrant.id in inside),
            played=tuple(
                table_result
                for table_result in field.played
                if all(entrant in inside for account in table_result.accounts for entrant in account.entrants)
            ),
            rests=tuple(rest for rest in field.rests if rest.entrant in inside),
            adjustments=tuple(adjustment for adjustment in field.adjustments if adjustment.entrant in inside),
        )
    seed = lot_seed(event) if By.LOT in ranking_of(event).criteria else ""  # else only lots drawn by hand
    return standings(field, upto=last, seed=seed)


@dataclass(frozen=True, slots=True)
class RankedEntrant:
    """One row of the standings as the next draw needs it. `first` is what is compared first."""

    entrant: int
    rank: int
    first: Fraction
    ranked: bool


def ranked(
    event: Event, *, last: int | None = None, among: Collection[int] | None = None
) -> list[RankedEntrant]:
    """Everybody, best first."""
    current = standings_of(event, last=last, among=among)
    return [
        RankedEntrant(row.entrant, row.rank or 0, Fraction(row.values[0].first or 0), row.rank is not None)
        for row in current.rows
    ]


def lot_seed(event: Event) -> str:
    """What decides among equals by lot: fixed when the event is made, printed beforehand, moved with it."""
    return event.uid.hex[:12]
