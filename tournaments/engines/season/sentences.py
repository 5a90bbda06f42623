"""The rules in sentences, and how somebody's total came about; spoken by whoever speaks the language."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.season.choices import (
    Absent,
    BonusPlace,
    ChallengeCup,
    Combining,
    Finalists,
    Negatives,
    Outsiders,
    Unit,
    Whom,
    Worth,
)
from tournaments.engines.season.evenings import EveningRules
from tournaments.engines.season.rules import SeasonRules

FEW = 6  # places of a list that a sentence names


def sentence(rules: SeasonRules, planned: int = 0) -> tuple[Text, ...]:
    """The rules, short: what has its default that does nothing is not said. `planned`: evenings there are."""
    return (
        *_counting(rules, rules.evenings or planned),
        *_worth(rules),
        *_chosen(rules),
        *_minimum(rules),
        *_absence(rules),
        *_bonuses(rules),
        *_listed(rules),
        _tie(rules),
        *_final(rules),
        *_cup(rules),
    )


def _counting(rules: SeasonRules, planned: int) -> Iterator[Text]:
    """What becomes of the evenings: the beginning of the sentence."""
    if rules.combine is Combining.MEAN:
        message = {
            Unit.EVENINGS: _("Average of an evening"),
            Unit.ROUNDS: _("Average of a round"),
            Unit.HANDS: _("Average of a hand"),
        }[rules.divisor]
        yield say(message)
        if rules.least_divisor:
            yield say(_("divided by at least {count}"), count=rules.least_divisor)
    if rules.best and planned:
        yield say(_("best {best} of {evenings}"), best=rules.best, evenings=planned)
    elif rules.best:
        yield say(_("best {best}"), best=rules.best)
    elif rules.drop and planned:
        yield say(_("all but the worst {drop} of {evenings}"), drop=rules.drop, evenings=planned)
    elif rules.drop:
        yield say(_("all but the worst {drop}"), drop=rules.drop)
    elif rules.drop_from:
        yield say(
            _("the worst is left out from {first} on, one more for every further {every}, at most {most}"),
            first=rules.drop_from,
            every=rules.drop_every,
            most=rules.drop_most,
        )
    elif rules.combine is Combining.SUM:
        yield say(_("all evenings added up"))
    if rules.always:
        yield say(_("always counts: {kinds}"), kinds=rules.always)
    if rules.per_group:
        yield say(_("at most {count} of every group"), count=rules.per_group)
    if rules.announced_only:
        yield say(_("only if announced beforehand"))
    if not rules.weighted:
        yield say(_("weights do not count"))


def _worth(rules: EveningRules) -> Iterator[Text]:
    match rules.worth:
        case Worth.POINTS:
            pass
        case Worth.PER_HAND:
            yield say(_("points per hand times {times}"), times=rules.times)
        case Worth.PLACES:
            more = "…" if len(rules.place_points) > FEW else None
            points = "/".join([*map(str, rules.place_points[:FEW]), *filter(None, (more,))])
            yield say(_("points for places {points}, then {tail}"), points=points, tail=rules.tail)
        case Worth.ROOT:
            yield say(_("{times} × √(people ÷ place)"), times=rules.times)
        case Worth():
            yield say(_("counted: {worth}"), worth=rules.worth)
    if rules.worth in (Worth.PLACES, Worth.FIELD, Worth.ROOT, Worth.RANK):
        yield say(_("shared places: {sharing}"), sharing=rules.sharing)
    if rules.lowest_first:
        yield say(_("the lowest total wins"))
    if rules.negatives is Negatives.ZERO:
        yield say(_("results below 0 count as 0"))
    elif rules.negatives is Negatives.LEFT_OUT:
        yield say(_("results below 0 are left out"))


def _chosen(rules: EveningRules) -> Iterator[Text]:
    """Which evenings there are."""
    if rules.part:
        yield say(_("series {number} of every evening"), number=rules.part)
    elif rules.each_part:
        yield say(_("every series counts by itself"))
    if rules.kinds:
        yield say(_("only {kinds}"), kinds=rules.kinds)
    if rules.places:
        yield say(_("only at {places}"), places=rules.places)
    if rules.not_places:
        yield say(_("not at {places}"), places=rules.not_places)
    if rules.months:
        yield say(_("only the last months: {count}"), count=rules.months)
    if rules.smallest_field:
        yield say(_("field: at least {count}"), count=rules.smallest_field)


def _minimum(rules: SeasonRules) -> Iterator[Text]:
    if rules.least:
        message = {
            Unit.EVENINGS: _("at least {count}"),
            Unit.ROUNDS: _("rounds: at least {count}"),
            Unit.HANDS: _("hands: at least {count}"),
        }[rules.least_of]
        minimum = say(message, count=rules.least)
        yield (
            say(_("{minimum} (at the end of the season)"), minimum=minimum) if rules.least_at_end else minimum
        )
    if rules.all_required:
        yield say(_("only who came every time"))
    if rules.least_partners:
        yield say(_("different partners: at least {count}"), count=rules.least_partners)


def _absence(rules: SeasonRules) -> Iterator[Text]:
    match rules.absent:
        case Absent.NOTHING:
            yield say(_("absent does not count"))
        case Absent.WORST:
            yield say(_("absent counts as the worst of the evening"))
        case Absent.FIXED:
            yield say(_("absent counts {points}"), points=rules.absent_points)
    if rules.absence_penalty:
        yield say(_("minus {points} for each absence"), points=rules.absence_penalty)


def _bonuses(rules: SeasonRules) -> Iterator[Text]:
    if rules.presence_bonus:
        yield say(_("{points} for taking part"), points=rules.presence_bonus)
    if rules.all_bonus:
        yield say(_("{points} for coming every time"), points=rules.all_bonus)
    if rules.hosting_bonus:
        yield say(_("{points} for hosting"), points=rules.hosting_bonus)
    if rules.bonus is BonusPlace.EVENING:
        yield say(_("a bonus belongs to its evening"))


def _listed(rules: SeasonRules) -> Iterator[Text]:
    if rules.whom is not Whom.PEOPLE:
        if rules.club_best:
            yield say(_("{whom}: the best {count} of an evening"), whom=rules.whom, count=rules.club_best)
        else:
            yield say(_("{whom}: all of an evening"), whom=rules.whom)
    if rules.members_only:
        yield say(_("members only"))
    if rules.category:
        yield say(_("only {categories}"), categories=rules.category)
    by_place = rules.worth in (Worth.PLACES, Worth.FIELD, Worth.ROOT, Worth.RANK)
    if by_place and (rules.members_only or rules.category):
        keep = rules.outsiders is Outsiders.KEEP
        yield say(_("guests keep their places")) if keep else say(_("members move up behind guests"))


def _tie(rules: SeasonRules) -> Text:
    if rules.ties:
        return say(_("tie: {criteria}"), criteria=rules.ties)
    return say(_("tie: places are shared"))


def _final(rules: SeasonRules) -> Iterator[Text]:
    if rules.final is Finalists.BEST:
        yield say(_("final: the first {count}"), count=rules.final_places)
    elif rules.final is Finalists.EVERYBODY:
        yield say(_("final: everybody with at least {count}"), count=rules.final_least)


def _cup(rules: SeasonRules) -> Iterator[Text]:
    if rules.cup is ChallengeCup.NONE:
        return
    message = {
        ChallengeCup.EVENINGS: _("challenge cup: the first of every evening"),
        ChallengeCup.SEASONS: _("challenge cup: the first of the season"),
    }[rules.cup]
    yield say(message)
    if rules.cup_in_a_row and rules.cup_in_all:
        text = _("one’s own after {row} in a row or {all} in all")
        yield say(text, row=rules.cup_in_a_row, all=rules.cup_in_all)
    elif rules.cup_in_a_row:
        yield say(_("one’s own after {row} in a row"), row=rules.cup_in_a_row)
    elif rules.cup_in_all:
        yield say(_("one’s own after {all} in all"), all=rules.cup_in_all)
