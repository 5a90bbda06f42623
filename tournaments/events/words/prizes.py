"""Prizes in words: whom one is for, what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from tournaments.engines.amounts import Money
from tournaments.engines.plans.prizeplan import PrizePlan, PrizeRow
from tournaments.engines.plans.prizeproblems import hundredths
from tournaments.engines.plans.prizetargets import BEST_HAND, best_round_name, round_name, stage_name
from tournaments.engines.plans.prizewho import SPANNED, PotOf, PrizeFor, TurnoutBy
from tournaments.engines.prizes.choices import Division, HeadShare
from tournaments.engines.prizes.hints import PRIZE_CALLED
from tournaments.speech.money import money

BETWEEN = " + "


def prize_label(prize: PrizeRow) -> str:
    """`1`, `4–10`, `last place`, `best of the class Ladies`; what it was called goes before."""
    if prize.label:
        return prize.label
    number, name = prize.first, prize.name
    match prize.who:
        case PrizeFor.PLACES if prize.last < -1:
            text = gettext("from place {number}, without the last {count}")
            return text.format(number=number, count=-prize.last - 1)
        case PrizeFor.PLACES if prize.last < 0:
            return gettext("from place {number} on").format(number=number)
        case PrizeFor.PLACES:
            return f"{number}–{prize.until}" if prize.until > number else str(number)
        case PrizeFor.PER:
            return gettext("a place for each {number} who play").format(number=number)
        case PrizeFor.EVERY:
            return gettext("every {number}th place").format(number=number)
        case PrizeFor.ABOVE:
            return gettext("everybody above {number}").format(number=number)
        case PrizeFor.CLASS | PrizeFor.CLUB | PrizeFor.FEAT:
            return placed(name, number, prize.until)
        case PrizeFor.ROUND | PrizeFor.STAGE:
            return _of_part(prize)
        case PrizeFor.ROUND_FROM if number:
            text = gettext("best single round of all, at least {points}")
            return text.format(points=number)
        case PrizeFor.PART:
            return gettext("the better {share} %").format(share=number)
        case PrizeFor.RAFFLE | PrizeFor.RAFFLE_HERE | PrizeFor.RAFFLE_REST:
            return f"{gettext(prize.who.label)} ({number})" if number > 1 else gettext(prize.who.label)
        case _:
            return placed(gettext(prize.who.label), number, prize.until)


def placed(what: str, place: int, last: int = 0) -> str:
    """`best of round 2, place 3`; the first place alone goes without saying."""
    if last > max(place, 1):
        return gettext("{what}, places {first}–{last}").format(what=what, first=max(place, 1), last=last)
    return gettext("{what}, place {place}").format(what=what, place=place) if place > 1 else what


def _of_part(prize: PrizeRow) -> str:
    if prize.who == PrizeFor.STAGE:
        single, each = gettext("best of stage {number}"), gettext("best of each stage")
    else:
        single, each = gettext("best of round {number}"), gettext("best of each round")
    what, first = single.format(number=prize.first) if prize.first else each, max(prize.last, 1)
    return placed(what, first, first + max(len(prize.weights), 1) - 1)


def spoken_names(plan: PrizePlan, rounds: int, stages: int) -> dict[str, str]:
    """What the rankings, numbers and prizes of an event are called in sentences about its prizes."""
    names = {BEST_HAND: gettext(PrizeFor.HAND.label), best_round_name(0): gettext(PrizeFor.ROUND_FROM.label)}
    for number in range(1, rounds + 1):
        names[round_name(number)] = gettext("Round {number}").format(number=number)
    for number in range(1, stages + 1):
        names[stage_name(number)] = gettext("Stage {number}").format(number=number)
    for row in plan.prizes:
        names[f"{PRIZE_CALLED}{row.id}"] = prize_label(row)
        if row.who == PrizeFor.ROUND_FROM:
            names[best_round_name(row.first)] = prize_label(row)
    return names


def prize_price(prize: PrizeRow, currency: str) -> str:
    """What there is to win: `150,00 €`, `40 % of the pot`, `a ham`, `cup + 100,00 €`."""
    parts = []
    if prize.goods:
        parts.append(prize.goods)
    if prize.amount:
        parts.append(money(Money(prize.amount, currency)))
    if prize.percent:
        of_left = gettext("{share} % of what fixed prizes leave in the pot")
        text = of_left if prize.left else gettext("{share} % of the pot")
        if prize.pot != PotOf.MAIN:
            of_left = gettext("{share} % of what fixed prizes leave there ({pot})")
            text = of_left if prize.left else gettext("{share} % ({pot})")
        parts.append(text.format(share=hundredths(prize.percent), pot=gettext(prize.pot.label)))
    if prize.picks:
        parts.append(gettext("a gift of one’s choice"))
    text = BETWEEN.join(parts)
    if divided := _divided(prize):
        text = f"{text}, {divided}"
    return gettext("{prize} for each person").format(prize=text) if prize.heads == HeadShare.EACH else text


def _divided(prize: PrizeRow) -> str:
    """How money for several places is divided; empty: each gets it, or there is one only."""
    if not (prize.amount or prize.percent):
        return ""
    if not prize.weights:
        spans = prize.who in SPANNED and prize.last not in (0, max(prize.first, 1))
        single = not spans and prize.who not in SEVERAL
        if prize.division == Division.EACH or single:
            return ""
        return gettext(prize.division.label)
    texts = [gettext("divided {shares}").format(shares=weights_words(prize.weights))]
    for step in sorted(prize.steps, key=lambda step: step.least):
        if prize.by == TurnoutBy.TABLES:
            text = ngettext("from {count} table on {shares}", "from {count} tables on {shares}", step.least)
        else:
            text = ngettext(
                "from {count} entrant on {shares}", "from {count} entrants on {shares}", step.least
            )
        texts.append(text.format(count=step.least, shares=weights_words(step.weights)))
    return "; ".join(texts)


SEVERAL = frozenset(
    (
        *(PrizeFor.TABLES, PrizeFor.PER, PrizeFor.EVERY, PrizeFor.PART),
        *(PrizeFor.EVERYBODY, PrizeFor.ABOVE, PrizeFor.RAFFLE, PrizeFor.RAFFLE_HERE, PrizeFor.RAFFLE_REST),
    )
)
"""Where there can be several winners of one row, without a span of places."""


def weights_words(weights: Sequence[int]) -> str:
    """`40 : 30 : 20 : 10`."""
    return " : ".join(map(str, weights))


def pot_words(pot: PotOf, part: int, *, by_stage: bool) -> str:
    """`The pot`, `Jackpot`, `Pot of round 2`."""
    if pot == PotOf.MAIN:
        return gettext("The pot")
    if pot != PotOf.SERIES:
        return gettext(pot.label)
    text = gettext("Pot of stage {number}") if by_stage else gettext("Pot of round {number}")
    return text.format(number=part)


def sharing_rule(plan: PrizePlan) -> str:
    """By which rule prizes are divided, for the sheet that is read out."""
    rules = plan.rules
    parts = [gettext(rules.ties.label), gettext(rules.per_person.label)]
    return gettext("How it is divided: {rules}.").format(rules="; ".join(parts))
