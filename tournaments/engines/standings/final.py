"""The final list: everybody once, with places from 1 to n over all parts of an event.

Who reached a later part (a knockout, a final table, a stage for the best only) stands before those who did
not. Within a part the order is its own. In a bracket the round decides in which somebody lost; who loses in
the same round shares the places. In groups the rank in the group decides, and the same rank of several groups
is put in order by the criteria. Everywhere else it is the standings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.engines.bracket import Bracket
from tournaments.engines.standings.choices import By
from tournaments.engines.standings.direct import tickets
from tournaments.engines.standings.groups import interleaved
from tournaments.engines.standings.inputs import Id
from tournaments.engines.standings.knockout import all_places
from tournaments.engines.standings.ranking import FinalPart, Lot, Standings, StandingsRow


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """A part of an event: the standings of those who were in it, and what goes before their criteria."""

    part: FinalPart
    table: Standings
    bracket: Bracket = field(default_factory=Bracket)
    groups: Mapping[str, Standings] = field(default_factory=dict)  # of a part that was played in groups


def final_list(parts: Sequence[PlayedPart], seed: str = "") -> Standings:
    """The list of everybody; `parts` from the first one on. Who has not played at all has no place, and as
    long as nothing has been played nobody has.
    """
    rows: list[StandingsRow] = []
    without: list[StandingsRow] = []
    lots: list[Lot] = []
    seen: set[Id] = set()
    for number in reversed(range(len(parts))):
        known = [
            _whole(parts[: number + 1], row) for row in parts[number].table.rows if row.entrant not in seen
        ]
        seen |= {row.entrant for row in known}
        inside = _in_bracket(parts[number])
        placed = {
            row.entrant: row
            for row in known
            if row.rank is not None
            and (row.entrant in inside if parts[number].part.bracket else not row.idle)
        }
        without += [_nowhere(row) for row in known if row.entrant not in placed]
        part_rows = [
            row if row.part == number else replace(row, part=number)
            for row in _of_part(parts[number], placed, seed)
        ]
        lots += _lots(parts[number], part_rows, len(rows), seed)
        rows += [_moved(row, len(rows)) for row in part_rows]
    table = replace(
        parts[-1].table,
        rows=(*rows, *sorted(without, key=lambda row: row.idle)),
        rounds=tuple(sorted({number for each in parts for number in each.table.rounds})),
        lots=tuple(lots),
        begun=any(part.table.begun for part in parts),
        parts=tuple(part.part for part in parts),
    )
    return table if table.begun else table.unranked()


def _of_part(part: PlayedPart, rows: Mapping[Id, StandingsRow], seed: str) -> list[StandingsRow]:
    """These people in the order of this part, with places among themselves."""
    if part.part.bracket:
        return _of_bracket(part, rows)
    table = part.table
    if part.groups:
        order = interleaved(part.groups, seed)
        inside = {row.entrant for row in order}
        rest = [_nowhere(row) for row in table.rows if row.entrant not in inside]
        table = replace(table, rows=(*order, *rest))
    elif all(row.rank is None or row.entrant in rows for row in table.rows):
        return [row for row in rows.values() if row.rank is not None]  # nobody leaves a gap
    listed = table.among(rows).rows
    return [replace(row, rounds=rows[row.entrant].rounds) for row in listed if row.rank is not None]


def _in_bracket(part: PlayedPart) -> set[Id]:
    """Who was drawn into the bracket."""
    return {entrant for match in part.bracket.matches for entrant in match.sides if entrant is not None}


def _of_bracket(part: PlayedPart, rows: Mapping[Id, StandingsRow]) -> list[StandingsRow]:
    """By how far everybody has come. Those without a place leave no gap."""
    places = all_places(part.bracket.matches, _in_bracket(part))
    gone = [place.last for place in places if place.entrant not in rows]
    ranked = []
    for spot in places:
        if spot.entrant in rows:
            first = spot.first - sum(last < spot.first for last in gone)
            last = max(first, spot.last - sum(place <= spot.last for place in gone))
            row = rows[spot.entrant]
            ranked.append(
                replace(
                    row,
                    rank=first,
                    last=last,
                    shared=first != last and not spot.open,
                    decided_by=None,
                    by_lot=False,
                    provisional=spot.open,
                )
            )
    return sorted(ranked, key=lambda row: (row.rank, row.last, row.about.on_lot))


def _whole(parts: Sequence[PlayedPart], row: StandingsRow) -> StandingsRow:
    """A row with what was played in earlier parts; where points began anew, that does not count."""
    rounds = {score.round: score for score in row.rounds}
    for part in parts[:-1]:
        if row.entrant in part.table.positions:
            for score in part.table.row(row.entrant).rounds:
                rounds.setdefault(score.round, score._replace(counted=False, earlier=True))
    whole = tuple(rounds[number] for number in sorted(rounds))
    idle = all(score.kind == "absent" for score in whole)
    if whole == row.rounds and idle == row.idle:
        return row  # what is not made anew costs nothing further on, either
    return replace(row, rounds=whole, idle=idle)


def _nowhere(row: StandingsRow) -> StandingsRow:
    return replace(row, rank=None, last=None, decided_by=None, shared=False, by_lot=False)


def _moved(row: StandingsRow, ahead: int) -> StandingsRow:
    """Behind so many others."""
    if row.rank is None or (not ahead and row.last is not None):
        return row
    return replace(row, rank=row.rank + ahead, last=(row.worst or row.rank) + ahead)


def _lots(part: PlayedPart, rows: Sequence[StandingsRow], ahead: int, seed: str) -> Iterator[Lot]:
    """The lots that decided places of the list."""
    if part.part.bracket:
        return
    if part.groups:
        yield from _across_groups(rows, ahead, seed)
        return
    at = {row.entrant: place for place, row in enumerate(rows)}
    for lot in part.table.lots:
        inside = [place for place, entrant in enumerate(lot.order) if entrant in at]
        if len(inside) > 1:
            order = tuple(lot.order[place] for place in inside)
            drawn = tuple(lot.tickets[place] for place in inside) if lot.tickets else ()
            yield Lot(ahead + 1 + at[order[0]], order, drawn)


def _across_groups(rows: Sequence[StandingsRow], ahead: int, seed: str) -> Iterator[Lot]:
    """Lots between people of the same rank in different groups; those within a group stand at its table."""
    run: list[StandingsRow] = []
    for place, row in enumerate((*rows, None)):
        if row is not None and row.decided_by is By.LOT and run and run[-1].in_group == row.in_group:
            run.append(row)
            continue
        if len(run) > 1:
            drawn = tickets(seed, [row.about.on_lot for row in run])
            yield Lot(
                ahead + 1 + place - len(run),
                tuple(row.entrant for row in run),
                tuple(drawn[row.about.on_lot] for row in run),
            )
        run = [] if row is None else [row]
