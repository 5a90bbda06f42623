"""Truco: who scores together. A camp is one side of a hand, as the accounts its points are written to.

Two sides are camps of one account each. With a rotating gallo everybody keeps an account: the gallo is
a camp of one, and what the pair scores is written in full to each of its two players.
"""

from __future__ import annotations

from scoring.games.truco.declared import Record
from scoring.games.truco.rules import Gallo, Rules
from scoring.table import Seating, Side, Table, alone, two_sides

Camp = tuple[Side, ...]


def accounts(seats: int, rules: Rules) -> Seating:
    """Odd seats against even seats; three players: each alone, or the fixed gallo on seat 1 and the pair."""
    if seats != 3:
        return two_sides(seats)
    return alone(3) if rules.gallo is Gallo.ROTATING else Seating((0, 1, 1))


def rotates(table: Table[Rules]) -> bool:
    """Three accounts; every hand has to say who the gallo is."""
    return table.seating.sides == 3


def divided(record: Record, table: Table[Rules]) -> bool:
    """It is known who plays against whom."""
    return not rotates(table) or record.gallo is not None


def camp(side: Side, record: Record, table: Table[Rules]) -> Camp:
    """Everybody who scores with this account in this hand."""
    if not rotates(table) or (record.gallo is not None and int(side) == int(record.gallo)):
        return (side,)
    return tuple(Side(other) for other in range(3) if other != record.gallo)


def against(side: Side, record: Record, table: Table[Rules]) -> Camp:
    """The other camp."""
    members = camp(side, record, table)
    return tuple(Side(other) for other in range(table.seating.sides) if other not in members)


def players(members: Camp, record: Record, table: Table[Rules]) -> int:
    """How many people of this camp hold cards in this hand."""
    if record.duelling:
        return 1
    return sum(len(table.seating.seats_of(side)) for side in members)


def credit(members: Camp, points: int, table: Table[Rules]) -> tuple[int, ...]:
    """The same points for every account of a camp."""
    return tuple(points if side in members else 0 for side in range(table.seating.sides))
