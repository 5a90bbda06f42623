"""Money: whole units, written as people write it here."""

from __future__ import annotations

import pytest
from babel.numbers import get_currency_precision, list_currencies
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engines.amounts import CURRENCIES, MOST, Money, decimals
from tournaments.speech.money import money, plain, typed_amount


def test_decimals_are_those_of_the_standard() -> None:
    known = CURRENCIES & list_currencies()
    assert len(known) > 150
    # Babel follows the tills of a country, the standard its banks: where they differ the standard holds.
    differ = {code for code in known if get_currency_precision(code) < decimals(code)}
    assert not {"EUR", "CHF", "ARS", "BRL", "USD", "MXN", "JPY", "CLP", "KWD"} & differ
    assert not [code for code in known if get_currency_precision(code) > decimals(code)]


@pytest.mark.parametrize(
    ("language", "value", "written"),
    [
        ("de", Money(1500, "EUR"), "15,00\N{NO-BREAK SPACE}€"),
        ("en", Money(1500, "EUR"), "€15.00"),
        ("es", Money(1500, "EUR"), "15,00\N{NO-BREAK SPACE}€"),
        ("de", Money(-50, "EUR"), "\N{MINUS SIGN}0,50\N{NO-BREAK SPACE}€"),
        ("de", Money(2_000_000, "ARS"), "20.000,00\N{NO-BREAK SPACE}ARS"),
        ("de", Money(500, "JPY"), "500\N{NO-BREAK SPACE}¥"),
    ],
)
def test_amounts_in_the_languages_own_way(language: str, value: Money, written: str) -> None:
    with override(language):
        assert money(value) == written


@pytest.mark.parametrize(
    ("typed", "currency", "units"),
    [
        ("12", "EUR", 1200),
        ("12,50", "EUR", 1250),
        ("12.5 €", "EUR", 1250),
        ("20.000", "ARS", 2_000_000),
        ("1'200.50", "CHF", 120_050),
        ("1.234.567,89", "EUR", 123_456_789),
        ("500", "JPY", 500),
        ("5,5", "JPY", None),
        ("1,234", "KWD", 1234),
        ("0,505", "EUR", None),
        ("12,505", "EUR", 1_250_500),  # a group of three is thousands
        ("", "EUR", None),
        ("zwölf", "EUR", None),
        ("-3", "EUR", None),
        ("٣", "EUR", None),
        ("9" * 30, "EUR", None),
    ],
)
def test_what_is_typed(typed: str, currency: str, units: int | None) -> None:
    assert typed_amount(typed, currency) == units


@given(
    st.integers(0, MOST), st.sampled_from(["EUR", "CHF", "ARS", "JPY"]), st.sampled_from(["de", "en", "es"])
)
def test_what_is_written_can_be_typed(amount: int, currency: str, language: str) -> None:
    with override(language):
        assert typed_amount(plain(Money(amount, currency)), currency) == amount
