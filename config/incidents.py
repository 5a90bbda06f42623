"""What has gone wrong in this process and is still worth saying: the organisers' desk shows it.

Kept in memory: the disk may be what is wrong, and a club's server is one process. A start begins anew.
"""

from __future__ import annotations

import enum
import threading
import time
from dataclasses import dataclass


class Incident(enum.StrEnum):
    """What can go wrong while the server runs."""

    DISK_FULL = "disk_full"
    DISK_ERROR = "disk_error"  # the disk has refused to write, or to say that it has written
    READ_ONLY = "read_only"
    DAMAGED = "damaged"
    MOVED = "moved"
    SLOW_DISK = "slow_disk"
    CLOCK = "clock"  # the time of day has jumped


LASTS = {  # seconds after which something that has not come back is not worth saying any more
    Incident.DISK_FULL: 15 * 60,
    Incident.DISK_ERROR: 12 * 3600,
    Incident.READ_ONLY: 15 * 60,
    Incident.DAMAGED: 12 * 3600,
    Incident.MOVED: 15 * 60,
    Incident.SLOW_DISK: 10 * 60,
    Incident.CLOCK: 3600,
}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An incident, how often it came, and the last time of it in seconds of the clock that nobody sets."""

    incident: Incident
    count: int
    last: float
    amount: int = 0  # of the clock: seconds of the jump


_happened: dict[Incident, Occurrence] = {}
_lock = threading.Lock()


def meet(incident: Incident, amount: int = 0) -> None:
    """It has just happened."""
    with _lock:
        before = _happened.get(incident)
        count = before.count + 1 if before else 1
        _happened[incident] = Occurrence(incident, count, time.monotonic(), amount)


def over(incident: Incident) -> None:
    """It is not so any more."""
    with _lock:
        _happened.pop(incident, None)


def now() -> list[Occurrence]:
    """What is worth saying, the latest first."""
    moment = time.monotonic()
    with _lock:
        lasting = [row for row in _happened.values() if moment - row.last < LASTS[row.incident]]
    return sorted(lasting, key=lambda row: -row.last)


def forget() -> None:
    """Start afresh (tests)."""
    with _lock:
        _happened.clear()
