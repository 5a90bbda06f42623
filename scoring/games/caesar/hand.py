"""Caesar: the card part of a hand. Who won, and what both sides write for their cards."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.games.caesar.declared import (
    ALL_POINTS,
    ALL_TENS,
    WIN,
    Kind,
    Misdeal,
    Record,
    Rounding,
    Rules,
    Tie,
    Unit,
    Writing,
)
from scoring.table import Side
from scoring.text import Text, say, vocabulary

_ = vocabulary("caesar")


@dataclass(frozen=True, slots=True)
class Cards:
    """What the cards are worth. `winner` takes what hangs over, `loser` may lose its Meldungen."""

    code: str
    text: Text
    points: tuple[int, int]
    winner: Side | None = None
    loser: Side | None = None
    waiting: int = 0  # hangs over for the winner of a later hand


def is_dealt_again(record: Record, rules: Rules) -> bool:
    """Nothing is written, and the same dealer deals."""
    return record.kind is Kind.REDEAL or (record.kind is Kind.MISDEAL and rules.misdeal is Misdeal.REDEAL)


def trickless(record: Record) -> Side | None:
    """The side without a trick: its opponents have made Durch."""
    if record.kind is Kind.DURCH and record.side is not None:
        return other(record.side)
    if record.kind is Kind.PLAYED and record.trick_taken is False and record.maker is not None:
        return record.maker if record.points == 0 else other(record.maker)
    return None


def other(side: Side) -> Side:
    return Side(1 - side)


def in_unit(tens: int, rules: Rules) -> int:
    """A price named in tens; 16 are all 162 points of a hand."""
    if rules.unit is Unit.TENS:
        return tens
    return ALL_POINTS if tens == ALL_TENS else 10 * tens


def own_share(points: int, rules: Rules) -> int:
    """What a maker with these card points writes; the other side writes the rest."""
    if rules.unit is Unit.POINTS:
        return points
    if rules.tens_rounding is Rounding.MAKER_UP:
        return (points + 4) // 10
    low = (min(points, ALL_POINTS - points) + 4) // 10
    return low if points < ALL_POINTS - points else ALL_TENS - low


def judge(record: Record, melds: tuple[int, int], rules: Rules) -> Cards:
    """The card part. `melds` are the points of both sides' Meldungen and Bella, before any rounding."""
    beaten = trickless(record)
    if beaten is not None:
        text = _("{side} took every trick (Durch): {points}")
        return _for_one(other(beaten), "durch", text, other(beaten), in_unit(rules.durch_value, rules))
    if record.kind is Kind.PLAYED:
        return _played(record, melds, rules)
    assert record.side is not None
    if record.kind is Kind.REVOKE:
        text, price = _("Wrong card by {side}: {points} for the other side"), rules.revoke_value
    else:
        text, price = _("Misdeal by {side}: {points} for the other side"), rules.lost_value
    return _for_one(other(record.side), record.kind.value, text, record.side, in_unit(price, rules))


def _for_one(winner: Side, code: str, message: str, named: Side, price: int) -> Cards:
    text = say(message, side=named, points=price)
    return Cards(code, text, shared(winner, price, 0), winner, other(winner))


def shared(side: Side, share: int, rest: int) -> tuple[int, int]:
    """Both accounts, told from one side."""
    return (share, rest) if side == 0 else (rest, share)


def _played(record: Record, melds: tuple[int, int], rules: Rules) -> Cards:
    maker, points = record.maker, record.points
    assert maker is not None
    if points is None:
        assert record.tens is not None
        return _by_tens(maker, record.tens, rules)
    lead = 2 * points - ALL_POINTS
    if rules.contract_includes_melds:
        lead += melds[maker] - melds[other(maker)]
    if lead > 0:
        return _won(maker, points, own_share(points, rules), rules)
    if lead == 0 and rules.tie_81 is not Tie.LOST:
        return _equal(maker, points, rules)
    text = say(
        _("{side} lost with {points}–{rest}: {price} for the other side"),
        side=maker,
        points=points,
        rest=ALL_POINTS - points,
        price=in_unit(rules.lost_value, rules),
    )
    return _lost(maker, text, rules)


def _lost(maker: Side, text: Text, rules: Rules) -> Cards:
    price = in_unit(rules.lost_value, rules)
    return Cards("lost", text, shared(maker, 0, price), other(maker), maker)


def _won(maker: Side, points: int, share: int, rules: Rules) -> Cards:
    everything = ALL_TENS if rules.unit is Unit.TENS else ALL_POINTS
    if rules.win_writing is Writing.WINNER_ALL:
        share = everything
    text = say(
        _("{side} won with {points}–{rest}, written {own} and {others}"),
        side=maker,
        points=points,
        rest=ALL_POINTS - points,
        own=share,
        others=everything - share,
    )
    return Cards("won", text, shared(maker, share, everything - share), maker)


def _by_tens(maker: Side, tens: int, rules: Rules) -> Cards:
    """Only what is written was entered: 8 and more are a win."""
    if not tens:
        price = in_unit(rules.lost_value, rules)
        return _lost(maker, say(_("{side} lost: {price} for the other side"), side=maker, price=price), rules)
    share = ALL_TENS if rules.win_writing is Writing.WINNER_ALL else tens
    text = say(_("{side} won, written {own} and {others}"), side=maker, own=share, others=ALL_TENS - share)
    return Cards("won", text, shared(maker, share, ALL_TENS - share), maker)


def _equal(maker: Side, points: int, rules: Rules) -> Cards:
    """Neither side is ahead: both write their own, or the maker's part waits for the next winner."""
    everything = ALL_TENS if rules.unit is Unit.TENS else ALL_POINTS
    share = own_share(points, rules)
    values = {"side": maker, "points": points, "rest": ALL_POINTS - points}
    values |= {"own": share, "others": everything - share}
    if rules.tie_81 is Tie.SPLIT:
        text = say(_("{side} {points}–{rest}, a tie, written {own} and {others}"), **values)
        return Cards("equal", text, shared(maker, share, everything - share))
    text = say(
        _("{side} {points}–{rest}, a tie: {others} for the other side, {own} wait for the next winner"),
        **values,
    )
    return Cards("hanging", text, shared(maker, 0, everything - share), waiting=share)


WON_BY_TENS = WIN // 10
"""The least a winner writes."""
