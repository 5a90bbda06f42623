"""Read raw answers into a declared dataclass, and write it back: the one judge of shape and range.

Raw answers are what JSON gives: dicts, lists, strings, ints and bools, seats and sides counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from typing import Any, NoReturn

from scoring.fields import REQUIRED, Against, AnswerKind, Between, Field, Many, Shape
from scoring.problem import Problem
from scoring.table import Parties, Seat, Seating, Side
from scoring.text import say, vocabulary

_ = vocabulary("scoring")

LONGEST_TEXT = 60
MISSING = _("“{label}” is missing.")
UNASKED = _("“{label}” is not asked for here.")
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
    return _reader_of(fields, seating).read(raw, base)


class AnswerReader:
    """What reads the answers to these fields at a table: made once, asked with every hand."""

    def __init__(self, fields: Sequence[Field], seating: Seating) -> None:
        self.fields = fields
        self._names = frozenset(field.name for field in fields)
        self._defaults = {
            field.name: None if field.default is REQUIRED else field.default for field in fields
        }
        self._questions = [_Question(field, seating) for field in fields]

    def read(self, raw: object, base: object = None) -> Reading:
        """The answers, and everything wrong with them; see `read`."""
        reading = Reading(self._defaults.copy())
        if type(raw) is not dict and not isinstance(raw, Mapping):
            reading.problems.append(
                Problem(None, "not_an_object", say(_("A hand is sent as a JSON object with named answers.")))
            )
            reading.broken |= self._names
            return reading
        if base is not None:
            reading.values = {name: getattr(base, name) for name in self._defaults}
        answered = 0
        for question in self._questions:
            if question.name in raw:
                answered += 1
                question.answer(raw[question.name], reading)
            elif question.needed:
                question.miss(reading, base is not None)
        if answered != len(raw):
            for key in sorted(raw.keys() - self._names, key=str):
                text = say(_("“{key}” is not asked for in this game."), key=shortened(key))
                reading.problems.append(Problem(shortened(key), "unknown_key", text))
        return reading

    def way_of(self, answered: Collection[str]) -> Way | None:
        """What has to be looked at where these keys are answered; None if one of them is no question."""
        if not self._names.issuperset(answered):
            return None
        return tuple(
            (question, question.name in answered)
            for question in self._questions
            if question.needed or question.name in answered
        )

    def faultless(self, raw: Mapping[str, Any], way: Way) -> dict[str, Any] | None:
        """The values of answers to which nothing is wrong, as `read` gives them; None for others."""
        values = self._defaults.copy()
        try:
            for question, answered in way:
                if not answered:
                    if question.lacks_answer(values):
                        return None
                elif question.plain:
                    values[question.name] = question.read(raw[question.name])
                elif question.is_asked(values):
                    values[question.name] = question.weighed(raw[question.name], values)
                else:
                    return None
        except UnreadableAnswer:
            return None
        return values


_READERS: dict[tuple[int, Seating], AnswerReader] = {}
MOST_READERS = 1000


def _reader_of(fields: Sequence[Field], seating: Seating) -> AnswerReader:
    """Fields are told apart by what they are, not by what they hold: comparing them takes too long."""
    key = (id(fields), seating)
    reader = _READERS.get(key)
    if reader is None or reader.fields is not fields:
        if len(_READERS) >= MOST_READERS:
            _READERS.clear()
        reader = _READERS[key] = AnswerReader(fields, seating)
    return reader


def shortened(value: object) -> str:
    """Somebody else's text inside a sentence of ours; only ever as much of it as fits there."""
    text = value if isinstance(value, str) else type(value).__name__
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


