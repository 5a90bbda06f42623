"""Écarté: what a deal is worth, in booking order: kings first, then tricks or the contract."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scoring.games.ecarte.declared import (
    MADE,
    TRICKS,
    Claim,
    FailRule,
    First,
    Record,
    Result,
    Rules,
    Scoring,
)
from scoring.hands import Line
from scoring.sheet import cut, sum_of, up_to
from scoring.table import Seat, Table, alone
from scoring.text import say, vocabulary

_ = vocabulary("ecarte")

PLAYERS = (Seat(0), Seat(1))
KINGS = ("turned_king", "king")
Totals = tuple[int, ...]

TURNED_UP = _("{seat} turned up a king: {points}")
HAS_KING = _("{seat} has the trump king: {points}")
MADE_IT = _("{seat} made the contract: {points}")
VOLE = _("{seat} took all five tricks, the vole: {points}")
NOT_MADE = _("{seat} did not make the contract: {points}")
WON_BY_OTHER = _("{seat} did not make the contract: {points} for {other}")
WON = _("{seat} won the point: {points}")
WON_AFTER_REFUSAL = _("{seat} won against a refusal: {points}")
WON_UNPROPOSED = _("{seat} won against a hand played without proposing: {points}")
DIVIDED = _("Tricks: {points} for {one}, {others} for {two}")
MOST_WRITTEN = _("more than {most} are not written for one deal")
NOT_BELOW_ZERO = _("nobody falls below zero")
USUAL_LINES = 500  # two players, a few kinds of points, and of each a few


def other(player: Seat) -> Seat:
    return Seat(1 - player)


def result_of(record: Record, player: Seat) -> Result | None:
    """How the deal went for a player; None where that was not written down."""
    if record.tricks is not None:
        if record.tricks[player] == TRICKS:
            return Result.ALL
        return Result.MADE if record.tricks[player] >= MADE else Result.FAILED
    named = record.declarer if record.by is None else record.by
    return record.result if named == player else None


def kings(record: Record, table: Table[Rules]) -> list[Line]:
    """Points of the turned-up king and of the king in hand."""
    lines, rules = [], table.rules
    if record.turned_king and rules.turned_king and record.dealer is not None:
        lines.append(_points_of("turned_king", TURNED_UP, record.dealer, rules.turned_king))
    if record.king is not None and rules.king_point:
        lines.append(_points_of("king", HAS_KING, record.king, rules.king_point))
    return lines


def decided_by_king(record: Record, totals: Totals, table: Table[Rules]) -> bool:
    """A king booked before the first card ends the game: nothing has to be played any more."""
    early = [
        line
        for line in kings(record, table)
        if line.code == "turned_king" or record.king_claim is Claim.BEFORE_LEAD
    ]
    return max(sum_of(totals, early)) >= table.rules.target


def claims(record: Record, totals: Totals, table: Table[Rules]) -> list[Line]:
    """Every line at its full worth, kings first."""
    lines = kings(record, table)
    if record.tricks is None and record.result is None:
        return lines
    match table.rules.scoring:
        case Scoring.RULE_TEXT:
            assert record.declarer is not None
            return [*lines, _contract(record, record.declarer, table)]
        case Scoring.HOYLE:
            return [*lines, _hoyle(record, table)]
        case Scoring.PER_TRICK:
            return [*lines, *_tricks(record, totals, table)]


@lru_cache(maxsize=USUAL_LINES)
def _points_of(code: str, message: str, player: Seat, points: int) -> Line:
    """What one player gains or loses."""
    return Line(code, say(message, seat=player, points=points), alone(2).only(player, points))


@lru_cache(maxsize=USUAL_LINES)
def _points_for_other(declarer: Seat, gain: int) -> Line:
    opponent = other(declarer)
    text = say(WON_BY_OTHER, seat=declarer, points=gain, other=opponent)
    return Line("failed", text, alone(2).only(opponent, gain))


@lru_cache(maxsize=USUAL_LINES)
def _divided(tricks: tuple[int, ...]) -> Line:
    text = say(DIVIDED, one=PLAYERS[0], points=tricks[0], two=PLAYERS[1], others=tricks[1])
    return Line("tricks", text, tricks)


def _contract(record: Record, declarer: Seat, table: Table[Rules]) -> Line:
    match result_of(record, declarer):
        case Result.ALL:
            return _points_of("vole", VOLE, declarer, 2)
        case Result.MADE:
            return _points_of("made", MADE_IT, declarer, 1)
        case _:
            return _failed(declarer, table.rules.fail_rule)


def _failed(declarer: Seat, rule: FailRule) -> Line:
    if rule in (FailRule.DECLARER_MINUS_1, FailRule.DECLARER_MINUS_2):
        return _points_of("failed", NOT_MADE, declarer, -1 if rule is FailRule.DECLARER_MINUS_1 else -2)
    return _points_for_other(declarer, 1 if rule is FailRule.OPPONENT_PLUS_1 else 2)


def hoyle_winner(record: Record) -> Seat:
    """Who took at least three tricks."""
    return next(
        (player for player in PLAYERS if result_of(record, player) in (Result.MADE, Result.ALL)),
        other(record.by) if record.by is not None else PLAYERS[0],
    )


def _hoyle(record: Record, table: Table[Rules]) -> Line:
    """Three or four tricks 1, five 2; against a player who refused or did not propose 2 as well."""
    winner = hoyle_winner(record)
    if result_of(record, winner) is Result.ALL:
        return _points_of("vole", VOLE, winner, 2)
    if record.leader == other(winner):
        return _points_of("point", WON_UNPROPOSED if record.unproposed else WON_AFTER_REFUSAL, winner, 2)
    return _points_of("point", WON, winner, 1)


def stops_at(player: Seat, totals: Totals, rules: Rules) -> int:
    """Points of one deal at which it stops, where every trick is a point."""
    left = rules.target - totals[player]
    return min(left, rules.max_points_per_deal) if rules.max_points_per_deal else left


def in_deal(record: Record, table: Table[Rules]) -> tuple[int, ...]:
    """Points of this deal where every trick is a point, before any penalty."""
    return sum_of(record.tricks or (0, 0), kings(record, table))


def fell_short(record: Record, totals: Totals, table: Table[Rules]) -> bool:
    """The declarer's opponent got there first, or the declarer has fewer than three tricks of five."""
    assert record.declarer is not None
    assert record.tricks is not None
    points = in_deal(record, table)
    there = [points[player] == stops_at(player, totals, table.rules) for player in PLAYERS]
    if any(there):
        return there[other(record.declarer)]
    return record.tricks[record.declarer] < MADE


