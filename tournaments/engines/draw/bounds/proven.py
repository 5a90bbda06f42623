"""Lower bounds: how many repeats no seating whatever can avoid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tournaments.engines.draw.bounds.two_rounds import inside, least_in_common
from tournaments.engines.draw.request import Request

MOST_ROUNDS = {(12, 3): 4, (20, 4): 5}
"""(people, size) → rounds that can be played without a repeat, where everybody would have others for more.

12×3×5 and 20×4×6 leave everybody with exactly one person he does not meet, so that the pairs who do not
meet are groups of two: a resolvable group divisible design of type 2^6 with blocks of three (a nearly Kirkman
system; Kotzig and Rosa 1974) or of type 2^10 with blocks of four (Colbourn and Dinitz, Handbook of
Combinatorial Designs, 2007, chapter IV.5). Neither exists. Other types that do not exist prove nothing here:
24×4×6 would be one of type 6^4 only if the five whom everybody misses were a group, and they need not be.
"""

SQUARES = {6: 3, 10: 8}
"""k → rounds of k tables of k without a repeat, which are a net of order k; k + 1 of them are a plane.

There are no two orthogonal squares of order six (Tarry 1900). There is no plane of order ten (Lam, Thiel and
Swiercz 1989), and a net that lacks two rounds of one could be completed to it (Shrikhande 1961). With one
person less the same holds: two rounds without a repeat let exactly the two small tables miss each other, so
that another person could sit there in all rounds.

Two rounds of k tables of k that are not orthogonal share at least two pairs: in the matrix of what their
tables have in common a number above 1 has a 0 in its row, whose column needs another number above 1.
"""


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


def least_repeats(request: Request, sizes: Sequence[int], sitting_out: Sequence[Sequence[int]]) -> int:
    """The best lower bound known here for all repeats, those of the played rounds included.

    Every new round has tables of these sizes; repeats of people who wish to sit together do not count.
    """
    counts = meetings(request.played)
    for pair in request.together:
        counts.pop(pair, None)
    already = repeats(counts)
    new = max(_by_people(request, sizes, sitting_out, counts), _by_tables(request, sizes, sitting_out))
    if request.together:
        return already + new
    return max(already + new, _by_designs(request, sizes))


def _by_people(
    request: Request,
    sizes: Sequence[int],
    sitting_out: Sequence[Sequence[int]],
    counts: Counter[tuple[int, int]],
) -> int:
    """Nobody can meet more new people than there are.

    Somebody has between R·(smallest − 1) and R·(largest − 1) meetings, and all have a known number of them
    together. What a person has beyond the others he does not know are repeats; at best those who always sit
    at the smallest tables leave the rest of the seats to people who have others enough.
    """
    here = set(request.here)
    others = dict.fromkeys(request.here, len(here) - 1)
    for a, b in counts:
        if a in here and b in here:
            others[a] -= 1
            others[b] -= 1
    friends: Counter[int] = Counter()  # whom it is no repeat to meet again
    for a, b in request.together:
        if a in here and b in here:
            friends.update((a, b))
    resting = Counter(person for people in sitting_out for person in people)
    fewest, most = min(sizes) - 1, max(sizes) - 1
    total = request.rounds * sum(size * (size - 1) for size in sizes)
    excess = room = 0
    for person in request.here:
        rounds = request.rounds - resting[person]
        free = others[person] - friends[person] + request.rounds * friends[person]
        least = rounds * fewest
        excess += max(0, least - free)
        room += max(least, min(free, rounds * most))
    return (excess + max(0, total - room) + 1) // 2


def _by_tables(request: Request, sizes: Sequence[int], sitting_out: Sequence[Sequence[int]]) -> int:
    """What every new round has at least in common with a single one before it, added up.

    A pair that sits together in a round and did so before is one repeat of that round, whenever it was.
    """
    here = set(request.here)
    before = 0
    for tables in request.played:
        there = [sum(person in here for person in table) for table in tables]
        groups = [size for size in there if size]
        alone = len(here) - sum(groups)  # who did not play then
        resting = len(sitting_out[0]) if sitting_out else 0
        before = max(before, least_in_common(groups, sizes, alone, resting))
    total = before
    known: dict[int, int] = {}
    for number in range(1, request.rounds):
        out, last = sitting_out[number], sitting_out[number - 1]
        changing = len(set(last).difference(out)) if last else 0
        if changing not in known:
            known[changing] = least_in_common(sizes, sizes, changing, changing)
        total += max(before, known[changing])
    if request.together:
        friends = sum(a in here and b in here for a, b in request.together)
        total = max(0, total - friends * request.rounds)
    return total


def _by_designs(request: Request, sizes: Sequence[int]) -> int:
    """More rounds than can be without a repeat: each beyond them has one.

    Rounds without a pair that met before are a set of rounds without any repeat, so there are at most as many
    as are known to be possible; every other round adds at least the smallest number two rounds can share.
    """
    people, largest = len(request.here), max(sizes)
    here = sorted(request.here)
    for tables in request.played:
        if sorted(map(len, tables)) != sorted(sizes) or sorted(p for t in tables for p in t) != here:
            return 0
    rounds, shared = len(request.played) + request.rounds, 1
    if people == len(sizes) * largest and largest > len(sizes) > 1:
        return _by_blocks(len(sizes), largest, rounds)
    if people == len(sizes) * largest:
        most = MOST_ROUNDS.get((people, largest))
    elif people == len(sizes) * largest - 1:
        most = SQUARES.get(largest) if len(sizes) == largest else None
    else:
        most = None
    if len(sizes) == largest and people == largest * largest:
        shared, most = 2, SQUARES.get(largest)
    return shared * max(0, rounds - most) if most is not None else 0


def _by_blocks(tables: int, size: int, rounds: int) -> int:
    """One repeat more than what every round has in common with another, for more rounds than a net has.

    Suppose t tables of more than t people had no repeat beyond those. Then each table of the last round falls
    into t blocks, as even as can be, that sat together in all rounds before, and no two blocks met twice:
    the t² blocks and all tables are a net of order t, which has at most t + 1 rounds. With t + 1 of them any
    two blocks meet. But if each table has e larger blocks, 0 < e < t, then the larger ones meet each other
    (t + 1)·t·e·(e − 1)/2 times, which is less than their te·(te − 1)/2 pairs.
    """
    most = SQUARES.get(tables, tables + (size % tables == 0))
    return (rounds - 1) * tables * inside(size, tables) + (rounds > most)


def least_clubmates(clubs: Mapping[int, str], people: Iterable[int], tables: int) -> int:
    """Pairs of one club that meet when these people sit at so many tables, however they sit."""
    members = Counter(clubs[person] for person in people if person in clubs)
    return sum(inside(size, tables) for size in members.values())
