"""Cego: who deals, who speaks first, who sits out. Play and deal go round in seat order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from scoring.games.cego.declared import SPECIALS, Contract, Kind, Record
from scoring.games.cego.rules import Rules, SpecialsSeat
from scoring.hands import SoFar
from scoring.paper import PaperTotals
from scoring.remarks import Implied, Note
from scoring.table import Seat, Table
from scoring.text import say, vocabulary

_ = vocabulary("cego")


def active(record: Record, table: Table[Rules]) -> tuple[Seat, ...]:
    """The seats that play this hand."""
    return _without(record.sitting, table.seating.seats)


@cache
def _without(sitting: Seat | None, seats: int) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(seats) if seat != sitting)


def vorhand(dealer: Seat, sitting: Seat | None, table: Table[Rules]) -> Seat:
    """The first playing seat after the dealer."""
    seats = table.seating.seats
    following = Seat((dealer + 1) % seats)
    return Seat((following + 1) % seats) if following == sitting else following


def counts(record: Record) -> bool:
    """A redeal is stored, but it is not one of the hands of a round."""
    return record.kind is not Kind.REDEAL


def after(record: Record, seats: int) -> Seat | None:
    """Who deals after this hand: the next seat, after a redeal the same; None when nobody wrote it down."""
    if record.dealer is None:
        return None
    return Seat((record.dealer + counts(record)) % seats)


def next_dealer(so_far: SoFar[Record], table: Table[Rules]) -> Seat | None:
    """Who deals the coming hand, as far as it is known."""
    dealer, seats = table.first_dealer, table.seating.seats
    for hand in so_far.log:
        record = hand.record
        if not isinstance(record, PaperTotals) and record.dealer is not None:
            dealer = after(record, seats)
        elif dealer is not None:
            moves = record.hands if isinstance(record, PaperTotals) else counts(record)
            dealer = Seat((dealer + moves) % seats)
    return dealer


def next_sitting(so_far: SoFar[Record], table: Table[Rules]) -> Seat | None:
    """Who sits the coming hand out: at five the dealer; at four the dealer again, if he did before."""
    dealer, seats = next_dealer(so_far, table), table.seating.seats
    rested = bool(so_far.hands) and so_far.hands[-1].record.sitting is not None
    return dealer if seats == 5 or (seats == 4 and rested) else None


def prefill(so_far: SoFar[Record], table: Table[Rules]) -> Mapping[str, Any]:
    """Dealer and sitting seat of the coming hand, as raw answers."""
    known = {"dealer": next_dealer(so_far, table), "sitting": next_sitting(so_far, table)}
    return {name: seat + 1 for name, seat in known.items() if seat is not None}


def bound_to_vorhand(contract: Contract, against_solo: bool, rules: Rules) -> bool:
    """Cego (unless against a Solo) and the specials are Vorhand's, as far as `specials_seat` says so."""
    if rules.specials_seat is SpecialsSeat.VORHAND:
        return contract in SPECIALS or (contract is Contract.CEGO and not against_solo)
    return rules.specials_seat is SpecialsSeat.VORHAND_RAEUBER and contract is Contract.RAEUBER


def implied(so_far: SoFar[Record], table: Table[Rules]) -> Sequence[Implied]:
    """Who names a contract that is Vorhand's is Vorhand. A Cego may still turn out to be against a Solo."""
    dealer = next_dealer(so_far, table)
    if dealer is None:
        return ()
    first = str(vorhand(dealer, next_sitting(so_far, table), table) + 1)
    return [
        Implied("contract", contract.value, "declarer", first, contract is not Contract.CEGO)
        for contract in Contract
        if bound_to_vorhand(contract, False, table.rules)
    ]


def notes(so_far: SoFar[Record], table: Table[Rules]) -> Sequence[Note]:
    """Dealer, Vorhand and the sitting seat of the coming hand."""
    dealer, sitting = next_dealer(so_far, table), next_sitting(so_far, table)
    if dealer is None or so_far.over:
        return ()
    first = vorhand(dealer, sitting, table)
    remarks = [
        Note("dealer", say(_("{seat} deals"), seat=dealer), dealer),
        Note("first", say(_("{seat} is Vorhand"), seat=first), first, _("Vorhand")),
    ]
    if sitting is not None:
        remarks.append(Note("sitting", say(_("{seat} sits out"), seat=sitting), sitting))
    return remarks
