"""Rounds in which no two places meet twice, from constructions and from the catalogue.

Places are numbered from 0; who sits where is drawn by lot later. Sources are named in docs/draws.md.
"""

from __future__ import annotations

from tournaments.engines.draw.catalogue import Round, across, starters
from tournaments.engines.draw.catalogue.fields import field, prime_power

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
    rounds = columns_across(tables, size, wanted)
    if len(rounds) < wanted and tables % size == 0:
        inside = rounds_without_repeats(tables, size, wanted - len(rounds))
        for inner_tables in inside:
            rounds.append(
                [
                    [column * tables + place for place in table]
                    for column in range(size)
                    for table in inner_tables
                ]
            )
    return rounds


def columns_across(tables: int, size: int, wanted: int) -> list[Round]:
    """Up to `wanted` rounds in which each table takes one person of each of `size` columns, nobody twice.

    Column c, row i is place c·tables + i. In round r it sits at table i + d, where d is r times c: modulo the
    number of tables, if enough rounds can be chosen so; in the field, if there is one; or from the catalogue.
    """
    offsets = _multiples(tables, size, wanted)
    at = [[[(i + d) % tables for i in range(tables)] for d in row] for row in offsets]
    if len(at) < wanted and size <= tables <= LARGEST_FIELD and prime_power(tables):
        numbers = field(tables)
        plus, times = numbers.plus, numbers.times
        at = [
            [[plus[i][times[r][c]] for i in range(tables)] for c in range(size)]
            for r in range(min(wanted, tables))
        ]
    elif len(at) < wanted:
        stored = [matrix for matrix in across().get(tables, ()) if len(matrix.offsets[0]) >= size]
        best = max(stored, key=lambda matrix: len(matrix.offsets), default=None)
        if best is not None and len(best.offsets) > len(at):
            at = [
                [[best.table(i, d) for i in range(tables)] for d in row[:size]]
                for row in best.offsets[:wanted]
            ]
    rounds: list[Round] = []
    for columns in at:
        seating: Round = [[] for _table in range(tables)]
        for c, column in enumerate(columns):
            for i, table in enumerate(column):
                seating[table].append(c * tables + i)
        rounds.append(seating)
    return rounds


def _multiples(tables: int, size: int, wanted: int) -> list[list[int]]:
    """r·c for rounds r chosen so that nobody meets twice.

    Two people of different columns meet in round r where r times the difference of their columns is the
    difference of their rows: at most once if no difference of rounds times a difference of columns is 0.
    """
    chosen: list[int] = []
    for r in range(tables):
        if len(chosen) < wanted and all((r - s) * c % tables for s in chosen for c in range(1, size)):
            chosen.append(r)
    return [[r * c for c in range(size)] for r in chosen]


def circle(people: int) -> list[Round]:
    """Everybody against everybody, an even number of people: one stays, the others go round."""
    last = people - 1
    return [
        [[last, turn], *([(turn + k) % last, (turn - k) % last] for k in range(1, people // 2))]
        for turn in range(last)
    ]
