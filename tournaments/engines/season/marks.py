"""What an evening is worth to those who were there: places, points, clubs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from tournaments.engines.season.belonging import places_by
from tournaments.engines.season.choices import Outsiders, PlaceSharing, Whom, Worth
from tournaments.engines.season.inputs import (
    Number,
    PersonId,
    SeasonEvening,
    SeasonPerson,
    SeasonResult,
    in_order,
)
from tournaments.engines.season.rules import SeasonRules

BY_PLACE = (Worth.PLACES, Worth.FIELD, Worth.ROOT, Worth.RANK)


class Mark(NamedTuple):
    """What somebody, or a club, brought home from an evening; `value` without weight and bonus."""

    value: Number | None
    points: Number | None = None
    rank: int | None = None
    hands: int = 0
    rounds: int = 0
    wins: int = 0
    losses: int = 0
    bonus: Number = 0
    announced: bool = False
    partners: tuple[PersonId, ...] = ()
    parts: tuple[Number, ...] = ()


class EveningMarks(NamedTuple):
    """Of one evening: the marks of those on the list, and the worst value of all who were there."""

    marks: Mapping[PersonId, Mark]
    worst: Number | None


def quotient(over: Number, under: Number) -> Number:
    """Exact, as a whole number where it is one."""
    result = Fraction(over) / under
    return result.numerator if result.denominator == 1 else result


def marks_of(
    evening: SeasonEvening, rules: SeasonRules, people: Mapping[PersonId, SeasonPerson]
) -> EveningMarks:
    """What everybody on the list has from this evening."""
    on_list = [result for result in evening.results if is_listed(result, rules, people)]
    everybody = rules.outsiders is Outsiders.KEEP
    field = list(evening.results) if everybody else on_list
    ranks = _ranks(evening, field, rules)
    value_of = _valuing(evening, field, ranks, rules, everybody)
    values = [value_of(result) for result in field]
    worst = _worst(values, rules)
    marks = {result.person: _mark(result, value_of(result), ranks.get(result.person)) for result in on_list}
    if rules.whom is Whom.PEOPLE:
        return EveningMarks(marks, worst)
    gathered = _gathered(marks, on_list, rules, people)
    return EveningMarks(gathered, _worst([mark.value for mark in gathered.values()], rules))


def is_listed(result: SeasonResult, rules: SeasonRules, people: Mapping[PersonId, SeasonPerson]) -> bool:
    """Is this person on the list on this evening?"""
    if not (rules.members_only or rules.category):
        return True
    person = people.get(result.person)
    if rules.members_only and (result.guest or (person is not None and not person.member)):
        return False
    return is_of_category(person, rules)


def is_of_category(person: SeasonPerson | None, rules: SeasonRules) -> bool:
    """Has the list no category, or is it this person's?"""
    if not rules.category:
        return True
    return person is not None and not set(rules.category).isdisjoint(person.categories)


def _worst(values: list[Number | None], rules: SeasonRules) -> Number | None:
    known = [value for value in values if value is not None]
    return (max if rules.lowest_first else min)(known, default=None)


def _mark(result: SeasonResult, value: Number | None, rank: int | None) -> Mark:
    return Mark(
        value,
        result.points,
        rank,
        result.hands,
        result.rounds,
        result.wins,
        result.losses,
        result.bonus,
        result.announced,
        result.partners,
        tuple(points for points in result.parts if points is not None),
    )


# --- places ------------------------------


def _ranks(evening: SeasonEvening, field: list[SeasonResult], rules: SeasonRules) -> dict[PersonId, int]:
    """Places as they were given; from the points where none were; counted anew where the others move up."""
    given = {result.person: result.rank for result in evening.results if result.rank is not None}
    if not given:
        return places_by({result.person: result.points for result in field}, low=rules.low_wins)
    if rules.outsiders is Outsiders.KEEP:
        return given
    here = {result.person: given[result.person] for result in field if result.person in given}
    first: dict[int, int] = {}
    for place, rank in enumerate(sorted(here.values()), start=1):
        first.setdefault(rank, place)
    return {person: first[rank] for person, rank in here.items()}


