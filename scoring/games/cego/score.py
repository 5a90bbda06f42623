"""Cego: from a record to its lines, and who of the table pays."""

from __future__ import annotations

from scoring.games.cego.counting import is_buergermeister, is_won
from scoring.games.cego.declared import LOSERS, POINTS, Contract, Kind, Record
from scoring.games.cego.rules import Buergermeister, Revoke, Rules, Settlement
from scoring.games.cego.seats import active
from scoring.games.cego.value import (
    Worth,
    by_points,
    factor,
    fixed_value,
    points_of,
    scaled,
    smallest,
)
from scoring.hands import Hand, Line, Outcome, SoFar
from scoring.remarks import Attempt, Loss
from scoring.table import Seat, Side, Table
from scoring.text import Text, say, vocabulary

_ = vocabulary("cego")


def score(record: Record, before: None, table: Table[Rules]) -> tuple[Line, ...]:
    """The lines of one hand; the record has passed every check."""
    match record.kind:
        case Kind.REDEAL:
            return ()
        case Kind.SCHINDEN:
            return (_schinden(record, table),)
        case Kind.REVOKE:
            return (_revoke(record, table),)
        case Kind.PLAYED if record.contract in LOSERS:
            return (_everybody_for_himself(record, record.losers, table),)
        case Kind.PLAYED:
            return (_contract(record, table),)


def _contract(record: Record, table: Table[Rules]) -> Line:
    assert record.contract is not None
    assert record.declarer is not None
    rules = table.rules
    if record.contract in POINTS:
        points = points_of(record, rules, len(active(record, table)))
        assert points is not None
        worth = by_points(record.contract, record.against_solo, points, rules)
        message = _("{seat}: {contract} with {points}: {how}")
        if record.against_solo:
            message = _("{seat}: {contract} against Solo with {points}: {how}")
        text = say(message, seat=record.declarer, contract=record.contract, points=points, how=worth.how)
        return _settle("contract", text, record, record.declarer, worth.value, table)
    value = fixed_value(record.contract, rules) * (1 if record.made else -1)
    message = _("{seat}: {contract} made: {value}") if record.made else _("{seat}: {contract} lost: {value}")
    text = say(message, seat=record.declarer, contract=record.contract, value=value)
    return _settle("contract", text, record, record.declarer, value, table)


def _schinden(record: Record, table: Table[Rules]) -> Line:
    assert record.contract is not None
    assert record.offender is not None
    times = table.rules.schinden_factor
    step = smallest(factor(record.contract, table.rules, False, won=False), table.rules, -1)
    value = times * step.value
    text = say(
        _("{seat}: Schinden while {contract} was bid: {one} × {times} = {value}"),
        seat=record.offender,
        contract=record.contract,
        one=step.value,
        times=times,
        value=value,
    )
    return _settle("schinden", text, record, record.offender, value, table)


def _revoke(record: Record, table: Table[Rules]) -> Line:
    """The side at fault loses the hand; in a game of everybody for himself the offender is the loser."""
    contract, declarer, offender, rules = record.contract, record.declarer, record.offender, table.rules
    assert contract is not None
    assert declarer is not None
    assert offender is not None
    if rules.revoke is Revoke.REFEREE:
        assert record.ruling is not None
        text = say(
            _("{seat}: {contract}, revoke by {offender}, decided at the table: {value}"),
            seat=declarer,
            contract=contract,
            offender=offender,
            value=record.ruling,
        )
        return _settle("revoke", text, record, declarer, record.ruling, table)
    if contract in LOSERS:
        return _everybody_for_himself(record, (offender,), table)
    worth = _revoke_worth(record, table)
    text = say(
        _("{seat}: {contract}, revoke by {offender}: {how}"),
        seat=declarer,
        contract=contract,
        offender=offender,
        how=worth.how,
    )
    return _settle("revoke", text, record, declarer, worth.value, table)


def _revoke_worth(record: Record, table: Table[Rules]) -> Worth:
    contract, rules = record.contract, table.rules
    assert contract is not None
    sign = -1 if record.offender == record.declarer else 1
    if contract not in POINTS:
        value = sign * fixed_value(contract, rules)
        return Worth(value, say("{value}", value=value))
    f = factor(contract, rules, record.against_solo, won=sign > 0)
    if rules.revoke is Revoke.LOST_AS_COUNTED:
        points = points_of(record, rules, len(active(record, table)))
        assert points is not None
        return scaled(f, points, sign > 0, rules)
    return smallest(f, rules, sign)


