"""Écarté: the lines of a deal, and when a game is over."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.games.ecarte.deal import PLAYERS, in_order, winner_of
from scoring.games.ecarte.declared import Record, Rules, Scoring
from scoring.games.ecarte.stakes import times, winnings
from scoring.hands import Hand, Line, Outcome, SoFar
from scoring.paper import both_at, outside
from scoring.problem import Problem
from scoring.remarks import Attempt
from scoring.table import Side, Table
from scoring.text import say, vocabulary

_ = vocabulary("ecarte")

PAID = {
    1: _("{winner} wins {points} to {others}. The loser pays the stake, in chips: {chips}."),
    2: _("{winner} wins {points} to {others}. The loser pays double, in chips: {chips}."),
    3: _("{winner} wins {points} to {others}. The loser pays treble, in chips: {chips}."),
}


def score(record: Record, totals: tuple[int, ...], table: Table[Rules]) -> tuple[Line, ...]:
    """The lines of one deal, cut at the target; the record has passed every check."""
    return in_order(record, totals, table)


def ends(so_far: SoFar[Record], table: Table[Rules]) -> Outcome | None:
    """The first player at the target wins the game and the pot."""
    winner = next((Side(player) for player in PLAYERS if so_far.totals[player] >= table.rules.target), None)
    if winner is None:
        return None
    chips = winnings(so_far.log, so_far.totals, winner, table.rules)
    message = _("{winner} wins {points} to {others}.")
    if chips:
        message = _("{winner} wins {points} to {others}. Gain in chips: {chips}.")
        if table.rules.scoring is not Scoring.PER_TRICK:  # there every deal has been paid by itself
            message = PAID[times(so_far.log, so_far.totals, 1 - winner, table.rules)]
    return Outcome(
        (winner,),
        say(
            message,
            winner=winner,
            points=so_far.totals[winner],
            others=so_far.totals[1 - winner],
            chips=chips,
        ),
    )


def wrong_totals(totals: tuple[int, ...], table: Table[Rules]) -> Iterator[Problem]:
    """A game is cut at the target, and only one player gets there."""
    target = table.rules.target
    yield from outside(totals, low=0 if table.rules.floor_at_zero else None, high=target)
    yield from both_at(target, totals)


def attempts(hand: Hand[Record], table: Table[Rules]) -> tuple[Attempt, ...]:
    """Who undertook the game, and whether he won the deal."""
    record = hand.record
    if record.declarer is None:
        return ()
    return (Attempt((record.declarer,), say(_("Contract")), winner_of(record, table) == record.declarer),)
