"""Caesar: Meldungen that cannot be. One function, one rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from scoring.checks import check_alone
from scoring.games.caesar.cards import holds, ranks_in
from scoring.games.caesar.deals import HAND, IN_ALL, Declared, can_be_dealt, with_trumps
from scoring.games.caesar.declared import RANKS, Equal, Figure, Height, Meld, Rank, Record, Rules
from scoring.games.caesar.hand import trickless
from scoring.games.caesar.melds import class_of, in_trumps, of, tied, undecided, worth
from scoring.problem import Problem
from scoring.table import Seat, Table
from scoring.text import Text, say, vocabulary

_ = vocabulary("caesar")

Found = Iterable[Problem]


def placed(record: Record) -> Iterator[tuple[int, Meld]]:
    """Meldungen with their numbers."""
    return enumerate(record.melds, start=1)


@check_alone("melds", given=("melds",))
def four_top(record: Record, table: Table[Rules]) -> Found:
    for place, meld in placed(record):
        if meld.kind is Figure.FOUR and meld.top is None:
            yield Problem("melds", "four_top", say(_("Four of which kind?")), (place, "top"))


@check_alone("melds", given=("melds",))
def meld_kind(record: Record, table: Table[Rules]) -> Found:
    for place, meld in placed(record):
        if meld.kind is Figure.FOUR and meld.top is not None and not worth(meld, table.rules):
            yield Problem(
                "melds",
                "meld_kind",
                say(_("Four of a kind ({top}) is not a Meldung here."), top=meld.top),
                (place, "top"),
            )


@check_alone("melds", given=("melds",))
def run_top(record: Record, table: Table[Rules]) -> Found:
    for place, meld in placed(record):
        if meld.length is not None and meld.rank is not None and meld.rank < meld.length - 1:
            text = say(
                _("{length} cards in sequence end at {lowest} or higher."),
                length=meld.length,
                lowest=RANKS[meld.length - 1],
            )
            yield Problem("melds", "run_top", text, (place, "top"))


@check_alone("melds", given=("melds",))
def meld_seat(record: Record, table: Table[Rules]) -> Found:
    for place, meld in placed(record):
        if meld.seat is not None and table.seating.side_of(meld.seat) != meld.side:
            text = say(_("{seat} does not play for {side}."), seat=meld.seat, side=meld.side)
            yield Problem("melds", "meld_seat", text, (place, "seat"))


@check_alone("melds", given=("melds",))
def four_twice(record: Record, table: Table[Rules]) -> Found:
    seen: set[Rank] = set()
    for place, meld in placed(record):
        if meld.kind is Figure.FOUR and meld.top is not None:
            if meld.top in seen:
                text = say(_("There are only four of a kind ({top})."), top=meld.top)
                yield Problem("melds", "four_twice", text, (place,))
            seen.add(meld.top)


@check_alone("melds", given=("melds",))
def meld_overlap(record: Record, table: Table[Rules]) -> Found:
    """No card is in two hands; and in one hand only once, while `card_reuse` is off."""
    tie = _trump_tie(record, table.rules)
    for (_place, meld), (place, other) in combinations(placed(record), 2):
        if not _share(meld, other) or (meld in tie and other in tie):
            continue
        if table.rules.card_reuse and not _two_hands(meld, other):
            continue
        four, run = (meld, other) if meld.kind is Figure.FOUR else (other, meld)
        if four.is_four(Rank.JACK) and (run.length or 0) >= 5 and _two_hands(meld, other):
            text = say(_("Four jacks in one hand: no other hand can have five in sequence."))
            yield Problem("melds", "j4_vs_r5", text, (place,))
        else:
            yield Problem("melds", "meld_overlap", say(_("Two Meldungen need the same card.")), (place,))


def _share(meld: Meld, other: Meld) -> bool:
    """Do they certainly need the same card? Runs are known to be of one suit only in trumps."""
    if meld.kind is Figure.FOUR and other.kind is Figure.FOUR:
        return False
    if meld.kind is other.kind and not (meld.trump and other.trump):
        return False
    return bool(ranks_in(meld) & ranks_in(other))


def _two_hands(meld: Meld, other: Meld) -> bool:
    """Certainly held by two people."""
    return meld.side != other.side or (
        meld.seat is not None and other.seat is not None and meld.seat != other.seat
    )


@check_alone("melds", "bella", "bella_seat", given=("melds", "bella"))
def bella_holder(record: Record, table: Table[Rules]) -> Found:
    """King and queen of trumps lie in the hand with Bella: no other hand has four of them, or their run."""
    if record.bella is None:
        return
    seat = record.bella_seat
    holder = record.bella if seat is None else seat
    for place, meld in placed(record):
        certain = meld.kind is Figure.FOUR or meld.trump
        elsewhere = meld.side != record.bella or (seat is not None and meld.seat not in (None, seat))
        if certain and elsewhere and holds(meld, Rank.QUEEN, Rank.KING):
            other = meld.side if meld.seat is None or seat is None else meld.seat
            text = say(_("{seat} has Bella, but {other} holds one of its cards."), seat=holder, other=other)
            yield Problem("melds", "bella_holder", text, (place,))


@check_alone("bella", "bella_seat", given=("bella_seat",))
def bella_seat(record: Record, table: Table[Rules]) -> Found:
    if record.bella_seat is not None and record.bella != table.seating.side_of(record.bella_seat):
        text = say(_("Bella is written for another side than that of {seat}."), seat=record.bella_seat)
        yield Problem("bella_seat", "bella_seat", text)


@check_alone("kind", "side", "maker", "points", "trick_taken", "melds", given=("melds",))
def trickless_jack(record: Record, table: Table[Rules]) -> Found:
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


@check_alone("melds", given=("melds",))
def trump_tie(record: Record, table: Table[Rules]) -> Found:
    if _trump_tie(record, table.rules):
        text = say(_("The same run cannot be in trumps on both sides."))
        yield Problem("melds", "trump_tie", text)


@check_alone("melds", given=("melds",))
def meld_together(record: Record, table: Table[Rules]) -> Found:
    """Everything together: what is certain by itself is said by itself."""
    wrong = _certainly_wrong(record, table)
    if record.melds and not wrong:
        yield from _impossible_deal(record, table)
    yield from _unsaid(record, table, wrong)


def _impossible_deal(record: Record, table: Table[Rules]) -> Found:
    """It must fit into some deal."""
    declared = declarations(record, table)
    if can_be_dealt(declared, table.seating):
        return
    for code, without, text in _reasons(declared, table):
        if can_be_dealt(without, table.seating):
            yield Problem("melds", code, text)
            return
    yield Problem("melds", "meld_overlap", say(_("These Meldungen cannot all be in one deal of the cards.")))


def declarations(record: Record, table: Table[Rules]) -> Declared:
    """What this record says about cards."""
    return Declared(
        melds=record.melds,
        bella=record.bella,
        bella_seat=record.bella_seat,
        trickless=trickless(record),
        card_reuse=table.rules.card_reuse,
    )


def _reasons(declared: Declared, table: Table[Rules]) -> Iterator[tuple[str, Declared, Text]]:
    """What may stand in the way, with the same declaration without it."""
    text = say(_("These Meldungen need more than {hand} cards in one hand."), hand=HAND)
    for place in range(table.seating.seats):
        if not can_be_dealt(_held_by(Seat(place), declared), table.seating):
            text = say(_("{seat}: these Meldungen need more than {hand} cards."), seat=Seat(place), hand=HAND)
    yield "hand_size", replace(declared, hand=IN_ALL), text
    if declared.bella is not None:
        holder = declared.bella if declared.bella_seat is None else declared.bella_seat
        text = say(_("{seat} cannot have Bella together with these Meldungen."), seat=holder)
        yield "bella_holder", replace(declared, bella=None, bella_seat=None), text
    if declared.trickless is not None:
        text = say(_("{side} holds the trump jack, which always takes a trick."), side=declared.trickless)
        yield "trickless_jack", replace(declared, trickless=None), text


def _held_by(seat: Seat, declared: Declared) -> Declared:
    """Only what was declared for this seat."""
    melds = tuple(meld for meld in declared.melds if meld.seat == seat)
    bella = declared.bella if declared.bella_seat == seat else None
    return replace(declared, melds=melds, bella=bella, bella_seat=None if bella is None else seat)


def _unsaid(record: Record, table: Table[Rules], wrong: bool) -> Found:
    """What decides the comparison must be said: the top card of equal kinds, trumps of equal runs."""
    classes = [[class_of(meld, table.rules) for meld in of(side, record.melds)] for side in (0, 1)]
    if not all(classes) or table.rules.meld_height is Height.VALUE_ONLY:
        return
    highest = max(classes[0])
    if highest != max(classes[1]):
        return
    topless = False
    for place, meld in placed(record):
        if meld.kind is Figure.RUN and meld.top is None and class_of(meld, table.rules) == highest:
            topless = True
            text = say(_("Both sides have the same Meldung: which is its highest card?"))
            yield Problem("melds", "meld_ambiguous", text, (place, "top"))
    if topless or wrong:
        return
    yield from _trumps_unsaid(record, table)


def _trumps_unsaid(record: Record, table: Table[Rules]) -> Found:
    """Runs of equal height: could one of them be in trumps, by all that was declared?"""
    pair = tied(record.melds, table.rules)
    if pair is None or in_trumps(pair[0]) or in_trumps(pair[1]):
        return
    declared = declarations(record, table)
    for place, meld in placed(record):
        rival = meld.kind is Figure.RUN and meld.trump is None and meld in (*pair[0], *pair[1])
        if rival and can_be_dealt(with_trumps(declared, place - 1), table.seating):
            text = say(_("Both sides have the same run: is one of them in trumps?"))
            yield Problem("melds", "meld_ambiguous", text, (place, "trump"))


@check_alone("melds", "dealer", given=("melds",))
def dealer_missing(record: Record, table: Table[Rules]) -> Found:
    if table.rules.equal_melds is not Equal.FIRST_PLAYER or record.dealer is not None:
        return
    if undecided(record.melds, table.rules) and not list(
        _unsaid(record, table, _certainly_wrong(record, table))
    ):
        text = say(_("Meldungen are equal: who dealt decides whose count."))
        yield Problem("dealer", "dealer_missing", text)


BY_ITSELF = (
    four_top,
    meld_kind,
    run_top,
    meld_seat,
    four_twice,
    meld_overlap,
    bella_holder,
    bella_seat,
    trickless_jack,
    trump_tie,
)
"""What is certainly wrong whatever else was declared, each with a sentence that names it."""


def _certainly_wrong(record: Record, table: Table[Rules]) -> bool:
    return any(any(rule.find_alone(record, table)) for rule in BY_ITSELF if rule.find_alone)


CHECKS = (*BY_ITSELF, meld_together, dealer_missing)
