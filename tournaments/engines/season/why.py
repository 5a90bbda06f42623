"""How a total came about, what is still possible, and whom a correction has moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.season.choices import Combining, SeasonBy, Unit
from tournaments.engines.season.inputs import Number, PersonId
from tournaments.engines.season.marks import quotient
from tournaments.engines.season.tables import (
    LeftOut,
    SeasonLine,
    SeasonOutlook,
    SeasonRow,
    SeasonTable,
    Unranked,
    written,
)

MOST_NAMED = 12  # values of evenings that a sentence names


@dataclass(frozen=True, slots=True)
class SeasonReason(Text):
    """A sentence about somebody. `other` is who it compares with, and a value as well: whoever has names
    puts one in its place (`named`).
    """

    code: str = ""
    other: PersonId | None = None

    def named(self, name: str) -> Text:
        """The sentence with the name of the other one."""
        return Text(self.message, {**self.values, "other": name})


def why(table: SeasonTable, person: PersonId) -> list[SeasonReason]:
    """How somebody's total and place came about. Raises KeyError for somebody who is not in the table."""
    row = table.row(person)
    reasons = [
        *_total(table, row),
        *(_line(table, line) for line in row.lines),
        *_place(table, row),
        *_still(table, row.outlook),
    ]
    return reasons


def _reason(code: str, message: str, other: PersonId | None = None, **values: object) -> SeasonReason:
    if other is not None:
        values["other"] = str(other)
    return SeasonReason(message, values, code, other)


def _numbers(table: SeasonTable, values: Sequence[Number | None]) -> tuple[object, ...]:
    shown = [written(value, table.rules.decimals) for value in values[:MOST_NAMED]]
    return (*shown, "…") if len(values) > MOST_NAMED else tuple(shown)


def _total(table: SeasonTable, row: SeasonRow) -> Iterator[SeasonReason]:
    rules, counted = table.rules, [cell.value for cell in row.cells if cell.counted]
    total = written(row.counted, rules.decimals)
    if not counted:
        yield _reason("nothing_counts", _("No evening counts yet."))
    elif rules.combine is Combining.MEAN and row.divisor:
        yield _reason(
            "mean",
            _("{total} divided by {divisor}: {mean}."),
            total=total,
            divisor=written(row.divisor, rules.decimals),
            mean=table.shown(quotient(row.counted, row.divisor)),
        )
    elif len(counted) == 1:
        yield _reason("sum", _("1 evening counts: {total}."), total=total)
    else:
        yield _reason(
            "sum",
            _("{count} evenings count: {values}; together {total}."),
            count=len(counted),
            values=_numbers(table, counted),
            total=total,
        )
    for left_out in LeftOut:
        values = [cell.value for cell in row.cells if cell.left_out is left_out]
        if values and left_out is LeftOut.NO_VALUE:
            yield _reason("no_value", _("Evenings without a result: {count}."), count=len(values))
        elif values:
            yield _reason(
                left_out.value,
                _("Left out ({reason}): {values}."),
                reason=left_out,
                values=_numbers(table, values),
            )
    imputed = [cell.value for cell in row.cells if cell.state == "absent" and cell.value is not None]
    if imputed:
        yield _reason("absent", _("Evenings missed are worth: {values}."), values=_numbers(table, imputed))
    elif row.missed:
        yield _reason("absent", _("Evenings missed: {count}."), count=row.missed)


_LINES = {
    "presence": _("Bonus for taking part: {points} (evenings: {count})."),
    "every_time": _("Bonus for coming every time: {points}."),
    "hosting": _("Bonus for hosting: {points} (evenings: {count})."),
    "bonus": _("Bonus: {points}."),
    "absence": _("For absences: {points} (evenings: {count})."),
    "extra": _("From the organisers: {points}."),
}
_EXTRA_WITH_REASON = _("From the organisers: {points} ({reason}).")


def _line(table: SeasonTable, line: SeasonLine) -> SeasonReason:
    message = _EXTRA_WITH_REASON if line.code == "extra" and line.reason else _LINES[line.code]
    points = written(line.points, table.rules.decimals)
    return _reason(line.code, message, points=points, count=line.evenings, reason=line.reason)


