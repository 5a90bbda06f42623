"""The same answers as named strings: form fields, CSV cells and paper columns.

A record nests; a form and a spreadsheet row do not. `columns` lays a declaration out flat
(`pile_K`, `values_3`, `melds_1_kind`), `from_flat` and `to_flat` go back and forth. Nothing is judged
here: text that is not a number stays text, so that `record.read` refuses it like any other door does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.fields import AnswerKind, Field, Per, Shape
from scoring.record import Answers
from scoring.table import Seating

TRUE, FALSE = "1", "0"
BETWEEN_ITEMS = "+"  # a list of plain answers in one cell: "1+3"; alone: the empty list


@dataclass(frozen=True, slots=True)
class Column:
    """One flat answer."""

    name: str  # "values_3": form name and CSV head
    path: tuple[str | int, ...]  # ("values", 3): where it stands in the record, places from 1
    shape: Shape  # a scalar, or a list of scalars or seats written in one cell
    field: Field  # the innermost declared field it belongs to
    top: Field  # the field of the record it belongs to
    per: Per | None = None  # the last place counts seats or sides


def columns(fields: Sequence[Field], seating: Seating) -> tuple[Column, ...]:
    """All flat answers of a declaration at this table, in its order."""
    return tuple(
        column
        for field in fields
        for column in _columns(field.shape, (field.name,), field, field, seating, None)
    )


def _columns(
    shape: Shape, path: tuple[str | int, ...], field: Field, top: Field, seating: Seating, per: Per | None
) -> list[Column]:
    if shape.kind is AnswerKind.GROUP:
        return [
            column
            for inner in shape.fields
            for column in _columns(inner.shape, (*path, inner.name), inner, top, seating, None)
        ]
    if shape.kind is AnswerKind.LIST:
        assert shape.item is not None
        exact = shape.length(seating)
        if exact is not None or shape.item.kind is AnswerKind.GROUP:
            count = shape.many.at_most if exact is None else exact
            return [
                column
                for place in range(1, count + 1)
                for column in _columns(shape.item, (*path, place), field, top, seating, shape.per)
            ]
    return [Column("_".join(map(str, path)), path, shape, field, top, per)]


def to_flat(flat: Sequence[Column], answers: Mapping[str, Any]) -> dict[str, str]:
    """Raw answers (as `dump` gives them) as strings by column name; absent answers are left out."""
    cells = {}
    for column in flat:
        value: Any = answers
        for step in column.path:
            if isinstance(step, str):
                value = value.get(step) if isinstance(value, Mapping) else None
            else:
                value = value[step - 1] if isinstance(value, Sequence) and step <= len(value) else None
            if value is None:
                break
        if value is not None:
            cells[column.name] = _to_cell(value)
    return cells


def _to_cell(value: object) -> str:
    if isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, list | tuple):
        return BETWEEN_ITEMS.join(map(_to_cell, value)) or BETWEEN_ITEMS
    return str(value)


def from_flat(flat: Sequence[Column], cells: Mapping[str, str]) -> Answers:
    """Raw answers from strings; empty cells are absent, names that are no column stay as they are.

    Unknown names are kept so that the reader refuses them as it refuses unknown keys of JSON.
    """
    answers: Answers = {}
    known = {column.name for column in flat}
    empty_places = []
    for column in flat:
        cell = cells.get(column.name, "").strip()
        if cell:
            _put(answers, column.path, _from_cell(column.shape, cell))
        elif column.per is not None:
            empty_places.append(column.path)
    for path in empty_places:
        if path[0] in answers:  # somebody answered for another seat: say whose answer is missing
            _put(answers, path, None)
    answers.update({name: cell for name, cell in cells.items() if name not in known and cell.strip()})
    return {name: _close_gaps(value) for name, value in answers.items()}


def _put(answers: dict[Any, Any], path: tuple[str | int, ...], value: object) -> None:
    for step in path[:-1]:
        answers = answers.setdefault(step, {})
    answers[path[-1]] = value


def _close_gaps(value: Any) -> Any:
    """Lists were collected by place; a form row left empty between two others is no item."""
    if not isinstance(value, dict):
        return value
    inner = {key: _close_gaps(item) for key, item in value.items()}
    if all(isinstance(key, int) for key in inner):
        return [inner[key] for key in sorted(inner)]
    return inner


def _from_cell(shape: Shape, cell: str) -> object:
    match shape.kind:
        case AnswerKind.NUMBER | AnswerKind.SEAT | AnswerKind.SIDE:
            return _whole(cell)
        case AnswerKind.FLAG:
            return {TRUE: True, "on": True, "true": True, FALSE: False, "false": False}.get(
                cell.lower(), cell
            )
        case AnswerKind.LIST:
            assert shape.item is not None
            item = shape.item
            return [_from_cell(item, part.strip()) for part in cell.split(BETWEEN_ITEMS) if part.strip()]
        case AnswerKind.PARTIES:
            return [_whole(part.strip()) for part in cell.split(BETWEEN_ITEMS) if part.strip()]
        case AnswerKind.CHOICE | AnswerKind.TEXT | AnswerKind.GROUP:
            return cell


def _whole(cell: str) -> object:
    """A whole number where the text is one (also with a typographic minus); else the text itself."""
    plain = cell.replace("\N{MINUS SIGN}", "-")
    digits = plain[1:] if plain.startswith("-") else plain
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else cell
