"""The standings: places, the values they come from, and what decided each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from tournaments.engines.standings.arranging import Arranged, Column, Split, arrange, sortable
from tournaments.engines.standings.choices import By, WithdrawnRank
from tournaments.engines.standings.criteria import Criterion, criteria_of
from tournaments.engines.standings.direct import drawn_by_hand, tickets
from tournaments.engines.standings.inputs import Adjustment, Competition, Competitor, Id, TableResult
from tournaments.engines.standings.rules import RankingRules
from tournaments.engines.standings.turnbook import TurnBook
from tournaments.engines.standings.turns import Kind
from tournaments.engines.standings.values import Exact, Number, Value


class RoundScore(NamedTuple):
    """One round of a row."""

    round: int
    kind: Kind
    points: Number
    match_points: Number
    table: int | None = None
    open: bool = False  # can still change
    counted: bool = True  # False: left out, because only the best rounds count
    earlier: bool = False  # of a final list: from a part before that decides nothing here

    @property
    def value(self) -> Value:
        """The points, ready to be written."""
        return Value(self.points)


def span(first: int | None, last: int | None = None, none: str = "–") -> str:
    """How a place is written, wherever it is: `3`, `5–8` where it is shared; a dash for who has none."""
    if first is None:
        return none
    return str(first) if last is None or last <= first else f"{first}–{last}"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One entrant. `rank` None: out of competition, gone, or never at a table; such rows stand at the end."""

    rank: int | None
    entrant: Id
    about: Competitor
    values: tuple[Value, ...]  # one for each criterion, in their order
    rounds: tuple[RoundScore, ...]
    decided_by: By | None = None  # the criterion that separates the row from the one above; None: nothing
    shared: bool = False
    by_lot: bool = False
    provisional: bool = False  # a round of this row can still change
    adjustments: tuple[Adjustment, ...] = ()
    last: int | None = None  # the worst of the places that are shared; None: as `rank`
    part: int = 0  # of a final list: which part of the event the place comes from
    group: str = ""  # of a part in groups: which one
    in_group: int | None = None  # and the rank in it
    idle: bool = False  # has not played at all, and therefore has no place

    @property
    def place(self) -> str:
        """The place as it is written: `3`, `5–8`."""
        return span(self.rank, self.last)

    @property
    def worst(self) -> int | None:
        """The last of the places."""
        return self.rank if self.last is None else self.last


