"""Read raw answers into a declared dataclass, and write it back: the one judge of shape and range.

Raw answers are what JSON gives: dicts, lists, strings, ints and bools, seats and sides counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.fields import REQUIRED, Between, Field, Kind, Shape
from scoring.problem import Problem
from scoring.table import Seat, Seating, Side
from scoring.text import mark as _
from scoring.text import say

LONGEST_TEXT = 60


@dataclass(slots=True)
class Reading:
    """The outcome of reading: values for the dataclass, all problems, and which fields are unusable."""

    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)


class Refused(Exception):
    """Internal: one answer could not be read; carries its problems, not yet named after the field."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems


def _refuse(code: str, message: str, **values: object) -> Refused:
    return Refused(Problem(None, code, say(message, **values)))


def read(
    fields: Sequence[Field], raw: object, seating: Seating, base: object = None
) -> Reading:
    """Read every field, collecting all problems.

    `base` is an instance whose values stand in for keys that are absent (a preset under switches).
    """
    reading = Reading()
    if not isinstance(raw, Mapping):
        reading.problems.append(Problem(None, "not_an_object", say(_("A record is an object with named answers."))))
        reading.broken.update(one.name for one in fields)
    else:
        unknown = raw.keys() - {one.name for one in fields} if raw else ()
        for key in sorted(unknown, key=str):
            reading.problems.append(
                Problem(str(key), "unknown_key", say(_("“{key}” is not asked for in this game."), key=str(key)))
            )
        for one in fields:
            _read_field(one, raw, seating, base, reading)
    return reading


def _read_field(one: Field, raw: Mapping[str, Any], seating: Seating, base: object, reading: Reading) -> None:
    name, ask = one.name, one.ask
    default = getattr(base, name) if base is not None else one.default
    asked: bool | None = True  # None: cannot be told, because the question before it has no readable answer
    for when in ask.when:
        if when.field in reading.broken:
            asked = None
            break
        if reading.values.get(when.field) not in when.among:
            asked = False
            break
    if name not in raw:
        if default is REQUIRED or (ask.needed and asked):
            reading.problems.append(
                Problem(name, ask.codes.missing, say(_("“{label}” is missing."), label=say(ask.label)))
            )
            reading.broken.add(name)
            default = None
        reading.values[name] = default
        return
    if asked is False:
        reading.problems.append(
            Problem(name, ask.codes.unasked, say(_("“{label}” is not asked for here."), label=say(ask.label)))
        )
        reading.broken.add(name)
        reading.values[name] = None if default is REQUIRED else default
        return
    try:
        reading.values[name] = _read_shape(one.shape, raw[name], seating, one)
    except Refused as refused:
        reading.problems += [replace(problem, field=name) for problem in refused.problems]
        reading.broken.add(name)
        reading.values[name] = None if default is REQUIRED else default


def _read_shape(shape: Shape, raw: object, seating: Seating, one: Field) -> Any:
    codes, label = one.ask.codes, say(one.ask.label)
    if raw is None:
        raise _refuse(codes.missing, _("“{label}” is missing."), label=label)
    match shape.kind:
        case Kind.NUMBER:
            return _read_number(shape.between, raw, one)
        case Kind.CHOICE:
            if isinstance(raw, str):
                for option in shape.options:
                    if option.value == raw:
                        return option
                if shape.withheld and raw in shape.withheld:
                    code = shape.withheld[raw]
                    raise _refuse(code, _("“{option}” is not offered at this table."), option=_option(shape, raw))
            raise _refuse(codes.choice, _("“{label}”: this choice does not exist."), label=label)
        case Kind.FLAG:
            if isinstance(raw, bool):
                return raw
            raise _refuse(codes.range, _("“{label}” takes yes or no."), label=label)
        case Kind.SEAT | Kind.SIDE:
            highest = seating.seats if shape.kind is Kind.SEAT else seating.sides
            if type(raw) is int and 1 <= raw <= highest:
                return Seat(raw - 1) if shape.kind is Kind.SEAT else Side(raw - 1)
            raise _refuse(codes.range, _("“{label}” takes a number from 1 to {high}."), label=label, high=highest)
        case Kind.TEXT:
            if isinstance(raw, str) and 0 < len(raw.strip()) <= LONGEST_TEXT and raw.isprintable():
                return raw.strip()
            raise _refuse(
                codes.range, _("“{label}” takes a text of up to {high} letters."), label=label, high=LONGEST_TEXT
            )
        case Kind.GROUP:
            return _read_group(shape, raw, seating)
        case Kind.LIST:
            return _read_list(shape, raw, seating, one)


