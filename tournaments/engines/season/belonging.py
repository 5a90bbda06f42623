"""Which evenings belong to a table of the season: by kind, venue, age and size, whole or series by series."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from tournaments.engines.season.inputs import Number, PersonId, Season, SeasonEvening, SeasonResult
from tournaments.engines.season.rules import SeasonRules


def evenings_of(season: Season) -> tuple[SeasonEvening, ...]:
    """The evenings that count for the table these rules make, in their order."""
    rules = season.rules
    since = _first_day(season)
    chosen = (
        evening
        for evening in season.evenings
        if (not rules.kinds or evening.kind in rules.kinds)
        and (not rules.places or evening.place in rules.places)
        and evening.place not in rules.not_places
        and (since is None or evening.day is None or evening.day > since)
        and not (evening.played and field_of(evening) < rules.smallest_field)
    )
    if rules.part:
        return tuple(_part(evening, rules.part, rules) for evening in chosen if _has(evening, rules.part))
    if rules.each_part:
        return tuple(series for evening in chosen for series in _series(evening, rules))
    return tuple(chosen)


def series_of(season: Season) -> int:
    """How many evenings, or series, the table can have at most."""
    if not season.rules.each_part:
        return len(season.evenings)
    return sum(max(_longest(evening), 1) for evening in season.evenings)


def field_of(evening: SeasonEvening) -> int:
    """How many people there were."""
    return max(evening.size, len(evening.results))


def is_over(season: Season, evenings: tuple[SeasonEvening, ...]) -> bool:
    """Is nothing left to be played?"""
    return remaining_of(season, evenings) == 0 if season.over is None else season.over


def remaining_of(season: Season, evenings: tuple[SeasonEvening, ...]) -> int:
    """Evenings that are still to be played, on the calendar or only planned."""
    if season.over:
        return 0
    played = sum(evening.played for evening in evenings)
    return max(len(evenings), season.rules.evenings) - played


def _first_day(season: Season) -> date | None:
    """The day whose evenings are just too old."""
    if not season.rules.months:
        return None
    days = [evening.day for evening in season.evenings if evening.day is not None and evening.played]
    last = season.today or max(days, default=None)
    return None if last is None else months_before(last, season.rules.months)


def months_before(day: date, months: int) -> date:
    """The same day so many months earlier; the last of the month where there is no such day."""
    index = day.year * 12 + day.month - 1 - months
    if index < 12:
        return date.min
    year, month = index // 12, index % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


# --- series of an evening ------------------------------


def _longest(evening: SeasonEvening) -> int:
    return max((len(result.parts) for result in evening.results), default=0)


def _has(evening: SeasonEvening, part: int) -> bool:
    return not evening.played or part <= max(_longest(evening), 1)


def _series(evening: SeasonEvening, rules: SeasonRules) -> Iterator[SeasonEvening]:
    """Every series as an evening of its own."""
    for number in range(1, max(_longest(evening), 1) + 1):
        yield _part(evening, number, rules)


def _part(evening: SeasonEvening, number: int, rules: SeasonRules) -> SeasonEvening:
    """One series as an evening; an evening that is not told in series is its own first one."""
    if not evening.played or not _longest(evening):
        return evening
    points = {
        result.person: result.parts[number - 1]
        for result in evening.results
        if len(result.parts) >= number and result.parts[number - 1] is not None
    }
    places = places_by(points, low=rules.low_wins)
    results = tuple(
        _series_result(result, points[result.person], places[result.person], number)
        for result in evening.results
        if result.person in points
    )
    return replace(
        evening,
        key=f"{evening.key}/{number}",
        results=results,
        size=0,
        hosts=evening.hosts if number == 1 else (),
        tables=evening.tables if number == 1 else (),
    )


def _series_result(result: SeasonResult, points: Number | None, place: int, number: int) -> SeasonResult:
    return replace(
        result,
        points=points,
        rank=place,
        rounds=1,
        hands=0,
        wins=0,
        losses=0,
        bonus=result.bonus if number == 1 else 0,
        parts=(points,),
    )


def places_by(points: dict[PersonId, Number | None], low: bool) -> dict[PersonId, int]:
    """Places from points: 1, 2, 2, 4; nobody without points has one."""
    known = {person: -number if low else number for person, number in points.items() if number is not None}
    place_of: dict[Number, int] = {}
    for place, number in enumerate(sorted(known.values(), reverse=True), start=1):
        place_of.setdefault(number, place)
    return {person: place_of[number] for person, number in known.items()}
