"""Who pays whom at the end of an evening, pure: from points to payments, in smallest units of a currency.

What everybody is ahead or behind follows from points in one of two ways: where points cancel out they are the
debts themselves; elsewhere everybody settles the difference with everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

EXACT = 12  # people who owe or get something, up to whom the fewest payments are found for certain


@dataclass(frozen=True, slots=True, order=True)
class Transfer:
    """Somebody pays somebody; people by their places."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class Settled:
    """An evening that is paid. `exact` is what everybody would get without rounding (less than 0: pays),
    `nets` what it comes to with the transfers.
    """

    exact: tuple[int, ...]
    nets: tuple[int, ...]
    transfers: tuple[Transfer, ...]

    @property
    def rests(self) -> tuple[int, ...]:
        """What rounding keeps from everybody; the sum is nothing."""
        return tuple(net - exact for exact, net in zip(self.exact, self.nets, strict=True))


def settle(between: Sequence[Sequence[int]], *, unit: int = 1, everybody: bool = False) -> Settled:
    """Payments for what everybody has to get from everybody: `between[who][other]`, less than 0: pays.

    `unit`: payments are multiples of it. `everybody`: each two settle by themselves; else as few payments as
    there can be.
    """
    exact = tuple(map(sum, between))
    if everybody:
        transfers = tuple(sorted(_each_with_each(between, unit)))
        return Settled(exact, _nets(len(exact), transfers), transfers)
    nets = rounded(exact, unit)
    return Settled(exact, nets, fewest(nets))


def differences(points: Sequence[int], rate: int) -> tuple[tuple[int, ...], ...]:
    """Everybody settles the difference of points with everybody, at so much a point."""
    return tuple(tuple((mine - others) * rate for others in points) for mine in points)


def shares(nets: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Of debts that cancel out: who pays how much of his to whom, in proportion and without a rest."""
    owed = {who: net for who, net in enumerate(nets) if net > 0}
    between = [[0] * len(nets) for _ in nets]
    for payer, net in enumerate(nets):
        if net >= 0:
            continue
        whole = sum(owed.values())
        parts = {who: -net * left // whole for who, left in owed.items()}
        missing = -net - sum(parts.values())
        for who in sorted(owed, key=lambda who: (-(-net * owed[who] % whole), who)):
            if missing and parts[who] < owed[who]:
                parts[who] += 1
                missing -= 1
        for who, part in parts.items():
            between[who][payer], between[payer][who] = part, -part
            owed[who] -= part
        owed = {who: left for who, left in owed.items() if left}
    return tuple(map(tuple, between))


def rounded(nets: Sequence[int], unit: int) -> tuple[int, ...]:
    """Multiples of the unit whose sum is nothing, none further than a unit from what it was."""
    low = [net // unit for net in nets]
    missing = -sum(low)
    for who in sorted(range(len(nets)), key=lambda who: (-(nets[who] % unit), who))[:missing]:
        low[who] += 1
    return tuple(part * unit for part in low)


def fewest(nets: Sequence[int]) -> tuple[Transfer, ...]:
    """As few payments as there can be: one less than people in every group that is quits by itself.

    For certain up to twelve people who owe or get something; of more, whoever owes most pays whom most is
    owed, as within each group.
    """
    people = [who for who, net in enumerate(nets) if net]
    groups = _groups(people, nets) if len(people) <= EXACT else [people]
    return tuple(sorted(transfer for group in groups for transfer in _within(group, nets)))


def _groups(people: Sequence[int], nets: Sequence[int]) -> list[list[int]]:
    """As many groups as there can be, each of them quits by itself: found over all sets of people."""
    every = (1 << len(people)) - 1
    sums = [0] * (every + 1)
    for chosen in range(1, every + 1):
        lowest = chosen & -chosen
        sums[chosen] = sums[chosen ^ lowest] + nets[people[lowest.bit_length() - 1]]
    most = [0] * (every + 1)  # groups within these people, where what is left over is none
    last = [0] * (every + 1)  # who joined last
    for chosen in range(1, every + 1):
        for place in range(len(people)):
            without = chosen & ~(1 << place)
            if without != chosen and (not last[chosen] or most[without] > most[chosen]):
                most[chosen], last[chosen] = most[without], 1 << place
        most[chosen] += not sums[chosen]
    groups: list[list[int]] = []
    while every:
        if not sums[every]:
            groups.append([])
        groups[-1].append(people[last[every].bit_length() - 1])
        every ^= last[every]
    return groups


def _within(group: Sequence[int], nets: Sequence[int]) -> Iterator[Transfer]:
    """Whoever owes most pays whom most is owed, until nothing is left."""
    left = {who: nets[who] for who in group}
    while any(left.values()):
        payer = min(left, key=lambda who: (left[who], who))
        payee = max(left, key=lambda who: (left[who], -who))
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield Transfer(payer, payee, amount)


def _each_with_each(between: Sequence[Sequence[int]], unit: int) -> Iterator[Transfer]:
    """Each two by themselves, to the nearest unit; half a unit is let go."""
    for who, row in enumerate(between):
        for other, amount in enumerate(row):
            paid = (amount * 2 + unit - 1) // (2 * unit) * unit
            if amount > 0 and paid:
                yield Transfer(other, who, paid)


def _nets(size: int, transfers: Sequence[Transfer]) -> tuple[int, ...]:
    nets = [0] * size
    for transfer in transfers:
        nets[transfer.payer] -= transfer.amount
        nets[transfer.payee] += transfer.amount
    return tuple(nets)
