"""How good a schedule is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Tables = Sequence[Sequence[int]]
REPEAT, EVEN = 64, 20  # the same as in annealing.c, and in effect as in the search of a draw


def meetings(rounds: Sequence[Tables]) -> Counter[tuple[int, int]]:
    """How often each pair meets."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted of a schedule."""

    repeats: int
    besides: int  # pairs among the meetings of a pair beyond the first, and uneven small tables
    most_meetings: int
    small_spread: int

    @property
    def cost(self) -> int:
        """The smaller the better."""
        return REPEAT * self.repeats + self.besides

    def as_good(self, other: Figures) -> bool:
        """To an organiser, who sees no more than these three."""
        return (
            self.repeats <= other.repeats
            and self.most_meetings <= other.most_meetings
            and self.small_spread <= other.small_spread
        )


def beginnings(rounds: Sequence[Tables]) -> Iterator[Figures]:
    """The figures of the first round, of the first two and so on, in one pass."""
    met: Counter[tuple[int, int]] = Counter()
    small = [0] * sum(map(len, rounds[0]))
    full = max(map(len, rounds[0]))
    repeats = besides = most = 0
    for tables in rounds:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                times = met[pair]
                met[pair] = times + 1
                if times:
                    repeats += 1
                    besides += times - 1
                if times >= most:
                    most = times + 1
            if len(table) < full:
                for person in table:
                    besides += EVEN * small[person]
                    small[person] += 1
        yield Figures(repeats, besides, most, max(small) - min(small))


def cost(rounds: Sequence[Tables]) -> int:
    """That of the whole schedule."""
    return list(beginnings(rounds))[-1].cost


def least_besides(sizes: Sequence[int], rounds: int) -> int:
    """No schedule has less besides its repeats: meetings and small tables spread over everybody alike."""
    people = sum(sizes)
    each, more = divmod(rounds * sum(size * (size - 1) // 2 for size in sizes), people * (people - 1) // 2)
    besides = more * each * max(0, each - 1) // 2
    besides += (people * (people - 1) // 2 - more) * max(0, each - 1) * max(0, each - 2) // 2
    often, left = divmod(rounds * sum(size for size in sizes if size < max(sizes)), people)
    uneven = left * often * (often + 1) // 2 + (people - left) * often * (often - 1) // 2
    return besides + EVEN * uneven


def in_order(rounds: Sequence[Tables]) -> list[Tables]:
    """The same rounds, each beginning as good as it gets when the worst is left out again and again."""
    left, ordered = list(rounds), []
    counts = meetings(left)
    while left:
        gains = []
        for number, tables in enumerate(left):
            pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
            repeated = [counts[pair] for pair in pairs if counts[pair] > 1]
            gains.append((len(repeated), sum(repeated), number))
        worst = max(gains)[2]
        ordered.append(left.pop(worst))
        counts.subtract(pair for table in ordered[-1] for pair in combinations(sorted(table), 2))
    return ordered[::-1]
