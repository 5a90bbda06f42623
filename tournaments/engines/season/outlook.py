"""What somebody can still reach, said only where it follows by arithmetic."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from tournaments.engines.season.choices import Absent, BonusPlace, Combining, Negatives, Unit, Whom, Worth
from tournaments.engines.season.counting import Reckoned, SeasonFrame
from tournaments.engines.season.inputs import Number, PersonId
from tournaments.engines.season.marks import quotient
from tournaments.engines.season.rules import SeasonRules
from tournaments.engines.season.tables import LeftOut, SeasonOutlook


class SeasonAhead(NamedTuple):
    """The season so far, and what is still to come."""

    frame: SeasonFrame
    reckoned: Mapping[PersonId, Reckoned]
    remaining: int
    groups: Sequence[Sequence[PersonId]]  # those with a place, in order
    weights: Sequence[Number]  # of the evenings to come

    @property
    def rules(self) -> SeasonRules:
        """The rules of the table."""
        return self.frame.rules


def outlooks(ahead: SeasonAhead) -> dict[PersonId, SeasonOutlook]:
    """For everybody; nothing where the season is over, or where old evenings go out of the window."""
    rules = ahead.rules
    if not ahead.remaining or rules.months or rules.each_part:
        return dict.fromkeys(ahead.reckoned, SeasonOutlook())
    next_above = _next_above(ahead)
    bounds = _places(ahead)
    looks = {}
    for person, mine in ahead.reckoned.items():
        above = next_above.get(person)
        more = None if above is None else _more(ahead, mine, ahead.reckoned[above])
        best_place, worst_place = bounds.get(person, (None, None))
        looks[person] = SeasonOutlook(
            ahead.remaining,
            _out_of_reach(ahead, mine),
            _improves_above(ahead, mine),
            None if more is None else above,
            more,
            best_place,
            worst_place,
        )
    return looks


def _next_above(ahead: SeasonAhead) -> dict[PersonId, PersonId]:
    """The last of those ahead with another total."""
    above: dict[PersonId, PersonId] = {}
    equals: list[PersonId] = []
    before: PersonId | None = None
    for person in (person for group in ahead.groups for person in group):
        if equals and ahead.reckoned[person].total != ahead.reckoned[equals[-1]].total:
            before, equals = equals[-1], []
        equals.append(person)
        if before is not None:
            above[person] = before
    return above


def _out_of_reach(ahead: SeasonAhead, mine: Reckoned) -> bool:
    """Can the minimum not be reached any more?"""
    rules = ahead.rules
    return rules.least_of is Unit.EVENINGS and mine.units + ahead.remaining < rules.least


# --- one's own total ------------------------------


def _candidates(mine: Reckoned, frame: SeasonFrame) -> list[Number]:
    """Values among which the best are looked for."""
    return [
        cell.value
        for cell, evening in zip(mine.cells, frame.evenings, strict=True)
        if cell.value is not None
        and evening.kind not in frame.rules.always
        and (cell.counted or cell.left_out is LeftOut.WORSE)
    ]


def _plain(rules: SeasonRules) -> bool:
    """Does a further result count by its value alone?"""
    return not (
        rules.per_group
        or rules.announced_only
        or rules.drop_from
        or rules.always
        or rules.bonus is BonusPlace.EVENING
    )


def _same_weight(ahead: SeasonAhead) -> Number | None:
    weights = set(ahead.weights)
    return weights.pop() if len(weights) == 1 and 0 not in weights else None


def _improves_above(ahead: SeasonAhead, mine: Reckoned) -> Number | None:
    """The worst value that counts, where there is no room for another one beside it."""
    rules = ahead.rules
    averaged = rules.combine is Combining.MEAN and rules.divisor is not Unit.EVENINGS
    if not _plain(rules) or averaged or not rules.best or _same_weight(ahead) != 1:
        return None
    candidates = _candidates(mine, ahead.frame)
    if len(candidates) < rules.best:
        return None
    order = sorted(candidates, reverse=not rules.lowest_first)
    return order[rules.best - 1]


def _more(ahead: SeasonAhead, mine: Reckoned, their: Reckoned) -> Number | None:
    """How many points more than the other one are just not enough, if both play all that is left."""
    rules, weight = ahead.rules, _same_weight(ahead)
    if (
        weight is None
        or not _plain(rules)
        or rules.combine is not Combining.SUM
        or rules.lowest_first
        or rules.negatives is not Negatives.COUNT
        or rules.all_bonus
        or not (_has_room(ahead, mine) and _has_room(ahead, their))
        or mine.total is None
        or their.total is None
    ):
        return None
    return quotient(their.total - mine.total, weight)


def _has_room(ahead: SeasonAhead, mine: Reckoned) -> bool:
    """Will everything count that is still to come?"""
    rules, candidates = ahead.rules, len(_candidates(mine, ahead.frame))
    if rules.best:
        return candidates + ahead.remaining <= rules.best
    if rules.drop:  # with every evening one more counts
        return mine.limit is not None and candidates <= mine.limit
    return True


# --- places ------------------------------


def _places(ahead: SeasonAhead) -> dict[PersonId, tuple[int | None, int | None]]:
    """The best and the worst place that is still possible, where the worth of an evening is limited."""
    rules = ahead.rules
    most = _most(ahead)
    if most is None:
        return {}
    coming = [weight * most for weight in ahead.weights]
    sure = {person: mine.total for person, mine in ahead.reckoned.items() if mine.total is not None}
    highest = {person: total + _gain(ahead, ahead.reckoned[person], coming) for person, total in sure.items()}
    units = {person: ahead.reckoned[person].units for person in sure}
    ranked = {person for group in ahead.groups for person in group}
    certain = sorted(sure[person] for person in ranked if units[person] >= rules.least)
    possible = sorted(
        highest[person]
        for person in sure
        if person in ranked or (rules.least and units[person] + ahead.remaining >= rules.least)
    )
    newcomer = sum(nlargest(rules.best, coming)) if rules.best else sum(coming)
    open_to_all = ahead.remaining >= rules.least
    places: dict[PersonId, tuple[int | None, int | None]] = {}
    for person in ranked:
        best = 1 + len(certain) - bisect_right(certain, highest[person])
        worst = None
        if units[person] >= rules.least and not (open_to_all and newcomer >= sure[person]):
            worst = len(possible) - bisect_left(possible, sure[person])  # himself among them
        places[person] = (best, worst)
    return places


def _gain(ahead: SeasonAhead, mine: Reckoned, coming: Sequence[Number]) -> Number:
    """What the best that can come adds to a total."""
    best = ahead.rules.best
    if not best:
        return sum(coming)
    candidates = _candidates(mine, ahead.frame)
    return sum(nlargest(best, [*candidates, *coming])) - sum(nlargest(best, candidates))


def _most(ahead: SeasonAhead) -> Number | None:
    """What an evening is worth at most; None where that is not known, or something else counts too."""
    rules = ahead.rules
    if (
        rules.whom is not Whom.PEOPLE
        or rules.combine is not Combining.SUM
        or rules.absent is not Absent.NOTHING
        or rules.drop
        or not _plain(rules)
        or rules.all_required
        or rules.least_partners
        or rules.least_of is not Unit.EVENINGS
        or rules.presence_bonus
        or rules.all_bonus
        or rules.hosting_bonus
        or rules.absence_penalty
        or any(mark.bonus for evening in ahead.frame.marks for mark in evening.marks.values())
    ):
        return None
    if rules.worth is Worth.PRESENCE:
        return 1
    if rules.worth is not Worth.PLACES:
        return None
    points = [
        *rules.place_points,
        rules.tail,
        *(number for table in rules.larger for number in (*table.points, table.tail)),
    ]
    return None if min(points) < 0 else max(points)
