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
from tournaments.exchange.values import id_or_none, is_amount, moment, save_valid
from tournaments.models import CashCount, CashEntry, Event
from tournaments.models.filing import CASH, COUNT, RECEIPT
from tournaments.models.stored import Raw


def take_cash(event: Event, lines: Iterable[Raw], counts: Iterable[Raw], ids: Mapping[int, int]) -> None:
    """Store them; raises ValueError, LookupError or Unreadable for what is no cash book."""
    for seq, line in enumerate(lines, start=1):
        CashKind(line["kind"]), PaidBy(line["way"])
        amounts = [line["amount"], *(part["amount"] for part in line["parts"])]
        for part in line["parts"]:
            Destination(part["to"])
        if line["seq"] != seq or line["currency"] not in CURRENCIES or not all(map(is_amount, amounts)):
            raise _damaged()
        entry = CashEntry(
            id=uuid.UUID(line["id"]),
            tenant_id=event.whose,
            event=event,
            entrant_id=ids[line["entrant"]] if line["entrant"] is not None else None,
            reverses_id=id_or_none(line["reverses"]),
            at=moment(line["at"]),
            **{name: line[name] for name in (*CASH, *RECEIPT)},
        )
        if entry.receipt is not None:
            entry.receipt_series = entry.receipt_series or str(event.uid)
        save_valid(entry, keys=("tenant", "event", "entrant", "reverses"), new=True)
    for line in counts:
        CountKind(line["what"])
        count = CashCount(
            event=event,
            at=moment(line["at"]),
            **{name: line[name] for name in COUNT},
        )
        save_valid(count, keys=("event",), new=True)


def _damaged() -> Unreadable:
    text = say(_("The cash book of this file is damaged."))
    return Unreadable([Problem(None, "damaged", text)])