class _Question:
    """One field, as the answers of this table are read into it."""

    __slots__ = ("_conditions", "_field", "name", "needed", "plain", "read")

    def __init__(self, field: Field, seating: Seating) -> None:
        self.name = field.name
        self.needed = field.default is REQUIRED or field.ask.needed
        self.read = _reading_of(field.shape, seating, field)
        self._field = field
        self._conditions = [(frozenset(condition.fields), condition.holds) for condition in field.ask.when]
        self.plain = not self._conditions and field.shape.against is None  # nothing else decides about it

    def answer(self, raw: object, reading: Reading) -> None:
        """Put down what was answered, or what is wrong with it."""
        if self._asked(reading) is False:
            self._put_off(reading, _refuse(self._field.ask.codes.unasked, UNASKED, self._field))
            return
        try:
            reading.values[self.name] = self.weighed(raw, reading.values)
        except UnreadableAnswer as refused:
            self._put_off(reading, refused)

    def weighed(self, raw: object, values: Mapping[str, Any]) -> Any:
        """The answer beside those before it; raises UnreadableAnswer."""
        answer = self.read(raw)
        against = self._field.shape.against
        return answer if against is None else _without_resting(answer, against, values, self._field)

    def miss(self, reading: Reading, stands_in: bool) -> None:
        """There is no answer to what needs one; `stands_in`: a preset may have it."""
        if (self._field.default is REQUIRED and not stands_in) or (
            self._field.ask.needed and self._asked(reading)
        ):
            reading.values[self.name] = None
            self._put_off(reading, _refuse(self._field.ask.codes.missing, MISSING, self._field))

    def lacks_answer(self, values: Mapping[str, Any]) -> bool:
        """Is the answer missing, where all before it could be read?"""
        return self._field.default is REQUIRED or (self._field.ask.needed and self.is_asked(values))

    def is_asked(self, values: Mapping[str, Any]) -> bool:
        """Is this asked, where all answers before it could be read?"""
        return all(holds(values) for _names, holds in self._conditions)

    def _asked(self, reading: Reading) -> bool | None:
        """Is this asked, after the answers before it? None: an answer it depends on is not readable."""
        for names, holds in self._conditions:
            if reading.broken and not reading.broken.isdisjoint(names):
                return None
            if not holds(reading.values):
                return False
        return True

    def _put_off(self, reading: Reading, refused: UnreadableAnswer) -> None:
        """Note why there is no answer; checks that need this field will not run."""
        reading.problems += [replace(problem, field=self.name) for problem in refused.problems]
        reading.broken.add(self.name)


Way = tuple[tuple[_Question, bool], ...]
"""Questions in their order, and whether each was answered: those that were, or that need it."""


def _reading_of(shape: Shape, seating: Seating, field: Field) -> Callable[[object], Any]:
    """What reads an answer of this shape; what it calls raises UnreadableAnswer."""
    match shape.kind:
        case AnswerKind.NUMBER:
            assert shape.between is not None
            return _number(shape.between, field)
        case AnswerKind.CHOICE:
            return _choice(shape, field)
        case AnswerKind.FLAG:
            return lambda raw: raw if isinstance(raw, bool) else _refuse_flag(raw, field)
        case AnswerKind.SEAT:
            return _numbered([Seat(seat) for seat in range(seating.seats)], field)
        case AnswerKind.SIDE:
            return _numbered([Side(side) for side in range(seating.sides)], field)
        case AnswerKind.TEXT:
            return lambda raw: _read_text(raw, field)
        case AnswerKind.PARTIES:
            return _parties(shape, seating, field)
        case AnswerKind.GROUP:
            return _group(shape, seating, field)
        case AnswerKind.LIST:
            return _list(shape, seating, field)


def _number(between: Between, field: Field) -> Callable[[object], int]:
    low, high = between.low, between.high

    def read_number(raw: object) -> int:
        if type(raw) is int and low <= raw <= high:
            return raw
        raise _refuse_number(between, raw, field)

    return read_number


def _numbered(places: Sequence[Any], field: Field) -> Callable[[object], Any]:
    """Seats or sides, counted from 1."""
    count = len(places)

    def read_place(raw: object) -> Any:
        if type(raw) is int and 0 < raw <= count:
            return places[raw - 1]
        raise _refuse_number(Between(1, count), raw, field)

    return read_place


def _choice(shape: Shape, field: Field) -> Callable[[object], Any]:
    options: dict[str, Any] = {option.value: option for option in shape.options}

    def read_choice(raw: object) -> Any:
        if isinstance(raw, str):
            option = options.get(raw)
        else:  # a choice such as “1” may be a number in JSON
            option = options.get(str(raw)) if type(raw) is int else None
        if option is None:
            raise _refuse_choice(shape, raw, field)
        return option

    return read_choice


def _refuse_flag(raw: object, field: Field) -> NoReturn:
    raise _refuse_type(raw, _("“{label}” must be yes or no."), field)


def _read_text(raw: object, field: Field) -> str:
    text = raw.strip() if isinstance(raw, str) else ""
    if 0 < len(text) <= LONGEST_TEXT and text.isprintable():
        return text
    raise _refuse_type(raw, _("“{label}” must be a text of up to {high} letters."), field, high=LONGEST_TEXT)


def _refuse(code: str, message: str, field: Field, **values: object) -> UnreadableAnswer:
    return UnreadableAnswer(Problem(None, code, say(message, label=say(field.ask.label), **values)))


def _refuse_type(raw: object, message: str, field: Field, **values: object) -> UnreadableAnswer:
    """No usable answer: null is a missing one, everything else is out of range."""
    if raw is None:
        return _refuse(field.ask.codes.missing, MISSING, field)
    return _refuse(field.ask.codes.range, message, field, **values)


