"""“Why am I twelfth?” in sentences, and who moves when something changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.standings.choices import By
from tournaments.engines.standings.criteria import Criterion
from tournaments.engines.standings.inputs import Competition, Id
from tournaments.engines.standings.ranking import Standings, StandingsRow, standings
from tournaments.engines.standings.values import Number, Value, shown


@dataclass(frozen=True, slots=True)
class Reason(Text):
    """A sentence about somebody's place; `other` is who it compares with, named by whoever speaks."""

    other: Id | None = None
    above: bool = False  # the other stands above


def why(table: Standings, entrant: Id) -> list[Reason]:
    """Why somebody stands where he stands: the next place above, equals, the next place below.

    Raises KeyError for somebody who is not in the table.
    """
    place = table.positions[entrant]
    row = table.rows[place]
    if row.rank is None:
        return [_without_rank(row)]
    reasons = []
    same = [n for n, other in enumerate(table.rows) if (other.rank, other.worst) == (row.rank, row.worst)]
    above = next((n for n in range(place - 1, -1, -1) if n not in same), None)
    if above is not None:
        reasons.append(_compared(table, place, above))
    if len(same) > 1:
        reasons.append(_shared(table, place, [n for n in same if n != place]))
    below = next(
        (n for n in range(place + 1, len(table.rows)) if n not in same and table.rows[n].rank is not None),
        None,
    )
    if below is not None:
        reasons.append(_compared(table, place, below))
    return reasons


def _shared(table: Standings, place: int, same: Sequence[int]) -> Reason:
    row = table.rows[place]
    if _in_bracket(table, row):
        if row.provisional:
            return Reason(_("Still in the knockout: one of these places."))
        return Reason(_("Out in the same round of the knockout; the places are shared."))
    if len(same) == 1:
        text = _("Equal in everything; the place is shared.")
        return Reason(text, {}, table.rows[same[0]].entrant, same[0] < place)
    text = _("Equal in everything; the place is shared with {count} others.")
    return Reason(text, {"count": len(same)})


def _in_bracket(table: Standings, row: StandingsRow) -> bool:
    return row.part < len(table.parts) and table.parts[row.part].bracket


def _without_rank(row: StandingsRow) -> Reason:
    if not row.about.ranked:
        return Reason(_("Out of competition: listed without a place."))
    last = row.about.withdrawn_after
    if last is None or row.idle:
        return Reason(_("Has not played: listed without a place."))
    return Reason(_("Left the event after round {round}: listed without a place."), {"round": last})


def _compared(table: Standings, place: int, other: int) -> Reason:
    """The first criterion that differs, and what was equal before it."""
    row, their = table.rows[place], table.rows[other]
    above = other < place
    if table.parts and (reason := _by_course(table, row, their, above)) is not None:
        return reason
    between = range(min(place, other) + 1, max(place, other) + 1)
    order = [criterion.by for criterion in table.criteria]
    decided = [order.index(by) for n in between if (by := table.rows[n].decided_by) is not None]
    level = min(decided, default=len(order) - 1)
    equals = tuple(
        say("{criterion} ({value})", criterion=say(criterion.name), value=row.values[n].shown)
        for n, criterion in enumerate(table.criteria[:level])
        if not criterion.among_equals and row.values[n].first is not None and row.values[n] == their.values[n]
    )
    message, values = _deciding(table, table.criteria[level], row.values[level], their.values[level], above)
    if equals:
        values["equals"] = equals
        message = _AFTER_EQUALS[message]
    return Reason(message, values, their.entrant, above)


def _by_course(table: Standings, row: StandingsRow, their: StandingsRow, above: bool) -> Reason | None:
    """What goes before all criteria: how far both have come, and the rank in their groups."""
    if row.part != their.part:
        name = table.parts[max(row.part, their.part)].name
        text = _("Behind: did not come as far as {part}.") if above else _("Ahead: came as far as {part}.")
        return Reason(text, {"part": name}, their.entrant, above)
    if _in_bracket(table, row):
        if row.provisional or their.provisional:
            text = _("The knockout has not decided between them yet.")
        elif above:
            text = _("Behind: the other came further in the knockout.")
        else:
            text = _("Ahead: came further in the knockout.")
        return Reason(text, {}, their.entrant, above)
    if row.in_group is None or their.in_group is None or row.group == their.group:
        return None
    if row.in_group != their.in_group:
        text = (
            _("Behind: rank {own} in the group against {other}.")
            if above
            else _("Ahead: rank {own} in the group against {other}.")
        )
        return Reason(text, {"own": row.in_group, "other": their.in_group}, their.entrant, above)
    return None