@dataclass(frozen=True, slots=True)
class FinalPart:
    """A part of an event that some have reached and others have not: groups, a final table, a knockout."""

    stage: int  # the last of its stages
    name: object  # spoken by whoever speaks the language
    bracket: bool = False


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot that was drawn: the places from `rank` on, in the order drawn. The smallest ticket is first;
    there are none where organisers drew by hand.
    """

    rank: int
    order: tuple[Id, ...]
    tickets: tuple[str, ...]


@dataclass(frozen=True)
class Standings:
    """Rows in order of the places."""

    rows: tuple[StandingsRow, ...]
    criteria: tuple[Criterion, ...]
    rules: RankingRules
    rounds: tuple[int, ...]
    basis: By  # what stands for a whole performance where opponents are counted
    lots: tuple[Lot, ...] = ()
    seed: str = ""
    begun: bool = True  # something has been played
    parts: tuple[FinalPart, ...] = ()  # of a final list, from the first one

    @property
    def provisional(self) -> bool:
        """Some table is not finished yet."""
        return any(row.provisional for row in self.rows)

    @cached_property
    def positions(self) -> Mapping[Id, int]:
        """Where in `rows` somebody stands."""
        return {row.entrant: number for number, row in enumerate(self.rows)}

    def row(self, entrant: Id) -> StandingsRow:
        """The row of somebody; raises KeyError for a stranger."""
        return self.rows[self.positions[entrant]]

    def among(self, ids: Collection[Id]) -> Standings:
        """The same order for some of them only, with places of their own: ladies, a club, a region."""
        some = frozenset(ids)
        rows: list[StandingsRow] = []
        before, last, level = None, 0, len(self.criteria)
        order = [criterion.by for criterion in self.criteria]
        for row in self.rows:
            if row.decided_by is not None:
                level = min(level, order.index(row.decided_by))
            if row.entrant not in some:
                continue
            apart = before is None or (row.rank, row.worst) != before
            rank = None if row.rank is None else len(rows) + 1 if apart else last
            by = order[level] if (apart or row.rank is None) and rows and level < len(order) else None
            rows.append(replace(row, rank=rank, last=None, decided_by=by, shared=False))
            before, last, level = (row.rank, row.worst), rank or 0, len(order)
        lots = tuple(lot for lot in self.lots if len(some.intersection(lot.order)) > 1)
        return replace(self, rows=marked(rows), lots=lots)

    def unranked(self) -> Standings:
        """Nobody has a place, for nothing has been played: in the order of the lists."""
        rows = sorted(self.rows, key=lambda row: row.about.on_lot)
        blank = (
            replace(row, rank=None, last=None, decided_by=None, shared=False, by_lot=False) for row in rows
        )
        return replace(self, rows=tuple(blank), lots=(), begun=False)

    def categories(self) -> dict[str, Standings]:
        """A table for each category that somebody belongs to, in the order of their names."""
        members: dict[str, list[Id]] = {}
        for row in self.rows:
            if row.about.category:
                members.setdefault(row.about.category, []).append(row.entrant)
        return {name: self.among(members[name]) for name in sorted(members)}


def standings(competition: Competition, upto: int | None = None, seed: str = "") -> Standings:
    """Everybody's place; `upto` is the last round that is looked at. Without a seed no lot is drawn.

    Guests, and those who left if the rules say so, stand at the end without a place.
    """
    turns = TurnBook(competition.until(upto), seed)
    criteria = criteria_of(turns.rules)
    ranked, others = ranked_and_others(turns)
    values: list[dict[Id, Exact]] = [
        {} if criterion.among_equals else dict(criterion.compute(turns, [*turns.entrants]))
        for criterion in criteria
    ]
    columns = [column_of(turns, criterion, known) for criterion, known in zip(criteria, values, strict=True)]
    order = arrange(ranked, columns)
    without = [
        column for column, criterion in zip(columns, criteria, strict=True) if criterion.by is not By.LOT
    ]
    rows = rows_of(turns, criteria, values, order, counted=True)
    rows += rows_of(turns, criteria, values, arrange(others, without), counted=False)
    lots = lots_of(turns, criteria, order.splits)
    begun = any(map(has_begun, turns.competition.played))
    return Standings(marked(rows), criteria, turns.rules, tuple(turns.rounds), turns.basis, lots, seed, begun)


def ranked_and_others(turns: TurnBook) -> tuple[list[Id], list[Id]]:
    """Who has a place, and who stands at the end without one."""
    leavers = turns.rules.withdrawn is WithdrawnRank.UNRANKED
    ranked: list[Id] = []
    others: list[Id] = []
    for entrant in turns.entrants.values():
        out = not entrant.ranked or (leavers and entrant.withdrawn_after is not None)
        (others if out else ranked).append(entrant.id)
    return ranked, others


def has_begun(played: TableResult) -> bool:
    """Something stands on the sheet, or the match is decided without one."""
    if played.number or played.finished or played.walkover is not None:
        return True
    return any(account.points or account.games or account.hands for account in played.accounts)


def lots_of(turns: TurnBook, criteria: Sequence[Criterion], splits: Iterable[Split]) -> tuple[Lot, ...]:
    """The lots among these."""
    return tuple(
        Lot(split.first + 1, ids, _tickets(turns, ids))
        for split in splits
        if criteria[split.column].by is By.LOT
        for ids in [tuple(entrant for part in split.groups for entrant in part)]
    )


def _tickets(turns: TurnBook, ids: Sequence[Id]) -> tuple[str, ...]:
    if drawn_by_hand(turns, ids):
        return ()
    numbers = [turns.entrants[id_].on_lot for id_ in ids]
    ticket_of = tickets(turns.seed, numbers)
    return tuple(ticket_of[number] for number in numbers)


def column_of(
    turns: TurnBook, criterion: Criterion, known: dict[Id, Exact], keys: Mapping[Id, object] | None = None
) -> Column:
    """What the criterion says of a group of equals; `keys` are those of `known`, where they are there."""
    descending = criterion.descending(turns.rules, turns.basis)
    if criterion.among_equals:

        def among(group: Sequence[Id]) -> Mapping[Id, object]:
            places = criterion.compute(turns, group)
            known.update(places)
            return sortable(places, descending)

        return among
    sorted_by = sortable(known, descending) if keys is None else keys

    def of_all(group: Sequence[Id]) -> Mapping[Id, object]:
        if criterion.needs_all and any(known[entrant] is None for entrant in group):
            return {}
        return sorted_by

    return of_all


def rows_of(
    turns: TurnBook,
    criteria: Sequence[Criterion],
    values: Sequence[Mapping[Id, Exact]],
    order: Arranged,
    counted: bool,
) -> list[StandingsRow]:
    """The rows of an order; `counted`: with places."""
    adjustments = adjustments_of(turns)
    by_lot = drawn_by_lot(criteria, order.splits)
    rows: list[StandingsRow] = []
    for group in order.groups:
        rank = len(rows) + 1
        for entrant in group:
            level = order.levels[len(rows)]
            rounds = tuple(round_scores(turns, entrant))
            rows.append(
                StandingsRow(
                    rank if counted else None,
                    entrant,
                    turns.entrants[entrant],
                    tuple(
                        Value(known.get(entrant), criterion.percent)
                        for criterion, known in zip(criteria, values, strict=True)
                    ),
                    rounds,
                    None if level is None else criteria[level].by,
                    counted and len(group) > 1,
                    entrant in by_lot,
                    any(score.open for score in rounds),
                    tuple(adjustments.get(entrant, ())),
                )
            )
    return rows


def adjustments_of(turns: TurnBook) -> dict[Id, list[Adjustment]]:
    """Penalties and credits by whom they are for."""
    adjustments: dict[Id, list[Adjustment]] = {}
    for adjustment in turns.competition.adjustments:
        adjustments.setdefault(adjustment.entrant, []).append(adjustment)
    return adjustments


def drawn_by_lot(criteria: Sequence[Criterion], splits: Iterable[Split]) -> set[Id]:
    """Whom a lot has put in order."""
    return {
        entrant
        for split in splits
        if criteria[split.column].by is By.LOT
        for part in split.groups
        for entrant in part
    }


def round_scores(turns: TurnBook, entrant: Id) -> Iterable[RoundScore]:
    """The rounds of a row."""
    left_out = turns.dropped.get(entrant, frozenset())
    for turn in turns.by_entrant[entrant]:
        yield RoundScore(
            turn.round,
            turn.kind,
            turn.points,
            turn.match_points,
            turn.sheet.played.table if turn.sheet else None,
            turn.open,
            turn.round not in left_out,
        )


def marked(rows: Sequence[StandingsRow]) -> tuple[StandingsRow, ...]:
    """The rows with all places of those who share them."""
    count = Counter(row.rank for row in rows if row.rank is not None)
    return tuple(
        replace(row, shared=count[row.rank] > 1, last=row.rank + count[row.rank] - 1)
        if row.rank is not None
        else row
        for row in rows
    )
