"""Whist tournaments put together from smaller ones.

Take a tournament of v people and put u people in the place of each. From every table then come u rounds of u
tables, in which each of the u in one place meets each of the u in another exactly once (four columns across).
As each place is partner of each other once and opponent twice, so are then all people of different places.
What is left are the u people of each place:

- v = 4n: nobody sits out, and u = 4m play a tournament of their own at last.
- v = 4n + 1: a place that sits out does so for u rounds (a frame); its people then play theirs: u people,
  or u + 1 with the same additional person everywhere, or u + 4 with the same four.

Frames also come from the catalogue, and tournaments of 4n people in which cosets of four or more are left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import product

from tournaments.engines.draw.catalogue import Hole, whist_holes
from tournaments.engines.draw.catalogue.designs import columns_across

Tables = list[list[int]]
WhistRound = tuple[Tables, list[int]]
Whist = Callable[[int], list[WhistRound] | None]
Frame = dict[int, list[Tables]]  # who sits out → rounds; the people of place a are a·u … a·u + u − 1


def composed(people: int, whist: Whist) -> list[WhistRound] | None:
    """All rounds for so many people from smaller tournaments, or None."""
    if people % 4 == 0:
        for within in range(4, people // 4 + 1, 4):
            if people % within == 0 and (people // within) % 4 == 0:
                result = _at_every_place(people // within, within, whist)
                if result is not None:
                    return result
    for stored in whist_holes():
        if not stored.frame and max(map(max, stored.first)) == people - 1:
            return _around(stored, whist)
    for more in (0, 1, 4):
        for frame, size in _frames(people - more, whist):
            result = _filled(frame, size, more, whist)
            if result is not None:
                return result
    return None


def _at_every_place(places: int, within: int, whist: Whist) -> list[WhistRound] | None:
    """Everybody plays in all rounds: first across the places, then within them."""
    outer, inner, across = whist(places), whist(within), columns_across(within, 4, within)
    if outer is None or inner is None or len(across) < within:
        return None
    rounds: list[WhistRound] = [
        (_inflated(tables, columns, within), []) for tables, _out in outer for columns in across
    ]
    for tables, _out in inner:
        rounds.append(([[a * within + p for p in t] for a in range(places) for t in tables], []))
    return rounds


def _inflated(tables: Tables, columns: Tables, within: int) -> Tables:
    """One round for each table: so many tables of one person from each of its four places."""
    return [[table[p // within] * within + p % within for p in four] for table in tables for four in columns]


def _frames(people: int, whist: Whist) -> list[tuple[Frame, int]]:
    """Frames for so many people, with the size of their places."""
    result: list[tuple[Frame, int]] = []
    for stored in whist_holes():
        if stored.frame and _order(stored) == people:
            result.append(_developed(stored))
    for places in range(5, people // 3 + 1, 4):
        within = people // places
        if people % places or within % 4 == 2:
            continue
        outer, across = whist(places), columns_across(within, 4, within)
        if outer is not None and len(across) >= within:
            frame = {
                out[0]: [_inflated(tables, columns, within) for columns in across] for tables, out in outer
            }
            result.append((frame, within))
    return result


def _filled(frame: Frame, size: int, more: int, whist: Whist) -> list[WhistRound] | None:
    """A frame with a tournament of the people who sit out, and of `more` others, in each of its holes."""
    people = size * len(frame)
    if more == 4:
        small = _around_four(size, whist)
    elif (size + more) % 4 <= 1 and (more == 1 or size % 4 == 1):
        small = whist(size + more)
    else:
        small = None
    if small is None:
        return None
    last = set(range(size, size + more))
    # Rounds in which those who are at every hole are among themselves, or sit out, are played by all at once.
    apart = [
        played
        for played in small
        if last and (last <= set(played[1]) or any(last == set(t) for t in played[0]))
    ]
    others = [played for played in small if played not in apart]
    rounds: list[WhistRound] = []
    for place, idle in frame.items():
        at = [place * size + p for p in range(size)] + [people + p for p in range(more)]
        for tables, (inner, out) in zip(idle, others, strict=True):
            rounds.append((tables + [[at[p] for p in table] for table in inner], [at[p] for p in out]))
    for inner, out in apart:
        together = [
            [place * size + p for p in table] for place in frame for table in inner if last != set(table)
        ]
        together += [[people + p - size for p in table] for table in inner if last == set(table)]
        rounds.append((together, [people + p - size for p in out]))
    return rounds


def _around(stored: Hole, whist: Whist) -> list[WhistRound] | None:
    """A tournament in which everybody plays, and within the cosets and among those who stay at last."""
    rounds, places = _moved(stored)
    inner, order = whist(len(places[0])), _order(stored)
    if inner is None:
        return None
    places = [*places, list(range(order, order + len(places[0])))]
    result: list[WhistRound] = [(tables, []) for _place, tables in rounds]
    for tables, _out in inner:
        result.append(([[place[p] for p in table] for place in places for table in tables], []))
    return result


def _around_four(size: int, whist: Whist) -> list[WhistRound] | None:
    """A tournament of so many people and four more, who share a table whenever they meet."""
    for stored in whist_holes():
        if not stored.frame and _order(stored) == size and max(map(max, stored.first)) == size + 3:
            return _around(stored, whist)
    return None


def _order(stored: Hole) -> int:
    order = 1
    for modulus in stored.moduli:
        order *= modulus
    return order


def _developed(stored: Hole) -> tuple[Frame, int]:
    """A stored frame, its people numbered place by place."""
    rounds, places = _moved(stored)
    size = len(places[0])
    number = {point: a * size + p for a, place in enumerate(places) for p, point in enumerate(place)}
    frame: Frame = defaultdict(list)
    for place, tables in rounds:
        frame[place].append([[number[point] for point in table] for table in tables])
    return dict(frame), size


def _moved(stored: Hole) -> tuple[list[tuple[int, Tables]], Tables]:
    """The first round moved by every element, with the place the hole moves to, and all places."""
    elements = list(product(*map(range, stored.moduli)))
    number = {element: at for at, element in enumerate(elements)}

    def plus(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((x + y) % m for x, y, m in zip(a, b, stored.moduli, strict=True))

    hole = [elements[0]]
    for element in hole:  # grows while it is gone through
        hole += [new for step in stored.hole if (new := plus(element, step)) not in hole]
    places: Tables = []
    at: dict[int, int] = {}
    for element in elements:
        if number[element] not in at:
            coset = sorted({number[plus(element, inner)] for inner in hole})
            at.update(dict.fromkeys(coset, len(places)))
            places.append(coset)
    rounds = []
    for shift in elements:
        moved = [number[plus(element, shift)] for element in elements]
        tables = [[moved[p] if p < len(moved) else p for p in table] for table in stored.first]
        rounds.append((at[number[shift]], tables))
    return rounds, places