_MISSING = {
    Unit.EVENINGS: _("Evenings missing to be ranked: {count}."),
    Unit.ROUNDS: _("Rounds missing to be ranked: {count}."),
    Unit.HANDS: _("Hands missing to be ranked: {count}."),
}


def _place(table: SeasonTable, row: SeasonRow) -> Iterator[SeasonReason]:
    if row.unranked is not None:
        reason: object = row.barred if row.unranked is Unranked.BARRED and row.barred else row.unranked
        yield _reason(row.unranked.value, _("Listed without a place: {reason}."), reason=reason)
    if row.missing:
        yield _reason("missing", _MISSING[table.rules.least_of], count=row.missing)
    if row.rank is None:
        return
    if row.shared:
        yield _reason("shared", _("The place is shared: tied in everything that decides."))
    here = table.positions[row.person]
    first = here
    while first and table.rows[first - 1].rank == row.rank:
        first -= 1
    if first == 0:
        return
    above, by = table.rows[first - 1], table.rows[first].decided_by
    if by is SeasonBy.LOT:
        yield _reason("lot", _("As many as {other}; the lot decided."), above.person)
    elif by is not None:
        yield _reason(
            "tie_break", _("As many as {other}, who is ahead by: {criterion}."), above.person, criterion=by
        )
    elif above.total is not None and row.total is not None:
        between: Number = above.total - row.total
        gap = table.shown(max(between, -between))
        yield _reason("behind", _("{gap} behind {other}."), above.person, gap=gap)


def _still(table: SeasonTable, look: SeasonOutlook) -> Iterator[SeasonReason]:
    """What can still be reached."""
    decimals, left = table.rules.decimals, look.remaining
    if look.minimum_out_of_reach:
        yield _reason(
            "minimum_out_of_reach",
            _("The least number can no longer be reached; evenings left: {count}."),
            count=left,
        )
        return
    if look.improves_above is not None:
        message = (
            _("Only a result below {value} improves the total.")
            if table.rules.lowest_first
            else _("Only a result above {value} improves the total.")
        )
        yield _reason("improves", message, value=written(look.improves_above, decimals))
    if look.ahead is not None and look.more:
        message = (
            _("To pass {other}, the last evening must be better by more than {points}.")
            if left == 1
            else _("To pass {other}, the evenings left must together be better by more than {points}.")
        )
        yield _reason("needs", message, look.ahead, points=written(look.more, decimals), count=left)
    if look.best_place is not None and look.best_place == look.worst_place:
        yield _reason("certain", _("Place {place} is certain."), place=look.best_place)
    else:
        if look.best_place is not None and look.best_place > 1:
            message = _("Can still reach place {place} at best.")
            yield _reason("at_best", message, place=look.best_place)
        if look.worst_place is not None:
            message = _("Can no longer fall behind place {place}.")
            yield _reason("at_worst", message, place=look.worst_place)


# --- corrections ------------------------------


@dataclass(frozen=True, slots=True)
class SeasonMove:
    """Whom a correction moved, or whose total it changed."""

    person: PersonId
    before: int | None
    after: int | None
    total_before: Number | None
    total_after: Number | None

    @property
    def moved(self) -> bool:
        """Is the place another one?"""
        return self.before != self.after


def moved(before: SeasonTable, after: SeasonTable) -> tuple[SeasonMove, ...]:
    """Everybody whose place or total is another one now, in the order of the new table."""
    moves = []
    gone = [person for person in before.positions if person not in after.positions]
    for person in (*after.positions, *gone):
        was = before.row(person) if person in before.positions else None
        now = after.row(person) if person in after.positions else None
        ranks = (was.rank if was else None, now.rank if now else None)
        totals = (was.total if was else None, now.total if now else None)
        if ranks[0] != ranks[1] or totals[0] != totals[1]:
            moves.append(SeasonMove(person, *ranks, *totals))
    return tuple(moves)


def notice(moves: Sequence[SeasonMove]) -> Text:
    """What a correction did to the season, in one sentence."""
    places = sum(move.moved for move in moves)
    if places == 1:
        return say(_("1 place of the season has changed."))
    if places:
        return say(_("{count} places of the season have changed."), count=places)
    if moves:
        return say(_("Totals of the season have changed, no place has."))
    return say(_("The season stays as it is: no total and no place has changed."))
