"""Who sits where, and who scores together: seats and sides, never people."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

H = TypeVar("H")


class Seat(int):
    """A chair, in the direction of play; 0 is the first chair. Written from 1 outside Python code."""

    __slots__ = ()


class Side(int):
    """A scoring account: the index into every `points` tuple. Written from 1 outside Python code."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Parties:
    """Who plays together in one hand, whatever the accounts are: these seats against those.

    Re and Kontra, whoever called an ace and whoever holds it. Who sits out is in neither.
    """

    these: tuple[Seat, ...]  # in the order of the seats, like `those`
    those: tuple[Seat, ...]

    def gains(self, these: int, those: int, seating: Seating) -> tuple[int, ...]:
        """Points for every account: each seat of a party gets so many."""
        accounts = [0] * seating.sides
        for party, points in ((self.these, these), (self.those, those)):
            for seat in party:
                accounts[seating.side_of(seat)] += points
        return tuple(accounts)


@dataclass(frozen=True, slots=True)
class Seating:
    """Which side each seat scores for. Four people in two pairs: `Seating((0, 1, 0, 1))`."""

    side_of_seat: tuple[int, ...]
    seats: int = field(init=False, compare=False)  # how many people sit
    sides: int = field(init=False, compare=False)  # how many accounts are kept
    every_seat: tuple[Seat, ...] = field(init=False, compare=False, repr=False)  # in play order
    partners: tuple[tuple[Seat, ...], ...] = field(init=False, compare=False, repr=False)  # of each side
    hashed: int = field(init=False, compare=False, repr=False)  # asked for with every line

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", len(self.side_of_seat))
        object.__setattr__(self, "sides", max(self.side_of_seat) + 1)
        object.__setattr__(self, "every_seat", tuple(map(Seat, range(self.seats))))
        partners = tuple(
            tuple(seat for seat in self.every_seat if self.side_of_seat[seat] == side)
            for side in range(self.sides)
        )
        object.__setattr__(self, "partners", partners)
        object.__setattr__(self, "hashed", hash(self.side_of_seat))

    def __hash__(self) -> int:
        return self.hashed

    def side_of(self, seat: Seat) -> Side:
        """The account a seat scores for."""
        return Side(self.side_of_seat[seat])

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """The seats that score together, in play order."""
        return self.partners[side]

    def only(self, side: int, points: int) -> tuple[int, ...]:
        """Points for one side, nothing for the others."""
        accounts = [0] * self.sides
        accounts[side] = points
        return tuple(accounts)


def alone(seats: int) -> Seating:
    """Everybody keeps an account of their own."""
    return Seating(tuple(range(seats)))


def two_sides(seats: int) -> Seating:
    """Odd seats against even seats, neighbours being opponents."""
    return Seating(tuple(seat % 2 for seat in range(seats)))


@dataclass(frozen=True, slots=True)
class Table(Generic[H]):
    """Everything that is fixed before the first hand."""

    seating: Seating
    rules: H
    first_dealer: Seat | None = None
    limit: int = 0  # hands of the round; 0: as many as you like
    hashed: int = field(init=False, repr=False, compare=False)  # asked for with every hand

    def __post_init__(self) -> None:
        object.__setattr__(self, "hashed", hash((self.seating, self.rules, self.first_dealer, self.limit)))

    def __hash__(self) -> int:
        return self.hashed

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process has other hashes.
        return Table, (self.seating, self.rules, self.first_dealer, self.limit)
