"""Plans of prizes to begin with, one press each; everything of them can be changed afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.engines.plans.prizeplan import PrizePlan, PrizeRow, TurnoutStep
from tournaments.engines.plans.prizewho import PrizeFor
from tournaments.engines.prizes.choices import Division, PerPerson
from tournaments.engines.prizes.rules import PrizeRules

LADIES = ("damen", "ladies", "frauen", "women", "damas", "mujeres", "señoras")


def village(classes: Sequence[str]) -> PrizePlan:
    """Goods for the first places, one for the last, flowers for the best lady where there is such a class."""
    goods = (_("A basket of food"), _("A ham"), _("A bottle of wine"))
    rows = [
        PrizeRow(id=f"t-{place}", who=PrizeFor.PLACES, first=place, goods=gettext(what))
        for place, what in enumerate(goods, start=1)
    ]
    rows.append(PrizeRow(id="t-last", who=PrizeFor.LAST, goods=gettext("A sausage salad")))
    rows += [
        PrizeRow(id="t-lady", who=PrizeFor.CLASS, first=1, name=name, goods=gettext("A bunch of flowers"))
        for name in classes
        if name.casefold() in LADIES
    ][:1]
    return PrizePlan(rules=PrizeRules(per_person=PerPerson.ALL), prizes=tuple(rows))


def shares(*percent: int) -> Callable[[Sequence[str]], PrizePlan]:
    """Shares of the pot for the first places."""

    def plan(classes: Sequence[str]) -> PrizePlan:
        rows = [
            PrizeRow(id=f"t-{place}", who=PrizeFor.PLACES, first=place, percent=share * 100)
            for place, share in enumerate(percent, start=1)
        ]
        return PrizePlan(prizes=tuple(rows))

    return plan


def by_turnout(classes: Sequence[str]) -> PrizePlan:
    """The pot for the first four, and from eight tables on for five."""
    step = TurnoutStep(8, (30, 25, 20, 15, 10))
    row = PrizeRow(
        id="t-pot",
        who=PrizeFor.PLACES,
        first=1,
        percent=100_00,
        weights=(40, 30, 20, 10),
        steps=(step,),
    )
    return PrizePlan(prizes=(row,))


def in_the_plus(classes: Sequence[str]) -> PrizePlan:
    """A prize for everybody with more than no points."""
    row = PrizeRow(id="t-plus", who=PrizeFor.ABOVE, goods=gettext("A prize"))
    return PrizePlan(prizes=(row,))


def whole_pot(who: PrizeFor, first: int = 0) -> Callable[[Sequence[str]], PrizePlan]:
    """All of the pot for these places, falling from the best to the last of them."""

    def plan(classes: Sequence[str]) -> PrizePlan:
        row = PrizeRow(id="t-pot", who=who, first=first, percent=100_00, division=Division.FALLING)
        return PrizePlan(prizes=(row,))

    return plan


TEMPLATES: tuple[tuple[str, str, Callable[[Sequence[str]], PrizePlan]], ...] = (
    ("village", _("Village: goods for the first three and the last"), village),
    ("three", _("50 / 30 / 20 % of the pot"), shares(50, 30, 20)),
    ("four", _("40 / 30 / 20 / 10 % of the pot"), shares(40, 30, 20, 10)),
    ("turnout", _("40 / 30 / 20 / 10 %, from 8 tables on for five places"), by_turnout),
    ("plus", _("A prize for everybody in the plus"), in_the_plus),
    ("tables", _("The pot for as many places as tables"), whole_pot(PrizeFor.TABLES)),
    ("half", _("The pot for the better half"), whole_pot(PrizeFor.PART, 50)),
    ("fourth", _("The pot for every fourth person"), whole_pot(PrizeFor.PER, 4)),
)


def template(key: str) -> Callable[[Sequence[str]], PrizePlan] | None:
    """What makes the plan of this name."""
    return next((maker for name, _label, maker in TEMPLATES if name == key), None)
