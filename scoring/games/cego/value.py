"""Cego: what a hand is worth, with the arithmetic as a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.games.cego.counting import count_pile, is_buergermeister, is_won, step
from scoring.games.cego.declared import BLIND, Contract, Record
from scoring.games.cego.rules import Buergermeister, LossScale, Rules, Scheme
from scoring.text import Text, say, vocabulary

_ = vocabulary("cego")


@dataclass(frozen=True, slots=True)
class Worth:
    """A signed result for the declarer, and how it came about."""

    value: int
    how: Text


def points_of(record: Record, rules: Rules, players: int) -> int | None:
    """The declarer's card points, typed or counted from the pile."""
    if record.points is not None or record.pile is None:
        return record.points
    return count_pile(record.pile, rules, players)


def factor(contract: Contract, rules: Rules, against_solo: bool, won: bool) -> int:
    """The contract's value f, or f + bonus against an announced Solo."""
    if contract is Contract.SOLO:
        return rules.solo_won if won else rules.solo_lost
    base = 2 if contract is Contract.HALBE else rules.contract_values[BLIND.index(contract)]
    return base + (rules.against_solo_bonus if against_solo else 0)


def by_points(contract: Contract, against_solo: bool, points: int, rules: Rules) -> Worth:
    """The worth of a contract decided by card points."""
    won = is_won(points, rules)
    f = factor(contract, rules, against_solo, won)
    if is_buergermeister(points, rules):
        return buergermeister(f, rules)
    return scaled(f, points, won, rules)


def scaled(f: int, points: int, won: bool, rules: Rules) -> Worth:
    """f through the value scheme, at the step of these points, won or lost by the declarer."""
    sign = 1 if won else -1
    single = not won and rules.loss_scale is LossScale.SINGLE
    match rules.value_scheme:
        case Scheme.STEPS:
            m = 1 if single else step(points, rules)
            return Worth(sign * f * m, _product(sign * f, m, sign * f * m))
        case Scheme.DIFFERENCE5:
            if points == 35:
                return Worth(sign * 5, _flat(sign * 5))
            difference = 5 if single else abs(points - 35)
            amount = -(-difference * f // 5) * 5
            how = say(
                _("difference {difference}: {product} → {value}"),
                difference=difference,
                product=_product(sign * f, difference, sign * f * difference),
                value=sign * amount,
            )
            return Worth(sign * amount, how)
        case Scheme.FACH10:
            fach = 1 if single else step(points, rules)
            return fach10(f, fach, sign)


def fach10(f: int, fach: int, sign: int) -> Worth:
    """Fach × 5 × f, rounded up to tens."""
    raw = fach * 5 * f
    amount = -(-raw // 10) * 10
    message = _("Fach {fach}: {fach} × 5 × {f} = {raw}")
    if raw != amount:
        message = _("Fach {fach}: {fach} × 5 × {f} = {raw} → {value}")
    how = say(message, fach=fach, f=sign * f, raw=sign * raw, value=sign * amount)
    return Worth(sign * amount, how)


def smallest(f: int, rules: Rules, sign: int) -> Worth:
    """f at the smallest step of the value scheme (revoke, Schinden)."""
    match rules.value_scheme:
        case Scheme.STEPS:
            return Worth(sign * f, _product(sign * f, 1, sign * f))
        case Scheme.DIFFERENCE5:
            return Worth(sign * 5 * f, _product(sign * f, 5, sign * 5 * f))
        case Scheme.FACH10:
            return fach10(f, 1, sign)


def buergermeister(f: int, rules: Rules) -> Worth:
    """Exactly 35 points: a loss, at the price the club has agreed on."""
    match rules.buergermeister:
        case Buergermeister.ZERO:
            return Worth(0, say(_("Bürgermeister, nobody pays")))
        case Buergermeister.FLAT:
            return Worth(-rules.buergermeister_flat, _flat(-rules.buergermeister_flat))
        case Buergermeister.BASE | Buergermeister.DOUBLE:
            m = 2 if rules.buergermeister is Buergermeister.DOUBLE else 1
            if rules.value_scheme is Scheme.DIFFERENCE5:  # the difference is 0, so the scheme has a flat 5
                return Worth(-5 * m, _flat(-5 * m))
            return Worth(-f * m, say(_("Bürgermeister: {product}"), product=_product(-f, m, -f * m)))


def _flat(amount: int) -> Text:
    return say(_("Bürgermeister, a fixed {value}"), value=amount)


def _product(f: int, m: int, value: int) -> Text:
    return say(_("{f} × {m} = {value}"), f=f, m=m, value=value)


def fixed_value(contract: Contract, rules: Rules) -> int:
    """The price of a contract that is made or lost as a whole."""
    return {
        Contract.ULTIMO: rules.ultimo_value,
        Contract.DURCHMARSCH: rules.durchmarsch_value,
        Contract.BETTEL: rules.bettel_value,
        Contract.PICCOLO: rules.piccolo_value,
        Contract.RAEUBER: rules.raeuber_value,
        Contract.DRESCHER: rules.drescher_value,
    }[contract]
