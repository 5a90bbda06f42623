"""Rows have another key in every database; in a file they are called by what is the same everywhere.

Entrants have their start numbers; people, sheets and decisions their place in the lists of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.models.stored import Raw, SeatingJson

ENTRANTS = ("entrant", "one", "other", "winner", "partner")  # values that are one entrant
LISTS = ("order", "entrants")  # values that are several

Calls = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class FileNumbers:
    """What rows are called: from their keys here to the file, or back."""

    entrants: Calls
    people: Calls = field(default_factory=dict)
    sittings: Calls = field(default_factory=dict)
    rulings: Calls = field(default_factory=dict)

    def seating(self, data: SeatingJson) -> SeatingJson:
        """The seats of a round. Raises KeyError where somebody is no entrant."""
        seating = data.copy()
        seating["tables"] = [self._called(table) for table in data["tables"]]
        seating["out"] = self._called(data["out"])
        return seating

    def _called(self, entrants: Iterable[int]) -> list[int]:
        return [self.entrants[entrant] for entrant in entrants]

    def renumber(self, data: Mapping[str, Any]) -> Raw:
        """A decision, a change of seats or a line of the log; who has been taken out is nobody."""
        return {name: self._value(name, value) for name, value in data.items()}

    def _value(self, name: str, value: Any) -> Any:
        if name in ENTRANTS:
            return self.entrants.get(value)
        if name in LISTS:
            return [self.entrants[who] for who in value if who in self.entrants]
        if name == "moved":
            return self._moved(value)
        rows = {"player": self.people, "sitting": self.sittings, "ruling": self.rulings}.get(name)
        return value if rows is None else rows.get(value)

    def _moved(self, data: Mapping[str, Any]) -> Raw:
        """What a decision has moved, as `events.consequences` keeps it."""
        return {
            **data,
            "totals": [
                [round_, table, [self.entrants[who] for who in entrants if who in self.entrants], *rest]
                for round_, table, entrants, *rest in data.get("totals", ())
            ],
            "shifts": [[self.entrants[who], *rest] for who, *rest in data.get("shifts", ())],
            "turned": [
                [round_, table, *(self.entrants.get(who) for who in winners)]
                for round_, table, *winners in data.get("turned", ())
            ],
            "prizes": [
                [
                    label,
                    prize,
                    *([self.entrants[who] for who in some if who in self.entrants] for some in both),
                ]
                for label, prize, *both in data.get("prizes", ())
            ],
        }
