"""Lower bounds: how many repeats no seating whatever can avoid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tournaments.draw.request import Request

IMPOSSIBLE = {(36, 6): 4, (12, 3): 5}
"""(people, size) → rounds that cannot be played without a repeat although everybody has enough others:
no two orthogonal squares of order six (Tarry 1900); no nearly Kirkman system on twelve points."""


def meetings(rounds: Sequence[Sequence[Sequence[int]]]) -> Counter[tuple[int, int]]:
    """How often each pair met."""
    counts: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        for table in tables:
            ordered = sorted(table)
            for place, a in enumerate(ordered):
                for b in ordered[place + 1 :]:
                    counts[a, b] += 1
    return counts


def repeats(counts: Counter[tuple[int, int]]) -> int:
    """Meetings beyond the first, over all pairs."""
    return sum(counts.values()) - len(counts)


def inside(size: int, groups: int) -> int:
    """Pairs of the same group in the best choice of `size` people from so many groups."""
    each, more = divmod(size, groups)
    return more * each * (each + 1) // 2 + (groups - more) * each * (each - 1) // 2


def least_repeats(request: Request, sizes: Sequence[int], sitting_out: Sequence[Sequence[int]]) -> int:
    """The best lower bound known here for all repeats, those of the played rounds included."""
    played = meetings(request.played)
    already = repeats(played)
    by_people = _by_people(request, sizes, sitting_out, played)
    by_tables = _by_tables(request, sizes, len(sitting_out[0]) if sitting_out else 0)
    found = max(by_people, by_tables)
    known = IMPOSSIBLE.get((len(request.here), sizes[0])) if len(set(sizes)) == 1 else None
    if not request.played and known is not None and request.rounds >= known:
        found = max(found, 1)
    return already + found


def _by_people(
    request: Request,
    sizes: Sequence[int],
    sitting_out: Sequence[Sequence[int]],
    played: Counter[tuple[int, int]],
) -> int:
    """Nobody can meet more new people than there are."""
    here = set(request.here)
    known = dict.fromkeys(request.here, 0)
    for a, b in played:
        if a in here and b in here:
            known[a] += 1
            known[b] += 1
    resting = Counter(person for people in sitting_out for person in people)
    least = total = room = 0
    for person in request.here:
        new = len(here) - 1 - known[person]
        least += max(0, (request.rounds - resting[person]) * (min(sizes) - 1) - new)
        room += new
    total = request.rounds * sum(size * (size - 1) for size in sizes)
    return (max(least, total - room) + 1) // 2


def _by_tables(request: Request, sizes: Sequence[int], resting: int) -> int:
    """A table larger than the number of tables before brings two people of one of those together."""
    groups = len(sizes) + resting  # who sat out comes from a table of his own
    found = (request.rounds - 1) * sum(inside(size, groups) for size in sizes)
    if request.played:
        here = set(request.here)
        last = request.played[-1]
        before = {person for table in last for person in table}
        groups = sum(1 for table in last if here & set(table)) + len(here - before)
        found += sum(inside(size, groups) for size in sizes)
    return found


def least_clubmates(clubs: Mapping[int, str], people: Iterable[int], tables: int) -> int:
    """Pairs of one club that meet when these people sit at so many tables, however they sit."""
    members = Counter(clubs[person] for person in people if person in clubs)
    return sum(inside(size, tables) for size in members.values())
