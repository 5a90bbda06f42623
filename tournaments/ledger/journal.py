"""A sheet as phones keep it: whole, entry by entry, with receipts. Every one of them is a copy of it."""

from __future__ import annotations

from typing import Any

from tournaments.ledger.receipts import facts_of, receipt_for, sheet_mark
from tournaments.models import Entry, Sitting


def journal(sitting: Sitting, after: int = 0) -> list[dict[str, Any]]:
    """Everything that was said about a sheet after its entry `after`, in order.

    `seat` is whose phone wrote it, as far as somebody has said so.
    """
    entries = Entry.objects.filter(sitting=sitting, seq__gte=after).select_related("credential")
    mark, before, rows = sheet_mark(sitting), None, []
    for entry in entries.order_by("seq"):
        if entry.seq > after:
            facts = facts_of(entry, before=before, sheet=mark)
            seat = entry.credential.seat if entry.credential else None
            rows.append(facts | {"seat": seat, "receipt": receipt_for(facts)})
        before = entry.pk
    return rows
