"""The log for whoever follows an event."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.engines.eventlog import MOST_LINES, THERE, LogBatch, LogLine, PieceKind, run_of
from tournaments.following.bodies import pieces_now, runs_now
from tournaments.following.names import names_of, tables_of
from tournaments.following.sealing import authority_now, seal
from tournaments.models import Event, EventLine, EventLog, EventPiece
from tournaments.models.filing import moment
from tournaments.models.stored import Raw


def batch_after(event: Event, pos: int, *, private: bool = False, most: int = MOST_LINES) -> LogBatch:
    """At most so many lines after a position, with the bodies of their pieces as they are now; sealed before.

    `private`: for a spare laptop, with primary keys and what devices write with. A position beyond the head
    gives a batch without lines: the reader compares `head` and `head_hash`.
    """
    log = seal(event)
    rows: list[EventLine] = []
    if pos < log.head:
        rows = list(EventLine.objects.filter(event=event, pos__gt=pos).order_by("pos")[: max(1, most)])
    lines = tuple(log_line(row) for row in rows)
    return LogBatch(
        event=str(event.uid),
        epoch=log.epoch,
        authority=str(log.authority),
        head=log.head,
        head_hash=log.head_hash,
        lines=lines,
        bodies=_bodies(event, log, lines, private=private) if lines else {},
        more=bool(lines) and lines[-1].pos < log.head,
    )


def log_line(row: EventLine) -> LogLine:
    """A line as it travels."""
    return LogLine(
        row.pos, moment(row.at) or "", row.epoch, PieceKind(row.kind), row.key, row.what, row.digest, row.hash
    )


def _bodies(event: Event, log: EventLog, lines: Iterable[LogLine], *, private: bool) -> dict[str, Raw]:
    wanted = {line.name: line for line in lines if line.what == THERE}
    kinds = {line.kind for line in wanted.values()} - {PieceKind.ENTRIES, PieceKind.AUTHORITY}
    bodies: dict[str, Raw] = {}
    if kinds:
        pieces = EventPiece.objects.filter(event=event).exclude(kind=PieceKind.ENTRIES.value)
        row = Event.objects.get(pk=event.pk)
        for now in pieces_now(row, names_of(row, pieces), kinds):
            name = f"{now.kind.value}/{now.key}"
            if name in wanted:
                bodies[name] = now.body if private else _for_everybody(now.body)
    authority = authority_now(log)
    if f"{authority.kind.value}/{authority.key}" in wanted:
        bodies[f"{authority.kind.value}/{authority.key}"] = authority.body
    bodies.update(_runs(event, [line for line in wanted.values() if line.kind is PieceKind.ENTRIES]))
    return bodies


def _runs(event: Event, lines: list[LogLine]) -> dict[str, Raw]:
    if not lines:
        return {}
    rows = {key: pk for pk, key in tables_of(event).items()}
    runs = {line.name: run_of(line.key) for line in lines}
    asked = [(rows[table], first, last) for table, first, last in runs.values() if table in rows]
    entries = runs_now(event, asked)
    return {
        name: {
            "table": table,
            "entries": [entry for entry in entries.get(rows[table], ()) if first <= entry["seq"] <= last],
        }
        for name, (table, first, last) in runs.items()
        if table in rows
    }


def _for_everybody(body: Raw) -> Raw:
    return {name: value for name, value in body.items() if name not in ("pk", "private")}
