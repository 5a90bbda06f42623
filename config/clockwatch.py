"""Does the time of day jump? People, networks and flat batteries set it; nothing that counts depends on it.

It is compared with the clock that nobody sets and that goes on while a laptop sleeps. Order is that of
entries, the round clock and limits count by the machine: a jump is told, and harmless.
"""

from __future__ import annotations

import logging
import threading
import time

from config.incidents import Incident, meet

JUMP = 120  # seconds between the two clocks that are no accident of measuring

logger = logging.getLogger("stammtisch.clock")

_lock = threading.Lock()
_before: tuple[float, float] | None = None  # time of day and count, when they were last compared
_jumped = 0.0  # seconds that the time of day has gained by jumps since this process began


def count() -> float:
    """Seconds since this machine was started, asleep or not; on systems that cannot say: awake."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def look(wall: float | None = None, ticks: float | None = None) -> int:
    """Compare; the seconds that the time of day has jumped since the last look, 0 for a few."""
    global _before, _jumped
    wall = time.time() if wall is None else wall
    ticks = count() if ticks is None else ticks
    with _lock:
        before, _before = _before, (wall, ticks)
        if before is None:
            return 0
        jump = (wall - before[0]) - (ticks - before[1])
        if abs(jump) < JUMP:
            _before = (before[0] + ticks - before[1], ticks)  # many small steps are a jump, too
            return 0
        _jumped += jump
    logger.warning("the time of day has jumped by %d seconds", round(jump))
    meet(Incident.CLOCK, round(jump))
    return round(jump)


def jumped() -> float:
    """Seconds that the time of day has gained by jumps since this process began."""
    return _jumped


def forget() -> None:
    """Start afresh (tests)."""
    global _before, _jumped
    _before, _jumped = None, 0.0
