"""Medals: what there is to be proud of, from the evenings of one person in their order."""

from __future__ import annotations

import datetime
import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ENOUGH = 8  # who had a place: from here on the first three have a medal
SERIES = 5  # hands won one after the other
ROUND_NUMBERS = (10, 25, 50, 100, 250, 500, 1000)  # evenings
MOST_FAITHFUL = 5  # events a club held in a year, at least


class MedalKind(enum.StrEnum):
    """What a medal is for."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"
    AGAIN = "again"  # events won one after the other
    SERIES = "series"
    EVENINGS = "evenings"
    FAITHFUL = "faithful"  # at every event of a year


@dataclass(frozen=True, slots=True)
class Outing:
    """An event or evening of a person."""

    day: datetime.date
    place: int | None
    of: int
    streak: int
    is_event: bool


@dataclass(frozen=True, slots=True)
class Medal:
    """`number`: how often, how many, or the year."""

    kind: MedalKind
    number: int
    day: datetime.date  # when it was won last


def medals(outings: Sequence[Outing], held: Mapping[int, int], this_year: int) -> tuple[Medal, ...]:
    """All medals; `outings` oldest first, `held` how many events the club has held in a year.

    Only of years that are over it is known who was at every event.
    """
    events = [outing for outing in outings if outing.is_event]
    ordered = (*_places(events), *_again(events), *_series(outings), *_evenings(outings))
    return (*ordered, *_faithful(events, held, this_year))


def _places(events: Sequence[Outing]) -> list[Medal]:
    won = []
    for place, kind in enumerate((MedalKind.GOLD, MedalKind.SILVER, MedalKind.BRONZE), start=1):
        days = [outing.day for outing in events if outing.place == place and outing.of >= ENOUGH]
        won += [Medal(kind, len(days), days[-1])] if days else []
    return won


def _again(events: Sequence[Outing]) -> list[Medal]:
    longest, row, last = 0, 0, None
    for outing in events:
        row = row + 1 if outing.place == 1 and outing.of >= ENOUGH else 0
        if row > longest:
            longest, last = row, outing.day
    return [Medal(MedalKind.AGAIN, longest, last)] if longest > 1 and last else []


def _series(outings: Sequence[Outing]) -> list[Medal]:
    best = max(outings, key=lambda outing: outing.streak, default=None)
    if best is None or best.streak < SERIES:
        return []
    return [Medal(MedalKind.SERIES, best.streak, best.day)]


def _evenings(outings: Sequence[Outing]) -> list[Medal]:
    days = sorted({outing.day for outing in outings})
    reached = [number for number in ROUND_NUMBERS if number <= len(days)]
    return [Medal(MedalKind.EVENINGS, reached[-1], days[reached[-1] - 1])] if reached else []


def _faithful(events: Sequence[Outing], held: Mapping[int, int], this_year: int) -> list[Medal]:
    came = Counter(outing.day.year for outing in events)
    years = sorted(year for year, count in held.items() if count >= MOST_FAITHFUL and year < this_year)
    last = {outing.day.year: outing.day for outing in events}
    return [Medal(MedalKind.FAITHFUL, year, last[year]) for year in years if came[year] >= held[year]]
