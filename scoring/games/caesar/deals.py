"""Caesar: is there any deal of the 32 cards in which everything that was declared is true?

A Meldung may leave open who of the pair holds it, where it ends and whether it is in trumps; Bella may leave
open who holds it. Looked for is one way of filling in what is open so that no card is in two hands, in one
hand only once (while `card_reuse` is off), and no hand has more than eight. What nobody has declared can
always be dealt around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from scoring.games.caesar.declared import RANKS, Figure, Meld, Rank
from scoring.table import Seat, Seating, Side

HAND = 8
IN_ALL = 32
SUITS = 4  # the first is trumps
IN_SUIT = len(RANKS)
BELLA = 1 << RANKS.index(Rank.QUEEN) | 1 << RANKS.index(Rank.KING)
TRUMP_JACK = 1 << RANKS.index(Rank.JACK)
LOOKED_AT = 4_000
"""Steps after which a declaration counts as possible: nobody waits, and only what is certain is refused."""

Hands = tuple[int, ...]
"""The declared cards of each seat, one bit a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Everything a hand has said about cards, and what of the rules it is measured by."""

    melds: tuple[Meld, ...]
    bella: Side | None = None
    bella_seat: Seat | None = None
    trickless: Side | None = None  # has no trick, and therefore not the jack of trumps
    card_reuse: bool = False
    hand: int = HAND


@dataclass(frozen=True, slots=True)
class Piece:
    """One Meldung: whose it is, the seats that may hold it, and the sets of cards it may be."""

    side: Side
    seats: tuple[Seat, ...]
    cards: tuple[int, ...]

    @property
    def ways(self) -> int:
        return len(self.seats) * len(self.cards)


def can_be_dealt(declared: Declared, seating: Seating) -> bool:
    """Does any deal fit? Also yes where looking for one takes too long."""
    if len(declared.melds) == 1 and declared.bella is None and declared.trickless is None:
        return True  # eight cards or less, and nothing else is known
    pieces = [
        Piece(
            meld.side,
            _seats(meld.side, meld.seat, seating),
            _card_sets(meld.kind, meld.length, meld.rank, meld.trump),
        )
        for meld in declared.melds
    ]
    pieces.sort(key=lambda piece: piece.ways)
    holders = _seats(declared.bella, declared.bella_seat, seating) if declared.bella is not None else (None,)
    return any(_Search(pieces, declared, seating, holder).succeeds() for holder in holders)


def with_trumps(declared: Declared, place: int) -> Declared:
    """The same with one Meldung said to be in trumps."""
    melds = list(declared.melds)
    melds[place] = replace(melds[place], trump=True)
    return replace(declared, melds=tuple(melds))


def _seats(side: Side, seat: Seat | None, seating: Seating) -> tuple[Seat, ...]:
    return seating.seats_of(side) if seat is None else (seat,)


@cache
def _card_sets(kind: Figure, length: int | None, rank: int | None, trump: bool | None) -> tuple[int, ...]:
    """The cards a Meldung may be."""
    if kind is Figure.FOUR:
        assert rank is not None
        return (sum(_bits(suit, (rank,)) for suit in range(SUITS)),)
    assert length is not None
    suits = range(SUITS) if trump is None else (0,) if trump else range(1, SUITS)
    tops = range(length - 1, IN_SUIT) if rank is None else (rank,)
    return tuple(_bits(suit, range(top - length + 1, top + 1)) for top in tops for suit in suits)


def _bits(suit: int, ranks: Sequence[int]) -> int:
    return sum(1 << (suit * IN_SUIT + rank) for rank in ranks)


class _Search:
    """Depth first, one Meldung after the other; what has failed is not tried again in other suits.

    Bella lies apart: her cards may be in a Meldung of the same hand as well, but in no other hand.
    """

    def __init__(
        self, pieces: Sequence[Piece], declared: Declared, seating: Seating, bella: Seat | None
    ) -> None:
        self.pieces, self.bella, self.most = pieces, bella, declared.hand
        self.shared = declared.card_reuse
        self.seating = seating
        self.barred = () if declared.trickless is None else seating.seats_of(declared.trickless)
        self.steps = 0
        self.failed: set[tuple[int, Hands]] = set()

    def succeeds(self) -> bool:
        return self._place(0, (0,) * self.seating.seats)

    def _place(self, place: int, hands: Hands) -> bool:
        if place == len(self.pieces):
            return True
        self.steps += 1
        if self.steps > LOOKED_AT:
            return True
        key = (place, _without_names(hands))
        if key in self.failed:
            return False
        if self._has_room(place, hands):
            piece = self.pieces[place]
            for seat in piece.seats:
                for cards in piece.cards:
                    after = self._with(hands, seat, cards)
                    if after is not None and self._place(place + 1, after):
                        return True
        self.failed.add(key)
        return False

    def _has_room(self, place: int, hands: Hands) -> bool:
        """Unless hands share cards, what is left to place must fit into what is left of each side."""
        if self.shared:
            return True
        for side in range(self.seating.sides):
            needed = sum(piece.cards[0].bit_count() for piece in self.pieces[place:] if piece.side == side)
            room = sum(self.most - hands[seat].bit_count() for seat in self.seating.seats_of(Side(side)))
            if needed > room:
                return False
        return True

    def _with(self, hands: Hands, seat: Seat, cards: int) -> Hands | None:
        """These hands with further cards at a seat, if that can be."""
        held = hands[seat]
        if held & cards and not self.shared:
            return None
        if any(other & cards for holder, other in enumerate(hands) if holder != seat):
            return None
        if self.bella not in (None, seat) and cards & BELLA:
            return None
        held |= cards
        all_cards = held | BELLA if self.bella == seat else held
        if all_cards.bit_count() > self.most or (held & TRUMP_JACK and seat in self.barred):
            return None
        return (*hands[:seat], held, *hands[seat + 1 :])


def _without_names(hands: Hands) -> Hands:
    """The same for hands that differ only in which plain suit is which."""
    in_suit = (1 << IN_SUIT) - 1
    plain = sorted(tuple(cards >> (suit * IN_SUIT) & in_suit for cards in hands) for suit in range(1, SUITS))
    return (*(cards & in_suit for cards in hands), *(cards for suit in plain for cards in suit))
