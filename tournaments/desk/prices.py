"""The form of the price list: what is typed there, and what stands in it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.engines.amounts import CURRENCIES, Money
from tournaments.engines.cashdesk.banking import BankAccount, bare
from tournaments.engines.cashdesk.coins import PIECES
from tournaments.engines.cashdesk.kinds import Destination
from tournaments.engines.cashdesk.tariffs import (
    MOST_ITEMS,
    MOST_TARIFFS,
    ONLY,
    FeeItem,
    Fits,
    MoneyPlan,
    Tariff,
)
from tournaments.lists import cleaned
from tournaments.speech.money import currency_name, plain, typed_amount

FREE_ITEMS = 1  # fields for an item more


@dataclass(frozen=True, slots=True)
class ItemFields:
    """Fields of an item of a fee."""

    at: int
    amount: str
    to: str
    label: str


@dataclass(frozen=True, slots=True)
class PriceFields:
    """Fields of a line of the price list."""

    at: int
    key: str
    name: str
    fits: str
    word: str
    each: bool
    items: tuple[ItemFields, ...]


def price_fields(plan: MoneyPlan, free: int) -> list[PriceFields]:
    """The form as the plan fills it, with empty lines at the end."""
    lines = []
    for at, tariff in enumerate(plan.tariffs, start=1):
        items = [
            ItemFields(place, plain(Money(item.amount, plan.currency)), item.to.value, item.label)
            for place, item in enumerate(tariff.items, start=1)
        ]
        lines.append(
            PriceFields(
                at,
                "" if tariff.key == ONLY else tariff.key,
                tariff.name or gettext("Fee"),
                tariff.fits.value,
                tariff.word,
                tariff.per_person,
                (*items, *_empty_items(len(items), first=not items)),
            )
        )
    count = len(lines)
    lines += [
        PriceFields(
            count + at, "", "", _usual_fits(count + at), "", False, tuple(_empty_items(0, first=True))
        )
        for at in range(1, 1 + min(free, MOST_TARIFFS - count))
    ]
    return lines


def _usual_fits(at: int) -> str:
    return {1: Fits.MEMBERS.value, 2: Fits.GUESTS.value, 3: Fits.CATEGORY.value}.get(at, Fits.CHOSEN.value)


def _empty_items(there: int, *, first: bool) -> list[ItemFields]:
    free = min(FREE_ITEMS + first, MOST_ITEMS - there)
    return [ItemFields(there + at, "", Destination.PRIZES.value, "") for at in range(1, free + 1)]


def fields_sent(data: Mapping[str, str]) -> list[PriceFields]:
    """The form as it was sent: what somebody typed stays in it."""
    lines = []
    for at in range(1, MOST_TARIFFS + 1):
        if f"name-{at}" not in data:
            break
        items = tuple(
            ItemFields(
                place,
                data[f"amount-{at}-{place}"],
                data.get(f"to-{at}-{place}", ""),
                data.get(f"label-{at}-{place}", ""),
            )
            for place in range(1, MOST_ITEMS + 1)
            if f"amount-{at}-{place}" in data
        )
        lines.append(
            PriceFields(
                at,
                data.get(f"key-{at}", "")[:12],
                cleaned(data[f"name-{at}"])[:40],
                data.get(f"fits-{at}", ""),
                cleaned(data.get(f"word-{at}", ""))[:40],
                f"each-{at}" in data,
                items,
            )
        )
    return lines


def plan_sent(data: Mapping[str, str], before: MoneyPlan) -> MoneyPlan:
    """What was typed as a plan; raises Unreadable with every amount that is none."""
    currency = data.get("currency", before.currency)
    if currency not in CURRENCIES:
        currency = before.currency
    problems: list[Problem] = []
    tariffs = []
    known = {tariff.key for tariff in before.tariffs}
    for line in fields_sent(data):
        items = [_item(line, item, currency, problems) for item in line.items if item.amount.strip()]
        if not line.name and not items:
            continue
        key = line.key if line.key in known else secrets.token_hex(4)
        fits = next((fits for fits in Fits if fits.value == line.fits), Fits.CHOSEN)
        tariffs.append(
            Tariff(key, line.name, fits, tuple(item for item in items if item.amount), line.word, line.each)
        )
    deposit = typed_amount(data.get("deposit", "").strip() or "0", currency)
    if deposit is None:
        text = say(_("Deposit: “{text}” is no amount."), text=data["deposit"][:20])
        problems.append(Problem("deposit", "no_amount", text))
    if problems:
        raise Unreadable(problems)
    bank = BankAccount(
        cleaned(data.get("holder", ""))[:70], bare(data.get("iban", ""))[:34], bare(data.get("bic", ""))[:11]
    )
    return MoneyPlan(currency, tuple(tariffs), deposit or 0, bank)


def _item(line: PriceFields, item: ItemFields, currency: str, problems: list[Problem]) -> FeeItem:
    amount = typed_amount(item.amount, currency)
    if amount is None:
        text = say(_("{name}: “{text}” is no amount."), name=line.name or line.at, text=item.amount[:20])
        problems.append(Problem("amount", "no_amount", text))
    to = next((where for where in Destination if where.value == item.to), Destination.PRIZES)
    return FeeItem(to, amount or 0, cleaned(item.label)[:40])


def currencies() -> list[tuple[str, str]]:
    """All there are with their names, those with known coins first."""
    often = list(PIECES)
    return [(code, currency_name(code)) for code in (*often, *sorted(CURRENCIES - set(often)))]
