"""Truco: what a table can record at all, by the number of people and the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scoring.fields import Codes, Field
from scoring.games.truco.deal import duels
from scoring.games.truco.declared import ABOUT_FLOR, Offence, RoundKind
from scoring.games.truco.rules import Rules
from scoring.games.truco.sides import rotates
from scoring.table import Side, Table


def narrow(field: Field, table: Table[Rules]) -> Field:
    """A field as this table is asked it."""
    match field.name:
        case "gallo" if not rotates(table):
            return field.never()
        case "round" if not duels(table):
            return field.offering(RoundKind.REDONDA, refused={RoundKind.PICA.value: "round_kind"})
        case "duel":
            return field.within(1, duels(table)) if duels(table) else field.never()
        case "flor":
            return _flor(field, table)
        case "penalties":
            return _penalties(field, table)
        case _:
            return field


def _flor(field: Field, table: Table[Rules]) -> Field:
    """No more flores than a side has players."""
    if not table.rules.with_flor:
        return _never(field, Codes(unasked="flor_off"))
    seating = table.seating
    most = 2 if rotates(table) else max(len(seating.seats_of(Side(side))) for side in range(seating.sides))
    field = _inside(field, "winner_flores", lambda inner: inner.within(1, most))
    return _inside(field, "loser_flores", lambda inner: inner.within(0, most))


def _penalties(field: Field, table: Table[Rules]) -> Field:
    """Without flor there is nothing to challenge, without duels nothing to meddle in."""
    refused: dict[str, str] = {}
    if not table.rules.with_flor:
        refused |= {offence.value: "flor_off" for offence in ABOUT_FLOR}
    if not duels(table):
        refused |= {Offence.INTERFERENCE.value: "interference_round"}
    left = [offence for offence in Offence if offence.value not in refused]
    if not left:
        return _never(field, Codes(unasked="flor_off"))
    return _inside(field, "kind", lambda inner: inner.offering(*left, refused=refused))


def _never(field: Field, codes: Codes) -> Field:
    return replace(field, ask=replace(field.ask, codes=codes)).never()


def _inside(field: Field, name: str, change: Callable[[Field], Field]) -> Field:
    """The same group, or list of groups, with one of its questions changed."""
    shape = field.shape
    group = shape if shape.item is None else shape.item
    fields = tuple(change(inner) if inner.name == name else inner for inner in group.fields)
    group = replace(group, fields=fields)
    return replace(field, shape=group if shape.item is None else replace(shape, item=group))
