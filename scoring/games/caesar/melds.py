"""Caesar: Meldungen. What each is worth, whose are higher, and who writes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.games.caesar.declared import (
    Equal,
    Figure,
    Height,
    LongRuns,
    Meld,
    Rank,
    Rules,
    Winning,
)
from scoring.table import Seat, Side, Table

RUNS = {3: 20, 4: 50, 5: 100}
JASS = {6: 150, 7: 200, 8: 250}
BELLA = 20


def worth(meld: Meld, rules: Rules) -> int:
    """In points; a kind that is not played is worth nothing."""
    if meld.kind is Figure.RUN:
        assert meld.length is not None
        long = JASS if rules.long_runs is LongRuns.JASS else {}
        return long.get(meld.length, RUNS[min(meld.length, 5)])
    match meld.top:
        case Rank.JACK:
            return 200
        case Rank.ACE | Rank.KING | Rank.QUEEN:
            return 100
        case Rank.TEN:
            return rules.four_tens
        case Rank.NINE:
            return rules.four_nines
        case _:
            return 0


def written(points: int, rules: Rules) -> int:
    """Points of a Meldung in the unit of the sheet, rounded down."""
    return points // 10 if rules.unit is rules.unit.TENS else points


def strength(meld: Meld, rules: Rules) -> tuple[int, int, int, int]:
    """Compared as a tuple: fours above runs, jacks above all; then length, then the top card.

    With `value_only` length and top decide nothing. An unknown top counts as the lowest.
    """
    top = -1 if meld.rank is None else meld.rank
    if meld.kind is Figure.FOUR:
        return (1, worth(meld, rules), 0, 0 if rules.meld_height is Height.VALUE_ONLY else top)
    assert meld.length is not None
    if rules.meld_height is Height.VALUE_ONLY:
        return (0, worth(meld, rules), 0, 0)
    return (0, 0, meld.length, top)


def class_of(meld: Meld, rules: Rules) -> tuple[int, int, int]:
    """Strength as far as kind and length decide it."""
    return strength(meld, rules)[:3]


def best(melds: Sequence[Meld], rules: Rules) -> tuple[Meld, ...]:
    """The highest Meldung of a side, several where they are equal."""
    highest = max((strength(meld, rules) for meld in melds), default=None)
    return tuple(meld for meld in melds if strength(meld, rules) == highest)


def of(side: int, melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """The Meldungen of one side."""
    return tuple(meld for meld in melds if meld.side == side)


def tied(melds: Sequence[Meld], rules: Rules) -> tuple[tuple[Meld, ...], tuple[Meld, ...]] | None:
    """The highest Meldungen of both sides where they are equal in height."""
    ours, theirs = best(of(0, melds), rules), best(of(1, melds), rules)
    if not ours or not theirs or strength(ours[0], rules) != strength(theirs[0], rules):
        return None
    return ours, theirs


def in_trumps(melds: Iterable[Meld]) -> bool:
    """One of these runs is in trumps (a four of a kind always holds one trump and is not meant)."""
    return any(meld.trump and meld.kind is Figure.RUN for meld in melds)


def undecided(melds: Sequence[Meld], rules: Rules) -> bool:
    """Equal in height, and trumps do not break the tie."""
    pair = tied(melds, rules)
    return pair is not None and in_trumps(pair[0]) == in_trumps(pair[1])


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison: whose Meldungen count (None: of neither side), or that each side gets half."""

    higher: Side | None
    halved: bool = False


def compare(melds: Sequence[Meld], dealer: Seat | None, table: Table[Rules]) -> Compared:
    """Whose Meldungen are higher; the record has passed every check, so the dealer is there if needed."""
    rules = table.rules
    if not of(0, melds) or not of(1, melds):
        return Compared(melds[0].side if melds else None)
    pair = tied(melds, rules)
    if pair is None:
        return Compared(max(melds, key=lambda meld: strength(meld, rules)).side)
    if in_trumps(pair[0]) != in_trumps(pair[1]):
        return Compared(Side(in_trumps(pair[1])))
    match rules.equal_melds:
        case Equal.NONE_UNLESS_TRUMP:
            return Compared(None)
        case Equal.SPLIT:
            return Compared(None, halved=True)
        case Equal.FIRST_PLAYER:
            assert dealer is not None
            return Compared(_nearest(pair, dealer, table))


def _nearest(pair: tuple[tuple[Meld, ...], ...], dealer: Seat, table: Table[Rules]) -> Side:
    """The side whose holder comes first after the dealer; without seats the first player's side."""
    seats = table.seating.seats
    first = Seat((dealer + 1) % seats)
    holders = [[meld.seat for meld in melds if meld.seat is not None] for melds in pair]
    if not all(holders):
        return table.seating.side_of(first)
    nearest = min((seat for party in holders for seat in party), key=lambda seat: (seat - first) % seats)
    return table.seating.side_of(nearest)


def counting(melds: Sequence[Meld], side: Side, compared: Compared, rules: Rules) -> tuple[Meld, ...]:
    """The Meldungen this side writes after the comparison, before a lost hand moves them."""
    of_side = of(side, melds)
    if compared.higher != side and not compared.halved:
        return ()
    return best(of_side, rules)[:1] if rules.winning_side_melds is Winning.HIGHEST_ONLY else of_side
