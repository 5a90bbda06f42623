"""What organisers have decided, booked and noted."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, QuerySet

from tournaments.engines import eventchain
from tournaments.engines.eventlog import PieceKind
from tournaments.exchange.cashbook import cash_in, count_in
from tournaments.exchange.prizebook import record_in
from tournaments.exchange.values import moment_in, moment_or_none, stored
from tournaments.following.applying.rows import Rows, named
from tournaments.models import CashCount, CashEntry, EventLink, Notice, PrizeRecord, Ruling, RulingKind
from tournaments.models.stored import Raw

K = PieceKind

EMPTY = ("reverses", "parts", "item", "label", "reason", "by", "receipt_series")


def ruling(rows: Rows, key: str, body: Raw) -> int:
    calls = rows.numbers()
    row = Ruling(
        pk=rows.row_or_none(K.RULING, key),
        event=rows.here,
        kind=RulingKind(body["kind"]).value,
        entrant_id=calls.entrants[body["entrant"]] if body["entrant"] is not None else None,
        round_id=rows.row(K.ROUND, str(body["round"])) if body["round"] is not None else None,
        table=body["table"],
        data=calls.renumber(body["data"]),
        reason=body["reason"],
        by=body["by"],
        at=moment_in(body["at"]),
        withdrawn_at=moment_or_none(body["withdrawn_at"]),
        withdrawn_by=body["withdrawn_by"],
    )
    stored(row)
    return row.pk


def cash(rows: Rows, key: str, body: Raw) -> None:
    """A spare laptop goes on with the club's receipts; elsewhere they stand beside those given there."""
    line = cash_in(rows.here, key, {**body, "receipt_series": ""}, rows.entrants())
    if line.receipt is not None and "private" in body:
        line.receipt_series = body["private"]["receipt_series"]
        numbers = {"receipt_series": line.receipt_series, "receipt_year": line.receipt_year}
        given = CashEntry.objects.filter(tenant=rows.tenant, receipt=line.receipt, **numbers)
        if given.exclude(event=rows.here).exists():
            line.receipt_series = str(rows.here.uid)
        line.clean_fields(exclude=("tenant", "event", "entrant", "reverses", *EMPTY))
    if not _reworded(CashEntry.objects.filter(pk=key, event=rows.here), line, ("label", "reason")):
        line.save(force_insert=True)


def prize(rows: Rows, key: str, body: Raw) -> None:
    record = record_in(rows.here, key, body, rows.numbers())
    if not _reworded(PrizeRecord.objects.filter(pk=key, event=rows.here), record, ("what", "reason")):
        record.save(force_insert=True)


def count(rows: Rows, key: str, body: Raw) -> int:
    counted = count_in(rows.here, body)
    named(key, counted.seq)
    there = CashCount.objects.filter(event=rows.here, seq=counted.seq)
    if not _reworded(there, counted, ("reason",)):
        counted.save(force_insert=True)
    return there.get().pk


def _reworded(there: QuerySet[Any], row: Model, fields: tuple[str, ...]) -> bool:
    """Of what is only added nothing but what people typed is another one later."""
    return bool(there.update(**{name: getattr(row, name) for name in fields}))


def notice(rows: Rows, key: str, body: Raw) -> int:
    row = Notice(
        pk=rows.row_or_none(K.NOTICE, key),
        event=rows.here,
        what=body["what"],
        data=rows.numbers().renumber(body["data"]),
        reason=body["reason"],
        by=body["by"],
        at=moment_in(body["at"]),
    )
    stored(row)
    return row.pk


def link(rows: Rows, key: str, body: Raw) -> int:
    known = rows.row_or_none(K.LINK, key)
    if known is not None:
        raise ValueError("a link is written once")
    last = EventLink.objects.filter(event=rows.here).order_by("seq").last()
    row = EventLink(
        event=rows.here,
        seq=1 if last is None else last.seq + 1,
        at=moment_in(body["at"]),
        facts=body["facts"],
        prev_hash=eventchain.start_of(str(rows.here.uid)) if last is None else last.hash,
        hash=body["hash"],
    )
    named(key, row.seq)
    chained = eventchain.ChainLink(row.seq, body["at"], row.facts, row.prev_hash, row.hash)
    if row.prev_hash != body["prev_hash"] or row.hash != eventchain.hash_of(chained):
        raise ValueError("the chain of the event is broken")
    row.save(force_insert=True)
    return row.pk