def _tricks(record: Record, totals: Totals, table: Table[Rules]) -> list[Line]:
    assert record.tricks is not None
    lines = [_divided(record.tricks)]
    penalty = table.rules.pt_fail_penalty
    if penalty and record.declarer is not None and fell_short(record, totals, table):
        lines.append(_points_of("failed", NOT_MADE, record.declarer, penalty))
    return lines


def limited(lines: Sequence[Line], totals: Totals, rules: Rules) -> list[Line]:
    """Not more than the most of one deal; not below zero, where that is agreed."""
    most, gained, cuts = rules.max_points_per_deal, [0, 0], []
    for line in lines:
        points, below_zero = list(line.points), False
        for player, value in enumerate(points):
            if value > 0 and most:
                points[player] = min(value, most - gained[player])
            if value < 0 and rules.floor_at_zero:
                points[player] = max(value, -max(0, totals[player] + gained[player]))
                below_zero = below_zero or points[player] != value
            gained[player] += points[player]
        counted = tuple(points)
        if counted != line.points:
            why = say(NOT_BELOW_ZERO) if below_zero else say(MOST_WRITTEN, most=most)
            line = cut(line, counted, why)
        cuts.append(line)
    return cuts


def both_reach(record: Record, totals: Totals, table: Table[Rules]) -> bool:
    """Would both be at the target, if all of this deal counted?"""
    if max(totals) < table.rules.target and not _both_can_gain(record, table.rules):
        return False
    lines = limited(claims(record, totals, table), totals, table.rules)
    return all(
        totals[player] + sum(max(0, line.points[player]) for line in lines) >= table.rules.target
        for player in PLAYERS
    )


def _both_can_gain(record: Record, rules: Rules) -> bool:
    """Points for each: by tricks, or by a king of one and the contract of the other."""
    return rules.scoring is Scoring.PER_TRICK or record.king is not None or record.turned_king


def in_order(record: Record, totals: Totals, table: Table[Rules]) -> tuple[Line, ...]:
    """The lines that count: a late king may have come after the contract; not known: an extra deal."""
    lines = limited(claims(record, totals, table), totals, table.rules)
    if record.king is not None and both_reach(record, totals, table):
        if record.first is First.UNKNOWN:
            text = say(
                _("Both reach {target}, nobody knows who was first: an extra deal decides"),
                target=table.rules.target,
            )
            return (Line("undecided", text, (0, 0)),)
        late = record.king_claim is Claim.AFTER_TRICK
        if late and record.first is not None and record.first != str(record.king + 1):
            lines.sort(key=lambda line: line.code == "king")
    return up_to(table.rules.target, totals, lines)


def winner_of(record: Record, table: Table[Rules]) -> Seat | None:
    """Who won the deal, whatever it counted: the next one is dealt by the other."""
    if record.tricks is None and record.result is None:
        return record.king
    match table.rules.scoring:
        case Scoring.RULE_TEXT:
            assert record.declarer is not None
            failed = result_of(record, record.declarer) is Result.FAILED
            return other(record.declarer) if failed else record.declarer
        case Scoring.HOYLE:
            return hoyle_winner(record)
        case Scoring.PER_TRICK:
            points = in_deal(record, table)
            return None if points[0] == points[1] else Seat(points[1] > points[0])
