"""The lists of a season, computed once for many: under a mark of everything they are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from config.caches import Pictures
from config.database import is_writing
from tournaments.engines.season import SeasonTable, season
from tournaments.events.ground.stamps import stamp_of
from tournaments.models import Event
from tournaments.seasons.gathering import (
    DateFacts,
    Knows,
    ListOfSeason,
    SeasonFacts,
    outcome_now,
    outcome_of,
    season_of,
)
from tournaments.seasons.outcomes import EveningOutcome

SEASONS_KEPT, EVENINGS_KEPT, RUNNING_KEPT = 12, 120, 8
_outcomes: Pictures[tuple[str, int], str, EveningOutcome] = Pictures(EVENINGS_KEPT)
_tables: Pictures[tuple[str, str], str, SeasonTable] = Pictures(SEASONS_KEPT)
_supposed: Pictures[tuple[str, str], str, SeasonTable | None] = Pictures(RUNNING_KEPT)


@dataclass(frozen=True, slots=True)
class SeasonNow:
    """A list of a season as it stands, and as it would be if the event that is on ended now."""

    facts: SeasonFacts
    of: ListOfSeason
    table: SeasonTable
    supposed: SeasonTable | None = None  # None: nothing is on, or what is on may not be known


def came_to(facts: SeasonFacts) -> dict[int, EveningOutcome]:
    """What each evening came to that counts."""
    return {date_.pk: _outcome(facts, date_) for date_ in facts.dates if date_.counts}


def _outcome(facts: SeasonFacts, date_: DateFacts) -> EveningOutcome:
    if is_writing():
        known = _outcomes.look_up(((facts.season.uid.hex, date_.pk), date_.mark))
        return outcome_of(date_) if known is None or date_.source != "event" else known
    subject = facts.season.uid.hex, date_.pk
    return _outcomes.get((subject, date_.mark), lambda: outcome_of(date_))


def table_of(facts: SeasonFacts, of: ListOfSeason) -> SeasonTable:
    """One of the lists of a season."""
    if is_writing():
        return season(season_of(facts, of.rules, came_to(facts)))
    subject = facts.season.uid.hex, of.key
    return _tables.get((subject, facts.mark), lambda: season(season_of(facts, of.rules, came_to(facts))))


def season_now(facts: SeasonFacts, of: ListOfSeason, knows: Knows) -> SeasonNow:
    """A list of a season, with what is on as far as somebody may know it."""
    return SeasonNow(facts, of, table_of(facts, of), _if_it_ended(facts, of, knows))


def _if_it_ended(facts: SeasonFacts, of: ListOfSeason, knows: Knows) -> SeasonTable | None:
    running = facts.running
    if running is None or running.event is None:
        return None
    stamp = stamp_of(running.event)
    event = Event.objects.defer("logo").filter(pk=running.event).first()
    if stamp is None or event is None:
        return None
    knowing = knows(event)
    mark = f"{facts.mark}-{stamp.state}-{knowing.shown}-{knowing.last}"

    def supposed() -> SeasonTable | None:
        tonight = outcome_now(stamp, knowing)
        if tonight is None or not tonight.people:
            return None
        instead: Mapping[int, EveningOutcome] = {running.pk: tonight}
        return season(season_of(facts, of.rules, came_to(facts), supposing=instead))

    return _supposed.get(((facts.season.uid.hex, of.key), mark), supposed)
