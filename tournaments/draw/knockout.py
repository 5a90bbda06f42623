"""Knockout: a bracket in which the best meet late, byes go to the best, and group mates start far apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.text import mark as _
from tournaments.draw.chance import Chance
from tournaments.draw.request import Request, no_seating

MOST_EXCHANGES = 20_000


@dataclass(frozen=True, slots=True)
class Match:
    """One match. Each side is an entrant, `("winner", number)` or `("loser", number)` of an earlier match."""

    number: int
    stage: str  # "winners", "losers" or "final"
    round: int  # within the stage, from 1
    sides: tuple[Side, Side]


Side = int | tuple[str, int]


def bracket_order(size: int) -> list[int]:
    """Seed numbers (from 0) in the order of the lines: the sum of two who may meet is always the same."""
    order = [0]
    while len(order) < size:
        full = 2 * len(order)
        order = [one for seed in order for one in (seed, full - 1 - seed)]
    return order


def seeding(request: Request) -> list[int]:
    """Entrants from the best seed down: as in `seeds`, then by score, the rest by lot."""
    lots = Chance("knockout", request.seed).shuffled(request.here)
    ranks = {person: number for number, person in enumerate(request.seeds)}
    scores = request.scores or {}
    return sorted(lots, key=lambda one: (ranks.get(one, len(ranks)), -scores.get(one, 0)))


def lines(request: Request) -> list[int | None]:
    """Entrants line by line, None for a bye; places change until clubs meet as late as they can."""
    ranked = seeding(request)
    if len(ranked) < 2:
        raise no_seating(_("One entrant has nobody to play; at least two are needed."))
    size = 1 << (len(ranked) - 1).bit_length()
    found: list[int | None] = [ranked[seed] if seed < len(ranked) else None for seed in bracket_order(size)]
    if request.clubs or request.apart:
        _spread(found, ranked, request)
    return found


def _spread(found: list[int | None], ranked: Sequence[int], request: Request) -> None:
    """Entrants of about the same seed (3–4, 5–8, 9–16 …) change lines; the first two keep theirs."""
    line = {person: number for number, person in enumerate(found) if person is not None}
    mates = _mates(ranked, request.clubs, request.apart)
    tiers = []
    start = 2
    while start < len(ranked):
        tiers.append(ranked[start : 2 * start])
        start *= 2
    looked, better = 0, True
    while better and looked < MOST_EXCHANGES:
        better = False
        for tier in tiers:
            for place, a in enumerate(tier):
                if not _early(a, line, mates):
                    continue
                for b in (*tier[:place], *tier[place + 1 :]):
                    before = _early(a, line, mates) + _early(b, line, mates)
                    line[a], line[b] = line[b], line[a]
                    looked += 1
                    if _early(a, line, mates) + _early(b, line, mates) < before:
                        better = True
                        break
                    line[a], line[b] = line[b], line[a]
    for person, number in line.items():
        found[number] = person


def _mates(
    people: Sequence[int], clubs: Mapping[int, str], apart: Sequence[tuple[int, int]]
) -> dict[int, set[int]]:
    members: dict[str, list[int]] = {}
    for person in people:
        if person in clubs:
            members.setdefault(clubs[person], []).append(person)
    found: dict[int, set[int]] = {person: set() for person in people}
    for club in members.values():
        for person in club:
            found[person].update(other for other in club if other != person)
    for a, b in apart:
        if a in found and b in found:
            found[a].add(b)
            found[b].add(a)
    return found


def _early(person: int, line: Mapping[int, int], mates: Mapping[int, set[int]]) -> int:
    """How early somebody may meet his mates: a meeting one round earlier weighs more than several later."""
    return sum(1 << 4 * (16 - (line[person] ^ line[other]).bit_length()) for other in mates[person])


def single(found: Sequence[int | None]) -> list[Match]:
    """All matches of a single elimination; a line beside a bye goes on without a match."""
    matches: list[Match] = []
    sides: list[Side | None] = list(found)
    depth = 0
    while len(sides) > 1:
        depth += 1
        sides = _play(sides, "winners", depth, matches)
    return matches


def double(found: Sequence[int | None]) -> list[Match]:
    """All matches of a double elimination: who loses twice is out; the final may need a second match.

    Losers of a round enter the lower bracket in turned order, so that two who met do not meet again soon. The
    last match listed is played only if the winner of the lower bracket wins the one before.
    """
    matches: list[Match] = []
    sides: list[Side | None] = list(found)
    lower: list[Side | None] = []
    depth = stage = 0
    while len(sides) > 1:
        depth += 1
        losers = [None if None in pair else pair for pair in zip(sides[::2], sides[1::2], strict=True)]
        first = len(matches)
        sides = _play(sides, "winners", depth, matches)
        numbers = iter(range(first + 1, len(matches) + 1))
        fallen: list[Side | None] = [None if pair is None else ("loser", next(numbers)) for pair in losers]
        if depth == 1:
            lower = fallen
            continue
        if len(lower) > len(fallen):
            stage += 1
            lower = _play(lower, "losers", stage, matches)
        fallen = fallen[::-1] if depth % 2 == 0 else fallen[len(fallen) // 2 :] + fallen[: len(fallen) // 2]
        stage += 1
        mixed = [side for pair in zip(lower, fallen, strict=True) for side in pair]
        lower = _play(mixed, "losers", stage, matches)
    if lower and lower[0] is not None and sides[0] is not None:
        number = len(matches) + 1
        matches.append(Match(number, "final", 1, (sides[0], lower[0])))
        matches.append(Match(number + 1, "final", 2, (("winner", number), ("loser", number))))
    return matches


def _play(sides: Sequence[Side | None], stage: str, depth: int, matches: list[Match]) -> list[Side | None]:
    """One round: matches where both sides exist; otherwise the side that exists goes on."""
    onward: list[Side | None] = []
    for one, other in zip(sides[::2], sides[1::2], strict=True):
        if one is None or other is None:
            onward.append(other if one is None else one)
            continue
        matches.append(Match(len(matches) + 1, stage, depth, (one, other)))
        onward.append(("winner", len(matches)))
    return onward
