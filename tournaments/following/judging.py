"""Does what was sent continue what is known here? Judged before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.engines.eventlog import (
    GONE,
    LogBatch,
    LogDamaged,
    LogDiverged,
    LogGap,
    LogLine,
    PieceKind,
    digest_of,
    hash_of,
    in_order,
)
from tournaments.models import EventLine, EventLog

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class PieceSent:
    """A piece that is there, has changed or has gone; `first` is the position it is new at."""

    kind: PieceKind
    key: str
    first: int
    line: LogLine  # the last one of it
    body: Mapping[str, Any]  # empty where it has gone


def new_lines(batches: Sequence[LogBatch], known: EventLog | None, start: str) -> list[LogLine]:
    """The lines after those known here, whose chain goes on from there; raises LogRefused.

    `start`: what the first line of this event continues.
    """
    last = batches[-1]
    lines = {line.pos: line for batch in batches for line in batch.lines}
    head, head_hash = (known.head, known.head_hash) if known else (0, start)
    _refuse_other_past(lines, last, known)
    if last.more or (last.head > head and last.head not in lines):
        raise LogGap(head)
    fresh, previous, epoch = [], head_hash, known.epoch if known else 1
    for pos in range(head + 1, last.head + 1):
        line = lines.get(pos)
        if line is None:
            raise LogGap(head)
        if hash_of(line, previous) != line.hash:
            raise LogDiverged(pos) if pos == head + 1 and known else LogDamaged(f"line {pos}")
        if not epoch <= line.epoch <= last.epoch:
            raise LogDamaged(f"epoch of line {pos}")
        fresh.append(line)
        previous, epoch = line.hash, line.epoch
    if last.head >= head and previous != last.head_hash:
        raise LogDamaged("head") if fresh else LogDiverged(head)
    return fresh


def _refuse_other_past(lines: Mapping[int, LogLine], last: LogBatch, known: EventLog | None) -> None:
    """Raises LogDiverged where a line known here is another one there."""
    if known is None:
        return
    hashes = {pos: line.hash for pos, line in lines.items() if pos <= known.head}
    if last.head <= known.head and last.head:
        hashes[last.head] = last.head_hash
    wanted = sorted(hashes)
    for start in range(0, len(wanted), AT_ONCE):
        rows = EventLine.objects.filter(event=known.pk, pos__in=wanted[start : start + AT_ONCE])
        for pos, hash_ in rows.order_by("pos").values_list("pos", "hash"):
            if hashes[pos] != hash_:
                raise LogDiverged(pos)


def pieces_sent(batches: Sequence[LogBatch], lines: Sequence[LogLine]) -> list[PieceSent]:
    """What has become of each piece, as its last line and the last body say; raises LogDamaged where they
    contradict each other. What others speak of comes first."""
    bodies = {name: body for batch in batches for name, body in batch.bodies.items()}
    first: dict[str, int] = {}
    latest: dict[str, LogLine] = {}
    for line in lines:
        first.setdefault(line.name, line.pos)
        latest[line.name] = line
    pieces = []
    for name, line in latest.items():
        body: Mapping[str, Any] = {} if line.what == GONE else bodies.get(name, {})
        if line.what != GONE and (not body or digest_of(line.kind, body) != line.digest):
            raise LogDamaged(name)
        pieces.append(PieceSent(line.kind, line.key, first[name], line, body))
    return sorted(pieces, key=lambda piece: (in_order(piece.kind), piece.first))
