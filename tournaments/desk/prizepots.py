"""The pots of an event on its pages: where the money comes from, what is paid, where the rest goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.table import alone
from tournaments.engines.amounts import Money
from tournaments.engines.plans.prizeplan import PrizePlan
from tournaments.engines.plans.prizetargets import pot_called
from tournaments.engines.plans.prizewho import PotOf
from tournaments.engines.prizes.outcome import PotSum, PrizeOutcome, PrizeRest
from tournaments.events.words.prizes import pot_words
from tournaments.speech.money import money
from tournaments.speech.wording import Wording


@dataclass(frozen=True, slots=True)
class PotView:
    """Where the money comes from, what is paid of it, and where the rest goes."""

    key: str
    name: str
    sources: tuple[tuple[str, str], ...]
    pot: str
    paid: str
    rests: tuple[str, ...]
    goods: str = ""  # what they are worth; empty: nobody has spoken


def pot_views(outcome: PrizeOutcome, plan: PrizePlan, currency: str) -> Iterator[PotView]:
    """The pot of the event and those beside it, but where there is no money and none is needed."""
    if outcome.pot.pot or outcome.paid:
        goods = money(Money(outcome.goods_worth, currency)) if outcome.goods_worth else ""
        name = pot_words(PotOf.MAIN, 0, by_stage=False)
        yield _view("pot", name, outcome.pot, outcome.paid, outcome.rests, currency, goods)
    for side in outcome.sides:
        if side.sum.pot or side.paid:
            pot, part = pot_called(side.name)
            name = pot_words(pot, part, by_stage=plan.by_stage)
            yield _view(side.name.replace(" ", "-"), name, side.sum, side.paid, side.rests, currency)


def _view(
    key: str,
    name: str,
    pot: PotSum,
    paid: int,
    rests: Iterable[PrizeRest],
    currency: str,
    goods: str = "",
) -> PotView:
    def spoken(amount: int) -> str:
        return money(Money(amount, currency))

    sources = [
        (gettext("Fees for prizes"), pot.fees_in),
        (gettext("Lost-game money for prizes"), pot.lost_games_in),
        (gettext("Given by sponsors"), pot.gifts),
        (gettext("Added to what was guaranteed"), pot.added),
        (gettext("Costs"), -pot.costs),
    ]
    wording = Wording(alone(1))
    return PotView(
        key=key,
        name=name,
        sources=tuple((source, spoken(amount)) for source, amount in sources if amount),
        pot=spoken(pot.pot),
        paid=spoken(paid),
        rests=tuple(wording.say(rest.text) for rest in rests),
        goods=goods,
    )
