"""Cabo: the cards. A rummy deck plays the same game: jokers are 0, ace 1, jack 11, queen 12, king 13."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.text import vocabulary

_ = vocabulary("cabo")


HIGHEST_CARD = 13
LARGEST_HAND = 4
DECK_TOTAL = 4 * sum(range(1, 13)) + 2 * 13
CARDS_IN_DECK = 52
FEWEST_COPIES = 2  # of a card in a deck
KAMIKAZE = (12, 12, 13, 13)
KAMIKAZE_VALUE = sum(KAMIKAZE)
RUMMY_FACES = {0: _("Joker"), 1: _("A"), 11: _("J"), 12: _("Q"), 13: _("K")}


@dataclass(frozen=True, slots=True)
class Face:
    """One kind of card, for a card grid: what it counts, what stands on it, how many are in play."""

    value: int
    name: str
    copies: int


def decks(seats: int) -> int:
    """A second deck joins from seven players on."""
    return 1 if seats < 7 else 2


def copies(card: int, seats: int) -> int:
    """How many cards of this value are in play: two of 0 and of 13 in a deck, four of the others."""
    return decks(seats) * (FEWEST_COPIES if card in (0, HIGHEST_CARD) else 4)


def faces(rummy: bool, seats: int) -> tuple[Face, ...]:
    """All kinds of cards, lowest first."""
    names = RUMMY_FACES if rummy else {}
    return tuple(
        Face(value, names.get(value, str(value)), copies(value, seats)) for value in range(HIGHEST_CARD + 1)
    )


def hand_value(cards: Iterable[int]) -> int:
    """Every card counts its number, action cards too."""
    return sum(cards)


def is_kamikaze(cards: Collection[int]) -> bool:
    """Exactly the two highest pairs; 50 points alone are not enough."""
    return len(cards) == len(KAMIKAZE) and tuple(sorted(cards)) == KAMIKAZE


def highest_value(seats: int, growing: bool) -> int:
    """The highest value one hand can have; `growing` hands may hold any number of cards."""
    if growing:
        return DECK_TOTAL * decks(seats)
    return 50 if decks(seats) == 1 else 52
