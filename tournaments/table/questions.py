"""A declaration as questions on a page: what is shown and redisplayed. Nothing here judges an answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext

from scoring import Problem, Seat, Side
from scoring.fields import Field, Kind, Option, Per, When
from scoring.flat import BETWEEN_ITEMS, Column, columns
from tournaments.speech.wording import Wording


@dataclass(frozen=True, slots=True)
class Choice:
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
    choices: tuple[Choice, ...] = ()
    several: bool = False  # more than one choice may be ticked
    ordered: bool = False  # several in an order, also twice: written as a+b+a
    optional: bool = False  # may be left open
    denied: bool = False  # a flag whose "no" is an answer: not ticked would be none
    low: int | None = None
    high: int | None = None
    owner: str = ""  # whose answer it is, when each person or side gives one
    problems: tuple[str, ...] = ()

    @property
    def on(self) -> bool:
        """A flag that is set."""
        return self.value == "1"

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
    when: str  # JSON: [[field, [values…]], …], all must hold; read by the page's script
    questions: tuple[Question, ...]
    important: bool
    needed: bool
    problems: tuple[str, ...] = ()

    @property
    def rows(self) -> list[Row]:
        """The questions of a list, thing by thing."""
        things: dict[str, list[Question]] = {}
        for question in self.questions:
            things.setdefault(question.name.removeprefix(f"{self.name}_").split("_")[0], []).append(question)
        return [Row(tuple(questions)) for questions in things.values()]


@dataclass(frozen=True, slots=True)
class Row:
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
        found = list(self.problems)
        for group in self.groups:
            found += group.problems
        return list(dict.fromkeys(found))


def form(
    fields: Sequence[Field],
    wording: Wording,
    cells: Mapping[str, str],
    problems: Iterable[Problem] = (),
) -> Form:
    """Questions for these fields, with the answers given so far and the sentences about what is wrong."""
    found = list(problems)
    asked = [one for one in fields if not one.hidden]
    flat = columns(asked, wording.seating)
    defaults = {one.name: one.default for one in fields}
    groups = tuple(_group(one, flat, wording, cells, found, defaults) for one in asked)
    known = {one.name for one in asked}
    rest = tuple(wording.say(problem.text) for problem in found if problem.field not in known)
    return Form(groups, rest, {group.name: group for group in groups}, cells)


def _group(
    one: Field,
    flat: Sequence[Column],
    wording: Wording,
    cells: Mapping[str, str],
    problems: Sequence[Problem],
    defaults: Mapping[str, object],
) -> Group:
    own = [problem for problem in problems if problem.field == one.name]
    questions = []
    for column in flat:
        if column.top is one:
            sentences = [wording.say(each.text) for each in own if (one.name, *each.at) == column.path]
            questions.append(_question(column, wording, cells.get(column.name, ""), tuple(sentences)))
    return Group(
        one.name,
        gettext(one.ask.label),
        gettext(one.ask.help) if one.ask.help else "",
        json.dumps([_when(when, defaults.get(when.field)) for when in one.ask.when]),
        tuple(questions),
        one.ask.important,
        one.ask.needed,
        tuple(wording.say(problem.text) for problem in own),
    )


def _when(when: When, default: object) -> list[object]:
    """A condition for the page's script; an unanswered question counts as its default."""
    values = [""] if default in when.among else []
    for value in when.among:
        match value:
            case bool():
                values.append("1" if value else "0")
            case Option():
                values.append(value.value)
            case _:
                values.append(str(value))
    return [when.field, values]


def _question(column: Column, wording: Wording, value: str, problems: tuple[str, ...]) -> Question:
    shape, ask = column.shape, column.field.ask
    several = shape.kind is Kind.LIST
    inner = shape.item if shape.kind is Kind.LIST and shape.item is not None else shape
    chosen = value.split(BETWEEN_ITEMS) if several else [value]
    choices: tuple[Choice, ...] = ()
    if inner.kind is Kind.CHOICE:
        choices = tuple(
            Choice(
                option.value,
                gettext(option.label),
                gettext(option.short),
                gettext(option.help) if option.help else "",
                option.value in chosen,
            )
            for option in inner.options
        )
    elif inner.kind in (Kind.SEAT, Kind.SIDE):
        seat = inner.kind is Kind.SEAT
        count = wording.seating.seats if seat else wording.seating.sides
        choices = tuple(
            Choice(
                str(place + 1),
                wording.seat(Seat(place)) if seat else wording.side(Side(place)),
                str(place + 1),
                "",
                str(place + 1) in chosen,
            )
            for place in range(count)
        )
    between = inner.between
    return Question(
        name=column.name,
        label=gettext(ask.label),
        short=gettext(ask.short),
        help=gettext(ask.help) if ask.help else "",
        kind=inner.kind.value,
        value=value,
        choices=choices,
        several=several,
        ordered=several and inner.kind is Kind.CHOICE and not shape.many.distinct,
        optional=column.field.default is None and not ask.needed,
        denied=column.field.default is not False or column.per is not None,
        low=between.low if between else None,
        high=between.high if between else None,
        owner=_owner(column, wording),
        problems=problems,
    )


def _owner(column: Column, wording: Wording) -> str:
    match column.per, column.path[-1]:
        case Per.SEAT, int(place):
            return wording.seat(Seat(place - 1))
        case Per.SIDE, int(place):
            return wording.side(Side(place - 1))
        case _:
            return ""


CONTROL = frozenset({"csrfmiddlewaretoken", "entry", "hand", "part", "seen"})
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
