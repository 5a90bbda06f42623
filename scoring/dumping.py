"""A record as the raw answers it was read from: the way back of `scoring.record`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.fields import REQUIRED, AnswerKind, Field, Shape
from scoring.record import Answers


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
