"""Caesar: the cards. What a pile is worth, which totals exist, which cards a Meldung certainly holds."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.games.caesar.declared import ALL_POINTS, RANKS, Figure, Meld, Rank

LAST_TRICK = 10
IN_SUIT = len(RANKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """The cards a side has taken, by kind; the trump jack is one of the jacks."""

    aces: int = 0
    tens: int = 0
    kings: int = 0
    queens: int = 0
    jacks: int = 0
    trump_jack: bool = False
    trump_nine: bool = False
    last_trick: bool = False


def count_pile(pile: Pile) -> int:
    """Card points of a pile; raises ValueError for more cards of a kind than there are."""
    counts = (pile.aces, pile.tens, pile.kings, pile.queens, pile.jacks)
    if not all(0 <= count <= 4 for count in counts) or (pile.trump_jack and not pile.jacks):
        raise ValueError(pile)
    return (
        11 * pile.aces
        + 10 * pile.tens
        + 4 * pile.kings
        + 3 * pile.queens
        + 2 * pile.jacks
        + 18 * pile.trump_jack
        + 14 * pile.trump_nine
        + LAST_TRICK * pile.last_trick
    )


def can_be(points: int, last_trick: bool | None = None) -> bool:
    """Can a side have these card points, with or without the last trick (None: either)?

    No card counts 1, so 1 and 161 do not exist; the last trick alone is worth 10.
    """
    if last_trick is None:
        return can_be(points, True) or can_be(points, False)
    if last_trick:
        return can_be(ALL_POINTS - points, False)
    highest = ALL_POINTS - LAST_TRICK
    return 0 <= points <= highest and points not in (1, highest - 1)


def ranks_in(meld: Meld) -> frozenset[int]:
    """Ranks this Meldung certainly holds, whatever its top card is where that was not said."""
    if meld.kind is Figure.FOUR:
        return frozenset() if meld.rank is None else frozenset((meld.rank,))
    assert meld.length is not None
    if meld.rank is not None:
        return frozenset(range(meld.rank - meld.length + 1, meld.rank + 1))
    return frozenset(range(IN_SUIT - meld.length, meld.length))


def holds(meld: Meld, *ranks: Rank) -> bool:
    """Does this Meldung certainly hold a card of one of these ranks?"""
    return any(RANKS.index(rank) in ranks_in(meld) for rank in ranks)
