"""Caesar: what the table should know before the next hand."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.caesar.declared import Record, Rules
from scoring.games.caesar.score import waiting
from scoring.games.caesar.seats import next_dealer
from scoring.hands import SoFar
from scoring.remarks import Note
from scoring.table import Seat, Table
from scoring.text import say, vocabulary

_ = vocabulary("caesar")


def notes(so_far: SoFar[Record], table: Table[Rules]) -> Sequence[Note]:
    """Dealer, who leads, which hand of the round, and what hangs over from an equal hand."""
    if so_far.over:
        return ()
    remarks: list[Note] = []
    dealer = next_dealer(so_far, table)
    if dealer is not None:
        first = Seat((dealer + 1) % table.seating.seats)
        remarks = [
            Note("dealer", say(_("{seat} deals"), seat=dealer), dealer),
            Note("first", say(_("{seat} leads"), seat=first), first, _("leads")),
        ]
    if table.rules.hands_per_round:
        number = so_far.number + 1
        text = say(_("Hand {number} of {hands}"), number=number, hands=table.rules.hands_per_round)
        remarks.append(Note("round", text))
    amount = waiting(so_far, table)
    if amount:
        remarks.append(Note("waiting", say(_("{points} wait for the winner of this hand"), points=amount)))
    return remarks
