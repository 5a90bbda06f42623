"""How many tables of which size: as many of the preferred ones as possible."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.text import mark as _
from tournaments.engines.draw.request import no_seating


def table_sizes(people: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The sizes of the tables, larger ones first; raises Unreadable if it does not work out.

    With one size the rest sits out; with several everybody plays, or the request is refused.
    """
    if len(sizes) == 1:
        if people < sizes[0]:
            raise no_seating(
                _("A table of {size} needs at least {size} people; there are {people}."),
                people=people,
                size=sizes[0],
            )
        return (sizes[0],) * (people // sizes[0])
    filled = _filled(people, tuple(sizes))
    if filled is None:
        possible = _reach(people + max(sizes), sizes)
        less = [n for n in sorted(possible) if 0 < n < people]
        more = min(n for n in possible if n > people)
        listed = ", ".join(str(size) for size in sizes)
        if less:
            raise no_seating(
                _("{people} people cannot all sit at tables of {sizes}; {less} or {more} people can."),
                people=people,
                sizes=listed,
                less=less[-1],
                more=more,
            )
        raise no_seating(
            _("{people} people cannot all sit at tables of {sizes}; {more} people can."),
            people=people,
            sizes=listed,
            more=more,
        )
    return tuple(sorted(filled, reverse=True))


def _filled(people: int, sizes: tuple[int, ...]) -> list[int] | None:
    """Sizes that add up to `people`, most of the first, then most of the second and so on."""
    if people == 0:
        return []
    if people not in _reach(people, sizes):
        return None
    chosen: list[int] = []
    for place, size in enumerate(sizes):
        rest = _reach(people, sizes[place + 1 :])
        count = next(c for c in range(people // size, -1, -1) if people - c * size in rest)
        chosen += [size] * count
        people -= count * size
    return chosen


def _reach(most: int, sizes: Sequence[int]) -> set[int]:
    """All numbers of people, up to a limit, that tables of these sizes can seat."""
    reached = {0}
    for size in sizes:
        for total in range(size, most + 1):
            if total - size in reached:
                reached.add(total)
    return reached
