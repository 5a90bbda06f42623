"""The money plan of an event as it stands."""

from __future__ import annotations

from tournaments.engines.cashdesk.tariffs import EUR, MoneyPlan, money_plan
from tournaments.events.ground.stages import settings_of
from tournaments.models import Event


def plan_of_event(event: Event) -> MoneyPlan:
    """The price list; of an event without one its single fee."""
    return money_plan(event.money, settings_of(event).fee)


def has_price_list(event: Event) -> bool:
    """Are there lines with names, instead of one fee for everybody?"""
    return bool(event.money.get("tariffs"))


def currency_of(event: Event) -> str:
    """The ISO code of the event's currency."""
    return str(event.money.get("currency") or EUR)
