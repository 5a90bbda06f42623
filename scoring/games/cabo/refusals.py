"""Cabo: records that cannot be. One function, one rule, one code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scoring.checks import check_alone
from scoring.fields import Field, Many
from scoring.games.cabo.cards import (
    CARDS_IN_DECK,
    FEWEST_COPIES,
    KAMIKAZE_VALUE,
    copies,
    decks,
    hand_value,
    highest_value,
    is_kamikaze,
)
from scoring.games.cabo.declared import Record, Rules, WrongExchange
from scoring.problem import Problem
from scoring.table import Seat, Table
from scoring.text import say, vocabulary

_ = vocabulary("cabo")

Found = Iterable[Problem]


def narrow(field: Field, table: Table[Rules]) -> Field:
    """What this table can record at all."""
    seats, growing = table.seating.seats, table.rules.wrong_exchange is WrongExchange.KEEP
    match field.name:
        case "values":
            return field.within(0, highest_value(seats, growing))
        case "cards" if growing:
            assert field.shape.item is not None
            many = Many(1, CARDS_IN_DECK * decks(seats), code="hand_size")
            return replace(field, shape=replace(field.shape, item=replace(field.shape.item, many=many)))
        case "kamikaze" if not table.rules.kamikaze:
            return field.never()
        case _:
            return field


@check_alone("values", "cards", unless=("values", "cards"))
def value_missing(record: Record, table: Table[Rules]) -> Found:
    if record.values is None and record.cards is None:
        yield Problem("values", "value_missing", say(_("The value of every hand is missing.")))


@check_alone("values", "cards", given=("values", "cards"))
def value_conflict(record: Record, table: Table[Rules]) -> Found:
    for seat, (value, cards) in enumerate(zip(record.values or (), record.cards or (), strict=False)):
        counted = hand_value(cards)
        if value != counted:
            text = say(
                _("{seat}: the cards are worth {counted}, not {value}."),
                seat=Seat(seat),
                counted=counted,
                value=value,
            )
            yield Problem("values", "value_conflict", text, (seat + 1,))


@check_alone("values", given=("values",))
def value_twice(record: Record, table: Table[Rules]) -> Found:
    """Four cards are worth 50 only with two 13s, 51 with three and 52 with four."""
    if record.values is None or table.rules.wrong_exchange is WrongExchange.KEEP:
        return
    if max(record.values) < KAMIKAZE_VALUE:
        return
    seats = table.seating.seats
    needed = sum(value - 48 for value in record.values if value >= KAMIKAZE_VALUE)
    if needed > copies(13, seats):
        text = say(
            _(
                "A hand of 50 or more needs two 13s, and there are only {copies} in play. Please "
                "check the values."
            ),
            copies=copies(13, seats),
        )
        yield Problem("values", "value_twice", text)


@check_alone("cards", given=("cards",))
def card_copies(record: Record, table: Table[Rules]) -> Found:
    seats = table.seating.seats
    held = [card for hand in record.cards or () for card in hand]
    for card in sorted(set(held)):
        count = held.count(card)
        if count > FEWEST_COPIES and count > copies(card, seats):
            text = say(
                _("Card {card}: {count} entered in all, but only {copies} in play."),
                card=card,
                count=count,
                copies=copies(card, seats),
            )
            yield Problem("cards", "card_copies", text)


@check_alone("kamikaze", "cards", given=("kamikaze", "cards"))
def kamikaze_cards(record: Record, table: Table[Rules]) -> Found:
    if record.cards is None:
        return
    for seat in record.kamikaze:
        if not is_kamikaze(record.cards[seat]):
            text = say(_("{seat}: a kamikaze is exactly 12, 12, 13 and 13."), seat=seat)
            yield Problem("kamikaze", "kamikaze_cards", text)


@check_alone("kamikaze", "values", given=("kamikaze", "values"))
def kamikaze_value(record: Record, table: Table[Rules]) -> Found:
    if record.values is None:
        return
    for seat in record.kamikaze:
        if record.values[seat] != KAMIKAZE_VALUE:
            text = say(
                _("{seat}: a kamikaze is worth {kamikaze}, not {value}."),
                seat=seat,
                kamikaze=KAMIKAZE_VALUE,
                value=record.values[seat],
            )
            yield Problem("kamikaze", "kamikaze_value", text)


@check_alone("kamikaze", given=("kamikaze",))
def kamikaze_twice(record: Record, table: Table[Rules]) -> Found:
    if len(record.kamikaze) > decks(table.seating.seats):
        yield Problem("kamikaze", "kamikaze_twice", say(_("Each deck has cards for one kamikaze only.")))


@check_alone("kamikaze", "cards", given=("cards",))
def kamikaze_unmarked(record: Record, table: Table[Rules]) -> Found:
    if not table.rules.kamikaze:
        return
    for place, cards in enumerate(record.cards or ()):
        if place not in record.kamikaze and is_kamikaze(cards):
            text = say(_("{seat} holds 12, 12, 13 and 13: mark the kamikaze."), seat=Seat(place))
            yield Problem("kamikaze", "kamikaze_unmarked", text)


CHECKS = (
    value_missing,
    value_conflict,
    value_twice,
    card_copies,
    kamikaze_cards,
    kamikaze_value,
    kamikaze_twice,
    kamikaze_unmarked,
)
