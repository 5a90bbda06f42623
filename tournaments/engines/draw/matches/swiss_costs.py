"""What it costs that two entrants meet in a Swiss round: one whole number, weighty reasons first.

Each reason outweighs all lesser ones together: a second meeting or a pair to be kept apart, a second bye,
clubs in the first round, distance between score groups (squared), floating twice running, two who should both
begin or both not, and last the place within the group: the upper half against the lower half in order,
floaters from the bottom to the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engines.draw.matches.sides import clash

FAR = 5_000  # places; nobody is farther off
SIDE = 1 << 36  # 2,500 pairs, each 5,000² off
MANY = 500  # entrants; of more, nobody goes far for the sake of sides, only as far as this:
SIDE_OF_MANY = 16  # 4 places for a mild wish, 11 against having one side twice more, 32 against three times
FLOAT = 1 << 54  # 2,500 pairs, all of whom must have the same side
GROUP = 1 << 67
MOST_GAP = 63  # groups; farther apart is no worse
CLUB = 1 << 91
BYE = 1 << 107
AGAIN = 1 << 123


@dataclass(frozen=True, slots=True)
class SwissField:
    """Entrants 0 … n − 1 from the first to the last, in groups of equal scores."""

    people: Sequence[int]  # who stands there
    group: Sequence[int]
    place: Sequence[int]  # within the group
    groups: Sequence[range]


def standing(people: Sequence[int], scores: Mapping[int, object]) -> SwissField:
    """`people` from the best to the worst."""
    group: list[int] = []
    starts = [0]
    for at, person in enumerate(people):
        if at and scores.get(person, 0) != scores.get(people[at - 1], 0):
            starts.append(at)
        group.append(len(starts) - 1)
    ends = [*starts[1:], len(people)]
    groups = [range(start, end) for start, end in zip(starts, ends, strict=True)]
    return SwissField(people, group, [at - groups[group[at]].start for at in range(len(people))], groups)


class Costs:
    """The cost of every pair of a round, and of every bye."""

    def __init__(
        self,
        order: SwissField,
        met: Counter[tuple[int, int]],
        byes: Sequence[int],
        floated: Iterable[int],
        clubs: Mapping[int, str],
        apart: Iterable[tuple[int, int]],
        wishes: Sequence[int] | None = None,
    ) -> None:
        """`wishes`: for whom it is time to begin, by person, as `Sides.wish` says; None: for nobody."""
        self.order = order
        self.wishes = [wishes[person] if wishes else 0 for person in order.people]
        self.side = SIDE if len(order.people) <= MANY else SIDE_OF_MANY
        at = {person: number for number, person in enumerate(order.people)}
        self.heavy: list[dict[int, int]] = [{} for _person in order.people]
        for (first, second), times in met.items():
            self._add(at, first, second, AGAIN * times)
        for first, second in apart:
            self._add(at, first, second, AGAIN)
        self.clubs = [clubs.get(person) for person in order.people]
        # More than half of one club: some of its pairs cannot be helped, and each pair of two others makes
        # one more of them. Counting those instead is the same, and what must be costs nothing.
        members = Counter(club for club in self.clubs if club is not None)
        self.majority = next((club for club, size in members.items() if 2 * size > len(self.clubs)), None)
        self.camps = self._camps(members)
        before = set(floated)
        self.floated = [person in before for person in order.people]
        self.byes = [byes[person] for person in order.people]

    def _camps(self, members: Counter[str]) -> list[int]:
        """For everybody a number from 1 on: of two with the same it is certain that their clubs cost. Small
        clubs have none, 0: it would take more time to keep them apart than it saves."""
        if self.majority is not None:
            return [int(club != self.majority) for club in self.clubs]
        large = sorted(club for club, size in members.items() if 16 * size > len(self.clubs))
        number = {club: at for at, club in enumerate(large, start=1)}
        return [0 if club is None else number.get(club, 0) for club in self.clubs]

    def _add(self, at: Mapping[int, int], first: int, second: int, cost: int) -> None:
        if first in at and second in at:
            a, b = at[first], at[second]
            self.heavy[a][b] = self.heavy[b][a] = self.heavy[a].get(b, 0) + cost

    def of(self, a: int, b: int) -> int:
        """The cost of a pair; numbers are places in the standing."""
        if b < a:
            a, b = b, a
        order = self.order
        g, h = order.group[a], order.group[b]
        if g == h:
            off = abs(b - a - len(order.groups[g]) // 2)
            cost = off * off if off < FAR else FAR * FAR
        else:
            gap = h - g if h - g < MOST_GAP else MOST_GAP
            off = min(FAR, len(order.groups[g]) - 1 - order.place[a] + order.place[b])
            cost = GROUP * gap * gap + off * off + FLOAT * (self.floated[a] + self.floated[b])
        wish, theirs = self.wishes[a], self.wishes[b]
        if wish and theirs:
            cost += self.side * clash(wish, theirs)
        club, other = self.clubs[a], self.clubs[b]
        if club == other and club is not None and club != self.majority:
            cost += CLUB
        if self.majority is not None and club != self.majority != other:
            cost += CLUB
        return cost + self.heavy[a].get(b, 0)

    def of_bye(self, a: int) -> int:
        """The cost of sitting out: the last who has not yet."""
        order = self.order
        gap = min(MOST_GAP, len(order.groups) - 1 - order.group[a])
        off = min(FAR, len(order.groups[order.group[a]]) - 1 - order.place[a])
        cost = BYE * self.byes[a] + GROUP * gap * gap + off * off
        return cost if self.majority in (None, self.clubs[a]) else cost + CLUB
