"""How exact numbers are written."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation

from scoring import Seating
from tournaments.engines.standings import Value
from tournaments.engines.standings.values import Exact
from tournaments.speech.wording import Wording


@pytest.mark.parametrize(
    ("exact", "english", "german", "plain"),
    [
        (12, "12", "12", "12"),
        (-12, "−12", "−12", "-12"),
        (Fraction(7, 2), "3½", "3½", "7/2"),
        (Fraction(-7, 2), "−3½", "−3½", "-7/2"),
        (Fraction(1, 2), "½", "½", "1/2"),
        (Fraction(8, 3), "2.67", "2,67", "8/3"),
        (Fraction(-8, 3), "−2.67", "−2,67", "-8/3"),
        (Fraction(1, 200), "0.01", "0,01", "1/200"),
        (Fraction(4, 1), "4", "4", "4"),
        ((80, 40), "80", "80", "80"),
        ((None, 40), "", "", ""),
        ((), "", "", ""),
        (None, "", "", ""),
    ],
)
def test_numbers_are_written_as_each_language_does(
    exact: Exact, english: str, german: str, plain: str
) -> None:
    value = Value(exact)
    for language, expected in (("en", english), ("de", german)):
        with translation.override(language):
            assert Wording(Seating((0,))).word(value.shown) == expected
    assert value.plain == plain


def test_shares_are_written_in_percent() -> None:
    with translation.override("es"):
        assert Wording(Seating((0,))).word(Value(Fraction(2, 3), percent=True).shown) == "66,7 %"
