"""Pots: what of a fee goes where, how big the pot of the prizes is, and how a box is shared."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TypeVar

from tournaments.engines.prizes.choices import RestGoes
from tournaments.engines.prizes.dividing import payable
from tournaments.engines.prizes.inputs import PrizePot
from tournaments.engines.prizes.outcome import PotSum

HUNDRED = Fraction(100)

W = TypeVar("W", bound=Hashable)


@dataclass(frozen=True, slots=True)
class FeePart:
    """One item of a fee, and which part of it goes where: `{"prizes": 80, "reserve": 20}` percent.

    What is left of a hundred percent belongs to the organiser.
    """

    label: str
    amount: int
    shares: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Charged:
    """So many who owe the same, and how many of them have paid."""

    count: int
    amount: int
    paid: int


@dataclass(frozen=True, slots=True)
class ChargeSum:
    """Three figures, never one."""

    owed: int
    paid: int
    open: int


@dataclass(frozen=True, slots=True)
class PotSplit:
    """What goes where, and what belongs to nobody of them; together they are the amount."""

    parts: Mapping[str, int]
    rest: int


def charge_sum(charged: Sequence[Charged]) -> ChargeSum:
    """Owed, paid and open."""
    owed = sum(line.count * line.amount for line in charged)
    paid = sum(line.paid * line.amount for line in charged)
    return ChargeSum(owed, paid, owed - paid)


def part_of(amount: int, percent: Fraction) -> int:
    """So many percent of an amount, rounded down."""
    return floor(amount * percent / 100)


def split(
    amount: int, shares: Mapping[str, Fraction], unit: int = 1, rest: RestGoes = RestGoes.CLUB
) -> PotSplit:
    """An amount by percent, in the order written; together at most a hundred percent."""
    exact = [amount * share / 100 for share in shares.values()]
    paid = payable(exact, [unit] * len(exact), rest)
    return PotSplit(dict(zip(shares, paid, strict=True)), amount - sum(paid))


def pots_of(parts: Sequence[tuple[FeePart, int]], rest: RestGoes = RestGoes.CLUB) -> PotSplit:
    """How full every pot is after so many paid each item; an item is divided once, not for each payer."""
    pots: dict[str, int] = {}
    left = 0
    for part, payers in parts:
        divided = split(part.amount * payers, part.shares, rest=rest)
        for pot, amount in divided.parts.items():
            pots[pot] = pots.get(pot, 0) + amount
        left += divided.rest
    return PotSplit(pots, left)


def pot_sum(pot: PrizePot) -> PotSum:
    """How big the pot is. A pot that costs eat up, or that was guaranteed, is filled by the club."""
    fees = sum(item.amount for item in pot.fees)
    lost_games = sum(item.amount for item in pot.lost_games)
    gifts = sum(item.amount for item in pot.gifts)
    costs = sum(item.amount for item in pot.costs)
    fees_in, lost_in = part_of(fees, pot.fees_percent), part_of(lost_games, pot.lost_games_percent)
    before = fees_in + lost_in + gifts - costs
    added = max(pot.guarantee, 0) - before
    return PotSum(
        fees=fees,
        fees_in=fees_in,
        lost_games=lost_games,
        lost_games_in=lost_in,
        gifts=gifts,
        costs=costs,
        added=max(added, 0),
        pot=before + max(added, 0),
    )


def based_on(announced: int, based: int, come: int, least: int = 0, above: int = 0) -> Fraction:
    """Which part of the announced prizes is paid when fewer come than they were based on.

    Not less than `least` percent where more than `above` was announced.
    """
    if not based or come >= based:
        return Fraction(1)
    part = Fraction(come, based)
    return max(part, Fraction(least, 100)) if announced > above else part


def tables_for(players: int, size: int = 4) -> int:
    """How many tables so many people need, the last ones with one person fewer."""
    return -(-players // size)


def shared_by_weight(
    amount: int, weights: Mapping[W, int], minimum: int = 0, unit: int = 1, rest: RestGoes = RestGoes.CLUB
) -> tuple[dict[W, int], int]:
    """A box shared by series played among those who have enough of them; and what is left.

    Who has fewer stands there with nothing.
    """
    entitled = {who: weight for who, weight in weights.items() if weight >= minimum and weight > 0}
    total = sum(entitled.values())
    exact = [Fraction(amount * weight, total) for weight in entitled.values()]
    paid = dict(zip(entitled, payable(exact, [unit] * len(exact), rest), strict=True))
    return {who: paid.get(who, 0) for who in weights}, amount - sum(paid.values())


def filled(amount: int, vessels: Sequence[tuple[str, int, int]]) -> PotSplit:
    """Jackpots one after the other: (name, what is in it, how much it holds); and what none of them holds."""
    parts = {}
    for name, inside, holds in vessels:
        parts[name] = min(amount, max(holds - inside, 0))
        amount -= parts[name]
    return PotSplit(parts, amount)