def _refuse_number(between: Between, raw: object, field: Field) -> UnreadableAnswer:
    message = _("“{label}” must be a whole number from {low} to {high}.")
    return _refuse_type(raw, message, field, low=between.low, high=between.high)


def _refuse_choice(shape: Shape, raw: object, field: Field) -> UnreadableAnswer:
    if raw is None:
        return _refuse(field.ask.codes.missing, MISSING, field)
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


def _parties(shape: Shape, seating: Seating, field: Field) -> Callable[[object], Parties]:
    """The seats that are named, against all others; somebody is always on the other side."""
    assert shape.against is not None
    high = min(shape.against.at_most, seating.seats - 1)
    seats = Many(min(shape.against.at_least, high), high, distinct=True)
    named = _list(Shape(AnswerKind.LIST, item=Shape(AnswerKind.SEAT), many=seats), seating, field)

    def read_parties(raw: object) -> Parties:
        these = named(raw)
        those = tuple(Seat(seat) for seat in range(seating.seats) if seat not in these)
        return Parties(tuple(sorted(these)), those)

    return read_parties


def _without_resting(parties: Any, against: Against, values: Mapping[str, Any], field: Field) -> Any:
    """Whoever sits out is in neither party."""
    seat = values.get(against.resting)
    if seat is None or not isinstance(parties, Parties):
        return parties
    if seat in parties.these:
        raise _refuse(
            field.ask.codes.range, _("{seat} sits out and plays in neither party."), field, seat=seat
        )
    if parties.those == (seat,):
        raise _refuse(field.ask.codes.length, _("“{label}”: somebody has to play against them."), field)
    return Parties(parties.these, tuple(other for other in parties.those if other != seat))


def _group(shape: Shape, seating: Seating, field: Field) -> Callable[[object], Any]:
    declared, reader = shape.declared, AnswerReader(shape.fields, seating)
    assert declared is not None

    def read_group(raw: object) -> Any:
        if raw is None:
            raise _refuse(field.ask.codes.missing, MISSING, field)
        inner = reader.read(raw)
        if inner.problems:
            raise UnreadableAnswer(*(_deeper(problem, problem.field) for problem in inner.problems))
        return declared(**inner.values)

    return read_group


def _deeper(problem: Problem, place: int | str | None) -> Problem:
    """The same problem seen from one level further out."""
    return problem if place is None else replace(problem, field=None, at=(place, *problem.at))


def _list(shape: Shape, seating: Seating, field: Field) -> Callable[[object], tuple[Any, ...]]:
    assert shape.item is not None
    read_item = _reading_of(shape.item, seating, field)
    read_items = _all_of(read_item, shape.item)
    code = shape.many.code or field.ask.codes.length
    exact, distinct = shape.length(seating), shape.many.distinct
    low, high = (exact, exact) if exact is not None else (shape.many.at_least, shape.many.at_most)

    def read_list(raw: object) -> tuple[Any, ...]:
        if not isinstance(raw, list | tuple):
            if raw is None:
                raise _refuse(field.ask.codes.missing, MISSING, field)
            raise _refuse(code, _("“{label}” must be a list."), field)
        if not low <= len(raw) <= high:
            if exact is not None:
                raise _refuse(code, _("“{label}”: please give exactly {count}."), field, count=exact)
            raise _refuse(code, _("“{label}”: please give {low} to {high}."), field, low=low, high=high)
        try:
            items = read_items(raw)
        except UnreadableAnswer:
            raise UnreadableAnswer(*_wrong_items(read_item, raw)) from None
        if distinct and len(set(items)) != len(items):
            raise _refuse(code, _("“{label}” names something twice."), field)
        return items

    return read_list


def _all_of(read_item: Callable[[object], Any], item: Shape) -> Callable[[Sequence[object]], tuple[Any, ...]]:
    """What reads all items of a list; of numbers it asks for each by itself only if there is a wrong one."""
    if item.kind is not AnswerKind.NUMBER:
        return lambda raw: tuple(map(read_item, raw))
    assert item.between is not None
    low, high = item.between.low, item.between.high

    def read_numbers(raw: Sequence[object]) -> tuple[Any, ...]:
        for number in raw:
            if type(number) is not int or not low <= number <= high:
                return tuple(map(read_item, raw))
        return tuple(raw)

    return read_numbers


def _wrong_items(read_item: Callable[[object], Any], raw: Sequence[object]) -> Iterator[Problem]:
    """Everything wrong with the items of a list, each with its place."""
    for place, value in enumerate(raw, start=1):
        try:
            read_item(value)
        except UnreadableAnswer as refused:
            yield from (_deeper(problem, place) for problem in refused.problems)
