"""The cash book of an event from another installation: line by line as it was.

Receipts keep their numbers and stand beside those given here: their series is the event's uid.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.engines.amounts import CURRENCIES
from tournaments.engines.cashdesk.kinds import CashKind, CountKind, Destination, PaidBy
from tournaments.exchange.values import check_valid, id_or_none, is_amount, moment
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
    if line["currency"] not in CURRENCIES or not all(map(is_amount, amounts)):
        raise _damaged()
    entry = CashEntry(
        id=uuid.UUID(key),
        tenant_id=event.whose,
        event=event,
        entrant_id=ids[line["entrant"]] if line["entrant"] is not None else None,
        reverses_id=id_or_none(line["reverses"]),
        at=moment(line["at"]),
        **{name: line[name] for name in (*CASH, *RECEIPT)},
    )
    if entry.receipt is not None:
        entry.receipt_series = entry.receipt_series or str(event.uid)
    check_valid(entry, keys=("tenant", "event", "entrant", "reverses"))
    return entry


def count_in(event: Event, line: Raw) -> CashCount:
    """A count of the box, looked over and not stored; raises as `take_cash` does."""
    CountKind(line["what"])
    count = CashCount(
        event=event,
        at=moment(line["at"]),
        **{name: line[name] for name in COUNT},
    )
    check_valid(count, keys=("event",))
    return count


def _damaged() -> Unreadable:
    text = say(_("The cash book of this file is damaged."))
    return Unreadable([Problem(None, "damaged", text)])
