"""Sides of matches of two: who begins (deals, plays white, plays at home), and who should begin next.

The first named of a pair begins. What somebody wishes follows from the rounds played, as in chess (FIDE
C.04.2): the side he had less often; if both were equal, not the one he had last. It must be kept where he
would otherwise have one side three times more than the other, or three times running.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

FIRST, SECOND = 1, -1
MILD = 1  # as often first as second: not the side of last time
STRONG = 8  # once more one than the other; weighs more than some that are mild
MUST = 64  # twice more, or twice running


class Sides:
    """Which sides everybody had, in the order of the rounds. Rounds without an opponent leave no trace."""

    def __init__(self, people: int, rounds: Iterable[Sequence[Sequence[int]]] = ()) -> None:
        self.had: list[list[tuple[int, int]]] = [[] for _person in range(people)]  # (round, side)
        self.balance = [0] * people
        self.rounds = 0
        for pairs in rounds:
            self.add(pairs)

    def add(self, pairs: Iterable[Sequence[int]]) -> None:
        """Count one more round."""
        self.rounds += 1
        for pair in pairs:
            if len(pair) == 2:
                for person, side in zip(pair, (FIRST, SECOND), strict=True):
                    self.had[person].append((self.rounds, side))
                    self.balance[person] += side

    def wish(self, person: int) -> int:
        """How strongly somebody should begin; below zero: should not; 0 before the first match."""
        had, balance = self.had[person], self.balance[person]
        if not had:
            return 0
        last = had[-1][1]
        if abs(balance) < 2 and len(had) > 1 and had[-2][1] == last:
            return -last * MUST
        if balance == 0:
            return -last * MILD
        side = SECOND if balance > 0 else FIRST
        return side * (STRONG if abs(balance) == 1 else MUST)

    def in_order(self, better: int, other: int) -> int:
        """1 if `better` begins against `other`, −1 if not, 0 if nothing speaks for either. `better` stands
        higher and gets his wish where everything else is equal."""
        mine, theirs = self.wish(better), self.wish(other)
        if mine == theirs == 0:
            return 0
        if mine * theirs <= 0:
            return FIRST if mine > theirs else SECOND
        if abs(mine) != abs(theirs):
            return _sign(mine) if abs(mine) > abs(theirs) else -_sign(theirs)
        off = abs(self.balance[better]) - abs(self.balance[other])
        if off:
            return _sign(mine) if off > 0 else -_sign(theirs)
        return -self._parted(better, other) or _sign(mine)

    def _parted(self, one_side: int, other: int) -> int:
        """The side `one_side` had when the two last had different ones; 0 if they never had."""
        theirs = dict(self.had[other])
        for number, side in reversed(self.had[one_side]):
            if theirs.get(number, side) != side:
                return side
        return 0


def clash(wish: int, other: int) -> int:
    """What it costs that two with these wishes meet: the weaker wish, if both are for the same side."""
    return min(abs(wish), abs(other)) if wish * other > 0 else 0


def longest_streak(people: Iterable[int], rounds: Iterable[Sequence[Sequence[int]]], among: int) -> int:
    """How many matches running somebody had the same side at most; `among` people are known in all."""
    sides = Sides(among, rounds)
    longest = 0
    for person in people:
        run, before = 0, 0
        for _round, side in sides.had[person]:
            run = run + 1 if side == before else 1
            before = side
            longest = max(longest, run)
    return longest


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
