"""Knockout: a bracket in which the best meet late, byes go to the best, and group mates start far apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.text import mark as _
from tournaments.engines.bracket import BracketMatch, Branch, MatchOutcome, Origin, bracket_size
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.request import Request, no_seating

WORK = 600_000  # half exchanges looked at, for an effort of 1; those with many mates count more
TRIES = 100  # of one entrant in one pass


def bracket_order(size: int) -> list[int]:
    """Seed numbers (from 0) in the order of the lines: the sum of two who may meet is always the same."""
    order = [0]
    while len(order) < size:
        full = 2 * len(order)
        order = [number for seed in order for number in (seed, full - 1 - seed)]
    return order


def seeding(request: Request) -> list[int]:
    """Entrants from the best seed down: as in `seeds`, then by score, the rest by lot."""
    lots = Chance("knockout", request.seed).shuffled(request.here)
    ranks = {person: number for number, person in enumerate(request.seeds)}
    scores = request.scores or {}
    return sorted(lots, key=lambda person: (ranks.get(person, len(ranks)), -scores.get(person, 0)))


def lines(request: Request) -> list[int | None]:
    """Entrants line by line, None for a bye; places change until clubs meet as late as they can."""
    ranked = seeding(request)
    if len(ranked) < 2:
        raise no_seating(_("One entrant has nobody to play; at least two are needed."))
    size = bracket_size(len(ranked))
    entrants: list[int | None] = [
        ranked[seed] if seed < len(ranked) else None for seed in bracket_order(size)
    ]
    if request.clubs or request.apart:
        _spread(entrants, ranked, request)
    return entrants


def _spread(entrants: list[int | None], ranked: Sequence[int], request: Request) -> None:
    """Entrants of about the same seed (3–4, 5–8, 9–16 …) change lines; the first two keep theirs. Those who
    would meet their mates earliest change first, as long as the work lasts."""
    company = _Company(entrants, request.clubs, request.apart)
    tiers = []
    start = 2
    while start < len(ranked):
        tiers.append(ranked[start : 2 * start])
        start *= 2
    work, better = WORK * request.effort, True
    while better and work > 0:
        better = False
        for tier in tiers:
            place = {person: number for number, person in enumerate(tier)}
            early = {person: company.early(person) for person in tier}
            for a in sorted(tier, key=lambda person: (-early[person], place[person])):
                now = company.early(a)
                if not now:
                    continue
                following = (*tier[place[a] + 1 :], *tier[: place[a]])
                for b in following[:TRIES]:
                    work -= company.weight(a) + company.weight(b)
                    if company.exchanged(a, b, now):
                        better = True
                        break
                    if work <= 0:
                        break
                if work <= 0:
                    break
    for person, number in company.line.items():
        entrants[number] = person


class _Company:
    """Where entrants and their mates stand in the bracket, counted for each part of it.

    The lines are the leaves of a tree, numbered as in a heap: two meet in the smallest part that has both.
    """

    def __init__(
        self, entrants: Sequence[int | None], clubs: Mapping[int, str], apart: Sequence[tuple[int, int]]
    ) -> None:
        self.size = len(entrants)
        self.line = {person: number for number, person in enumerate(entrants) if person is not None}
        self.avoid: dict[int, list[int]] = {}  # mates of other clubs
        for a, b in apart:
            if a in self.line and b in self.line and not (a in clubs and clubs[a] == clubs.get(b)):
                self.avoid.setdefault(a, []).append(b)
                self.avoid.setdefault(b, []).append(a)
        number = {
            club: at
            for at, club in enumerate(sorted({clubs[person] for person in self.line if person in clubs}))
        }
        self.club = {person: 2 * self.size * number[clubs[person]] for person in self.line if person in clubs}
        self.members: Counter[int] = Counter()  # of a club in a part of the tree
        for person in self.line:
            self._count(person, 1)

    def weight(self, person: int) -> int:
        """How much work it is to look at somebody."""
        return 1 + len(self.avoid.get(person, ())) // 8

    def early(self, person: int) -> int:
        """How early somebody may meet his mates: a meeting one round earlier outweighs several later."""
        return self._clubmates(person, self.line[person]) + self._others(person, person)

    def exchanged(self, a: int, b: int, now: int) -> bool:
        """Let two change lines if their mates are then met later; `now` is what it costs a as it is."""
        then = self._others(a, b) + self._others(b, a)
        before = now + self._others(b, b)
        if self.club.get(a, -1) == self.club.get(b, -2):
            before -= self._clubmates(a, self.line[a])  # clubmates change nothing among themselves
        else:
            before += self._clubmates(b, self.line[b])
            then += self._clubmates(a, self.line[b]) + self._clubmates(b, self.line[a])
        if then >= before:
            return False
        for person in (a, b):
            self._count(person, -1)
        self.line[a], self.line[b] = self.line[b], self.line[a]
        for person in (a, b):
            self._count(person, 1)
        return True

    def _clubmates(self, person: int, at: int) -> int:
        """What clubmates cost him on this line, if it is his or somebody's of another club."""
        club = self.club.get(person)
        if club is None:
            return 0
        part, total, nearer, weight = self.size + at, 0, 0, 1 << 4 * 16
        shared = (at ^ self.line[person]).bit_length()  # so far up he himself is not among them
        while part > 1:
            part, weight, shared = part >> 1, weight >> 4, shared - 1
            members = self.members[club + part] - (shared <= 0)
            total += (members - nearer) * weight
            nearer = members
        return total

    def _others(self, person: int, there: int) -> int:
        """What mates of other clubs cost him if he changes lines with somebody."""
        total = 0
        for other in self.avoid.get(person, ()):
            way = self.line[person if other == there else there] ^ self.line[other]
            total += 1 << 4 * (16 - way.bit_length())
        return total

    def _count(self, person: int, by: int) -> None:
        club = self.club.get(person)
        if club is not None:
            part = self.size + self.line[person]
            while part > 1:
                part >>= 1
                self.members[club + part] += by


