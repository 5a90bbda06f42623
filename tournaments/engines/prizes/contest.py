"""Who competes for prizes, and in which orders: of the event, of a session, by a number, of the teams."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from tournaments.engines.prizes.choices import Equal
from tournaments.engines.prizes.inputs import (
    PrizeEntrant,
    PrizeQuestion,
    PrizeTarget,
    PrizeTeam,
    WinnerId,
)

Number = int | Fraction
Level = tuple[int, ...]
"""Equals, in the ranking's own order; the best level of a ranking stands first."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who can get a prize: an entrant or a team."""

    id: WinnerId
    name: str
    heads: int
    stake: int
    team: bool


@dataclass(frozen=True, slots=True)
class Ordered:
    """A ranking: its levels, and which number everybody has in it."""

    levels: tuple[Level, ...]
    points: dict[int, Number]
    _level_of: dict[int, Level] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._level_of.update((member, level) for level in self.levels for member in level)

    def level_of(self, recipient: int) -> Level:
        """All who are equal to somebody."""
        return self._level_of.get(recipient, (recipient,))


class Contest:
    """Recipients by number: entrants in the order written, then teams."""

    def __init__(self, question: PrizeQuestion) -> None:
        self.entrants = question.entrants
        self._by_points = question.rules.equal is Equal.POINTS
        self.teams = question.teams or _teams_of(question.entrants)
        self.recipients = [
            Recipient(entrant.id, entrant.name or str(entrant.id), entrant.heads, entrant.stake, team=False)
            for entrant in self.entrants
        ] + [
            Recipient(team.id, team.name or str(team.id), max(len(team.members), 1), 100, team=True)
            for team in self.teams
        ]
        self.number_of = {entrant.id: number for number, entrant in enumerate(self.entrants)}
        self.team_number = {
            team.id: number for number, team in enumerate(self.teams, start=len(self.entrants))
        }
        self._orders: dict[Hashable, Ordered] = {}
        self.players = sum(map(len, self.order(PrizeTarget()).levels))
        self.place: dict[int, int] = {}
        for number in (number for level in self.order(PrizeTarget()).levels for number in level):
            self.place[number] = len(self.place) + 1
        seen = {entrant.table for entrant in self.entrants if entrant.table}
        self.tables = len(seen) if question.tables is None else question.tables

    def order(self, target: PrizeTarget) -> Ordered:
        """The ranking a target speaks of, of all who may win prizes."""
        key = (target.teams, target.count, target.ranking, target.statistic, target.lowest)
        if key not in self._orders:
            self._orders[key] = self._ordered(target)
        return self._orders[key]

    def entitled(self, target: PrizeTarget) -> Callable[[int], bool]:
        """Who belongs to the people a target speaks of."""

        def belongs(number: int) -> bool:
            if number >= len(self.entrants):
                return True
            entrant = self.entrants[number]
            return (
                entrant.eligible
                and (not target.group or target.group in entrant.groups)
                and (not target.club or target.club == entrant.club)
                and (not target.table or target.table == entrant.table)
                and (target.members is None or target.members == entrant.member)
            )

        return belongs

    def entitled_levels(self, target: PrizeTarget) -> list[tuple[str, list[Level]]]:
        """They in order; with `each`, every table, club or group of them apart, by name."""
        belongs = self.entitled(target)
        parts: dict[str, list[list[int]]] = {} if target.each else {"": []}
        for level in self.order(target).levels:
            fresh: set[str] = set()
            for number in filter(belongs, level):
                for part in self._parts(number, target):
                    levels = parts.setdefault(part, [])
                    if part not in fresh:
                        fresh.add(part)
                        levels.append([])
                    levels[-1].append(number)
        return [(part, [tuple(level) for level in parts[part]]) for part in sorted(parts, key=_natural)]

    def _parts(self, number: int, target: PrizeTarget) -> Sequence[str]:
        if number >= len(self.entrants) or not target.each:
            return ("",)
        entrant = self.entrants[number]
        if target.each == "group":
            return sorted(entrant.groups)
        value = entrant.club if target.each == "club" else entrant.table
        return (value,) if value else ()

    def _ordered(self, target: PrizeTarget) -> Ordered:
        if target.teams:
            return self._teams(target.count)
        allowed = [(number, entrant) for number, entrant in enumerate(self.entrants) if entrant.eligible]
        if target.statistic:
            sign = 1 if target.lowest else -1
            values = {
                number: entrant.statistics[target.statistic]
                for number, entrant in allowed
                if target.statistic in entrant.statistics
            }
            event = {number: place for place, number in enumerate(self._in_order())}
            by_value = sorted(
                values, key=lambda number: (sign * values[number], event.get(number, len(event)))
            )
            levels = (tuple(run) for _value, run in groupby(by_value, key=values.__getitem__))
            return Ordered(tuple(levels), values)
        placings = []
        for number, entrant in allowed:
            if not target.ranking:
                placings.append((number, entrant.rank, entrant.points))
            elif target.ranking in entrant.rankings:
                placing = entrant.rankings[target.ranking]
                placings.append((number, placing.rank, placing.points))
        return _levels(placings, by_points=self._by_points)

    def _in_order(self) -> list[int]:
        return [number for level in self.order(PrizeTarget()).levels for number in level]

    def _teams(self, count: int) -> Ordered:
        first = len(self.entrants)
        if any(team.rank is not None for team in self.teams):
            placings = [
                (number, team.rank, team.points) for number, team in enumerate(self.teams, start=first)
            ]
            return _levels(placings, by_points=self._by_points)
        singles = {}
        for number, team in enumerate(self.teams, start=first):
            best = self._best(team, count)
            if best:
                singles[number] = best
        by_sum = sorted(singles, key=lambda number: _falling((sum(singles[number]), *singles[number])))
        runs = groupby(by_sum, key=lambda number: (sum(singles[number]), *singles[number]))
        return Ordered(
            tuple(tuple(run) for _sum, run in runs), {number: sum(best) for number, best in singles.items()}
        )

    def _best(self, team: PrizeTeam, count: int) -> tuple[Number, ...]:
        """The points of those who count, the best first; nothing if they are too few."""
        points = []
        for member in team.members:
            entrant = self.entrants[self.number_of[member]] if member in self.number_of else None
            if entrant is not None and entrant.eligible and entrant.points is not None:
                points.append(entrant.points)
        points.sort(reverse=True)
        return tuple(points[: count or None]) if len(points) >= count else ()


