"""Entrants have another key in every database and one start number everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ONE = ("entrant", "one", "other", "winner")  # values that are one entrant
SEATED = ("tables", "out")  # in a seating: lists of entrants, of tables of entrants


def with_numbers(data: Any, to: Mapping[int, int]) -> Any:
    """The same data with every entrant called by what `to` says; the way back takes the opposite mapping."""
    if isinstance(data, list):
        return [with_numbers(one, to) for one in data]
    if not isinstance(data, dict):
        return data
    found: dict[str, Any] = {}
    for name, value in data.items():
        if name in ONE and isinstance(value, int):
            found[name] = to.get(value)
        elif isinstance(value, list) and (name == "order" or (name in SEATED and "numbers" in data)):
            found[name] = [[to[who] for who in one] if isinstance(one, list) else to[one] for one in value]
        else:
            found[name] = with_numbers(value, to)
    return found
