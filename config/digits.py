"""Whole numbers of forms and addresses: what anybody can type, and no number is too long for it."""

from __future__ import annotations

from collections.abc import Iterable

MOST = 9  # digits: a number of what there is, as people and pages write it
LONGEST = 17  # digits that every database keeps


def number_in(text: str, most: int = MOST) -> int | None:
    """The number, in plain digits and not more of them; None: this is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= most else None


def numbers_in(texts: Iterable[str], most: int = MOST) -> list[int]:
    """The numbers among these, in their order."""
    return [number for text in texts if (number := number_in(text, most)) is not None]
