"""What keeps rows of a form from being a plan of prizes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.problem import Problem
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.plans.prizeplan import MOST_WEIGHTS, PrizePlan, PrizeRow
from tournaments.engines.plans.prizewho import NAMED, PARTED, RAFFLES, SPANNED, PotOf, PrizeFor
from tournaments.engines.prizes.choices import Division

MOST_PLACE = 2000
MOST_WEIGHT = 100_000


def problems(plan: PrizePlan) -> list[Problem]:
    """What keeps this from being a plan; `at` is a line's place from 1."""
    wrong = []
    for place, prize in enumerate(plan.prizes, start=1):
        wrong += [Problem(name, code, text, (place,)) for name, code, text in _of_line(plan, prize)]
    for place, gift in enumerate(plan.gifts, start=1):
        if not gift.what:
            nameless = say(_("The gift of {donor}: what is it?"), donor=gift.donor or "?")
            wrong.append(Problem("what", "missing", nameless, (place,)))
    if min(plan.guarantee, plan.sponsors, plan.costs) < 0:
        wrong.append(Problem("guarantee", "range", say(_("Amounts are not below 0."))))
    pots = {(prize.pot, _part_of(prize), prize.left) for prize in plan.prizes}
    shares = [
        sum(
            prize.percent * _times(prize)
            for prize in plan.prizes
            if (prize.pot, prize.left) == (pot, left) and _part_of(prize) in (0, part)
        )
        for pot, part, left in pots
    ]
    series = {prize.who for prize in plan.prizes if prize.pot == PotOf.SERIES}
    if series >= PARTED:
        text = _("The pot of a series is divided among rounds or among stages: please choose one of them.")
        wrong.append(Problem("pot", "both", say(text)))
    if (share := max(shares, default=0)) > 100_00:
        text = _("The shares of the pot are {share} % together: more than there is.")
        wrong.append(Problem("money", "share", say(text, share=hundredths(share))))
    return wrong


def hundredths(value: int) -> str:
    """`33.3` for 3330: a share as it is said."""
    whole, part = divmod(value, 100)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".")


def _part_of(prize: PrizeRow) -> int:
    """The round or stage whose part of a pot it is paid from; 0: of each."""
    return max(prize.first, 0) if prize.pot == PotOf.SERIES else 0


def _times(prize: PrizeRow) -> int:
    """How often a share is paid, as far as the plan itself says it."""
    if prize.division != Division.EACH or prize.weights:
        return 1
    if prize.who in SPANNED and prize.last > prize.first:
        return prize.last - max(prize.first, 1) + 1
    if prize.who in RAFFLES:
        return max(1, prize.first)
    return 1


def _of_line(plan: PrizePlan, prize: PrizeRow) -> Iterable[tuple[str, str, Any]]:
    if not (prize.amount or prize.percent or prize.goods or prize.picks):
        yield "goods", "half", say(_("What is there to win? Money, goods or a gift from the table."))
    if prize.amount and prize.percent:
        yield "money", "both", say(_("Either an amount or a share of the pot, not both."))
    if min(prize.amount, prize.percent, prize.worth) < 0 or prize.percent > 100_00:
        yield "money", "range", say(_("Amounts are not below 0, and a share is at most 100 %."))
    if prize.picks and not plan.gifts:
        yield "goods", "no_gifts", say(_("There are no gifts on the table to choose from."))
    if prize.who in NAMED and not prize.name:
        missing = _("What is counted?") if prize.who == PrizeFor.FEAT else _("Which class or club?")
        yield "name", "missing", say(missing)
    if prize.who == PrizeFor.PART and not 1 <= prize.first <= 100:
        yield "first", "range", say(_("A number from 1 to {most} is missing."), most=100)
    if prize.who in (PrizeFor.PLACES, PrizeFor.PER, PrizeFor.EVERY) and not 1 <= prize.first <= MOST_PLACE:
        yield "first", "range", say(_("A number from 1 to {most} is missing."), most=MOST_PLACE)
    from_end = prize.who == PrizeFor.PLACES and prize.last < 0
    span = not prize.last or from_end or max(prize.first, 1) <= prize.last <= MOST_PLACE
    if prize.who in SPANNED and not span:
        yield "last", "span", say(_("Places go from the better to the worse one."))
    if prize.who == PrizeFor.EVERY and prize.first == 1:
        yield "first", "range", say(_("Every single place: choose “Everybody”."))
    if prize.pot == PotOf.SERIES and prize.who not in PARTED:
        text = _("The pot of a series pays the best of a round or of a stage: please choose one of these.")
        yield "pot", "series", say(text)
    yield from _of_weights(prize)


def _of_weights(prize: PrizeRow) -> Iterable[tuple[str, str, Any]]:
    """How money is divided by shares that somebody names."""
    listed = [prize.weights, *(step.weights for step in prize.steps)]
    if any(not all(0 < weight <= MOST_WEIGHT for weight in weights) for weights in listed):
        yield "weights", "range", say(_("Shares are whole numbers from 1 to {most}."), most=MOST_WEIGHT)
    if any(len(weights) > MOST_WEIGHTS for weights in listed):
        yield "weights", "many", say(_("At most {most} shares."), most=MOST_WEIGHTS)
    if prize.steps and not all(listed):
        yield "weights", "missing", say(_("Which shares? For example 40/30/20/10."))
    leasts = [step.least for step in prize.steps]
    if any(least < 1 for least in leasts) or len(set(leasts)) < len(leasts):
        text = _("From how many tables or entrants do the other shares count? Each number once.")
        yield "steps", "least", say(text)
    if prize.weights and not (prize.amount or prize.percent):
        yield "weights", "no_money", say(_("Shares divide money, and there is none to win here."))
