"""A declaration as questions on a page: what is shown and redisplayed. Nothing here judges an answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from scoring import Problem, Seat, Side
from scoring.fields import REQUIRED, AnswerKind, AtLeast, Condition, Field, OneOf, Option, Per, Shape, When
from scoring.flat import BETWEEN_ITEMS, Column, columns
from tournaments.speech.wording import MINUS, Wording, speak

MANY_TURNS = 6  # choices in an order: so many are chosen one after the other, more are typed
FEW_VALUES = 7  # so many numbers are tiles
SMALL_RANGE = 40  # from the lowest to the highest number that buttons reach in a few taps


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile."""

    value: str
    label: str
    short: str
    help: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One flat answer: a form control with its wording, its current text and what is wrong with it."""

    name: str
    label: str
    short: str
    help: str
    kind: str
    value: str
    choices: tuple[Tile, ...] = ()
    several: bool = False  # more than one choice may be ticked
    ordered: bool = False  # several in an order, also twice: written as a+b+a
    optional: bool = False  # may be left open
    default: str = ""  # what goes without saying
    denied: bool = False  # a flag whose "no" is an answer: not ticked would be none
    low: int | None = None
    high: int | None = None
    turns: tuple[str, ...] = ()  # ordered: the choice at each place, empty ones after the last
    parties: tuple[str, str] | None = None  # what the ticked seats are called, and the others
    when: str = ""  # of a group's own condition, like that of a `Group`; empty: none
    place: int = 0  # which thing of a list it belongs to, from 1
    owner: str = ""  # whose answer it is, when each person or side gives one
    problems: tuple[str, ...] = ()

    @property
    def usual(self) -> str:
        """The tile that goes without saying, as long as nobody has chosen another one."""
        return "" if self.value else self.default

    @property
    def on(self) -> bool:
        """A flag that is set."""
        return self.value == "1"

    @property
    def numbers(self) -> list[Tile]:
        """The values of a number that has few of them, as tiles; none where there are many."""
        if self.kind != "number" or self.several or self.low is None or self.high is None:
            return []
        if self.high - self.low >= FEW_VALUES:
            return []
        values = map(str, range(self.low, self.high + 1))
        return [Tile(value, value.replace("-", MINUS), value, "", value == self.value) for value in values]

    @property
    def stepped(self) -> bool:
        """A number of a small range: one more and one less is quicker than a keyboard."""
        few = self.low is not None and self.high is not None and self.high - self.low <= SMALL_RANGE
        return self.kind == "number" and not self.several and few

    @property
    def digits(self) -> int:
        """How many digits the highest answer has."""
        return len(str(self.high)) if self.high is not None else 3


@dataclass(frozen=True, slots=True)
class Group:
    """All questions of one declared field; shown and hidden together."""

    name: str
    label: str
    help: str
    when: str  # JSON, all must hold; read by the page's script, see `_condition`
    questions: tuple[Question, ...]
    important: bool
    needed: bool
    problems: tuple[str, ...] = ()

    @property
    def of_things(self) -> bool:
        """A list of composite things: each has its questions (Meldungen, bets)."""
        return any(question.place for question in self.questions)

    @property
    def rows(self) -> list[QuestionRow]:
        """The questions of a list, thing by thing."""
        things: dict[str, list[Question]] = {}
        for question in self.questions:
            things.setdefault(question.name.removeprefix(f"{self.name}_").split("_")[0], []).append(question)
        return [QuestionRow(tuple(questions)) for questions in things.values()]


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """The questions about one thing of a list (one bet)."""

    questions: tuple[Question, ...]

    @property
    def answered(self) -> bool:
        return any(question.value for question in self.questions)


@dataclass(frozen=True, slots=True)
class Form:
    """The questions of one record or rule set, in declared order and by name."""

    groups: tuple[Group, ...]
    problems: tuple[str, ...] = ()  # of the record as a whole
    by_name: Mapping[str, Group] = field(default_factory=dict)
    cells: Mapping[str, str] = field(default_factory=dict)

    @property
    def important(self) -> list[Group]:
        return [group for group in self.groups if group.important]

    @property
    def others(self) -> list[Group]:
        return [group for group in self.groups if not group.important]

    @property
    def all_problems(self) -> list[str]:
        """Everything that is wrong, each sentence once, in order."""
        sentences = list(self.problems)
        for group in self.groups:
            sentences += group.problems
        return list(dict.fromkeys(sentences))


def form(
    fields: Sequence[Field],
    wording: Wording,
    cells: Mapping[str, str],
    problems: Iterable[Problem] = (),
) -> Form:
    """Questions for these fields, with the answers given so far and the sentences about what is wrong."""
    faults = list(problems)
    asked = [field for field in fields if not field.hidden]
    flat = columns(asked, wording.seating)
    defaults = {field.name: field.default for field in fields}
    groups = tuple(_group(field, flat, wording, cells, faults, defaults) for field in asked)
    known = {field.name for field in asked}
    rest = tuple(wording.say(problem.text) for problem in faults if problem.field not in known)
    return Form(groups, rest, {group.name: group for group in groups}, cells)


def _group(
    declared: Field,
    flat: Sequence[Column],
    wording: Wording,
    cells: Mapping[str, str],
    problems: Sequence[Problem],
    defaults: Mapping[str, object],
) -> Group:
    here = [problem for problem in problems if problem.field == declared.name]
    questions = []
    for column in flat:
        if column.top is declared:
            sentences = [
                wording.say(problem.text) for problem in here if (declared.name, *problem.at) == column.path
            ]
            questions.append(_question(column, wording, cells.get(column.name, ""), tuple(sentences)))
    return Group(
        declared.name,
        speak(declared.ask.label),
        speak(declared.ask.help) if declared.ask.help else "",
        json.dumps([_condition(condition, defaults) for condition in declared.ask.when]),
        tuple(questions),
        declared.ask.important,
        declared.ask.needed,
        tuple(wording.say(problem.text) for problem in here),
    )


def _condition(condition: Condition, defaults: Mapping[str, object]) -> list[Any]:
    """A condition for the page's script; an unanswered question counts as its default.

    `["kind", ["", "played"]]`: one of these values. `["melds", 2, false]`: a number at least so high, or so
    many answers; whether it holds without an answer. `[null, [… , …]]`: one of these conditions.
    """
    match condition:
        case OneOf():
            return [None, [_condition(inner, defaults) for inner in condition.conditions]]
        case AtLeast():
            return [condition.field, condition.low, condition.holds(defaults)]
        case When():
            unanswered = [""] if condition.holds(defaults) else []
            return [condition.field, unanswered + [_cell(value) for value in condition.among]]


def _cell(value: object) -> str:
    """An answer as the page's controls write it."""
    match value:
        case bool():
            return "1" if value else "0"
        case Option():
            return value.value
        case _:
            return str(value)