def _everybody_for_himself(record: Record, losers: tuple[Seat, ...], table: Table[Rules]) -> Line:
    """Räuber and Drescher: every loser pays the value; with `each_pays` to each who did not lose."""
    contract, rules = record.contract, table.rules
    assert contract is not None
    value = fixed_value(contract, rules)
    price = dict.fromkeys(losers, value)
    if contract is Contract.RAEUBER and record.declarer in price:
        price[record.declarer] = value * rules.raeuber_caller_factor
    points = [0] * table.seating.sides
    receivers = [seat for seat in _participants(record, table) if seat not in price]
    each_pays = rules.settlement is Settlement.EACH_PAYS
    for loser, paid in price.items():
        points[loser] = -paid * (len(receivers) if each_pays else 1)
    if each_pays:
        for seat in receivers:
            points[seat] = sum(price.values())
    text: Text = say(
        _("{losers}: {contract} lost: {value}"), losers=losers, contract=contract, value=-max(price.values())
    )
    if each_pays:
        text = say(_("{what}, paid to each of {count}"), what=text, count=len(receivers))
    code = "revoke" if record.kind is Kind.REVOKE else "losers"
    return Line(code, text, tuple(points))


def _participants(record: Record, table: Table[Rules]) -> tuple[Seat, ...]:
    """Everybody whose account can move with `each_pays`: the players, and the sitting dealer if he pays."""
    playing = active(record, table)
    if record.sitting is None or not table.rules.sitting_dealer_pays:
        return playing
    return (*playing, record.sitting)


def _settle(code: str, text: Text, record: Record, seat: Seat, value: int, table: Table[Rules]) -> Line:
    """Book a signed result of one player: alone, or against everybody else."""
    if table.rules.settlement is Settlement.DECLARER_ONLY:
        return Line(code, text, table.seating.only(seat, value))
    others = [other for other in _participants(record, table) if other != seat]
    points = [0] * table.seating.sides
    points[seat] = value * len(others)
    for other in others:
        points[other] = -value
    message = _("{what}, from each of {count}") if value > 0 else _("{what}, paid to each of {count}")
    return Line(code, say(message, what=text, count=len(others)) if value else text, tuple(points))


def ends(so_far: SoFar[Record], table: Table[Rules]) -> Outcome | None:
    """A filled round is finished; the highest total wins."""
    limit = table.rules.hands_per_round
    if not limit or so_far.number < limit:
        return None
    best = max(so_far.totals)
    winners = tuple(Side(side) for side, total in enumerate(so_far.totals) if total == best)
    message = _("All hands are played ({hands}): {winners} with {best}.")
    return Outcome(winners, say(message, hands=limit, winners=winners, best=best))


def attempts(hand: Hand[Record], table: Table[Rules]) -> tuple[Attempt, ...]:
    """Who played which contract; in a Räuber or Drescher everybody is for himself, and nothing is won."""
    record = hand.record
    if record.kind is not Kind.PLAYED or record.contract is None or record.declarer is None:
        return ()
    success = None
    if record.contract not in LOSERS:
        success = hand.points[table.seating.side_of(record.declarer)] > 0
    return (Attempt((record.declarer,), say("{contract}", contract=record.contract), success),)


def losses(hand: Hand[Record], table: Table[Rules]) -> tuple[Loss, ...]:
    """Whose hand was lost: the declarer's, or that of the losers of a Räuber or Drescher.

    Where exactly half of the points costs nobody anything, nobody has lost. A fault loses the hand of whoever
    made it; a defender's fault wins it for the declarer, and nobody has lost.
    """
    record = hand.record
    losers = _losers(record, table)
    return (Loss(losers, record.contract),) if losers else ()


def _losers(record: Record, table: Table[Rules]) -> tuple[Seat, ...]:
    if record.kind is Kind.REDEAL or record.contract is None or record.declarer is None:
        return ()
    if record.kind is Kind.PLAYED:
        if record.contract in LOSERS:
            return record.losers
        return (record.declarer,) if _is_lost(record, table) else ()
    assert record.offender is not None
    if record.kind is Kind.SCHINDEN or record.contract in LOSERS:
        return (record.offender,)
    if table.rules.revoke is Revoke.REFEREE:
        return (record.declarer,) if (record.ruling or 0) < 0 else ()
    return (record.declarer,) if record.offender == record.declarer else ()


def _is_lost(record: Record, table: Table[Rules]) -> bool:
    if record.contract not in POINTS:
        return record.made is False
    points = points_of(record, table.rules, len(active(record, table)))
    if points is None:
        return False
    if is_buergermeister(points, table.rules):
        return table.rules.buergermeister is not Buergermeister.ZERO
    return not is_won(points, table.rules)
