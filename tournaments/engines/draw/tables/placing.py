"""From a construction to people: which of its rounds, which places stay empty, who takes which place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.engines.draw.catalogue.designs import rounds_without_repeats
from tournaments.engines.draw.catalogue.schedules import best_known
from tournaments.engines.draw.chance import Chance
from tournaments.engines.draw.tables.overfull import overfull

Rounds = list[list[list[int]]]
WORK = 200_000  # places looked at while empty places are chosen
TRIES = 4_000  # exchanges of places looked at while wishes are broken


@dataclass(frozen=True, slots=True)
class Gathering:
    """Who is to sit at which tables, for how many rounds, and whom they shall not meet."""

    here: Sequence[int]
    sizes: Sequence[int]  # of the tables
    rounds: int
    apart: Sequence[tuple[int, int]] = ()
    clubs: Mapping[int, str] = field(default_factory=dict)


def from_design(gathering: Gathering, chance: Chance) -> Rounds:
    """Rounds without repeats for these people, as many as are known and wanted; none for odd mixtures.

    Tables with one seat less are full tables with an empty place; two empty places must not meet.
    """
    sizes, rounds = gathering.sizes, gathering.rounds
    size, tables = max(sizes), len(sizes)
    if min(sizes) < size - 1:
        return []
    empty = tables * size - len(gathering.here)
    choice = rounds_without_repeats(tables * size, size, rounds + 4 + empty * (empty - 1) // 2)
    chosen, ghosts = _choose(choice, rounds, empty, tables, size, chance)
    free = [place for place in range(tables * size) if place not in ghosts]
    people = chance.shuffled(gathering.here)
    if gathering.apart or gathering.clubs:
        _respect_wishes(chosen, free, people, gathering, chance)
    taken = dict(zip(free, people, strict=True))
    return [[[taken[place] for place in table if place in taken] for table in seating] for seating in chosen]


def from_schedule(gathering: Gathering, chance: Chance) -> Rounds:
    """The best rounds known for tables of these sizes, repeats and all, at most as many as are wanted."""
    sizes, rounds = gathering.sizes, gathering.rounds
    known = best_known(tuple(sizes), rounds)
    if known is not None:
        schedule = chance.shuffled(known.rounds)
    elif min(sizes) == max(sizes) > len(sizes) > 1:
        schedule = chance.shuffled(overfull(len(gathering.here), sizes[0], rounds)[0].rounds)
    else:
        return []
    people = chance.shuffled(gathering.here)
    if gathering.apart or gathering.clubs:
        _respect_wishes(schedule, range(len(people)), people, gathering, chance)
    return [[[people[place] for place in table] for table in tables] for tables in schedule]


def with_stand_ins(rounds: Rounds, people: Sequence[int], resting: Sequence[Sequence[int]]) -> Rounds:
    """Rounds for those who sit in the first; whoever rests later leaves his place to somebody waiting."""
    place = {person: person for tables in rounds[:1] for table in tables for person in table}
    seated: Rounds = []
    for tables, out in zip(rounds, resting, strict=False):
        waiting = [person for person in people if person not in out and person not in place.values()]
        for number, person in place.items():
            if person in out:
                place[number] = waiting.pop()
        seated.append([[place[number] for number in table] for table in tables])
    return seated


def broken_wishes(rounds: Sequence[Sequence[Sequence[int]]], gathering: Gathering) -> bool:
    """Whether somebody meets whom he shall not, or two of one club meet in the first of these rounds."""
    unwanted, clubs = set(gathering.apart), gathering.clubs
    for number, tables in enumerate(rounds):
        for table in tables:
            for a, b in combinations(sorted(table), 2):
                if (a, b) in unwanted or (number == 0 and a in clubs and clubs[a] == clubs.get(b)):
                    return True
    return False


def _choose(
    choice: Rounds, wanted: int, empty: int, tables: int, size: int, chance: Chance
) -> tuple[Rounds, set[int]]:
    """Rounds, and empty places that never share a table in them; nobody beside an empty place too often."""
    wanted = min(wanted, len(choice))
    if not empty:
        return chance.shuffled(choice)[:wanted], set()
    best: tuple[tuple[int, int], Rounds, set[int]] | None = None
    for _attempt in range(max(3, min(200, WORK // (wanted * tables * size + 1)))):
        chosen = chance.shuffled(choice)[:wanted]
        ghosts: set[int] = set()
        company: Counter[int] = Counter()  # how often a place sits beside an empty one
        for place in chance.shuffled(range(tables * size)):
            if len(ghosts) == empty:
                break
            if company[place] == 0:
                ghosts.add(place)
                for table in (table for seating in chosen for table in seating if place in table):
                    company.update(other for other in table if other != place)
        if len(ghosts) < empty:
            continue
        times = [company[place] for place in range(tables * size) if place not in ghosts]
        key = (max(times) - min(times), sum(count * count for count in times))
        if best is None or key < best[0]:
            best = key, chosen, ghosts
    if best is None:
        return _choose(choice, wanted - 1, empty, tables, size, chance) if wanted else ([], set(range(empty)))
    return best[1], best[2]


def _respect_wishes(
    rounds: Rounds,
    free: Sequence[int],
    people: list[int],
    gathering: Gathering,
    chance: Chance,
) -> None:
    """Let people change places until nobody meets whom he shall not, or the tries are used up."""
    clubs = gathering.clubs
    at = [{place: number for number, table in enumerate(tables) for place in table} for tables in rounds]
    home = dict(zip(people, free, strict=True))
    avoid: dict[int, set[int]] = {}
    for a, b in gathering.apart:
        if a in home and b in home:
            avoid.setdefault(a, set()).add(b)
            avoid.setdefault(b, set()).add(a)
    beside: Counter[tuple[str, int]] = Counter()  # people of a club at a table of the first round

    def count(person: int, by: int) -> None:
        if at and person in clubs:
            beside[clubs[person], at[0][home[person]]] += by

    def exchange(a: int, b: int) -> None:
        count(a, -1)
        count(b, -1)
        home[a], home[b] = home[b], home[a]
        count(a, 1)
        count(b, 1)

    def broken(person: int) -> int:
        place = home[person]
        price = 0
        for other in avoid.get(person, ()):
            price += sum(3 for table_at in at if table_at[place] == table_at[home[other]])
        if at and person in clubs:
            price += beside[clubs[person], at[0][place]] - 1
        return price

    for person in people:
        count(person, 1)
    for _attempt in range(max(1, TRIES // 20)):
        unhappy = [person for person in people if (person in avoid or person in clubs) and broken(person)]
        if not unhappy:
            break
        a = chance.one_of(unhappy)
        best, partner = 0, a
        for _try in range(min(20, len(people))):
            b = chance.one_of(people)
            before = broken(a) + broken(b)
            exchange(a, b)
            change = broken(a) + broken(b) - before
            exchange(a, b)
            if b != a and (partner == a or change < best):
                best, partner = change, b
        if best <= 0 and partner != a:
            exchange(a, partner)
    placed = {place: person for person, place in home.items()}
    people[:] = [placed[place] for place in free]
