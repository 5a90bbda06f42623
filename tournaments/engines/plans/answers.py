"""Plans from raw answers and back; what is missing keeps its default, so that old events stay readable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from scoring.dumping import dump_all
from scoring.fields import AnswerKind, Field, fields_of
from scoring.problem import Unreadable
from scoring.record import Answers, read
from scoring.table import alone
from tournaments.engines.plans.declared import EventSettings, StagePlan

T = TypeVar("T")


def stage_plan(raw: Mapping[str, Any]) -> StagePlan:
    """The plan of a stage; raises Unreadable with everything found wrong."""
    return answers(StagePlan, raw)


def event_settings(raw: Mapping[str, Any]) -> EventSettings:
    """The settings of an event; raises Unreadable with everything found wrong."""
    return answers(EventSettings, raw)


def dumped(declared: Any) -> Answers:
    """Every answer that is asked for, also where it is the default: a later default changes no event."""
    fields = fields_of(type(declared))
    return _asked(fields, dump_all(fields, declared))


def answers(declared: type[T], raw: Mapping[str, Any]) -> T:
    """Any declared value from raw answers; raises Unreadable with everything found wrong."""
    fields = fields_of(declared)
    reading = read(fields, _asked(fields, raw), alone(1), base=declared())
    if reading.problems:
        raise Unreadable(reading.problems)
    return declared(**reading.values)


def _asked(fields: Sequence[Field], raw: Mapping[str, Any]) -> Answers:
    """Without the answers to questions that do not arise: a form sends along what it has hidden.

    A text that is empty is no answer either.
    """
    defaults = {field.name: field.default for field in fields}
    unasked = {
        field.name for field in fields if field.shape.kind is AnswerKind.TEXT and raw.get(field.name) == ""
    } | {
        field.name
        for field in fields
        for condition in field.ask.when
        if not condition.holds({**defaults, **raw})
    }
    return {name: value for name, value in raw.items() if name not in unasked}