def _valuing(
    evening: SeasonEvening,
    field: list[SeasonResult],
    ranks: Mapping[PersonId, int],
    rules: SeasonRules,
    everybody: bool,
) -> Callable[[SeasonResult], Number | None]:
    """What a result is worth."""
    worth = rules.worth
    if worth in BY_PLACE:
        size = max(evening.size, len(field)) if everybody else len(field)
        places = _place_values(ranks, size, rules)
        return lambda result: places.get(ranks.get(result.person, 0))
    if worth is Worth.PER_HAND:
        return lambda result: (
            quotient(result.points * rules.times, result.hands)
            if result.points is not None and result.hands
            else None
        )
    if worth is Worth.WINS:
        return lambda result: result.wins
    if worth is Worth.PRESENCE:
        return lambda result: 1
    return lambda result: result.points


def _place_values(ranks: Mapping[PersonId, int], size: int, rules: SeasonRules) -> dict[int, Number]:
    """What every rank of the evening is worth, shared ones as the rules say."""
    place_value = _place_value(size, rules)
    values: dict[int, Number] = {}
    for rank, count in Counter(ranks.values()).items():
        if count == 1 or rules.sharing is PlaceSharing.HIGHER:
            values[rank] = place_value(rank)
        elif rules.sharing is PlaceSharing.LOWER:
            values[rank] = place_value(rank + count - 1)
        else:
            values[rank] = quotient(sum(map(place_value, range(rank, rank + count))), count)
    return values


def _place_value(size: int, rules: SeasonRules) -> Callable[[int], int]:
    if rules.worth is Worth.FIELD:
        return lambda place: max(size + 1 - place, 0)
    if rules.worth is Worth.ROOT:
        return lambda place: isqrt(rules.times**2 * size // place)
    if rules.worth is Worth.RANK:
        return lambda place: place
    points, tail, from_size = rules.place_points, rules.tail, 0
    for table in rules.larger:
        if from_size <= table.size <= size:
            points, tail, from_size = table.points, table.tail, table.size
    return lambda place: points[place - 1] if place <= len(points) else tail


# --- clubs and teams ------------------------------


def club_of(result: SeasonResult, rules: SeasonRules, people: Mapping[PersonId, SeasonPerson]) -> str:
    """For whom a result counts; empty: for nobody."""
    person = people.get(result.person)
    if rules.whom is Whom.TEAMS:
        return result.team or (person.team if person else "")
    return result.club or (person.club if person else "")


def _gathered(
    marks: Mapping[PersonId, Mark],
    results: list[SeasonResult],
    rules: SeasonRules,
    people: Mapping[PersonId, SeasonPerson],
) -> dict[PersonId, Mark]:
    """One mark for each club: its best members of the evening, added up."""
    members: dict[str, list[Mark]] = {}
    for result in sorted(results, key=lambda result: in_order(result.person)):  # decides between equals
        club = club_of(result, rules, people)
        if club:
            members.setdefault(club, []).append(marks[result.person])
    summed = {club: _summed(team, rules) for club, team in members.items()}
    places = places_by({club: mark.value for club, mark in summed.items()}, low=rules.lowest_first)
    return {club: mark._replace(rank=places.get(club)) for club, mark in summed.items()}


def _summed(team: list[Mark], rules: SeasonRules) -> Mark:
    sign = 1 if rules.lowest_first else -1
    valued = [(sign * mark.value, number) for number, mark in enumerate(team) if mark.value is not None]
    order = [team[number] for _value, number in sorted(valued)]
    best = order[: rules.club_best] if rules.club_best else order
    values = [mark.value for mark in best if mark.value is not None]
    return Mark(
        sum(values) if values else None,
        sum(mark.points for mark in best if mark.points is not None),
        None,
        sum(mark.hands for mark in best),
        sum(mark.rounds for mark in best),
        sum(mark.wins for mark in best),
        sum(mark.losses for mark in best),
        sum(mark.bonus for mark in best),
        any(mark.announced for mark in best),
    )
