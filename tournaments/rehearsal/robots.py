"""Hands nobody has played: any game's record made up from its declaration, and judged by its own rules."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from scoring import Game, SoFar, Table, Unreadable, dump, fields_for, parse
from scoring.fields import REQUIRED, AnswerKind, Field, Shape
from scoring.table import Seating

TRIES = 4000
SELDOM = 0.15  # how often something that need not be said is said
RARE = 0.02
SHORT = 2  # items of a list that may be longer


def made_up(
    game: Game[Any, Any], table: Table[Any], so_far: SoFar[Any], chance: random.Random
) -> dict[str, Any]:
    """Raw answers of a hand this table could write next; raises LookupError when none was found."""
    fields = fields_for(game, table)
    known = game.prefill(so_far, table)
    for _try in range(TRIES):
        raw = {**known, **_answers(fields, table.seating, chance, known)}
        try:
            record = parse(game, table, so_far, raw)
        except Unreadable:
            continue
        # What counts for nothing is easy to make up, and at real tables it is rare.
        if game.counts(record, table) or chance.random() < RARE:
            return dump(fields, record)
    raise LookupError(f"no hand of {game.key} found in {TRIES} tries")


def _answers(
    fields: Sequence[Field], seating: Seating, chance: random.Random, known: Mapping[str, Any]
) -> dict[str, Any]:
    raw: dict[str, Any] = {}
    for field in fields:
        if field.name in known or not _asked(field, fields, {**known, **raw}):
            continue
        needed = (
            field.default is REQUIRED or field.ask.needed or (field.default is None and bool(field.ask.when))
        )
        if needed or chance.random() < SELDOM:
            raw[field.name] = _value(field.shape, seating, chance)
    return raw


def _asked(field: Field, fields: Sequence[Field], raw: Mapping[str, Any]) -> bool:
    defaults = {other.name: other.default for other in fields}
    return all(condition.holds({**defaults, **raw}) for condition in field.ask.when)


def _value(shape: Shape, seating: Seating, chance: random.Random) -> Any:
    match shape.kind:
        case AnswerKind.NUMBER:
            assert shape.between is not None
            return chance.randint(shape.between.low, shape.between.high)
        case AnswerKind.CHOICE:
            return chance.choice(shape.options).value
        case AnswerKind.FLAG:
            return chance.random() < 0.5
        case AnswerKind.SEAT:
            return chance.randint(1, seating.seats)
        case AnswerKind.SIDE:
            return chance.randint(1, seating.sides)
        case AnswerKind.TEXT:
            return "Robot"
        case AnswerKind.PARTIES:
            assert shape.against is not None
            high = min(shape.against.at_most, seating.seats - 1)
            count = chance.randint(min(shape.against.at_least, high), high)
            return sorted(chance.sample(range(1, seating.seats + 1), count))
        case AnswerKind.GROUP:
            return _answers(shape.fields, seating, chance, {})
        case AnswerKind.LIST:
            assert shape.item is not None
            exact, many = shape.length(seating), shape.many
            count = exact if exact is not None else chance.randint(many.at_least, max(many.at_least, SHORT))
            return [_value(shape.item, seating, chance) for _item in range(count)]