def _teams_of(entrants: Iterable[PrizeEntrant]) -> tuple[PrizeTeam, ...]:
    members: dict[str, list[WinnerId]] = {}
    for entrant in entrants:
        if entrant.team:
            members.setdefault(entrant.team, []).append(entrant.id)
    return tuple(PrizeTeam(id=name, members=tuple(ids), name=name) for name, ids in members.items())


def _levels(placings: Sequence[tuple[int, int | None, Number | None]], *, by_points: bool) -> Ordered:
    """Who shares a rank is equal; so are neighbours with the same points, where points are looked at."""
    ranked = sorted(
        ((rank, number, points) for number, rank, points in placings if rank is not None),
        key=lambda placing: placing[0],
    )
    levels: list[list[int]] = []
    before: set[Number] = set()
    for _rank, run in groupby(ranked, key=lambda placing: placing[0]):
        equals = list(run)
        values = {points for _place, _number, points in equals if points is not None}
        numbers = [number for _place, number, _points in equals]
        if by_points and levels and before & values:
            levels[-1] += numbers
            before = values
        else:
            levels.append(numbers)
            before = values
    return Ordered(
        tuple(map(tuple, levels)),
        {number: points for _rank, number, points in ranked if points is not None},
    )


def _falling(values: tuple[Number, ...]) -> tuple[Number, ...]:
    return tuple(-value for value in values)


def _natural(text: str) -> tuple[bool, int, str]:
    return (not text.isdecimal(), int(text) if text.isdecimal() else 0, text)
