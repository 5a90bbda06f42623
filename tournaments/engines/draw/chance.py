"""Lots from a seed: the same text gives the same lots in every process, on every machine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A sequence of lots.

    Only `Random.random` is used: it is the one method whose numbers Python promises to keep for a seed; what
    `shuffle` and `sample` make of them has changed before.
    """

    def __init__(self, *words: object) -> None:
        """`words` together are the seed; any text, also half a character of a broken keyboard."""
        text = "\x1f".join(str(word) for word in words)
        self._next = random.Random(text.encode("utf-8", "surrogatepass")).random

    def below(self, limit: int) -> int:
        """A number from 0 to limit − 1."""
        return int(self._next() * limit)

    def one_of(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[int(self._next() * len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """All of them in an order drawn by lot."""
        cards = list(things)
        for last in range(len(cards) - 1, 0, -1):
            drawn = int(self._next() * (last + 1))
            cards[last], cards[drawn] = cards[drawn], cards[last]
        return cards
