"""The log for whoever follows an event."""

from __future__ import annotations

from tournaments.engines.eventlog import MOST_LINES, LogBatch
from tournaments.models import Event


def batch_after(event: Event, pos: int, *, private: bool = False, most: int = MOST_LINES) -> LogBatch:
    """At most so many lines after a position, with the bodies of their pieces as they are now; sealed before.

    `private`: for a spare laptop, with primary keys and what devices write with. A position beyond the head
    gives a batch without lines: the reader compares `head` and `head_hash`.
    """
    raise NotImplementedError
