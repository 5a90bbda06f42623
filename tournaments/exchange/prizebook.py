"""What happened at the prize-giving of an event from another installation: act by act as it was."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from scoring import Problem, Unreadable, say
from scoring.text import mark as _
from tournaments.engines.amounts import CURRENCIES, MOST
from tournaments.exchange.values import check_valid, id_or_none, is_amount, moment
from tournaments.models import Event, PrizeAct, PrizeRecord
from tournaments.models.filing import PRIZE_RECORD, FileNumbers
from tournaments.models.stored import Raw


def take_prizes(event: Event, records: Iterable[Raw], calls: FileNumbers) -> None:
    """Store them; raises ValueError, LookupError or Unreadable for what is no such act."""
    for seq, line in enumerate(records, start=1):
        if line["seq"] != seq:
            raise _damaged()
        record_in(event, line["id"], line, calls).save(force_insert=True)


def record_in(event: Event, key: str, line: Raw, calls: FileNumbers) -> PrizeRecord:
    """An act, looked over and not stored; raises as `take_prizes` does."""
    PrizeAct(line["kind"])
    amount, currency = line["amount"], line["currency"]
    if not is_amount(amount) or (currency and currency not in CURRENCIES):
        raise _damaged()
    data = calls.renumber(line["data"])
    number = data.get("number", 1)
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST:
        raise _damaged()
    if not all(isinstance(prize, str) for prize in data.get("prizes", ())):
        raise _damaged()
    record = PrizeRecord(
        id=uuid.UUID(key),
        event=event,
        entrant_id=calls.entrants[line["entrant"]] if line["entrant"] is not None else None,
        data=data,
        booking=id_or_none(line["booking"]),
        reverses_id=id_or_none(line["reverses"]),
        at=moment(line["at"]),
        **{name: line[name] for name in PRIZE_RECORD},
    )
    check_valid(record, keys=("event", "entrant", "reverses"))
    return record


def _damaged() -> Unreadable:
    return Unreadable([Problem(None, "damaged", say(_("The records of prizes in this file are damaged.")))])
