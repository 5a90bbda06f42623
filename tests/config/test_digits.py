"""Whole numbers of forms and addresses."""

from __future__ import annotations

import pytest

from config.digits import LONGEST, number_in, numbers_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * 9, 999_999_999),
        ("9" * 10, None),
        ("9" * 5_000, None),
        ("", None),
        ("-1", None),
        (" 1", None),
        ("1.5", None),
        ("²", None),
        ("٣", None),
    ],
)
def test_plain_digits_are_a_number(text: str, number: int | None) -> None:
    assert number_in(text) == number


def test_what_is_no_number_is_left_out() -> None:
    assert numbers_in(["3", "x", "", "1", "1"]) == [3, 1, 1]
    assert numbers_in(["9" * 17, "9" * 18], LONGEST) == [10**17 - 1]