def _question(column: Column, wording: Wording, value: str, problems: tuple[str, ...]) -> Question:
    shape, ask = column.shape, column.field.ask
    several = shape.kind in (AnswerKind.LIST, AnswerKind.PARTIES)
    inner = shape.item if shape.kind is AnswerKind.LIST and shape.item is not None else shape
    chosen = value.split(BETWEEN_ITEMS) if several else [value]
    ordered = several and inner.kind is AnswerKind.CHOICE and not shape.many.distinct
    between, against, default = inner.between, inner.against, column.field.default
    return Question(
        name=column.name,
        label=speak(ask.label),
        short=speak(ask.short),
        help=speak(ask.help) if ask.help else "",
        kind=inner.kind.value,
        value=value,
        choices=tuple(_choices(inner, wording, chosen)),
        several=several,
        ordered=ordered,
        optional=default is None and not ask.needed,
        default=_going_without_saying(column) if not several else "",
        denied=default is not False or column.per is not None,
        low=between.low if between else None,
        high=between.high if between else None,
        turns=_turns(column, [cell for cell in chosen if cell]) if ordered else (),
        parties=(speak(against.these), speak(against.those)) if against else None,
        when=_condition_inside(column),
        place=_place(column),
        owner=_owner(column, wording),
        problems=problems,
    )


