"""Prizes in words: whom one is for, what it is worth."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from tournaments.engines.amounts import Money
from tournaments.engines.plans.prizeplan import PrizeFor, PrizePlan, PrizeRow, hundredths
from tournaments.engines.prizes.choices import HeadShare
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
            return f"{number}–{prize.last}" if prize.last > number else str(number)
        case PrizeFor.PER:
            return gettext("a place for each {number} who play").format(number=number)
        case PrizeFor.EVERY:
            return gettext("every {number}th place").format(number=number)
        case PrizeFor.ABOVE:
            return gettext("everybody above {number}").format(number=number)
        case PrizeFor.CLASS | PrizeFor.CLUB:
            return _placed(name, number)
        case PrizeFor.ROUND:
            return _of_round(prize)
        case PrizeFor.PART:
            return gettext("the better {share} %").format(share=number)
        case PrizeFor.RAFFLE | PrizeFor.RAFFLE_HERE | PrizeFor.RAFFLE_REST:
            return f"{gettext(prize.who.label)} ({number})" if number > 1 else gettext(prize.who.label)
        case _:
            return _placed(gettext(prize.who.label), number)


def _placed(what: str, place: int) -> str:
    return gettext("{what}, place {place}").format(what=what, place=place) if place > 1 else what


def _of_round(prize: PrizeRow) -> str:
    text = gettext("best of round {number}").format(number=prize.first)
    return _placed(text if prize.first else gettext("best of each round"), prize.last)


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
        parts.append(text.format(share=hundredths(prize.percent)))
    if prize.picks:
        parts.append(gettext("a gift of one’s choice"))
    text = BETWEEN.join(parts)
    return gettext("{prize} for each person").format(prize=text) if prize.heads == HeadShare.EACH else text


def prizes_counted(count: int) -> str:
    """`5 prizes`."""
    return ngettext("{count} prize", "{count} prizes", count).format(count=count)


def sharing_rule(plan: PrizePlan) -> str:
    """By which rule prizes are divided, for the sheet that is read out."""
    rules = plan.rules
    parts = [gettext(rules.ties.label), gettext(rules.per_person.label)]
    return gettext("How it is divided: {rules}.").format(rules="; ".join(parts))
