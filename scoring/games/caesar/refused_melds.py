"""Caesar: Meldungen that cannot be. One function, one rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from scoring.game import SoFar, check
from scoring.games.caesar.cards import holds, ranks_in, size
from scoring.games.caesar.declared import RANKS, Equal, Figure, Height, Meld, Rank, Record, Rules
from scoring.games.caesar.hand import trickless
from scoring.games.caesar.melds import class_of, in_trumps, of, tied, undecided, worth
from scoring.problem import Problem
from scoring.table import Seat, Table
from scoring.text import mark as _
from scoring.text import say

Found = Iterable[Problem]
HAND = 8


def placed(record: Record) -> Iterator[tuple[int, Meld]]:
    """Meldungen with their numbers."""
    return enumerate(record.melds, start=1)


@check("melds")
def four_top(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    for place, meld in placed(record):
        if meld.kind is Figure.FOUR and meld.top is None:
            yield Problem("melds", "four_top", say(_("Four of which kind?")), (place, "top"))


@check("melds")
def meld_kind(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    for place, meld in placed(record):
        if meld.kind is Figure.FOUR and meld.top is not None and not worth(meld, table.rules):
            yield Problem(
                "melds",
                "meld_kind",
                say(_("Four of a kind ({top}) are no Meldung here."), top=meld.top),
                (place, "top"),
            )


@check("melds")
def run_top(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    for place, meld in placed(record):
        if meld.length is not None and meld.rank is not None and meld.rank < meld.length - 1:
            text = say(
                _("{length} cards in sequence end at {lowest} or higher."),
                length=meld.length,
                lowest=RANKS[meld.length - 1],
            )
            yield Problem("melds", "run_top", text, (place, "top"))


@check("melds")
def meld_seat(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    for place, meld in placed(record):
        if meld.seat is not None and table.seating.side_of(meld.seat) != meld.side:
            text = say(_("{seat} does not play for {side}."), seat=meld.seat, side=meld.side)
            yield Problem("melds", "meld_seat", text, (place, "seat"))


@check("melds")
def four_twice(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    seen: set[Rank] = set()
    for place, meld in placed(record):
        if meld.kind is Figure.FOUR and meld.top is not None:
            if meld.top in seen:
                text = say(_("There are only four of a kind ({top})."), top=meld.top)
                yield Problem("melds", "four_twice", text, (place,))
            seen.add(meld.top)


@check("melds")
def meld_overlap(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    """No card is in two hands; and in one hand only once, while `card_reuse` is off."""
    tie = _trump_tie(record, table.rules)
    for (_place, one), (place, two) in combinations(placed(record), 2):
        if not _share(one, two) or (one in tie and two in tie):
            continue
        if table.rules.card_reuse and not _two_hands(one, two):
            continue
        four, run = (one, two) if one.kind is Figure.FOUR else (two, one)
        if four.is_four(Rank.JACK) and (run.length or 0) >= 5 and _two_hands(one, two):
            text = say(_("Four jacks in one hand: no other hand can have five in sequence."))
            yield Problem("melds", "j4_vs_r5", text, (place,))
        else:
            yield Problem("melds", "meld_overlap", say(_("Two Meldungen need the same card.")), (place,))


def _share(one: Meld, two: Meld) -> bool:
    """Do they certainly need the same card? Runs are known to be of one suit only in trumps."""
    if one.kind is Figure.FOUR and two.kind is Figure.FOUR:
        return False
    if one.kind is two.kind and not (one.trump and two.trump):
        return False
    return bool(ranks_in(one) & ranks_in(two))


def _two_hands(one: Meld, two: Meld) -> bool:
    """Certainly held by two people."""
    return one.side != two.side or (one.seat is not None and two.seat is not None and one.seat != two.seat)


@check("melds", "bella", "bella_seat")
def hand_size(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    """Eight cards in a hand; counted where the seat was written down."""
    for place in range(table.seating.seats):
        seat = Seat(place)
        own = [meld for meld in record.melds if meld.seat == seat]
        if own and _cards_of(own, record.bella_seat == seat, table.rules) > HAND:
            yield Problem(
                "melds",
                "hand_size",
                say(_("{seat}: these Meldungen need more than {hand} cards."), seat=seat, hand=HAND),
            )


def _cards_of(melds: list[Meld], bella: bool, rules: Rules) -> int:
    """Different cards these Meldungen need at the least."""
    cards = 0
    for place, meld in enumerate(melds):
        needed = size(meld)
        if rules.card_reuse:
            again = {rank for other in melds[:place] if _share(meld, other) for rank in ranks_in(other)}
            needed -= len(again & ranks_in(meld))
        cards += needed
    if bella:
        cards += sum(not any(holds(meld, rank) for meld in melds) for rank in (Rank.QUEEN, Rank.KING))
    return cards


@check("melds", "bella", "bella_seat")
def bella_holder(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    if record.bella_seat is None:
        return
    for place, meld in placed(record):
        certain = meld.kind is Figure.FOUR or meld.trump
        if certain and meld.seat not in (None, record.bella_seat) and holds(meld, Rank.QUEEN, Rank.KING):
            text = say(
                _("{seat} has Bella, but {other} holds one of its cards."),
                seat=record.bella_seat,
                other=meld.seat,
            )
            yield Problem("melds", "bella_holder", text, (place,))


@check("bella", "bella_seat")
def bella_seat(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    if record.bella_seat is not None and record.bella != table.seating.side_of(record.bella_seat):
        text = say(_("Bella is written for another side than that of {seat}."), seat=record.bella_seat)
        yield Problem("bella_seat", "bella_seat", text)


@check("kind", "side", "maker", "points", "trick_taken", "melds")
def trickless_jack(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    """The trump jack always takes a trick."""
    beaten = trickless(record)
    for place, meld in placed(record):
        trump_jack = meld.is_four(Rank.JACK) or (meld.trump and holds(meld, Rank.JACK))
        if meld.side == beaten and trump_jack:
            text = say(_("{side} holds the trump jack, which always takes a trick."), side=meld.side)
            yield Problem("melds", "trickless_jack", text, (place,))


def _trump_tie(record: Record, rules: Rules) -> tuple[Meld, ...]:
    """The highest runs of both sides where they are equal and both in trumps, which cannot be."""
    pair = tied(record.melds, rules) if rules.meld_height is Height.LENGTH_THEN_TOP else None
    if pair is None or pair[0][0].top is None or not (in_trumps(pair[0]) and in_trumps(pair[1])):
        return ()
    return (*pair[0], *pair[1])


@check("melds")
def trump_tie(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    if _trump_tie(record, table.rules):
        text = say(_("The same run cannot be in trumps on both sides."))
        yield Problem("melds", "trump_tie", text)


@check("melds")
def meld_ambiguous(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    """A run may leave its top card out unless both sides have the same kind and length."""
    classes = [[class_of(meld, table.rules) for meld in of(side, record.melds)] for side in (0, 1)]
    if not all(classes) or table.rules.meld_height is Height.VALUE_ONLY:
        return
    highest = max(classes[0])
    if highest != max(classes[1]):
        return
    for place, meld in placed(record):
        if meld.kind is Figure.RUN and meld.top is None and class_of(meld, table.rules) == highest:
            text = say(_("Both sides have the same Meldung: which is its highest card?"))
            yield Problem("melds", "meld_ambiguous", text, (place, "top"))


@check("melds", "dealer")
def dealer_missing(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Found:
    if table.rules.equal_melds is not Equal.FIRST_PLAYER or record.dealer is not None:
        return
    if undecided(record.melds, table.rules):
        text = say(_("Meldungen are equal: who dealt decides whose count."))
        yield Problem("dealer", "dealer_missing", text)


CHECKS = (
    four_top,
    meld_kind,
    run_top,
    meld_seat,
    four_twice,
    meld_overlap,
    hand_size,
    bella_holder,
    bella_seat,
    trickless_jack,
    trump_tie,
    meld_ambiguous,
    dealer_missing,
)
