"""Putting in order: groups of equals are split by one criterion after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.engines.standings.inputs import Id
from tournaments.engines.standings.values import Exact

Column = Callable[[Sequence[Id]], Mapping[Id, Any]]
"""Sortable keys, highest first, of those who are still equal; nothing where the criterion does not apply."""


@dataclass(slots=True)
class Arranged:
    """Groups of equals in order. `levels[n]` is the column that separates place n from the one above it."""

    groups: list[list[Id]]
    levels: list[int | None] = field(default_factory=list)
    splits: list[Split] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Split:
    """A group of equals that a column has put in order, from place `first` (0 is the top)."""

    column: int
    first: int
    groups: tuple[tuple[Id, ...], ...]


def arrange(ids: Iterable[Id], columns: Sequence[Column]) -> Arranged:
    """The order by these columns. Who stays equal shares a group, in the order of the ids."""
    everybody = sorted(ids)
    groups = [everybody] if everybody else []
    levels: list[int | None] = [None] * len(everybody)
    splits: list[Split] = []
    for number, column in enumerate(columns):
        if len(groups) == len(everybody):
            break
        after: list[list[Id]] = []
        place = 0
        for group in groups:
            parts = _parts(group, column) if len(group) > 1 else [group]
            if len(parts) > 1:
                splits.append(Split(number, place, tuple(map(tuple, parts))))
            for part in parts:
                if part is not parts[0]:
                    levels[place] = number
                place += len(part)
            after += parts
        groups = after
    return Arranged(groups, levels, splits)


def _parts(group: list[Id], column: Column) -> list[list[Id]]:
    keys = column(group)
    if not keys:
        return [group]
    parts: dict[Any, list[Id]] = {}
    for entrant in group:
        parts.setdefault(keys[entrant], []).append(entrant)
    return [parts[key] for key in sorted(parts, reverse=True)]


def sortable(values: Mapping[Id, Exact], descending: bool) -> Mapping[Id, Any]:
    """Keys of which the highest is first; no value stands behind every value."""
    sign = 1 if descending else -1
    if all(isinstance(value, int) for value in values.values()):
        return values if descending else {entrant: -value for entrant, value in values.items()}  # type: ignore[operator]
    return {entrant: _key(value, sign) for entrant, value in values.items()}


def sortable_again(
    keys: Mapping[Id, Any], values: Mapping[Id, Exact], changed: Collection[Id], descending: bool
) -> Mapping[Id, Any]:
    """The keys of these values, of which all but the changed ones had `keys` before."""
    fresh = sortable({entrant: values[entrant] for entrant in changed}, descending)
    if any(isinstance(key, tuple) for key in keys.values()):
        sign = 1 if descending else -1
        return {**keys, **{entrant: _key(values[entrant], sign) for entrant in changed}}
    if any(isinstance(key, tuple) for key in fresh.values()):
        return sortable(values, descending)
    return {**keys, **fresh}


def _key(value: Exact, sign: int) -> tuple[Any, ...]:
    if value is None:
        return (0, 0)
    if isinstance(value, tuple):
        return tuple((0, 0) if number is None else (1, sign * number) for number in value)
    return (1, sign * value)
