"""Amounts as people write them: `15,00 €`, `€15.00`, `$ 20.000,00`; any currency, in the active language."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext

from babel.core import Locale
from babel.numbers import format_currency, get_currency_name, get_currency_symbol
from django.utils.translation import get_language

from tournaments.engines.amounts import MOST, Money, decimals

TYPED = re.compile(r"(\d+)(?:[.,](\d{1,4}))?")
GROUPED = re.compile(r"[1-9]\d{0,2}(?:([.,'’ ])\d{3})+(?:[.,]\d{1,2})?")
MINUS = "\N{MINUS SIGN}"


def money(value: Money) -> str:
    """An amount with its currency, which no line breaks."""
    text = format_currency(_major(value), value.currency, locale=_locale()).replace(" ", "\N{NO-BREAK SPACE}")
    return text.replace("-", MINUS)


def plain(value: Money) -> str:
    """The amount alone, for fields and columns whose heading names the currency: `15,00`."""
    text = format_currency(
        _major(value),
        value.currency,
        format=f"#,##0.{'0' * decimals(value.currency)}" if decimals(value.currency) else "#,##0",
        locale=_locale(),
        currency_digits=False,
    )
    return text.replace("-", MINUS)


def symbol(currency: str) -> str:
    """`€`, `CHF`, `$`: what stands beside an amount here."""
    return get_currency_symbol(currency, locale=_locale())


def currency_name(currency: str) -> str:
    """`Euro`, `Schweizer Franken`: what a list to choose from says."""
    return get_currency_name(currency, locale=_locale())


def typed_amount(text: str, currency: str) -> int | None:
    """What somebody typed, in smallest units: `12`, `12,50`, `12.5 €`, `20.000`, `1'200.50`; None: no amount.

    A group of three digits behind a point is thousands wherever it cannot be decimals.
    """
    places = decimals(currency)
    bare = text.replace(currency, "").replace(symbol(currency), "").replace("\N{NO-BREAK SPACE}", " ").strip()
    grouped = GROUPED.fullmatch(bare)
    if grouped is not None and places < 3:
        head, tail = bare, ""
        end = re.search(r"[.,](\d{1,2})$", bare)
        if end is not None:
            head, tail = bare[: end.start()], end[1]
        bare = re.sub(r"[.,'’ ]", "", head) + (f".{tail}" if tail else "")
    parts = TYPED.fullmatch(bare)
    if parts is None or not bare.isascii():
        return None
    behind = parts[2] or ""
    if len(behind) > places:
        return None
    amount = int(parts[1] + behind.ljust(places, "0"))
    return amount if amount <= MOST else None


def _major(value: Money) -> Decimal:
    with localcontext() as context:
        context.prec = 40
        return Decimal(value.amount).scaleb(-decimals(value.currency))


def _locale() -> Locale:
    return Locale.parse(get_language() or "de", sep="-")