def _read_number(between: Between | None, raw: object, one: Field) -> int:
    assert between is not None
    if type(raw) is int and between.low <= raw <= between.high:
        return raw
    raise _refuse(
        one.ask.codes.range,
        _("“{label}” takes a whole number from {low} to {high}."),
        label=say(one.ask.label),
        low=between.low,
        high=between.high,
    )


def _option(shape: Shape, value: str) -> object:
    assert shape.declared is not None
    return shape.declared(value)


def _read_group(shape: Shape, raw: object, seating: Seating) -> Any:
    assert shape.declared is not None
    inner = read(shape.fields, raw, seating)
    if inner.problems:
        raise Refused(*(_deeper(problem, problem.field) for problem in inner.problems))
    return shape.declared(**inner.values)


def _deeper(problem: Problem, place: int | str | None) -> Problem:
    """The same problem seen from one level further out."""
    return problem if place is None else replace(problem, field=None, at=(place, *problem.at))


def _read_list(shape: Shape, raw: object, seating: Seating, one: Field) -> tuple[Any, ...]:
    assert shape.item is not None
    code, label = one.ask.codes.length, say(one.ask.label)
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        raise _refuse(code, _("“{label}” takes a list."), label=label)
    exact = shape.length(seating)
    low, high = (exact, exact) if exact is not None else (shape.many.at_least, shape.many.at_most)
    if not low <= len(raw) <= high:
        raise _refuse(code, _("“{label}” takes {low} to {high} answers."), label=label, low=low, high=high)
    items: list[Any] = []
    problems: list[Problem] = []
    for place, value in enumerate(raw, start=1):
        try:
            items.append(_read_shape(shape.item, value, seating, one))
        except Refused as refused:
            problems += [_deeper(problem, place) for problem in refused.problems]
    if problems:
        raise Refused(*problems)
    if shape.many.distinct and len(set(items)) != len(items):
        raise _refuse(code, _("“{label}” names something twice."), label=label)
    return tuple(items)


def dump(fields: Sequence[Field], record: object, base: object = None) -> dict[str, Any]:
    """The raw answers of a record, ready for JSON; what equals its default is left out.

    `read(fields, dump(fields, record), …)` gives the record again. With `base` (a preset) only the
    differences from it are written.
    """
    answers: dict[str, Any] = {}
    for one in fields:
        value = getattr(record, one.name)
        default = getattr(base, one.name) if base is not None else one.default
        if default is REQUIRED or value != default:
            answers[one.name] = _dump_value(one.shape, value)
    return answers


def dump_all(fields: Sequence[Field], record: object) -> dict[str, Any]:
    """Every answer, also those that equal their defaults; answers that were not given are left out."""
    values = {one.name: getattr(record, one.name) for one in fields}
    return {one.name: _dump_value(one.shape, values[one.name]) for one in fields if values[one.name] is not None}


def _dump_value(shape: Shape, value: Any) -> Any:
    match shape.kind:
        case Kind.NUMBER | Kind.FLAG | Kind.TEXT:
            return value
        case Kind.CHOICE:
            return value.value
        case Kind.SEAT | Kind.SIDE:
            return int(value) + 1
        case Kind.GROUP:
            return dump(shape.fields, value)
        case Kind.LIST:
            assert shape.item is not None
            return [_dump_value(shape.item, item) for item in value]