def _going_without_saying(column: Column) -> str:
    """The answer a question has as long as nobody gives one; none where it may not be asked at all."""
    default = column.field.default
    return "" if default in (None, REQUIRED) or column.field.ask.when else _cell(default)


def _choices(shape: Shape, wording: Wording, chosen: Sequence[str]) -> Iterator[Tile]:
    """The tiles of a question: options, people, or the few values of a number."""
    match shape.kind:
        case AnswerKind.CHOICE:
            for option in shape.options:
                explained = speak(option.help) if option.help else ""
                ticked = option.value in chosen
                yield Tile(option.value, speak(option.label), speak(option.short), explained, ticked)
        case AnswerKind.SEAT | AnswerKind.PARTIES:
            for seat in map(Seat, range(wording.seating.seats)):
                yield _person(wording.seat(seat), seat, chosen)
        case AnswerKind.SIDE:
            for side in map(Side, range(wording.seating.sides)):
                yield _person(wording.side(side), side, chosen)


def _person(name: str, place: int, chosen: Sequence[str]) -> Tile:
    return Tile(str(place + 1), name, str(place + 1), "", str(place + 1) in chosen)


def _turns(column: Column, chosen: Sequence[str]) -> tuple[str, ...]:
    """What was chosen first, second, …; places for as many as there may be, where those are few."""
    many, default = column.shape.many, column.field.default
    if many.at_most > MANY_TURNS or (
        not many.at_least and default is REQUIRED
    ):  # an empty list has to be typed
        return ()
    return (*chosen, *[""] * (many.at_most - len(chosen)))


def _condition_inside(column: Column) -> str:
    """Of a question inside a group: what it depends on stands beside it in the same thing."""
    if column.field is column.top or not column.field.ask.when:
        return ""
    before = "_".join(map(str, column.path[:-1]))
    shape = column.top.shape.item or column.top.shape
    defaults = {field.name: field.default for field in shape.fields}
    conditions = [_condition(condition, defaults) for condition in column.field.ask.when]
    return json.dumps([_moved(condition, before) for condition in conditions])


def _moved(condition: list[Any], before: str) -> list[Any]:
    name, *rest = condition
    if name is None:
        return [None, [_moved(inner, before) for inner in rest[0]]]
    return [f"{before}_{name}", *rest]


def _place(column: Column) -> int:
    """Which thing of a list of composite things; 0 where there is none."""
    in_a_list = len(column.path) > 2 and isinstance(column.path[1], int) and column.per is None
    return int(column.path[1]) if in_a_list else 0


def _owner(column: Column, wording: Wording) -> str:
    match column.per, column.path[-1]:
        case Per.SEAT, int(place):
            return wording.seat(Seat(place - 1))
        case Per.SIDE, int(place):
            return wording.side(Side(place - 1))
        case _:
            return ""


CONTROL = frozenset({"csrfmiddlewaretoken", "entry", "hand", "part", "seen", "ahead", "claimed", "via"})
"""Names of a submitted form that are not answers."""


def cells_from(data: QueryDict) -> dict[str, str]:
    """The cells of a submitted form; several ticks of one question make one cell.

    Names that are no question stay, so that the reader refuses them as it refuses unknown keys of JSON.
    """
    cells = {}
    for name in data:
        cell = BETWEEN_ITEMS.join(part.strip() for part in data.getlist(name) if part.strip())
        if cell and name not in CONTROL:
            cells[name] = cell
    return cells
