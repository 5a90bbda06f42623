"""Écarté: who deals, and what both should know before the next deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.ecarte.deal import PLAYERS, other, winner_of
from scoring.games.ecarte.declared import DoubleStake, Record, Rules, Scoring
from scoring.games.ecarte.stakes import has_won_a_point
from scoring.hands import SoFar
from scoring.paper import PaperTotals
from scoring.remarks import Note
from scoring.table import Seat, Table
from scoring.text import say, vocabulary

_ = vocabulary("ecarte")


def next_dealer(so_far: SoFar[Record], table: Table[Rules]) -> Seat | None:
    """The winner of a deal leads the next one, so the loser deals; by the classical laws in turn."""
    hands = so_far.all_hands
    if not hands:
        return table.first_dealer
    if table.rules.scoring is Scoring.HOYLE:
        dealer = table.first_dealer
        for hand in hands:
            record, moves = hand.record, 1
            if isinstance(record, PaperTotals):
                moves = record.hands
            elif record.dealer is not None:
                dealer = record.dealer
            dealer = dealer if dealer is None or moves % 2 == 0 else other(dealer)
        return dealer
    last = hands[-1].record
    winner = None if isinstance(last, PaperTotals) else winner_of(last, table)
    return None if winner is None else other(winner)


def prefill(so_far: SoFar[Record], table: Table[Rules]) -> Mapping[str, Any]:
    """The dealer of the coming deal, as a raw answer."""
    dealer = next_dealer(so_far, table)
    return {} if dealer is None else {"dealer": dealer + 1}


def notes(so_far: SoFar[Record], table: Table[Rules]) -> Sequence[Note]:
    """Who deals and leads, and who pays more if he stays without a point."""
    if so_far.over:
        return ()
    remarks: list[Note] = []
    dealer, rules = next_dealer(so_far, table), table.rules
    if dealer is not None:
        remarks = [
            Note("dealer", say(_("{seat} deals"), seat=dealer), dealer),
            Note("first", say(_("{seat} leads"), seat=other(dealer)), other(dealer), _("leads")),
        ]
    if not rules.stake or rules.scoring is Scoring.PER_TRICK or rules.double_stake is DoubleStake.OFF:
        return remarks
    bare = [player for player in PLAYERS if not has_won_a_point(so_far.log, player)]
    treble = rules.double_stake is DoubleStake.TREBLE_DOUBLE_SINGLE
    message, badge = _("Double if {seat} stays without a point"), _("double")
    if treble:
        message, badge = _("Treble if {seat} stays without a point"), _("treble")
    remarks += [Note("double", say(message, seat=seat), seat, badge) for seat in bare]
    return remarks
