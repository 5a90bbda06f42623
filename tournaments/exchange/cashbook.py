"""The cash book of an event from another installation: line by line as it was.

Receipts keep their numbers and stand beside those given here: their series is the event's uid.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterable, Mapping

from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.engines.amounts import CURRENCIES, MOST
from tournaments.engines.cashdesk.kinds import CashKind, CountKind, Destination, PaidBy
from tournaments.models import CashCount, CashEntry, Event
from tournaments.models.filing import CASH, COUNT, RECEIPT
from tournaments.models.stored import Raw


def take_cash(event: Event, lines: Iterable[Raw], counts: Iterable[Raw], ids: Mapping[int, int]) -> None:
    """Store them; raises ValueError, LookupError or Unreadable for what is no cash book."""
    for seq, line in enumerate(lines, start=1):
        if line["seq"] != seq:
            raise _damaged()
        cash_in(event, line["id"], line, ids).save(force_insert=True)
    for line in counts:
        count_in(event, line).save(force_insert=True)


def cash_in(event: Event, key: str, line: Raw, ids: Mapping[int, int]) -> CashEntry:
    """A line of the book, looked over and not stored; raises as `take_cash` does."""
    CashKind(line["kind"]), PaidBy(line["way"])
    amounts = [line["amount"], *(part["amount"] for part in line["parts"])]
    for part in line["parts"]:
        Destination(part["to"])
    if line["currency"] not in CURRENCIES or not all(map(_is_amount, amounts)):
        raise _damaged()
    entry = CashEntry(
        id=uuid.UUID(key),
        tenant_id=event.whose,
        event=event,
        entrant_id=ids[line["entrant"]] if line["entrant"] is not None else None,
        reverses_id=uuid.UUID(line["reverses"]) if line["reverses"] else None,
        at=datetime.datetime.fromisoformat(line["at"]),
        **{name: line[name] for name in (*CASH, *RECEIPT)},
    )
    if entry.receipt is not None:
        entry.receipt_series = entry.receipt_series or str(event.uid)
    entry.clean_fields(exclude=("tenant", "event", "entrant", "reverses", *_empty(entry)))
    return entry


def count_in(event: Event, line: Raw) -> CashCount:
    """A count of the box, looked over and not stored; raises as `take_cash` does."""
    CountKind(line["what"])
    count = CashCount(
        event=event,
        at=datetime.datetime.fromisoformat(line["at"]),
        **{name: line[name] for name in COUNT},
    )
    count.clean_fields(exclude=("event", *_empty(count)))
    return count


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST


def _empty(row: CashEntry | CashCount) -> set[str]:
    return {field.attname for field in row._meta.concrete_fields if not getattr(row, field.attname)}


def _damaged() -> Unreadable:
    text = say(_("The cash book of this file is damaged."))
    return Unreadable([Problem(None, "damaged", text)])
