"""Fees in words, in the active language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.engines.amounts import Money
from tournaments.engines.cashdesk.tariffs import MoneyPlan, Tariff
from tournaments.speech.money import money


def spoken(plan: MoneyPlan, amount: int) -> str:
    """An amount in the event's currency."""
    return money(Money(amount, plan.currency))


def tariff_name(tariff: Tariff) -> str:
    """What a line of the price list is called."""
    return tariff.name or _("Fee")


def fee_words(plan: MoneyPlan) -> str:
    """What an entrant pays: `12.00 €`, `10.00 € to 15.00 €`; empty where nobody pays."""
    amounts = sorted({tariff.amount for tariff in plan.tariffs if tariff.amount})
    if not amounts:
        return ""
    if len(amounts) == 1:
        return spoken(plan, amounts[0])
    return _("{low} to {high}").format(low=spoken(plan, amounts[0]), high=spoken(plan, amounts[-1]))


def price_lines(plan: MoneyPlan) -> list[tuple[str, str]]:
    """The price list to be read: name and price, `Mitglied: 10.00 €`."""
    lines = []
    for tariff in plan.tariffs:
        price = spoken(plan, tariff.amount) if tariff.amount else _("free of charge")
        if tariff.per_person and tariff.amount:
            price = _("{amount} per person").format(amount=price)
        lines.append((tariff_name(tariff), price))
    if plan.deposit:
        lines.append((_("Deposit"), spoken(plan, plan.deposit)))
    return lines