_AHEAD = _("Ahead by {gap}. {criterion}: {own} against {other}.")
_BEHIND = _("Behind by {gap}. {criterion}: {own} against {other}.")
_AHEAD_BY_LOT = _("Ahead by lot.")
_BEHIND_BY_LOT = _("Behind by lot.")
_AHEAD_IN = _("Ahead: {criterion}.")
_BEHIND_IN = _("Behind: {criterion}.")
_AHEAD_ALONE = _("Ahead: the other has no value for {criterion}.")
_BEHIND_ALONE = _("Behind: no value for {criterion}.")

_AFTER_EQUALS = {
    _AHEAD: _("Equal: {equals}. Ahead by {gap}. {criterion}: {own} against {other}."),
    _BEHIND: _("Equal: {equals}. Behind by {gap}. {criterion}: {own} against {other}."),
    _AHEAD_BY_LOT: _("Equal: {equals}. Ahead by lot."),
    _BEHIND_BY_LOT: _("Equal: {equals}. Behind by lot."),
    _AHEAD_IN: _("Equal: {equals}. Ahead: {criterion}."),
    _BEHIND_IN: _("Equal: {equals}. Behind: {criterion}."),
    _AHEAD_ALONE: _("Equal: {equals}. Ahead: the other has no value for {criterion}."),
    _BEHIND_ALONE: _("Equal: {equals}. Behind: no value for {criterion}."),
}


def _deciding(
    table: Standings, criterion: Criterion, value: Value, their: Value, above: bool
) -> tuple[str, dict[str, object]]:
    if criterion.by is By.LOT:
        return (_BEHIND_BY_LOT if above else _AHEAD_BY_LOT), {}
    name: Text = say(criterion.name)
    if criterion.by is By.DIRECT:
        return (_BEHIND_IN if above else _AHEAD_IN), {"criterion": name}
    mine, theirs = value.first, their.first
    if isinstance(value.exact, tuple) and isinstance(their.exact, tuple):
        depth = _first_difference(value.exact, their.exact)
        mine, theirs = _at(value.exact, depth), _at(their.exact, depth)
        name = _part(table, criterion, depth)
    if mine is None or theirs is None:
        return (_BEHIND_ALONE if above else _AHEAD_ALONE), {"criterion": name}
    gap = mine - theirs if mine > theirs else theirs - mine
    values = {
        "gap": shown(gap, criterion.percent),
        "criterion": name,
        "own": shown(mine, criterion.percent),
        "other": shown(theirs, criterion.percent),
    }
    return (_BEHIND if above else _AHEAD), values


def _first_difference(left: Sequence[object], right: Sequence[object]) -> int:
    """Where two lists that are compared one after the other begin to differ."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((n for n, (mine, theirs) in pairs if mine != theirs), min(len(left), len(right)))


def _at(values: Sequence[Number | None], place: int) -> Number | None:
    return values[place] if place < len(values) else None


def _part(table: Standings, criterion: Criterion, depth: int) -> Text:
    """What is compared there: the third best round, round 4."""
    if criterion.by is By.LAST_ROUND:
        return say(_("Round {number}"), number=table.rounds[-1 - depth])
    if depth == 0:
        return say(criterion.name)
    return say(_("{criterion}, no. {number}"), criterion=say(criterion.name), number=depth + 1)


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody whose place or total is another one. None: not in the table, or without a place."""

    entrant: Id
    rank_before: int | None
    rank_after: int | None
    total_before: Value | None  # of the first criterion
    total_after: Value | None


def moved(before: Standings, after: Standings) -> tuple[Move, ...]:
    """Who moves from where to where, in the order of the new table; who is gone comes last."""
    old = {row.entrant: row for row in before.rows}
    moves = []
    for row in (*after.rows, *(row for row in before.rows if row.entrant not in after.positions)):
        was = old.get(row.entrant)
        now = row if row.entrant in after.positions else None
        move = Move(
            row.entrant,
            was.rank if was else None,
            now.rank if now else None,
            was.values[0] if was else None,
            now.values[0] if now else None,
        )
        if move.rank_before != move.rank_after or move.total_before != move.total_after:
            moves.append(move)
    return tuple(moves)


def ranks_by_round(competition: Competition, seed: str = "") -> dict[Id, tuple[int | None, ...]]:
    """Everybody's place after each round that was played, as a chart of the way up and down needs it."""
    tables = [standings(competition, number, seed) for number in _known_rounds(competition)]
    places = [{row.entrant: row.rank for row in table.rows} for table in tables]
    return {entrant.id: tuple(each[entrant.id] for each in places) for entrant in competition.entrants}


def _known_rounds(competition: Competition) -> list[int]:
    """The rounds anything is known of."""
    return sorted({table.round for table in competition.played} | {rest.round for rest in competition.rests})
