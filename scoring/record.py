"""Read raw answers into a declared dataclass, and write it back: the one judge of shape and range.

Raw answers are what JSON gives: dicts, lists, strings, ints and bools, seats and sides counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from typing import Any

from scoring.fields import REQUIRED, Against, AnswerKind, Between, Field, Many, Shape
from scoring.problem import Problem
from scoring.table import Parties, Seat, Seating, Side
from scoring.text import say, vocabulary

_ = vocabulary("scoring")

LONGEST_TEXT = 60
RawAnswers = Mapping[str, Any]
"""What somebody sent for a record, unread."""

Answers = dict[str, Any]
"""The raw answers of a record by the names of its fields, as JSON holds them."""


@dataclass(slots=True)
class Reading:
    """The outcome of reading: values for the dataclass, all problems, and which fields are unusable."""

    values: dict[str, Any] = dataclass_field(default_factory=dict)
    problems: list[Problem] = dataclass_field(default_factory=list)
    broken: set[str] = dataclass_field(default_factory=set)


class UnreadableAnswer(Exception):  # noqa: N818 (an answer, not an error)
    """Internal: one answer could not be read; carries its problems, not yet named after the field."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems


def read(fields: Sequence[Field], raw: object, seating: Seating, base: object = None) -> Reading:
    """Read every field, collecting all problems.

    `base` is an instance whose values stand in for keys that are absent (a preset under switches).
    """
    reading = Reading()
    if not isinstance(raw, Mapping):
        reading.problems.append(
            Problem(None, "not_an_object", say(_("A hand is sent as a JSON object with named answers.")))
        )
        for field in fields:
            reading.broken.add(field.name)
            reading.values[field.name] = None if field.default is REQUIRED else field.default
        return reading
    answered = 0
    for field in fields:
        default = field.default if base is None else getattr(base, field.name)
        if field.name in raw:
            answered += 1
            _read_answer(field, raw[field.name], default, seating, reading)
        elif default is REQUIRED or (field.ask.needed and _asked(field, reading)):
            _put_off(
                field, REQUIRED, reading, _refuse(field.ask.codes.missing, _("“{label}” is missing."), field)
            )
        else:
            reading.values[field.name] = default
    if answered != len(raw):
        for key in sorted(raw.keys() - {field.name for field in fields}, key=str):
            text = say(_("“{key}” is not asked for in this game."), key=shortened(key))
            reading.problems.append(Problem(shortened(key), "unknown_key", text))
    return reading


def shortened(value: object) -> str:
    """Somebody else's text inside a sentence of ours; only ever as much of it as fits there."""
    text = value if isinstance(value, str) else type(value).__name__
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _asked(field: Field, reading: Reading) -> bool | None:
    """Is this asked, after the answers before it? None: an answer it depends on is not readable."""
    for condition in field.ask.when:
        if reading.broken.intersection(condition.fields):
            return None
        if not condition.holds(reading.values):
            return False
    return True


def _read_answer(field: Field, raw: object, default: object, seating: Seating, reading: Reading) -> None:
    if field.ask.when and _asked(field, reading) is False:
        refused = _refuse(field.ask.codes.unasked, _("“{label}” is not asked for here."), field)
        _put_off(field, default, reading, refused)
        return
    try:
        answer = _read_shape(field.shape, raw, seating, field)
        if field.shape.against is not None:
            answer = _without_resting(answer, field.shape.against, reading, field)
        reading.values[field.name] = answer
    except UnreadableAnswer as refused:
        _put_off(field, default, reading, refused)


def _put_off(field: Field, default: object, reading: Reading, refused: UnreadableAnswer) -> None:
    """Note why there is no answer; checks that need this field will not run."""
    reading.problems += [replace(problem, field=field.name) for problem in refused.problems]
    reading.broken.add(field.name)
    reading.values[field.name] = None if default is REQUIRED else default


def _read_shape(shape: Shape, raw: object, seating: Seating, field: Field) -> Any:
    match shape.kind:
        case AnswerKind.NUMBER:
            assert shape.between is not None
            if type(raw) is int and shape.between.low <= raw <= shape.between.high:
                return raw
            raise _refuse_number(shape.between, raw, field)
        case AnswerKind.CHOICE:
            word = str(raw) if type(raw) is int else raw  # a choice such as “1” may be a number in JSON
            for option in shape.options:
                if option == word:
                    return option
            raise _refuse_choice(shape, raw, field)
        case AnswerKind.FLAG:
            if isinstance(raw, bool):
                return raw
            raise _refuse_type(raw, _("“{label}” must be yes or no."), field)
        case AnswerKind.SEAT:
            if type(raw) is int and 1 <= raw <= seating.seats:
                return Seat(raw - 1)
            raise _refuse_number(Between(1, seating.seats), raw, field)
        case AnswerKind.SIDE:
            if type(raw) is int and 1 <= raw <= seating.sides:
                return Side(raw - 1)
            raise _refuse_number(Between(1, seating.sides), raw, field)
        case AnswerKind.TEXT:
            text = raw.strip() if isinstance(raw, str) else ""
            if 0 < len(text) <= LONGEST_TEXT and text.isprintable():
                return text
            raise _refuse_type(
                raw, _("“{label}” must be a text of up to {high} letters."), field, high=LONGEST_TEXT
            )
        case AnswerKind.PARTIES:
            return _read_parties(shape, raw, seating, field)
        case AnswerKind.GROUP:
            return _read_group(shape, raw, seating, field)
        case AnswerKind.LIST:
            return _read_list(shape, raw, seating, field)


def _refuse(code: str, message: str, field: Field, **values: object) -> UnreadableAnswer:
    return UnreadableAnswer(Problem(None, code, say(message, label=say(field.ask.label), **values)))


