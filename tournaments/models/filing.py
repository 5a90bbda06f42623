"""Rows have another key in every database; in a file they are called by what is the same everywhere.

Entrants have their start numbers; people, sheets and decisions their place in the lists of the file.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.models.cash import CashCount, CashEntry
from tournaments.models.events import Entrant, Event, Notice, Round, Ruling, Stage
from tournaments.models.prizes import PrizeRecord
from tournaments.models.stored import Raw, SeatingJson

ENTRANTS = ("entrant", "one", "other", "winner", "partner")  # values that are one entrant
LISTS = ("order", "entrants")  # values that are several

Calls = Mapping[int, int]
Names = Mapping[Any, Any]
"""The same for what a file calls by its place in a list, and the log of an event by a name of its own."""


@dataclass(frozen=True, slots=True)
class FileNumbers:
    """What rows are called: from their keys here to the file, or back."""

    entrants: Calls
    people: Names = field(default_factory=dict)
    sittings: Names = field(default_factory=dict)
    rulings: Names = field(default_factory=dict)

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
            **(
                {
                    "money": [
                        [self.entrants[who], *rest] for who, *rest in data["money"] if who in self.entrants
                    ]
                }
                if "money" in data
                else {}
            ),
        }


# --- Rows as they stand in a file ---------------------------------------------------------------------------

ENTRANT = (
    *("number", "name", "club", "category", "team", "group", "rating", "state", "paid", "ranked"),
    *("joined_round", "left_after"),
)
ENTRANT_NEWER = ("tariff",)  # not in files of earlier versions
CASH = ("seq", "kind", "way", "amount", "currency", "parts", "item", "label", "reason", "by")
RECEIPT = ("receipt_series", "receipt_year", "receipt")
COUNT = ("seq", "what", "number", "upto", "expected", "counted", "pieces", "reason", "by")
PRIZE_RECORD = ("seq", "kind", "prize", "gift", "amount", "currency", "what", "reason", "by")
STAGE = ("number", "name", "plan", "rules", "ends_after")
ROUND = ("number", "name", "state", "seed", "request", "answer", "version")
ROUND_TIMES = ("drawn_at", "published_at", "opened_at", "closed_at")


def moment(at: datetime.datetime | None) -> str | None:
    """A time with its zone, to the microsecond: the chain of hashes covers it."""
    return None if at is None else at.astimezone(datetime.UTC).isoformat(timespec="microseconds")


def entrant_json(entrant: Entrant) -> Raw:
    """An entrant, without the people."""
    return {name: getattr(entrant, name) for name in (*ENTRANT, *ENTRANT_NEWER)}


def stage_json(stage: Stage) -> Raw:
    return {name: getattr(stage, name) for name in STAGE}


def round_json(round_: Round, calls: FileNumbers) -> Raw:
    return {
        "stage": round_.stage.number,
        **{name: getattr(round_, name) for name in ROUND},
        "seating": calls.seating(round_.seating),
        "changes": [calls.renumber(change) for change in round_.changes],
        **{name: moment(getattr(round_, name)) for name in ROUND_TIMES},
    }


def ruling_json(ruling: Ruling, calls: FileNumbers) -> Raw:
    return {
        "kind": ruling.kind,
        "entrant": calls.entrants.get(ruling.entrant_id or 0),
        "round": ruling.round.number if ruling.round else None,
        "table": ruling.table,
        "data": calls.renumber(ruling.data),
        "reason": ruling.reason,
        "by": ruling.by,
        "at": moment(ruling.at),
        "withdrawn_at": moment(ruling.withdrawn_at),
        "withdrawn_by": ruling.withdrawn_by,
    }


def notice_json(notice: Notice, calls: FileNumbers) -> Raw:
    return {
        "what": notice.what,
        "data": calls.renumber(notice.data),
        "reason": notice.reason,
        "by": notice.by,
        "at": moment(notice.at),
    }


def cash_json(entry: CashEntry, calls: FileNumbers) -> Raw:
    """A line of the cash book."""
    return {
        "id": str(entry.pk),
        **{name: getattr(entry, name) for name in (*CASH, *RECEIPT)},
        "entrant": calls.entrants.get(entry.entrant_id or 0),
        "reverses": str(entry.reverses_id) if entry.reverses_id else None,
        "at": moment(entry.at),
    }


def count_json(count: CashCount) -> Raw:
    """A count of the box."""
    return {**{name: getattr(count, name) for name in COUNT}, "at": moment(count.at)}


def prize_record_json(record: PrizeRecord, calls: FileNumbers) -> Raw:
    """What was done at a prize-giving."""
    return {
        "id": str(record.pk),
        **{name: getattr(record, name) for name in PRIZE_RECORD},
        "entrant": calls.entrants.get(record.entrant_id or 0),
        "data": calls.renumber(record.data),
        "booking": str(record.booking) if record.booking else None,
        "reverses": str(record.reverses_id) if record.reverses_id else None,
        "at": moment(record.at),
    }


def rulings_in_order(event: Event) -> list[Ruling]:
    """All decisions in the order in which a file calls them."""
    return list(event.rulings.select_related("round").order_by("at", "pk"))


def rows_by_key(rows: Iterable[Any]) -> dict[int, int]:
    """Where each row stands in its list, by key."""
    return {row.pk: at for at, row in enumerate(rows)}
