"""Rounds in which no two places meet twice, from constructions and from the catalogue.

Places are numbered from 0; who sits where is drawn by lot later. Sources are named in docs/draws.md.
"""

from __future__ import annotations

from tournaments.draw.catalogue import Round, starters
from tournaments.draw.fields import field, prime_power

LARGEST_FIELD = 256  # its tables have the square of this many entries


def rounds_without_repeats(places: int, size: int, wanted: int) -> list[Round]:
    """Up to `wanted` rounds of full tables in which nobody meets twice; as many as are known here."""
    if places % size or places < size or wanted < 1:
        return []
    if places == size:
        return [[list(range(places))]]
    if size == 2:
        return circle(places)[:wanted]
    stored = starters().get((places, size))
    if stored is not None and len(stored) >= wanted:
        return stored.rounds()[:wanted]
    built = across_and_within(places, size, wanted)
    if stored is not None and len(stored) > len(built):
        return stored.rounds()
    return built


def across_and_within(places: int, size: int, wanted: int) -> list[Round]:
    """As many columns as seats: rounds across the columns first, then, if that works out, within them."""
    tables = places // size
    found = columns_across(tables, size, wanted)
    if len(found) < wanted and tables % size == 0:
        inside = rounds_without_repeats(tables, size, wanted - len(found))
        for one in inside:
            found.append(
                [[column * tables + place for place in table] for column in range(size) for table in one]
            )
    return found


def columns_across(tables: int, size: int, wanted: int) -> list[Round]:
    """Column c, row i sits at table i + r·c in round r; columns are places c·tables … (c + 1)·tables − 1.

    Two people of different columns meet in round r where r times the difference of their columns is the
    difference of their rows: at most once if no difference of rounds times a difference of columns is 0.
    Modulo a number the rounds are chosen accordingly; in a field it is always so.
    """
    chosen: list[int] = []
    for r in range(tables):
        if len(chosen) < wanted and all((r - s) * c % tables for s in chosen for c in range(1, size)):
            chosen.append(r)
    at = [[[(i + r * c) % tables for i in range(tables)] for c in range(size)] for r in chosen]
    if len(chosen) < wanted and size <= tables <= LARGEST_FIELD and prime_power(tables):
        numbers = field(tables)
        plus, times = numbers.plus, numbers.times
        at = [
            [[plus[i][times[r][c]] for i in range(tables)] for c in range(size)]
            for r in range(min(wanted, tables))
        ]
    found: list[Round] = []
    for columns in at:
        one: Round = [[] for _table in range(tables)]
        for c, column in enumerate(columns):
            for i, table in enumerate(column):
                one[table].append(c * tables + i)
        found.append(one)
    return found


def circle(people: int) -> list[Round]:
    """Everybody against everybody, an even number of people: one stays, the others go round."""
    last = people - 1
    return [
        [[last, turn], *([(turn + k) % last, (turn - k) % last] for k in range(1, people // 2))]
        for turn in range(last)
    ]
