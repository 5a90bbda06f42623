"""Which evenings of somebody count, and what total comes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournaments.engines.season.choices import Absent, BonusPlace, Combining, Negatives, Unit
from tournaments.engines.season.inputs import Number, PersonId, SeasonEvening
from tournaments.engines.season.marks import EveningMarks, Mark, quotient
from tournaments.engines.season.rules import SeasonRules
from tournaments.engines.season.tables import LeftOut, SeasonCell, SeasonLine

COMING = SeasonCell("coming")


class SeasonFrame(NamedTuple):
    """What is the same for everybody."""

    evenings: Sequence[SeasonEvening]
    marks: Sequence[EveningMarks]
    rules: SeasonRules
    over: bool


class Reckoned(NamedTuple):
    """What somebody comes to."""

    cells: tuple[SeasonCell, ...]
    lines: tuple[SeasonLine, ...]
    counted: Number
    divisor: Number | None
    total: Number | None
    attended: int
    missed: int
    units: int
    limit: int | None  # how many evenings can count for this person; None: all


def reckon(person: PersonId, frame: SeasonFrame, extras: Sequence[SeasonLine] = ()) -> Reckoned:
    """The evenings of somebody, which of them count, and the total."""
    rules = frame.rules
    marks = [evening.marks.get(person) for evening in frame.marks]
    cells = [
        _cell(evening, of_all, mark, rules)
        for evening, of_all, mark in zip(frame.evenings, frame.marks, marks, strict=True)
    ]
    limit = _choose(cells, frame.evenings, rules)
    counted = sum(cell.value for cell in cells if cell.counted and cell.value is not None)
    attended = sum(mark is not None for mark in marks)
    missed = sum(cell.state == "absent" for cell in cells)
    lines = (*_lines(person, frame, cells, marks, attended, missed), *extras)
    divisor = _divisor(cells, marks, frame) if rules.combine is Combining.MEAN else None
    base: Number | None = counted
    if divisor is not None:
        base = quotient(counted, divisor) if divisor else None
    total = None if base is None else base + sum(line.points for line in lines)
    units = _units(marks, attended, rules)
    return Reckoned(tuple(cells), lines, counted, divisor, total, attended, missed, units, limit)


def weight_of(evening: SeasonEvening, rules: SeasonRules) -> Number:
    """How often an evening counts."""
    return evening.weight if rules.weighted else 1


# --- what an evening is to somebody ------------------------------


def _cell(evening: SeasonEvening, of_all: EveningMarks, mark: Mark | None, rules: SeasonRules) -> SeasonCell:
    if not evening.played:
        return COMING
    if mark is None:
        return SeasonCell("absent", _absence(evening, of_all, rules))
    value = mark.value
    if value is None:
        return SeasonCell("played", None, False, LeftOut.NO_VALUE, mark.points, mark.rank)
    left_out = None
    if value < 0 and rules.negatives is not Negatives.COUNT:
        if rules.negatives is Negatives.ZERO:
            value = 0
        else:
            left_out = LeftOut.NEGATIVE
    bonus: Number = 0
    if rules.bonus is BonusPlace.EVENING:
        bonus = mark.bonus + rules.presence_bonus
    value = value * weight_of(evening, rules)
    if left_out is None and rules.announced_only and not mark.announced:
        left_out = LeftOut.NOT_ANNOUNCED
    return SeasonCell("played", value + _good(bonus, rules), False, left_out, mark.points, mark.rank, bonus)


def _absence(evening: SeasonEvening, of_all: EveningMarks, rules: SeasonRules) -> Number | None:
    if rules.absent is Absent.NOTHING or rules.announced_only:
        return None
    value = rules.absent_points if rules.absent is Absent.FIXED else of_all.worst
    if value is None:
        return None
    if value < 0 and rules.negatives is Negatives.ZERO:
        value = 0
    return value * weight_of(evening, rules)


def _good(bonus: Number, rules: SeasonRules) -> Number:
    """A bonus is always good, also where few points win."""
    return -bonus if rules.lowest_first else bonus


# --- which of them count ------------------------------


def _choose(cells: list[SeasonCell], evenings: Sequence[SeasonEvening], rules: SeasonRules) -> int | None:
    """Mark the evenings that count; how many may, besides those that always do."""
    candidates = []
    for number, cell in enumerate(cells):
        if cell.value is None or cell.left_out is not None:
            continue
        if rules.negatives is Negatives.LEFT_OUT and cell.state == "absent" and cell.value < 0:
            cells[number] = cell._replace(left_out=LeftOut.NEGATIVE)
        elif evenings[number].kind in rules.always:
            cells[number] = cell._replace(counted=True)
        else:
            candidates.append(number)
    sign = 1 if rules.lowest_first else -1
    order = [number for _value, number in sorted((sign * _value(cells[n]), n) for n in candidates)]
    if rules.per_group:
        order = list(_best_of_groups(order, cells, evenings, rules.per_group))
    limit = _limit(order, cells, evenings, rules)
    for place, number in enumerate(order):
        if limit is None or place < limit:
            cells[number] = cells[number]._replace(counted=True)
        else:
            cells[number] = cells[number]._replace(left_out=LeftOut.WORSE)
    return limit


def _value(cell: SeasonCell) -> Number:
    return 0 if cell.value is None else cell.value


def _best_of_groups(
    order: list[int], cells: list[SeasonCell], evenings: Sequence[SeasonEvening], most: int
) -> Iterator[int]:
    """Of every group the best few, best first; the others are left out."""
    groups: Counter[str] = Counter()
    for number in order:
        group = evenings[number].group
        groups[group] += 1
        if groups[group] <= most:
            yield number
        else:
            cells[number] = cells[number]._replace(left_out=LeftOut.GROUP)


def _limit(
    order: list[int], cells: list[SeasonCell], evenings: Sequence[SeasonEvening], rules: SeasonRules
) -> int | None:
    if rules.best:
        return rules.best
    if rules.drop:
        played = sum(evening.played and evening.kind not in rules.always for evening in evenings)
        return max(played - rules.drop, 0)
    if rules.drop_from:
        attended = sum(cells[number].state == "played" for number in order)
        if attended < rules.drop_from:
            return None
        return len(order) - min(rules.drop_most, 1 + (attended - rules.drop_from) // rules.drop_every)
    return None


# --- the total ------------------------------


def _lines(
    person: PersonId,
    frame: SeasonFrame,
    cells: Sequence[SeasonCell],
    marks: Sequence[Mark | None],
    attended: int,
    missed: int,
) -> Iterator[SeasonLine]:
    """What is added besides evenings."""
    rules = frame.rules
    apart = [
        mark
        for mark, cell in zip(marks, cells, strict=True)
        if mark is not None and (rules.bonus is BonusPlace.APART or cell.value is None)
    ]
    if rules.presence_bonus and apart:
        yield SeasonLine("presence", _good(rules.presence_bonus * len(apart), rules), len(apart))
    if rules.all_bonus and frame.over and attended and not missed:
        yield SeasonLine("every_time", _good(rules.all_bonus, rules), attended)
    if rules.hosting_bonus:
        hosted = sum(person in evening.hosts for evening in frame.evenings if evening.played)
        if hosted:
            yield SeasonLine("hosting", _good(rules.hosting_bonus * hosted, rules), hosted)
    bonuses = [mark.bonus for mark in apart if mark.bonus]
    if bonuses:
        yield SeasonLine("bonus", _good(sum(bonuses), rules), len(bonuses))
    if rules.absence_penalty and missed:
        yield SeasonLine("absence", -_good(rules.absence_penalty * missed, rules), missed)


def _divisor(cells: Sequence[SeasonCell], marks: Sequence[Mark | None], frame: SeasonFrame) -> Number:
    rules = frame.rules
    parts: list[Number] = []
    for cell, mark, evening in zip(cells, marks, frame.evenings, strict=True):
        if not cell.counted:
            continue
        if rules.divisor is Unit.EVENINGS:
            parts.append(weight_of(evening, rules))
        elif mark is not None:
            units = mark.rounds if rules.divisor is Unit.ROUNDS else mark.hands
            parts.append(weight_of(evening, rules) * units)
    return max(sum(parts), rules.least_divisor)


def _units(marks: Sequence[Mark | None], attended: int, rules: SeasonRules) -> int:
    if rules.least_of is Unit.ROUNDS:
        return sum(mark.rounds for mark in marks if mark is not None)
    if rules.least_of is Unit.HANDS:
        return sum(mark.hands for mark in marks if mark is not None)
    return attended