def single(entrants: Sequence[int | None]) -> list[BracketMatch]:
    """All matches of a single elimination; a line beside a bye goes on without a match."""
    matches: list[BracketMatch] = []
    sides: list[Origin | None] = list(entrants)
    depth = 0
    while len(sides) > 1:
        depth += 1
        sides = _play(sides, Branch.UPPER, depth, matches)
    return matches


def double(entrants: Sequence[int | None]) -> list[BracketMatch]:
    """All matches of a double elimination: who loses twice is out; the final may need a second match.

    Losers of a round enter the lower bracket in turned order, so that two who met do not meet again soon. The
    last match listed is played only if the winner of the lower bracket wins the one before.
    """
    matches: list[BracketMatch] = []
    sides: list[Origin | None] = list(entrants)
    lower: list[Origin | None] = []
    depth = below = 0
    while len(sides) > 1:
        depth += 1
        losers = [None if None in pair else pair for pair in zip(sides[::2], sides[1::2], strict=True)]
        first = len(matches)
        sides = _play(sides, Branch.UPPER, depth, matches)
        numbers = iter(range(first + 1, len(matches) + 1))
        fallen: list[Origin | None] = [
            None if pair is None else MatchOutcome(next(numbers), won=False) for pair in losers
        ]
        if depth == 1:
            lower = fallen
            continue
        if len(lower) > len(fallen):
            below += 1
            lower = _play(lower, Branch.LOWER, below, matches)
        fallen = fallen[::-1] if depth % 2 == 0 else fallen[len(fallen) // 2 :] + fallen[: len(fallen) // 2]
        below += 1
        mixed = [side for pair in zip(lower, fallen, strict=True) for side in pair]
        lower = _play(mixed, Branch.LOWER, below, matches)
    if lower and lower[0] is not None and sides[0] is not None:
        number = len(matches) + 1
        again = (MatchOutcome(number, won=True), MatchOutcome(number, won=False))
        matches.append(BracketMatch(number, Branch.FINAL, 1, (sides[0], lower[0])))
        matches.append(BracketMatch(number + 1, Branch.FINAL, 2, again))
    return matches


def _play(
    sides: Sequence[Origin | None], branch: Branch, depth: int, matches: list[BracketMatch]
) -> list[Origin | None]:
    """One round: matches where both sides exist; otherwise the side that exists goes on."""
    onward: list[Origin | None] = []
    for first, second in zip(sides[::2], sides[1::2], strict=True):
        if first is None or second is None:
            onward.append(second if first is None else first)
            continue
        matches.append(BracketMatch(len(matches) + 1, branch, depth, (first, second)))
        onward.append(MatchOutcome(len(matches), won=True))
    return onward
