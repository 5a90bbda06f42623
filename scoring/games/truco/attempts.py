"""Truco: what was called, and whether it paid. For statistics, never for points."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.games.truco.declared import Record
from scoring.games.truco.rules import Rules
from scoring.games.truco.sides import camp
from scoring.hands import Hand
from scoring.remarks import Attempt
from scoring.table import Seat, Side, Table
from scoring.text import say, vocabulary

_ = vocabulary("truco")

LEVELS = {1: _("Truco"), 2: _("Retruco"), 3: _("Vale cuatro")}


def attempts(hand: Hand[Record], table: Table[Rules]) -> tuple[Attempt, ...]:
    """Who called envido and truco first, and whether that side scored with it."""
    return tuple(_attempts(hand.record, table))


def _attempts(record: Record, table: Table[Rules]) -> Iterator[Attempt]:
    envido, truco = record.envido, record.truco
    if envido is not None:
        if envido.winner is None:  # refused: the last call pays, and calls alternate
            success = len(envido.calls) % 2 == 1
        else:
            success = (envido.winner in camp(envido.caller, record, table)) != envido.misannounced
        yield Attempt(_people(envido.caller, record, table), say(_("Envido")), success)
    if truco is not None and truco.caller is not None:
        success = truco.winner in camp(truco.caller, record, table)
        yield Attempt(_people(truco.caller, record, table), say(LEVELS[truco.level]), success)


def _people(caller: Side, record: Record, table: Table[Rules]) -> tuple[Seat, ...]:
    sides = camp(caller, record, table)
    return tuple(seat for side in sides for seat in table.seating.seats_of(side))
