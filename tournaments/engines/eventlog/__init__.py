"""The log of an event: one ordered list of lines, from which the event is built again elsewhere.

A line says that a piece of the event (`PieceKind` and a key that is the same everywhere) is there, has
changed or has gone, and carries a fingerprint of what is hashed of it. Its hash covers the line before. Words
that people have typed are in no fingerprint, so that somebody can be forgotten everywhere: a new line says
that the piece has changed, and whoever reads it gets the words as they are now.
"""

from __future__ import annotations

from tournaments.engines.eventlog.batches import FORMAT, MOST_LINES, VERSION, LogBatch
from tournaments.engines.eventlog.bodies import digest_of, sealed_of
from tournaments.engines.eventlog.kinds import LIVE, PieceKind, in_order
from tournaments.engines.eventlog.lines import (
    GONE,
    THERE,
    LogLine,
    entries_key,
    hash_of,
    next_line,
    run_of,
    start_of,
)
from tournaments.engines.eventlog.refusing import (
    ElsewhereLed,
    LedHere,
    LogDamaged,
    LogDiverged,
    LogGap,
    LogRefused,
    OldEpoch,
    OthersEvent,
)

__all__ = [
    "FORMAT",
    "GONE",
    "LIVE",
    "MOST_LINES",
    "THERE",
    "VERSION",
    "ElsewhereLed",
    "LedHere",
    "LogBatch",
    "LogDamaged",
    "LogDiverged",
    "LogGap",
    "LogLine",
    "LogRefused",
    "OldEpoch",
    "OthersEvent",
    "PieceKind",
    "digest_of",
    "entries_key",
    "hash_of",
    "in_order",
    "next_line",
    "run_of",
    "sealed_of",
    "start_of",
]
