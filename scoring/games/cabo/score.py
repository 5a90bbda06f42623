"""Cabo: from a round to its lines, and when the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from scoring.games.cabo.cards import KAMIKAZE_VALUE, hand_value
from scoring.games.cabo.declared import CallerTie, EndMode, KamikazeOthers, Record, Rules
from scoring.hands import Hand, Line, Outcome, SoFar
from scoring.paper import outside, wrong_total
from scoring.problem import Problem
from scoring.remarks import Attempt, Loss
from scoring.sheet import sum_of
from scoring.table import Seat, Side, Table, alone
from scoring.text import say, vocabulary

_ = vocabulary("cabo")

HALVED = "halved"
IS_LOWEST = _("{seat} called and is lowest: 0")
SHARES = _("{seat} called and shares the lowest hand: 0")
NOT_LOWEST = _("{seat} called and is not lowest: penalty {points}")
ONLY_SHARES = _("{seat} called and only shares the lowest hand: penalty {points}")
LOWEST = _("{seat} has the lowest hand: 0")
USUAL_LINES = 2_000  # a hand has few values, and few people hold it


def hand_values(record: Record) -> tuple[int, ...]:
    """The value of each hand, typed or counted from its cards."""
    if record.values is not None:
        return record.values
    assert record.cards is not None
    return tuple(map(hand_value, record.cards))


def score(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> tuple[Line, ...]:
    """The lines of one round, the halving of a total included; the record has passed every check."""
    lines = tuple(_kamikaze(record, table)) if record.kamikaze else _call(record, table)
    if table.rules.halves:
        lines += tuple(_halvings(sum_of(so_far.totals, lines), so_far, table))
    return lines


@lru_cache(maxsize=USUAL_LINES)
def _own_hand(seat: Seat, value: int, seats: int) -> Line:
    text = say(_("{seat}: own hand {points}"), seat=seat, points=value)
    return Line("hand", text, alone(seats).only(seat, value))


@lru_cache(maxsize=USUAL_LINES)
def _nothing(code: str, message: str, seat: Seat, seats: int) -> Line:
    return Line(code, say(message, seat=seat), alone(seats).only(seat, 0))


@lru_cache(maxsize=USUAL_LINES)
def _penalty(message: str, seat: Seat, penalty: int, seats: int) -> Line:
    text = say(message, seat=seat, points=penalty)
    return Line("caller_penalty", text, alone(seats).only(seat, penalty))


def _call(record: Record, table: Table[Rules]) -> tuple[Line, ...]:
    """Lowest: the caller gets 0. Not lowest: own hand and penalty, and the lowest of the others gets 0."""
    values, caller, rules, seats = hand_values(record), record.caller, table.rules, table.seating.seats
    lowest, callers = min(values), values[caller]
    tied = callers == lowest and values.count(lowest) > 1
    if callers == lowest and not (tied and rules.caller_tie is CallerTie.OTHER_WINS):
        lines = [_nothing("called", SHARES if tied else IS_LOWEST, caller, seats)]
        others_get_0 = tied and rules.caller_tie is CallerTie.ALL_ZERO
    else:
        penalty = _penalty(ONLY_SHARES if tied else NOT_LOWEST, caller, rules.caller_penalty, seats)
        lines = [_own_hand(caller, callers, seats), penalty]
        others_get_0 = rules.lowest_other_zero
    for seat, value in zip(table.seating.every_seat, values, strict=True):
        if seat != caller:
            shares_lowest = others_get_0 and value == lowest
            lines.append(
                _nothing("lowest", LOWEST, seat, seats) if shares_lowest else _own_hand(seat, value, seats)
            )
    return tuple(lines)


def _kamikaze(record: Record, table: Table[Rules]) -> Iterator[Line]:
    """Replaces everything else: 0 for the kamikaze, 50 for all others, once, whoever called."""
    winners = record.kamikaze
    text = say(_("Kamikaze by {seats}: {points} for everybody else"), seats=winners, points=KAMIKAZE_VALUE)
    points = tuple(0 if seat in winners else KAMIKAZE_VALUE for seat in range(table.seating.seats))
    yield Line("kamikaze", text, points)
    if table.rules.kamikaze_others is KamikazeOthers.HAND_PLUS_50:
        for place, value in enumerate(hand_values(record)):
            if place not in winners:
                yield _own_hand(Seat(place), value, table.seating.seats)


def _halvings(totals: tuple[int, ...], so_far: SoFar[Record], table: Table[Rules]) -> Iterator[Line]:
    """Exactly the limit goes back to half of it; with `reset_once` the first time only."""
    limit, half = table.rules.limit, table.rules.limit // 2
    for place, total in enumerate(totals):
        if total == limit and not (table.rules.reset_once and _halved_before(place, so_far)):
            seat = Seat(place)
            text = say(_("{seat} has exactly {limit}: back to {half}"), seat=seat, limit=limit, half=half)
            yield Line(HALVED, text, table.seating.only(seat, half - limit))


def _halved_before(place: int, so_far: SoFar[Record]) -> bool:
    return any(line.code == HALVED and line.points[place] for hand in so_far.log for line in hand.lines)


def ends(so_far: SoFar[Record], table: Table[Rules]) -> Outcome | None:
    """After the last round, or once a total is above the limit; the lowest total wins, shared if equal."""
    rules = table.rules
    if rules.end_mode is EndMode.OPEN:
        return None
    if rules.limit_ends and _reached(so_far, rules):
        winners, best = _lowest(so_far)
        message = _("The limit of {limit} is reached: {winners} with {points}.")
        return Outcome(winners, say(message, limit=rules.limit, winners=winners, points=best))
    if rules.rounds_end and so_far.number >= rules.rounds:
        winners, best = _lowest(so_far)
        message = _("Round {round} was the last: {winners} with {points}.")
        return Outcome(winners, say(message, round=rules.rounds, winners=winners, points=best))
    return None


def _reached(so_far: SoFar[Record], rules: Rules) -> bool:
    highest = max(so_far.totals)
    return highest > rules.limit or (rules.end_at_limit and not rules.halves and highest == rules.limit)


def _lowest(so_far: SoFar[Record]) -> tuple[tuple[Side, ...], int]:
    best = min(so_far.totals)
    return tuple(Side(side) for side, total in enumerate(so_far.totals) if total == best), best


def wrong_totals(totals: tuple[int, ...], table: Table[Rules]) -> Iterator[Problem]:
    """Nobody gets below 0; where exactly the limit is halved every time, nobody keeps it."""
    yield from outside(totals, low=0)
    if table.rules.halves and not table.rules.reset_once:
        for side, total in enumerate(totals):
            if total == table.rules.limit:
                text = say(_("{side} cannot have {total}: that is halved."), side=Side(side), total=total)
                yield wrong_total(side, text)


def attempts(hand: Hand[Record], table: Table[Rules]) -> tuple[Attempt, ...]:
    """Who called, and whether the call was right; a kamikaze by somebody else spoils it."""
    success = all(line.code != "caller_penalty" for line in hand.lines)
    if hand.record.kamikaze:
        success = hand.record.caller in hand.record.kamikaze
    return (Attempt((hand.record.caller,), say(_("Call")), success),)


def losses(hand: Hand[Record], table: Table[Rules]) -> tuple[Loss, ...]:
    """Whoever called and was wrong: what an attempt calls a failure."""
    return tuple(Loss(attempt.seats) for attempt in attempts(hand, table) if attempt.success is False)
