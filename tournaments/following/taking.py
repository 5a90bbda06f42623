"""What another installation has sent is checked whole and applied, or refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engines.eventlog import LogBatch
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of it."""

    event: Event
    lines: int  # new ones; 0: everything was known
    entries: int  # new ones on sheets
    head: int
    epoch: int


def take(batches: Sequence[LogBatch], tenant: int) -> Taken:
    """Apply collected batches (the last one says that there are no more) to the event here, as one of this
    club; the first time, the event is made. The same batches again change nothing.

    Raises LogRefused (engines.eventlog): LogDamaged, LogGap (read on from `known`), LogDiverged, OldEpoch,
    LedHere, OthersEvent. Nothing is stored then.
    """
    raise NotImplementedError
