"""Groups of a stage: a table for each, and who goes on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engines.standings.arranging import Column, arrange, sortable
from tournaments.engines.standings.choices import By
from tournaments.engines.standings.direct import drawn
from tournaments.engines.standings.inputs import Competition, Id
from tournaments.engines.standings.ranking import Standings, StandingsRow, marked, standings
from tournaments.engines.standings.values import Exact, exact


def group_standings(
    competition: Competition, groups: Mapping[str, Sequence[Id]], upto: int | None = None, seed: str = ""
) -> dict[str, Standings]:
    """A table for each group; only what its members played among themselves counts."""
    tables = {}
    for name, ids in groups.items():
        members = frozenset(ids)
        among_members = replace(
            competition,
            entrants=tuple(entrant for entrant in competition.entrants if entrant.id in members),
            played=tuple(
                table
                for table in competition.played
                if all(members.issuperset(account.entrants) for account in table.accounts)
            ),
            rests=tuple(rest for rest in competition.rests if rest.entrant in members),
            adjustments=tuple(
                adjustment for adjustment in competition.adjustments if adjustment.entrant in members
            ),
        )
        tables[name] = standings(among_members, upto, seed)
    return tables


@dataclass(frozen=True, slots=True)
class Qualified:
    """Somebody who goes on. `by_lot`: only a lot decided between him and somebody who does not."""

    entrant: Id
    group: str
    rank: int  # in the group
    as_best_other: bool = False
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class Qualification:
    """Who goes on: by place in the group, then by name of the group; the best others come last.

    `undecided` are those who share a place across the line: none of them is among the qualified.
    """

    qualified: tuple[Qualified, ...]
    undecided: tuple[tuple[Id, ...], ...] = ()


def qualifiers(tables: Mapping[str, Standings], best: int, others: int = 0, seed: str = "") -> Qualification:
    """The best of each group, and the best others of all groups.

    The others are compared by the criteria of the tables except those among equals, in groups of different
    size by the mean of the rounds; the seed draws the lot if lots are among the criteria.
    """
    undecided: list[tuple[Id, ...]] = []
    qualified: list[Qualified] = []
    for name, table in tables.items():
        ranked = [row for row in table.rows if row.rank is not None]
        inside, line = _line([[row.entrant for row in ranked if row.rank == n] for n in _ranks(ranked)], best)
        undecided += [line] if line else []
        cut_by_lot = len(ranked) > best and ranked[best].decided_by is By.LOT
        for row in ranked[:best]:
            if row.entrant in inside and row.rank is not None:
                qualified.append(Qualified(row.entrant, name, row.rank, by_lot=row.by_lot and cut_by_lot))
    qualified.sort(key=lambda place: place.rank)
    if others:
        waiting = {entrant for line in undecided for entrant in line}
        more, line = _best_others(tables, best, others, waiting, seed)
        qualified += more
        undecided += [line] if line else []
    return Qualification(tuple(qualified), tuple(undecided))


def _ranks(rows: Sequence[StandingsRow]) -> list[int]:
    return sorted({row.rank for row in rows if row.rank is not None})


def _line(groups: Sequence[Sequence[Id]], count: int) -> tuple[set[Id], tuple[Id, ...]]:
    """Who is inside the line, and the group of equals it goes through, if it does."""
    inside: set[Id] = set()
    for group in groups:
        if len(inside) + len(group) > count:
            return inside, tuple(group) if len(inside) < count else ()
        inside.update(group)
    return inside, ()


def _best_others(
    tables: Mapping[str, Standings], best: int, others: int, waiting: Collection[Id], seed: str
) -> tuple[list[Qualified], tuple[Id, ...]]:
    rows: dict[Id, tuple[str, StandingsRow]] = {}
    for name, table in tables.items():
        for row in [row for row in table.rows if row.rank is not None][best:]:
            if row.entrant not in waiting:
                rows[row.entrant] = (name, row)
    columns, by = across(tables, rows, seed)
    lots = By.LOT in by
    order = arrange(rows, columns)
    inside, line = _line(order.groups, others)
    flat = [entrant for group in order.groups for entrant in group]
    lot = len(columns) - 1 if lots else None
    cut_by_lot = lots and len(flat) > others and order.levels[others] == lot
    by_lot = {
        entrant for split in order.splits if split.column == lot for part in split.groups for entrant in part
    }
    chosen = [entrant for entrant in flat if entrant in inside]
    return [
        Qualified(
            entrant, rows[entrant][0], rows[entrant][1].rank or 0, True, cut_by_lot and entrant in by_lot
        )
        for entrant in chosen
    ], line


def across(
    tables: Mapping[str, Standings], rows: Mapping[Id, tuple[str, StandingsRow]], seed: str
) -> tuple[list[Column], list[By]]:
    """What people of different groups are compared by: the criteria of the tables without those among equals,
    in groups of different size by the mean of the rounds; the lot last, if lots are among the criteria.
    """
    first = next(iter(tables.values()))
    uneven = len({len(table.rows) for table in tables.values()}) > 1
    columns: list[Column] = []
    by: list[By] = []
    for number, criterion in enumerate(first.criteria):
        if not criterion.among_equals:
            values = {
                entrant: _mean(row, number, criterion.by) if uneven else row.values[number].exact
                for entrant, (_name, row) in rows.items()
            }
            columns.append(_column(sortable(values, criterion.descending(first.rules, first.basis))))
            by.append(criterion.by)
    if seed and By.LOT in first.rules.criteria:
        columns.append(
            lambda group: _by_lot(seed, {entrant: rows[entrant][1].about.on_lot for entrant in group})
        )
        by.append(By.LOT)
    return columns, by


def interleaved(tables: Mapping[str, Standings], seed: str = "") -> list[StandingsRow]:
    """Everybody of all groups in one list: the first of the groups, then the second, and so on; those of the
    same rank by `across`. Who has no rank in his group stands at the end without a place.
    """
    rows = {row.entrant: (name, row) for name, table in tables.items() for row in table.rows}
    if not rows:
        return []
    columns, by = across(tables, rows, seed)
    merged: list[StandingsRow] = []
    for rank in _ranks([row for _name, row in rows.values()]):
        order = arrange([entrant for entrant, (_name, row) in rows.items() if row.rank == rank], columns)
        drawn = {
            place
            for split in order.splits
            if by[split.column] is By.LOT
            for part in split.groups
            for place in part
        }
        start = len(merged)
        for group in order.groups:
            place = len(merged) + 1
            for entrant in group:
                level = order.levels[len(merged) - start]
                name, row = rows[entrant]
                decided = None if level is None else by[level]
                merged.append(
                    replace(
                        row,
                        rank=place,
                        decided_by=decided,
                        by_lot=row.by_lot or entrant in drawn,
                        group=name,
                        in_group=rank,
                    )
                )
    without = [replace(row, group=name) for name, row in rows.values() if row.rank is None]
    return [*marked(merged), *without]


def _column(keys: Mapping[Id, object]) -> Column:
    return lambda group: keys


NO_SUM = (By.MEAN, By.WORST_ROUND, By.WORST_HAND, By.OPPONENTS_WIN)
"""Criteria that are no larger in a large group."""


def _mean(row: StandingsRow, number: int, by: By) -> Exact:
    """A value for each round that counts, so that a small group is no disadvantage."""
    value = row.values[number].exact
    if value is None or isinstance(value, tuple) or by in NO_SUM:
        return value
    rounds = sum(
        score.kind != "sitting_out" and (score.kind != "bye" or bool(score.match_points))
        for score in row.rounds
    )
    return exact(value, rounds) if rounds else value


def _by_lot(seed: str, numbers: Mapping[Id, int]) -> Mapping[Id, int]:
    """Larger is ahead."""
    order = drawn(seed, numbers.values())
    return {entrant: -order.index(number) for entrant, number in numbers.items()}
