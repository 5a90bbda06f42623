"""Standings that go on from those before: after a hand, only what it touches is computed again.

The same as `standings`, always: what may be taken over is what was computed from the very same values.
Everything here is left as it is once it has been made, so several may go on from the same standings.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.engines.standings.arranging import (
    Arranged,
    Column,
    Split,
    arrange,
    sortable,
    sortable_again,
)
from tournaments.engines.standings.choices import By
from tournaments.engines.standings.criteria import Criterion, criteria_of
from tournaments.engines.standings.inputs import Competition, Id, TableResult
from tournaments.engines.standings.ranking import (
    Standings,
    StandingsRow,
    adjustments_of,
    column_of,
    drawn_by_lot,
    has_begun,
    lots_of,
    ranked_and_others,
    round_scores,
    rows_of,
)
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.values import Exact, Value

Keys = Mapping[Id, Any]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Standings, and what is needed to go on from them."""

    competition: Competition
    seed: str
    turns: TurnBook
    values: tuple[dict[Id, Exact], ...]  # one for each criterion
    keys: tuple[Keys, ...]  # the same; empty for criteria among equals
    order: tuple[Id, ...]  # those with a place
    table: Standings


class RunningStandings:
    """The standings that were asked for last; each question goes on from the last one of its name."""

    def __init__(self) -> None:
        self._ranked: dict[Hashable, Ranked] = {}

    def apart(self) -> RunningStandings:
        """Goes on from the same standings, without being gone on from."""
        other = RunningStandings()
        other._ranked = dict(self._ranked)
        return other

    def standings(
        self, name: Hashable, competition: Competition, upto: int | None = None, seed: str = ""
    ) -> Standings:
        """What `standings` would say."""
        self._ranked[name] = ranked = rank(competition.until(upto), seed, self._ranked.get(name))
        return ranked.table


def rank(competition: Competition, seed: str = "", before: Ranked | None = None) -> Ranked:
    """The standings of a competition, going on from earlier ones."""
    changed = (
        None if before is None or before.seed != seed else changed_tables(before.competition, competition)
    )
    if before is None or changed is None:
        turns = TurnBook(competition, seed)
        return _ranked(turns, turns.entrants.keys(), None)
    if not changed:
        return before
    return _ranked(*before.turns.going_on(competition, changed), before)


def changed_tables(before: Competition, now: Competition) -> list[int] | None:
    """Where in `played` something else stands; None where more is different than what is on sheets."""
    if (
        len(before.played) != len(now.played)
        or before.rules != now.rules
        or before.entrants != now.entrants
        or before.rests != now.rests
        or before.adjustments != now.adjustments
        or before.playoffs != now.playoffs
        or before.lots != now.lots
    ):
        return None
    pairs = zip(before.played, now.played, strict=True)
    changed = [place for place, (was, is_now) in enumerate(pairs) if was is not is_now and was != is_now]
    if any(_frame(before.played[place]) != _frame(now.played[place]) for place in changed):
        return None
    return changed


def _frame(played: TableResult) -> tuple[object, ...]:
    """What of a table no hand changes."""
    seats = tuple(account.entrants for account in played.accounts)
    return played.stage, played.round, played.table, played.matched, seats


def _ranked(turns: TurnBook, touched: Collection[Id], before: Ranked | None) -> Ranked:
    criteria = criteria_of(turns.rules)
    values = [_values(turns, criterion, place, touched, before) for place, criterion in enumerate(criteria)]
    keys = [
        _keys(turns, criterion, place, values[place], touched, before)
        for place, criterion in enumerate(criteria)
    ]
    columns = [
        column_of(turns, criterion, values[place], keys[place]) for place, criterion in enumerate(criteria)
    ]
    with_place, others = ranked_and_others(turns)
    first = _first_of_equals(criteria, values)
    ids, order = _arranged(before.order if before else with_place, keys[:first], columns)
    rows = _rows(turns, criteria, values, order, touched, before)
    without = [
        column for column, criterion in zip(columns, criteria, strict=True) if criterion.by is not By.LOT
    ]
    rows += rows_of(turns, criteria, values, arrange(others, without), counted=False)
    table = Standings(
        tuple(rows),
        criteria,
        turns.rules,
        tuple(turns.rounds),
        turns.basis,
        lots_of(turns, criteria, order.splits),
        turns.seed,
        any(map(has_begun, turns.competition.played)),
    )
    return Ranked(turns.competition, turns.seed, turns, tuple(values), tuple(keys), ids, table)


