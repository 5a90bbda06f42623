"""Truco: the cards. What a hand counts for envido and flor, who takes a trick, who wins a hand.

A card is written as rank and suit letter: `1e` (ace of espadas), `12c`; suits e, b, o, c.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

SUITS = "eboc"
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
BRAVAS = {(1, "e"): 14, (1, "b"): 13, (7, "e"): 12, (7, "o"): 11}
STEPS = {3: 10, 2: 9, 1: 8, 12: 7, 11: 6, 10: 5, 7: 4, 6: 3, 5: 2, 4: 1}
PARDA = "="
WINNERS = {
    "AA": "A",
    "A=": "A",
    "=A": "A",
    "ABA": "A",
    "ABB": "B",
    "AB=": "A",
    "==A": "A",
    "===": PARDA,
    "==": PARDA,
}
"""Who wins by the tricks, as far as A took the first that was taken; `=` means the side of mano."""


class Card(NamedTuple):
    """One of the forty cards."""

    rank: int
    suit: str

    @property
    def value(self) -> int:
        """What it counts for envido and flor: its number, figures nothing."""
        return self.rank if self.rank < 10 else 0

    @property
    def step(self) -> int:
        """Its height in a trick, 14 the highest; equal steps are a parda."""
        return BRAVAS.get((self.rank, self.suit), STEPS[self.rank])


def cards(text: str) -> tuple[Card, ...]:
    """The cards of `7e 6e 1b`; raises ValueError for one that is not in the pack, or there twice."""
    holding = []
    for word in text.split():
        rank, suit = word[:-1], word[-1]
        if not (rank.isascii() and rank.isdigit() and int(rank) in RANKS and suit in SUITS):
            raise ValueError(f"not in the pack: {word}")
        holding.append(Card(int(rank), suit))
    if len(set(holding)) != len(holding):
        raise ValueError(f"the same card twice: {text}")
    return tuple(holding)


def envido(hand: Sequence[Card]) -> int:
    """Two or three of a suit: 20 and the two highest of it. Else the highest single value."""
    best = max(card.value for card in hand)
    by_suit = sorted(hand, key=lambda card: card.suit)
    for _suit, group in groupby(by_suit, key=lambda card: card.suit):
        values = sorted((card.value for card in group), reverse=True)
        if len(values) > 1:
            best = max(best, 20 + values[0] + values[1])
    return best


def flor(hand: Sequence[Card]) -> int | None:
    """Three of a suit: 20 and all values. Else None: no flor."""
    if len({card.suit for card in hand}) > 1:
        return None
    return 20 + sum(card.value for card in hand)


def trick_winner(plays: Sequence[tuple[str, Card]]) -> str:
    """The side that takes a trick, from (side, card); `=` when both sides played the highest step."""
    highest = max(card.step for _side, card in plays)
    sides = {side for side, card in plays if card.step == highest}
    return sides.pop() if len(sides) == 1 else PARDA


def hand_winner(tricks: str, mano: str) -> str:
    """The side that wins the hand, from its tricks such as `AB=`; raises ValueError for an impossible run."""
    if tricks in WINNERS:
        winner = WINNERS[tricks]
        return mano if winner == PARDA else winner
    swap = str.maketrans("AB", "BA")
    swapped = tricks.translate(swap)
    if swapped in WINNERS:
        return WINNERS[swapped].translate(swap)
    raise ValueError(f"not a run of tricks: {tricks}")
