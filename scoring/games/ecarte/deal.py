"""Écarté: what a deal is worth, in booking order: kings first, then tricks or the contract."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.game import Line
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
from scoring.sheet import cut, sum_of, up_to
from scoring.table import Seat, Table
from scoring.text import say, vocabulary

_ = vocabulary("ecarte")

PLAYERS = (Seat(0), Seat(1))
KINGS = ("turned_king", "king")
Totals = tuple[int, ...]


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
        text = say(_("{seat} turned up a king: {points}"), seat=record.dealer, points=rules.turned_king)
        lines.append(Line("turned_king", text, table.seating.only(record.dealer, rules.turned_king)))
    if record.king is not None and rules.king_point:
        text = say(_("{seat} has the trump king: {points}"), seat=record.king, points=rules.king_point)
        lines.append(Line("king", text, table.seating.only(record.king, rules.king_point)))
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


def _contract(record: Record, declarer: Seat, table: Table[Rules]) -> Line:
    match result_of(record, declarer):
        case Result.ALL:
            return _vole(declarer, table)
        case Result.MADE:
            text = say(_("{seat} made the contract: {points}"), seat=declarer, points=1)
            return Line("made", text, table.seating.only(declarer, 1))
        case _:
            return _failed(declarer, table)


def _vole(player: Seat, table: Table[Rules]) -> Line:
    text = say(_("{seat} took all five tricks, the vole: {points}"), seat=player, points=2)
    return Line("vole", text, table.seating.only(player, 2))


def _failed(declarer: Seat, table: Table[Rules]) -> Line:
    rule = table.rules.fail_rule
    if rule in (FailRule.DECLARER_MINUS_1, FailRule.DECLARER_MINUS_2):
        loss = -1 if rule is FailRule.DECLARER_MINUS_1 else -2
        text = say(_("{seat} did not make the contract: {points}"), seat=declarer, points=loss)
        return Line("failed", text, table.seating.only(declarer, loss))
    gain = 1 if rule is FailRule.OPPONENT_PLUS_1 else 2
    text = say(
        _("{seat} did not make the contract: {points} for {other}"),
        seat=declarer,
        points=gain,
        other=other(declarer),
    )
    return Line("failed", text, table.seating.only(other(declarer), gain))


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
        return _vole(winner, table)
    message, points = _("{seat} won the point: {points}"), 1
    if record.leader == other(winner):
        points = 2
        message = _("{seat} won against a refusal: {points}")
        if record.unproposed:
            message = _("{seat} won against a hand played without proposing: {points}")
    return Line("point", say(message, seat=winner, points=points), table.seating.only(winner, points))


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
    text = say(
        _("Tricks: {points} for {one}, {others} for {two}"),
        one=PLAYERS[0],
        points=record.tricks[0],
        two=PLAYERS[1],
        others=record.tricks[1],
    )
    lines = [Line("tricks", text, record.tricks)]
    penalty = table.rules.pt_fail_penalty
    if penalty and record.declarer is not None and fell_short(record, totals, table):
        text = say(_("{seat} did not make the contract: {points}"), seat=record.declarer, points=penalty)
        lines.append(Line("failed", text, table.seating.only(record.declarer, penalty)))
    return lines


def limited(lines: Sequence[Line], totals: Totals, rules: Rules) -> list[Line]:
    """Not more than the most of one deal; not below zero, where that is agreed."""
    gained, cuts = [0, 0], []
    for line in lines:
        points = list(line.points)
        why = say(_("more than {most} are not written for one deal"), most=rules.max_points_per_deal)
        for player, value in enumerate(points):
            if value > 0 and rules.max_points_per_deal:
                points[player] = min(value, rules.max_points_per_deal - gained[player])
            if value < 0 and rules.floor_at_zero:
                points[player] = max(value, -max(0, totals[player] + gained[player]))
                why = say(_("nobody falls below zero")) if points[player] != value else why
            gained[player] += points[player]
        cuts.append(cut(line, tuple(points), why))
    return cuts


def both_reach(record: Record, totals: Totals, table: Table[Rules]) -> bool:
    """Would both be at the target, if all of this deal counted?"""
    lines = limited(claims(record, totals, table), totals, table.rules)
    return all(
        totals[player] + sum(max(0, line.points[player]) for line in lines) >= table.rules.target
        for player in PLAYERS
    )


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
