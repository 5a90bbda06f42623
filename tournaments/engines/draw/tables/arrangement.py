"""A seating plan in the making: who sits where in every new round, who met whom, what that costs.

People are numbered 0 … n − 1 here, those who are present and nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

REPEAT = 64  # price of meeting once more; each further time costs a little more, so that repeats spread
EVEN = 10  # price of sitting at smaller tables k times is EVEN times the square of k
CLUB = 400
APART = 1000
KEPT_APART = 512  # added to the meetings of people who shall never meet

Table = list[int]
Prices = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int16]
Places = npt.NDArray[np.intp]


def _prices() -> tuple[Prices, Prices]:
    """Price of one more meeting of a pair that met m times; from KEPT_APART on for pairs kept apart."""
    once_more = np.array([0] + [REPEAT + m - 1 for m in range(1, KEPT_APART)], np.float32)
    last = np.concatenate((once_more[:1], once_more[:-1]))
    join = np.concatenate((once_more, once_more + APART))
    leave = np.concatenate((last, [np.float32(0)], last[1:] + APART))
    return join, leave.astype(np.float32)


JOIN, LEAVE = _prices()
"""Price of one more meeting, and of the last of so many."""


def meeting_counts(
    people: int, met: Mapping[tuple[int, int], int], apart: Iterable[tuple[int, int]]
) -> Counts:
    """How often everybody met everybody in the rounds played; very often if they shall never meet."""
    counts = np.zeros((people, people), np.int16)
    for (a, b), times in met.items():
        counts[a, b] = counts[b, a] = min(times, KEPT_APART // 2)
    for a, b in apart:
        counts[a, b] += KEPT_APART
        counts[b, a] += KEPT_APART
    return counts


class SeatArrangement:
    """New rounds on top of what was played; people change places within a round.

    `where[r, a]` is the table of person a in new round r, −1 for somebody who sits out; `met[a, b]` counts
    all meetings, played ones included; `small[a]` how often a sits at a smaller table. Who is `held` stays
    where he is. `cost` is repeats, wishes and the smaller tables in one number; 0 is perfect only if nothing
    had to be repeated.
    """

    def __init__(
        self,
        met: Counts,
        rounds: Sequence[Sequence[Sequence[int]]],
        small: Sequence[int],
        clubs: Sequence[str],
        together: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.people = len(met)
        self.met = met
        self.small = np.array(small, np.int64)
        self.clubs = _club_numbers(clubs)
        self.sizes = [[len(table) for table in tables] for tables in rounds]
        full = max(max(sizes) for sizes in self.sizes)
        self.lesser = [np.array([size < full for size in sizes]) for sizes in self.sizes]
        self.mixed = [bool(lesser.any() and not lesser.all()) for lesser in self.lesser]
        self.where: Places = np.full((len(rounds), self.people), -1, np.intp)
        for number, tables in enumerate(rounds):
            for at, table in enumerate(tables):
                seated = np.array(table, np.intp)
                self.where[number, seated] = at
                met[np.ix_(seated, seated)] += 1
                if self.lesser[number][at]:
                    self.small[seated] += 1
        np.fill_diagonal(met, 0)
        self.held = np.zeros(self.people, bool)
        for a, b in together:
            met[a, b] = met[b, a] = 0  # their meetings cost nothing
            self.held[[a, b]] = True
        self.cost = self._whole_cost()

    def table(self, number: int, at: int) -> Places:
        """Who sits at a table."""
        return np.flatnonzero(self.where[number] == at)

    def rounds(self, where: Places | None = None) -> list[list[Table]]:
        """All tables as lists, of this plan or of places kept from it."""
        seated: list[list[Table]] = []
        for places, sizes in zip((self.where if where is None else where).tolist(), self.sizes, strict=True):
            tables: list[Table] = [[] for _size in sizes]
            for person, at in enumerate(places):
                if at >= 0:
                    tables[at].append(person)
            seated.append(tables)
        return seated

    def exchange(self, number: int, a: int, b: int, change: int) -> None:
        """a and b change places in a round, which costs so much more."""
        where = self.where[number]
        here, there = where[a], where[b]
        old, new = np.flatnonzero(where == here), np.flatnonzero(where == there)
        old, new = old[old != a], new[new != b]
        met = self.met
        met[a, old] -= 1
        met[b, old] += 1
        met[b, new] -= 1
        met[a, new] += 1
        met[:, a] = met[a]
        met[:, b] = met[b]
        where[a], where[b] = there, here
        shift = int(self.lesser[number][there]) - int(self.lesser[number][here])
        self.small[a] += shift
        self.small[b] -= shift
        self.cost += change

    def clubmates(self, number: int, people: Places, others: Places) -> Prices | None:
        """What it costs these to meet those in a round because they are of one club; both of any shape."""
        if number > 0 or self.clubs is None:
            return None
        mine, theirs = self.clubs[people], self.clubs[others]
        same: Prices = ((mine == theirs) & (mine >= 0) & (people != others)).astype(np.float32)
        return np.float32(CLUB) * same

    def joining(self, number: int, people: Places, others: Places) -> Prices:
        """What it costs these to meet those once more."""
        prices, mates = JOIN[self.met[people, others]], self.clubmates(number, people, others)
        return prices if mates is None else prices + mates

    def leaving(self, number: int, people: Places, others: Places) -> Prices:
        """What it saves if these, who meet those in that round, do not."""
        prices, mates = LEAVE[self.met[people, others]], self.clubmates(number, people, others)
        return prices if mates is None else prices + mates

    def _whole_cost(self) -> int:
        """What meeting again costs in new rounds, clubs in the first of them, and smaller tables."""
        total = EVEN * int((self.small**2).sum())
        later = np.zeros_like(
            self.met
        )  # a pair that meets k times in new rounds pays for its k last meetings
        for number, sizes in enumerate(self.sizes):
            for at in range(len(sizes)):
                seated = self.table(number, at)
                pairs = np.ix_(seated, seated)
                price = LEAVE[np.maximum(self.met[pairs] - later[pairs], 0)]
                total += int(price.sum()) // 2
                later[pairs] += 1
                mates = self.clubmates(number, seated[:, None], seated)
                total += 0 if mates is None else int(mates.sum()) // 2
        return total


def _club_numbers(clubs: Sequence[str]) -> Places | None:
    """A number for everybody's club, −1 for none; nothing at all where no club has two."""
    names = [name for name in clubs if name]
    if len(set(names)) == len(names):
        return None
    known = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return np.array([known.get(name, -1) for name in clubs])
