"""Cabo: who starts and who deals the next round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scoring.games.cabo.declared import Record, Rules
from scoring.games.cabo.score import HALVED
from scoring.hands import Hand, SoFar
from scoring.remarks import Note
from scoring.sheet import sum_of
from scoring.table import Seat, Table
from scoring.text import say, vocabulary

_ = vocabulary("cabo")

Best = Callable[[Iterable[int]], int]


def notes(so_far: SoFar[Record], table: Table[Rules]) -> Sequence[Note]:
    """The best of the last round starts, the worst deals; the first round is free."""
    if so_far.over:
        return ()
    remarks: list[Note] = []
    if so_far.hands:
        scores = round_scores(so_far.hands[-1])
        remarks = [
            _note(
                "first",
                leading(scores, so_far.totals, min),
                _("{seat} starts"),
                _("{seats}: draw who starts"),
            ),
            _note(
                "dealer", leading(scores, so_far.totals, max), _("{seat} deals"), _("{seats}: draw who deals")
            ),
        ]
    elif table.first_dealer is not None and not so_far.before:
        remarks = [Note("dealer", say(_("{seat} deals"), seat=table.first_dealer), table.first_dealer)]
    if table.rules.rounds_end:
        number = so_far.number + 1
        text = say(_("Round {number} of {rounds}"), number=number, rounds=table.rules.rounds)
        remarks.append(Note("round", text))
    return remarks


def round_scores(hand: Hand[Record]) -> tuple[int, ...]:
    """What the round itself was worth: halving a total is no part of it."""
    return sum_of((0,) * len(hand.points), (line for line in hand.lines if line.code != HALVED))


def leading(scores: tuple[int, ...], totals: tuple[int, ...], best: Best) -> tuple[Seat, ...]:
    """Who is ahead in the round, by `min` or `max`; equal scores go by total, equal totals by lot."""
    ahead = [seat for seat, score in enumerate(scores) if score == best(scores)]
    total = best(totals[seat] for seat in ahead)
    return tuple(Seat(seat) for seat in ahead if totals[seat] == total)


def _note(code: str, seats: tuple[Seat, ...], message: str, lot: str) -> Note:
    if len(seats) == 1:
        return Note(code, say(message, seat=seats[0]), seats[0])
    return Note(code, say(lot, seats=seats))
