"""Caesar: who deals and who leads. Deal and play go round in seat order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.games.caesar.declared import Record, Rules
from scoring.games.caesar.hand import is_dealt_again
from scoring.hands import SoFar
from scoring.paper import PaperTotals
from scoring.table import Seat, Table


def after(record: Record, dealer: Seat, table: Table[Rules]) -> Seat:
    """Who deals after a hand this seat has dealt."""
    return Seat((dealer + (not is_dealt_again(record, table.rules))) % table.seating.seats)


def next_dealer(so_far: SoFar[Record], table: Table[Rules]) -> Seat | None:
    """Who deals the coming hand, as far as it is known."""
    dealer = table.first_dealer
    for hand in so_far.log:
        record = hand.record
        if isinstance(record, PaperTotals):
            dealer = None if dealer is None else Seat((dealer + record.hands) % table.seating.seats)
            continue
        dealt = dealer if record.dealer is None else record.dealer
        dealer = None if dealt is None else after(record, dealt, table)
    return dealer


def prefill(so_far: SoFar[Record], table: Table[Rules]) -> Mapping[str, Any]:
    """The dealer of the coming hand, as a raw answer."""
    dealer = next_dealer(so_far, table)
    return {} if dealer is None else {"dealer": dealer + 1}
