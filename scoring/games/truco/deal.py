"""Truco: whose deal it is, which round and which duel is due. Deal and play go round in seat order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.truco.declared import Kind, Record, RoundKind
from scoring.games.truco.rules import Rules
from scoring.games.truco.sides import rotates
from scoring.hands import Log, SoFar
from scoring.paper import PaperTotals
from scoring.remarks import Note
from scoring.table import Seat, Table
from scoring.text import say, vocabulary

_ = vocabulary("truco")

PICA_SEATS = (6, 8)


def counts(record: Record) -> bool:
    """A void deal and points without a reason are stored, but they are none of the hands."""
    return record.kind is Kind.PLAYED


def duels(table: Table[Rules]) -> int:
    """Duels of a pica-pica round; 0 where there are none."""
    return table.seating.seats // 2 if table.seating.seats in PICA_SEATS else 0


def due(so_far: SoFar[Record], table: Table[Rules]) -> tuple[RoundKind, int | None] | None:
    """The kind of round that is due in the game in progress, and the duel; None: not known, after paper."""
    last = next((hand.record for hand in reversed(so_far.hands) if counts(hand.record)), None)
    if last is None and so_far.before and duels(table):
        return None
    if last is None or not duels(table):
        return RoundKind.REDONDA, None
    if last.duelling:
        assert last.duel is not None
        return (RoundKind.PICA, last.duel + 1) if last.duel < duels(table) else (RoundKind.REDONDA, None)
    rules, highest = table.rules, max(so_far.totals)
    if highest >= rules.pica_start and (not rules.pica_limit or highest < rules.pica_limit):
        return RoundKind.PICA, 1
    return RoundKind.REDONDA, None


def duellists(mano: Seat, duel: int, seats: int) -> tuple[Seat, Seat]:
    """Who plays this duel: six sit opposite an opponent, eight play the neighbour; mano's duel first."""
    if seats == 8:
        first = (mano + 2 * (duel - 1)) % seats
        return Seat(first), Seat((first + 1) % seats)
    first = (mano + duel - 1) % seats
    return Seat(first), Seat((first + seats // 2) % seats)


def dealer_of(record: Record, table: Table[Rules]) -> Seat | None:
    """Who dealt this hand, as far as it is written: a rotating gallo himself, else the one before mano."""
    if rotates(table) and record.gallo is not None:
        return record.gallo
    return None if record.mano is None else Seat((record.mano - 1) % table.seating.seats)


def next_dealer(so_far: SoFar[Record], table: Table[Rules]) -> Seat | None:
    """Who deals, or has dealt, the coming hand. A pica-pica round is one deal, a void deal is repeated."""
    dealer = table.first_dealer
    for game in so_far.earlier:
        dealer = _after(game.log, dealer, table, True)
    return _after(so_far.log, dealer, table, False)


def _after(hands: Log[Record], dealer: Seat | None, table: Table[Rules], decided: bool) -> Seat | None:
    for place, hand in enumerate(hands, start=1):
        record = hand.record
        if isinstance(record, PaperTotals):
            if duels(table):
                dealer = None  # how many of these hands were one deal together is not known
            elif dealer is not None:
                dealer = Seat((dealer + record.hands) % table.seating.seats)
            continue
        known = dealer_of(record, table)
        dealer = dealer if known is None else known
        goes_on = record.duelling and record.duel != duels(table) and not (decided and place == len(hands))
        if dealer is not None and counts(record) and not goes_on:
            dealer = Seat((dealer + 1) % table.seating.seats)
    return dealer


def prefill(so_far: SoFar[Record], table: Table[Rules]) -> Mapping[str, Any]:
    """Round, duel, mano and gallo of the coming hand, as raw answers."""
    known: dict[str, Any] = {}
    dealer = next_dealer(so_far, table)
    if dealer is not None:
        known["mano"] = (dealer + 1) % table.seating.seats + 1
        if rotates(table):
            known["gallo"] = dealer + 1
    coming = due(so_far, table)
    if coming is not None and coming[1] is not None:
        known |= {"round": coming[0].value, "duel": coming[1]}
    return known


def notes(so_far: SoFar[Record], table: Table[Rules]) -> Sequence[Note]:
    """Which round and duel is due, who is mano, who the gallo; from the second chico on which one it is."""
    if so_far.over:
        return ()
    dealer, seats = next_dealer(so_far, table), table.seating.seats
    mano = None if dealer is None else Seat((dealer + 1) % seats)
    coming = due(so_far, table)
    remarks = [_round(coming, table, mano)] if duels(table) and coming is not None else []
    if mano is not None:
        remarks.append(Note("first", say(_("{seat} is mano"), seat=mano), mano, _("Mano")))
    if dealer is not None and rotates(table):
        remarks.append(Note("gallo", say(_("{seat} is the gallo"), seat=dealer), dealer, _("Gallo")))
    elif dealer is not None:
        remarks.append(Note("dealer", say(_("{seat} deals"), seat=dealer), dealer))
    if table.rules.games_to_win > 1:
        remarks.append(Note("chico", say(_("Chico {number}"), number=len(so_far.earlier) + 1)))
    return remarks


def _round(coming: tuple[RoundKind, int | None], table: Table[Rules], mano: Seat | None) -> Note:
    kind, duel = coming
    if duel is None:
        return Note("round", say("{round}", round=kind))
    # Who sits opposite whom is known without a dealer; then the first seat's duel comes first.
    leader, other = duellists(Seat(0) if mano is None else mano, duel, table.seating.seats)
    text = say(
        _("Duel {duel} of {duels}: {seat} against {other}"),
        duel=duel,
        duels=duels(table),
        seat=leader,
        other=other,
    )
    return Note("round", text)
