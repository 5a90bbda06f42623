"""The way of a season: everybody's place after each evening."""

from __future__ import annotations

from dataclasses import replace

from config.caches import Pictures
from tournaments.engines.season import PersonId, season
from tournaments.seasons.gathering import ListOfSeason, SeasonFacts, season_of
from tournaments.seasons.keeping import came_to

Places = dict[PersonId, list[int | None]]
_ways: Pictures[tuple[str, str], str, tuple[list[str], Places]] = Pictures(6)


def places_over_time(facts: SeasonFacts, of: ListOfSeason) -> tuple[list[str], Places]:
    """Everybody's place after each evening: (keys of the evenings, places by person)."""
    subject = facts.season.uid.hex, of.key
    return _ways.get((subject, facts.mark), lambda: _places(facts, of))


def _places(facts: SeasonFacts, of: ListOfSeason) -> tuple[list[str], Places]:
    whole = season_of(facts, of.rules, came_to(facts))
    played = [number for number, evening in enumerate(whole.evenings) if evening.played]
    places: Places = {}
    for step, last in enumerate(played):
        evenings = tuple(
            evening if number <= last else replace(evening, results=(), tables=(), played=False)
            for number, evening in enumerate(whole.evenings)
        )
        over = whole.over if last == played[-1] else False
        table = season(replace(whole, evenings=evenings, over=over))
        for row in table.rows:
            places.setdefault(row.person, [None] * step).append(row.rank)
        for each in places.values():
            if len(each) <= step:
                each.append(None)
    return [whole.evenings[number].key for number in played], places
