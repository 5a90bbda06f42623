"""Truco: from a record to its lines, block by block, and when a chico ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.games.truco.declared import Answer, Call, End, Kind, Offence, Penalty, Quick, Record
from scoring.games.truco.rules import EndCheck, Rules
from scoring.games.truco.sides import Camp, against, camp, credit, rotates
from scoring.games.truco.value import (
    FLOR,
    Measure,
    Worth,
    envido_worth,
    flor_worth,
    truco_worth,
)
from scoring.hands import Line, Outcome, SoFar
from scoring.paper import both_at, outside
from scoring.problem import Problem
from scoring.sheet import games_of, sum_of, up_to
from scoring.table import Side, Table
from scoring.text import Text, say, vocabulary

_ = vocabulary("truco")

Totals = tuple[int, ...]
MOST_TRUCO = 5  # vale cuatro, and one for folding without an envido
MOST_CALL = 3  # of an envido, the falta aside


@dataclass(frozen=True, slots=True)
class Gain:
    """Points of one block for one camp."""

    code: str
    worth: Worth
    receivers: Camp


Block = Callable[[Record, Totals, Table[Rules]], Iterator[Gain]]


def standing(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> Totals:
    """The totals, where the worth of this hand may depend on them: they measure a falta and a rest, and near
    the target lines are cut. Anywhere else a hand is worth what it would be worth at the beginning."""
    totals, envido = so_far.totals, record.envido
    calls = envido.calls if envido is not None else ()
    plain = record.flor is None and not record.penalties and record.quick is None and Call.FALTA not in calls
    if plain and max(totals) + MOST_TRUCO + MOST_CALL * len(calls) < table.rules.target:
        return (0,) * len(totals)
    return totals


def score(record: Record, totals: Totals, table: Table[Rules]) -> tuple[Line, ...]:
    """The lines of one hand or duel; the record has passed every check."""
    if record.kind is Kind.VOID:
        return ()
    if record.quick is not None:
        return _counted([_quick(record.quick, table)], totals, table)
    claims = _claims((_flor, _envido, _truco), record, totals, table)
    claims += _penalties(record, claims, table)
    return _counted(claims, totals, table)


def _quick(quick: Quick, table: Table[Rules]) -> Line:
    """The one line of Truco without a reason; its code says so."""
    text = say(_("{side}: {points} without a reason"), side=quick.side, points=quick.points)
    return Line("quick", text, credit((quick.side,), quick.points, table))


def ends_before_truco(record: Record, so_far: SoFar[Record], table: Table[Rules]) -> bool:
    """Flor or envido of this hand already reach the target, where that ends the chico at once."""
    if table.rules.end_check is EndCheck.END_OF_HAND:
        return False
    lines = _counted(_claims((_flor, _envido), record, so_far.totals, table), so_far.totals, table)
    return max(sum_of(so_far.totals, lines)) >= goal(so_far.totals, table)


def goal(before: Totals, table: Table[Rules]) -> int:
    """The total that decides: the target; where a tie is played on, one more than the leaders have."""
    return max(table.rules.target, max(before) + 1)


def _counted(claims: Sequence[Line], before: Totals, table: Table[Rules]) -> tuple[Line, ...]:
    if table.rules.end_check is EndCheck.END_OF_HAND:
        return tuple(claims)
    return up_to(goal(before, table), before, claims)


def _claims(blocks: Sequence[Block], record: Record, totals: Totals, table: Table[Rules]) -> list[Line]:
    """What the blocks are worth, each by the scores it is settled at, before anything is cut."""
    claims: list[Line] = []
    for block in blocks:
        now = sum_of(totals, _counted(claims, totals, table))
        claims += [_line(gain, record, table) for gain in block(record, now, table)]
    return claims


def _line(gain: Gain, record: Record, table: Table[Rules]) -> Line:
    """A gain as a line. After a justified pido flor the offender's points are the challenger's."""
    receivers, what = gain.receivers, gain.worth.what
    for penalty in record.penalties:
        if penalty.kind is Offence.PIDO_FLOR_RIGHT and penalty.against in receivers:
            receivers = camp(penalty.by, record, table)
            what = say(_("{what}, moved over by pido flor"), what=what)
            break
    return _booked(gain.code, gain.worth.points, receivers, what, table)


def _booked(code: str, points: int, receivers: Camp, what: Text, table: Table[Rules]) -> Line:
    text = say(_("{points} to {side}: {what}"), points=points, side=receivers, what=what)
    return Line(code, text, credit(receivers, points, table))


def _standing(side: Side, record: Record, now: Totals, table: Table[Rules]) -> Measure:
    members = camp(side, record, table)
    return Measure(max(now[member] for member in members), max(now), record.duelling)


def _flor(record: Record, now: Totals, table: Table[Rules]) -> Iterator[Gain]:
    if record.flor is not None:
        winner = record.flor.winner
        worth = flor_worth(record.flor, _standing(winner, record, now, table), table.rules)
        yield Gain("flor", worth, camp(winner, record, table))


def _envido(record: Record, now: Totals, table: Table[Rules]) -> Iterator[Gain]:
    """A refused one goes to the last caller, a wrongly announced one to the other side."""
    envido = record.envido
    if envido is None:
        return
    refused = envido.answer is Answer.NO_QUIERO
    winner = envido.caller if refused else envido.winner
    assert winner is not None
    worth = envido_worth(envido, _standing(winner, record, now, table), table.rules)
    if envido.misannounced:
        worth = Worth(worth.points, say(_("{what}, wrongly announced"), what=worth.what))
    crossed = len(envido.calls) % 2 == 0 if refused else envido.misannounced
    receivers = against(winner, record, table) if crossed else camp(winner, record, table)
    yield Gain("envido", worth, receivers)


def _truco(record: Record, now: Totals, table: Table[Rules]) -> Iterator[Gain]:
    truco = record.truco
    if truco is None:
        return
    receivers = camp(truco.winner, record, table)
    yield Gain("truco", truco_worth(truco), receivers)
    silent = record.envido is None and record.flor is None
    if truco.end is End.FOLDED and silent and table.rules.envido_on_fold:
        yield Gain(
            "envido_on_fold",
            Worth(table.rules.envido_on_fold, say(_("folded without an envido"))),
            receivers,
        )


def _penalties(record: Record, claims: Sequence[Line], table: Table[Rules]) -> list[Line]:
    return [_penalty(penalty, record, claims, table) for penalty in record.penalties]


def _penalty(penalty: Penalty, record: Record, claims: Sequence[Line], table: Table[Rules]) -> Line:
    by, offender = camp(penalty.by, record, table), camp(penalty.against, record, table)
    match penalty.kind:
        case Offence.PIDO_FLOR_RIGHT:
            return _booked("pido_flor", FLOR, by, say(_("pido flor, justified")), table)
        case Offence.PIDO_FLOR_WRONG:
            what = say(_("pido flor, not justified"))
            return _booked("pido_flor", table.rules.pido_flor_fail, offender, what, table)
        case Offence.FALSE_FLOR:
            return _booked("false_flor", FLOR, by, say(_("false flor")), table)
        case Offence.INTERFERENCE:
            return _interference(penalty, claims, table)


def _interference(penalty: Penalty, claims: Sequence[Line], table: Table[Rules]) -> Line:
    """The other side gets its points, the offender gives back what he got in this duel."""
    points = [0] * table.seating.sides
    points[penalty.by] = table.rules.interference_points
    back = sum(line.points[penalty.against] for line in claims)
    points[penalty.against] = -back
    message = _("{points} to {side}: interference")
    if back:
        message = _("{points} to {side}: interference; {other} give back {back}")
    text = say(message, points=points[penalty.by], side=penalty.by, other=penalty.against, back=back)
    return Line("interference", text, tuple(points))


def ends(so_far: SoFar[Record], table: Table[Rules]) -> Outcome | None:
    """One side alone in front at the target or beyond; equal ones go on with the next hand."""
    if max(so_far.totals) < table.rules.target:
        return None
    raw = _raw(so_far, table)
    best = max(raw)
    winners = tuple(Side(side) for side, total in enumerate(raw) if total == best)
    if len(winners) > 1:
        return None
    score = ":".join(str(total) for total in so_far.totals)
    return Outcome(winners, say(_("The chico goes to {winners}, {score}."), winners=winners, score=score))


def _raw(so_far: SoFar[Record], table: Table[Rules]) -> Totals:
    """Totals after the block that decided, without the cut: two of a rotating gallo may cross together."""
    if table.rules.end_check is EndCheck.END_OF_HAND or not so_far.hands:
        return so_far.totals
    hand = so_far.hands[-1]
    before = tuple(map(int.__sub__, so_far.totals, hand.points))
    raw, decisive = before, goal(before, table)
    for line in hand.lines:
        if max(raw) >= decisive:
            break
        raw = tuple(map(int.__add__, raw, line.claimed or line.points))
    return raw


def wrong_totals(totals: Totals, table: Table[Rules]) -> Iterator[Problem]:
    """Two sides stop at the target, one of them; the pair of a rotating gallo may get there together.

    There is no lowest total: what a penalty takes back may be more than a side has.
    """
    cut = table.rules.end_check is not EndCheck.END_OF_HAND and not rotates(table)
    yield from outside(totals, high=table.rules.target if cut else None)
    if cut:
        yield from both_at(table.rules.target, totals)


def mark(so_far: SoFar[Record], side: Side, table: Table[Rules]) -> Text:
    """A total as it is said at the table: 12 malas, 3 buenas."""
    return _mark(so_far.totals[side], table.rules.half)


def _mark(total: int, half: int) -> Text:
    if total < half:
        return say(_("{points} malas"), points=total)
    return say(_("{points} buenas"), points=total - half)


def more(so_far: SoFar[Record], table: Table[Rules], extra: object) -> Mapping[str, Any]:
    """The marks of the game in progress; of a finished match those of its last chico."""
    totals = games_of(so_far)[-1][0] if so_far.over else so_far.totals
    return {"marks": [_mark(total, table.rules.half) for total in totals]}
