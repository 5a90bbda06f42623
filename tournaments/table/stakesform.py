"""The questions about what is played for, as a page asks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring import Game
from tournaments.engines.amounts import CURRENCIES, Money
from tournaments.speech.money import currency_name, money, plain
from tournaments.speech.wording import speak
from tournaments.table.stakes import OFFERED, UNITS, Paying, Stakes


@dataclass(frozen=True, slots=True)
class StakesForm:
    """Rate, currency, rounding and who pays whom, with what was typed or is in force."""

    rate: str | None  # None: the rules of the game say it
    currency: str
    currencies: tuple[tuple[str, str], ...]
    unit: str
    units: tuple[tuple[str, str], ...]
    paying: str
    ways: tuple[tuple[str, str], ...]
    on: bool  # where the rules say the rate: is it played for?
    off: str  # what an answer of no is sent as

    @staticmethod
    def of(
        game: Game[Any, Any],
        stakes: Stakes,
        typed: Mapping[str, str] | None = None,
        *,
        on: bool | None = None,
    ) -> StakesForm:
        """What is in force, or what was typed instead. `on`: does the table that is there play for money?"""
        typed = typed or {}
        now = plain(Money(stakes.rate, stakes.currency)) if stakes.rate else ""
        offered = dict.fromkeys((*OFFERED, stakes.currency))
        return StakesForm(
            rate=typed.get("rate", now) if game.cents is None else None,
            currency=typed.get("currency", stakes.currency),
            currencies=tuple((code, currency_name(code)) for code in offered if code in CURRENCIES),
            unit=typed.get("unit", str(stakes.unit)),
            units=tuple(
                (str(unit), money(Money(unit, stakes.currency)) if unit > 1 else gettext("not at all"))
                for unit in UNITS
            ),
            paying=typed.get("paying", stakes.paying.value),
            ways=tuple((way.value, speak(way.label)) for way in Paying),
            on=typed["on"] == "1" if "on" in typed else bool(stakes.on) if on is None else on,
            off="" if on is None else "0",
        )
