"""Caesar: who deals and who leads. Deal and play go round in seat order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.game import SoFar
from scoring.games.caesar.declared import Record, Rules
from scoring.games.caesar.hand import is_dealt_again
from scoring.table import Seat, Table


def hands_played(so_far: SoFar[Record], table: Table[Rules]) -> int:
    """Hands that count towards a round."""
    return sum(not is_dealt_again(hand.record, table.rules) for hand in so_far.hands)


def after(record: Record, dealer: Seat, table: Table[Rules]) -> Seat:
    """Who deals after a hand this seat has dealt."""
    return Seat((dealer + (not is_dealt_again(record, table.rules))) % table.seating.seats)


def next_dealer(so_far: SoFar[Record], table: Table[Rules]) -> Seat | None:
    """Who deals the coming hand, as far as it is known."""
    dealer = table.first_dealer
    for hand in so_far.hands:
        dealt = dealer if hand.record.dealer is None else hand.record.dealer
        dealer = None if dealt is None else after(hand.record, dealt, table)
    return dealer


def prefill(so_far: SoFar[Record], table: Table[Rules]) -> Mapping[str, Any]:
    """The dealer of the coming hand, as a raw answer."""
    dealer = next_dealer(so_far, table)
    return {} if dealer is None else {"dealer": dealer + 1}
