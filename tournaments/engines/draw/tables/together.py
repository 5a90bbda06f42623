"""People who wish to sit at one table: each round is dealt around them, and nobody of them is moved any more.

Whoever wishes to sit with two others sits with both, as far as the table is large enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tournaments.engines.draw.chance import Chance

Pair = tuple[int, int]


def blocks(pairs: Iterable[Pair], here: Iterable[int], most: int) -> list[list[int]]:
    """Who sits together: pairs with somebody in common are one block, of at most so many people."""
    present = set(here)
    block: dict[int, list[int]] = {}
    for a, b in pairs:
        if a not in present or b not in present:
            continue
        first, second = block.get(a, [a]), block.get(b, [b])
        if first is second or len(first) + len(second) > most:
            continue
        first += second
        block.update(dict.fromkeys(first, first))
    distinct: list[list[int]] = []
    for people in block.values():
        if not any(people is other for other in distinct):
            distinct.append(people)
    return distinct


def dealt(
    people: Sequence[int],
    sizes: Sequence[int],
    together: Sequence[Pair],
    met: Callable[[int, int], int] | None,
    chance: Chance,
) -> list[list[int]]:
    """Tables by lot with these blocks in them, where they have met the fewest or by lot; then the others."""
    tables: list[list[int]] = [[] for _size in sizes]
    groups = blocks(together, people, max(sizes))
    for block in sorted(chance.shuffled(groups), key=len, reverse=True):
        room = [place for place, size in enumerate(sizes) if size - len(tables[place]) >= len(block)]
        if not room:
            continue

        def price(place: int, block: Sequence[int] = block) -> tuple[int, int]:
            if met is None:
                return 0, 0
            return sum(met(a, b) for a in block for b in tables[place]), len(tables[place])

        tables[min(chance.shuffled(room), key=price)] += block
    seated = {person for table in tables for person in table}
    rest = chance.shuffled([person for person in people if person not in seated])
    for table, size in zip(tables, sizes, strict=True):
        while len(table) < size:
            table.append(rest.pop())
    return tables


def brought_together(tables: Sequence[Sequence[int]], together: Sequence[Pair]) -> list[list[int]]:
    """Tables by standing, with as few and as near exchanges as bring these people to one table each."""
    seated = [list(table) for table in tables]
    rank = {person: place for place, person in enumerate(p for table in tables for p in table)}
    bound: set[int] = set()
    most = max(map(len, seated), default=0)
    for block in blocks(together, rank, most):
        best: tuple[int, int] | None = None
        for place, table in enumerate(seated):
            coming = [person for person in block if person not in table]
            free = [person for person in table if person not in block and person not in bound]
            if len(free) < len(coming):
                continue
            way = sum(abs(rank[person] - rank[table[0]]) for person in coming)
            if best is None or way < best[0]:
                best = way, place
        if best is None:
            continue
        table = seated[best[1]]
        for person in [person for person in block if person not in table]:
            free = [other for other in table if other not in block and other not in bound]
            other = min(free, key=lambda candidate: (abs(rank[candidate] - rank[person]), candidate))
            away = next(origin for origin in seated if person in origin)
            away[away.index(person)], table[table.index(other)] = other, person
        bound |= set(block)
    return seated
