"""What a quick evening is played for: how much a point, in which currency, and how it is paid at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import F

from config.database import writing
from scoring import Game, Problem, Table, Unreadable
from scoring.fields import Option
from scoring.text import mark as _
from scoring.text import say
from tournaments.engines.amounts import CURRENCIES, Money
from tournaments.models import Sitting
from tournaments.speech.money import typed_amount

USUAL = "EUR"
OFFERED = ("EUR", "CHF", "USD", "GBP", "ARS", "BRL", "CLP", "COP", "MXN", "PEN", "PYG", "UYU")
"""Currencies that are offered; any other can be typed."""
UNITS = (1, 5, 10, 50, 100, 500, 1000, 5000, 10_000)
"""To what payments are rounded, in smallest units; 1: to nothing."""
HIGHEST = 1_000_000  # a point


class Paying(Option):
    """Who pays whom."""

    FEWEST = "fewest", _("With the fewest payments")
    EVERYBODY = "everybody", _("Each with each")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What was agreed; in smallest units. A rate in the rules of the game counts instead of this one.

    Where the rules name a rate, `on` says whether it is played for at all; None: nobody has said.
    """

    rate: int = 0  # a point; 0: no money
    currency: str = USUAL
    unit: int = 1
    paying: Paying = Paying.FEWEST
    on: bool | None = None


NOTHING = Stakes()


def stakes_of(sitting: Sitting) -> Stakes:
    """What this table has agreed on. What cannot be read is as if nothing had been said."""
    raw = sitting.stakes
    if not isinstance(raw, Mapping):
        return NOTHING
    currency, unit, rate = raw.get("currency"), raw.get("unit"), raw.get("rate")
    return Stakes(
        rate=rate if isinstance(rate, int) and 0 <= rate <= HIGHEST else 0,
        currency=currency if currency in CURRENCIES else USUAL,
        unit=unit if unit in UNITS else 1,
        paying=Paying.EVERYBODY if raw.get("paying") == Paying.EVERYBODY else Paying.FEWEST,
        on=on if isinstance(on := raw.get("on"), bool) else None,
    )


def stored(stakes: Stakes) -> dict[str, Any]:
    """As the database keeps it."""
    return {**asdict(stakes), "paying": stakes.paying.value}


def rate_of(game: Game[Any, Any], table: Table[Any], stakes: Stakes) -> int:
    """What a point is worth: as the rules say it, else as the table does. 0: nobody plays for money.

    Every table of a game whose rules name a rate has one. It counts where somebody wants it: who has said
    so, or who has put another rate into the rules of his club or table.
    """
    if game.cents is None:
        return stakes.rate
    rate = game.cents(table.rules)
    wanted = stakes.on if stakes.on is not None else rate != game.cents(game.rules())
    return rate if wanted else 0


def read_stakes(answers: Mapping[str, str], before: Stakes = NOTHING) -> Stakes:
    """What somebody has typed; raises Unreadable. What was not asked stays as it was before."""
    problems: list[Problem] = []
    currency = answers.get("currency", before.currency).strip().upper()
    if currency not in CURRENCIES:
        text = say(_("“{typed}” is no currency: three letters, such as EUR or ARS."), typed=currency)
        problems.append(Problem("currency", "unknown_currency", text))
        currency = before.currency
    rate: int | None = before.rate
    if "rate" in answers:
        rate = typed_amount(answers["rate"] or "0", currency)
        if rate is None or rate > HIGHEST:
            text = say(
                _("“{typed}” is no amount up to {most} for a point."),
                typed=answers["rate"],
                most=Money(HIGHEST, currency),
            )
            problems.append(Problem("rate", "range", text))
    unit = answers.get("unit", str(before.unit))
    if unit not in map(str, UNITS):
        problems.append(Problem("unit", "unknown_option", say(_("Payments are not rounded to that."))))
    paying = answers.get("paying", before.paying.value)
    if paying not in tuple(Paying):
        problems.append(Problem("paying", "unknown_option", say(_("There is no such way to pay."))))
    if problems:
        raise Unreadable(problems)
    on = {"1": True, "0": False, "": None}.get(answers["on"]) if "on" in answers else before.on
    return Stakes(rate=rate or 0, currency=currency, unit=int(unit), paying=Paying(paying), on=on)


def agree(sitting: Sitting, stakes: Stakes) -> None:
    """The table has agreed on this; phones that look at it see it at once."""
    with writing():
        Sitting.objects.filter(pk=sitting.pk).update(stakes=stored(stakes), beside=F("beside") + 1)