def _refuse_type(raw: object, message: str, field: Field, **values: object) -> UnreadableAnswer:
    """No usable answer: null is a missing one, everything else is out of range."""
    if raw is None:
        return _refuse(field.ask.codes.missing, _("“{label}” is missing."), field)
    return _refuse(field.ask.codes.range, message, field, **values)


def _refuse_number(between: Between, raw: object, field: Field) -> UnreadableAnswer:
    message = _("“{label}” must be a whole number from {low} to {high}.")
    return _refuse_type(raw, message, field, low=between.low, high=between.high)


def _refuse_choice(shape: Shape, raw: object, field: Field) -> UnreadableAnswer:
    if raw is None:
        return _refuse(field.ask.codes.missing, _("“{label}” is missing."), field)
    if isinstance(raw, str) and shape.withheld and raw in shape.withheld:
        assert shape.declared is not None
        option = shape.declared(raw)
        return _refuse(
            shape.withheld[raw], _("“{option}” is not offered at this table."), field, option=option
        )
    return _refuse(
        field.ask.codes.choice,
        _("“{label}”: this cannot be chosen. Please take one of the choices offered."),
        field,
    )


def _read_parties(shape: Shape, raw: object, seating: Seating, field: Field) -> Parties:
    """The seats that are named, against all others; somebody is always on the other side."""
    assert shape.against is not None
    high = min(shape.against.at_most, seating.seats - 1)
    seats = Many(min(shape.against.at_least, high), high, distinct=True)
    these = _read_list(Shape(AnswerKind.LIST, item=Shape(AnswerKind.SEAT), many=seats), raw, seating, field)
    those = tuple(Seat(seat) for seat in range(seating.seats) if seat not in these)
    return Parties(tuple(sorted(these)), those)


def _without_resting(parties: Any, against: Against, reading: Reading, field: Field) -> Any:
    """Whoever sits out is in neither party."""
    seat = reading.values.get(against.resting)
    if seat is None or not isinstance(parties, Parties):
        return parties
    if seat in parties.these:
        raise _refuse(
            field.ask.codes.range, _("{seat} sits out and plays in neither party."), field, seat=seat
        )
    if parties.those == (seat,):
        raise _refuse(field.ask.codes.length, _("“{label}”: somebody has to play against them."), field)
    return Parties(parties.these, tuple(other for other in parties.those if other != seat))


def _read_group(shape: Shape, raw: object, seating: Seating, field: Field) -> Any:
    assert shape.declared is not None
    if raw is None:
        raise _refuse(field.ask.codes.missing, _("“{label}” is missing."), field)
    inner = read(shape.fields, raw, seating)
    if inner.problems:
        raise UnreadableAnswer(*(_deeper(problem, problem.field) for problem in inner.problems))
    return shape.declared(**inner.values)


def _deeper(problem: Problem, place: int | str | None) -> Problem:
    """The same problem seen from one level further out."""
    return problem if place is None else replace(problem, field=None, at=(place, *problem.at))


def _read_list(shape: Shape, raw: object, seating: Seating, field: Field) -> tuple[Any, ...]:
    assert shape.item is not None
    if raw is None:
        raise _refuse(field.ask.codes.missing, _("“{label}” is missing."), field)
    code = shape.many.code or field.ask.codes.length
    if not isinstance(raw, list | tuple):
        raise _refuse(code, _("“{label}” must be a list."), field)
    exact = shape.length(seating)
    if exact is not None:
        if len(raw) != exact:
            raise _refuse(code, _("“{label}”: please give exactly {count}."), field, count=exact)
    elif not shape.many.at_least <= len(raw) <= shape.many.at_most:
        low, high = shape.many.at_least, shape.many.at_most
        raise _refuse(code, _("“{label}”: please give {low} to {high}."), field, low=low, high=high)
    items: list[Any] = []
    problems: list[Problem] = []
    for place, value in enumerate(raw, start=1):
        try:
            items.append(_read_shape(shape.item, value, seating, field))
        except UnreadableAnswer as refused:
            problems += [_deeper(problem, place) for problem in refused.problems]
    if problems:
        raise UnreadableAnswer(*problems)
    if shape.many.distinct and len(set(items)) != len(items):
        raise _refuse(code, _("“{label}” names something twice."), field)
    return tuple(items)


def dump(fields: Sequence[Field], record: object, base: object = None) -> Answers:
    """The raw answers of a record, ready for JSON; what equals its default is left out.

    `read(fields, dump(fields, record), …)` gives the record again. With `base` (a preset) only the
    differences from it are written.
    """
    answers: Answers = {}
    for field in fields:
        value = getattr(record, field.name)
        default = getattr(base, field.name) if base is not None else field.default
        if default is REQUIRED or value != default:
            answers[field.name] = _dump_value(field.shape, value)
    return answers


def dump_all(fields: Sequence[Field], record: object) -> Answers:
    """Every answer, also those that equal their defaults; answers that were not given are left out."""
    values = {field.name: getattr(record, field.name) for field in fields}
    return {
        field.name: _dump_value(field.shape, values[field.name])
        for field in fields
        if values[field.name] is not None
    }


def _dump_value(shape: Shape, value: Any) -> Any:
    match shape.kind:
        case AnswerKind.NUMBER | AnswerKind.FLAG | AnswerKind.TEXT:
            return value
        case AnswerKind.CHOICE:
            return value.value
        case AnswerKind.SEAT | AnswerKind.SIDE:
            return int(value) + 1
        case AnswerKind.PARTIES:
            return [int(seat) + 1 for seat in value.these]
        case AnswerKind.GROUP:
            return dump(shape.fields, value)
        case AnswerKind.LIST:
            assert shape.item is not None
            return [_dump_value(shape.item, item) for item in value]
