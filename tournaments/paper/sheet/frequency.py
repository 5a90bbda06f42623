"""How often a question is asked at a table, as far as the declaration tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from scoring.fields import REQUIRED, AnswerKind, AtLeast, Condition, Field, OneOf, When


def is_possible(top: Field, asked: Sequence[Field]) -> bool:
    """Does this table ever answer the question, otherwise than by saying nothing?"""
    if top.shape.kind is AnswerKind.CHOICE and all(option == top.default for option in top.shape.options):
        return False
    before = {field.name: field for field in asked}
    return all(_can_hold(condition, before) for condition in top.ask.when)


def _can_hold(condition: Condition, before: Mapping[str, Field]) -> bool:
    match condition:
        case OneOf():
            return any(_can_hold(each, before) for each in condition.conditions)
        case _ if condition.field not in before:
            return False
        case When():
            offered = before[condition.field].shape.options
            return not offered or any(option in condition.among for option in offered)
        case AtLeast():
            between = before[condition.field].shape.between
            return between is None or between.high >= condition.low


def share_asked(top: Field, asked: Sequence[Field]) -> float:
    """In how many of the possible ordinary hands the question is asked, from 0 to 1."""
    before = {field.name: field for field in asked}
    return prod(share_held(condition, before) for condition in top.ask.when)


def share_held(condition: Condition, fields: Mapping[str, Field]) -> float:
    """In how many of the possible ordinary hands a condition holds, from 0 to 1."""
    if isinstance(condition, OneOf):
        return 1.0 - prod(1.0 - share_held(each, fields) for each in condition.conditions)
    before = fields.get(condition.field)
    if before is None:
        return 0.0
    if before.default is not REQUIRED and before.default is not None:
        return float(condition.holds({before.name: before.default}))
    return _share_of(condition, before)


def _share_of(condition: When | AtLeast, before: Field) -> float:
    """In how many of the possible answers it holds, as far as the declaration tells."""
    between = before.shape.between
    if isinstance(condition, AtLeast):
        if between is None:
            return 0.5
        return max(0, between.high - condition.low + 1) / (between.high - between.low + 1)
    when = condition
    match before.shape.kind:
        case AnswerKind.CHOICE:
            return sum(option in when.among for option in before.shape.options) / len(before.shape.options)
        case AnswerKind.NUMBER if between is not None:
            return len(when.among) / (between.high - between.low + 1)
        case _:
            return len(when.among) / 2