def _values(
    turns: TurnBook, criterion: Criterion, place: int, touched: Collection[Id], before: Ranked | None
) -> dict[Id, Exact]:
    if criterion.among_equals:
        return {}  # filled while equals are put in order
    if before is None or criterion.by_others:
        return dict(criterion.compute(turns, [*turns.entrants]))
    return {**before.values[place], **criterion.compute(turns, [*touched])}


def _keys(
    turns: TurnBook,
    criterion: Criterion,
    place: int,
    values: Mapping[Id, Exact],
    touched: Collection[Id],
    before: Ranked | None,
) -> Keys:
    descending = criterion.descending(turns.rules, turns.basis)
    if before is None or criterion.by_others or criterion.among_equals:
        return sortable(values, descending)
    return sortable_again(before.keys[place], values, touched, descending)


def _first_of_equals(criteria: Sequence[Criterion], values: Sequence[Mapping[Id, Exact]]) -> int:
    """The first criterion whose value depends on who is equal; by those before it everybody is sorted."""
    for place, criterion in enumerate(criteria):
        if criterion.among_equals or (criterion.needs_all and None in values[place].values()):
            return place
    return len(criteria)


def _arranged(
    ids: Sequence[Id], keys: Sequence[Keys], columns: Sequence[Column]
) -> tuple[tuple[Id, ...], Arranged]:
    """What `arrange` makes of these columns, of which `keys` are the first. The ids are best given in the
    order they had before: sorting what is nearly sorted is little more than looking at it.
    """
    by = {id_: (*(column[id_] for column in keys), -id_) for id_ in ids}
    order = sorted(ids, key=by.__getitem__, reverse=True)
    groups: list[list[Id]] = []
    levels: list[int | None] = [None] * len(order)
    splits: list[Split] = []
    start = 0
    for place in range(1, len(order) + 1):
        level = _level(by[order[place - 1]], by[order[place]]) if place < len(order) else None
        if level == len(keys):  # only the ids are different
            continue
        if place - start > 1:
            equals = arrange(order[start:place], columns[len(keys) :])
            for at, inner in enumerate(equals.levels):
                if inner is not None:
                    levels[start + at] = inner + len(keys)
            splits += [
                Split(split.column + len(keys), split.first + start, split.groups) for split in equals.splits
            ]
            groups += equals.groups
        else:
            groups.append([order[start]])
        if place < len(order):
            levels[place] = level
        start = place
    splits.sort(key=lambda split: (split.column, split.first))
    return tuple(order), Arranged(groups, levels, splits)


def _level(above: Sequence[Any], below: Sequence[Any]) -> int:
    level = 0
    while above[level] == below[level]:
        level += 1
    return level


def _rows(
    turns: TurnBook,
    criteria: Sequence[Criterion],
    values: Sequence[Mapping[Id, Exact]],
    order: Arranged,
    touched: Collection[Id],
    before: Ranked | None,
) -> list[StandingsRow]:
    """The rows of those with a place; where nothing in a row is another, it is the row from before."""
    adjustments = adjustments_of(turns)
    by_lot = drawn_by_lot(criteria, order.splits)
    others = [place for place, each in enumerate(criteria) if each.among_equals or each.by_others]
    rows: list[StandingsRow] = []
    for group in order.groups:
        first, last = len(rows) + 1, len(rows) + len(group)
        for entrant in group:
            level = order.levels[len(rows)]
            decided_by = None if level is None else criteria[level].by
            old = before.table.row(entrant) if before else None
            if old is None or entrant in touched:
                rounds = tuple(round_scores(turns, entrant))
                row = StandingsRow(
                    first,
                    entrant,
                    turns.entrants[entrant],
                    _shown(criteria, values, entrant),
                    rounds,
                    decided_by,
                    last > first,
                    entrant in by_lot,
                    any(score.open for score in rounds),
                    tuple(adjustments.get(entrant, ())),
                    last,
                )
                rows.append(old if old == row else row)
                continue
            shown = old.values
            if any(shown[place].exact != values[place].get(entrant) for place in others):
                shown = _shown(criteria, values, entrant)
            lot = entrant in by_lot
            if shown is old.values and (old.rank, old.last, old.decided_by, old.by_lot) == (
                first,
                last,
                decided_by,
                lot,
            ):
                rows.append(old)
                continue
            rows.append(
                StandingsRow(
                    first,
                    entrant,
                    old.about,
                    shown,
                    old.rounds,
                    decided_by,
                    last > first,
                    lot,
                    old.provisional,
                    old.adjustments,
                    last,
                )
            )
    return rows


def _shown(
    criteria: Sequence[Criterion], values: Sequence[Mapping[Id, Exact]], entrant: Id
) -> tuple[Value, ...]:
    return tuple(
        Value(known.get(entrant), criterion.percent)
        for criterion, known in zip(criteria, values, strict=True)
    )
