"""Has a phone reached the page by which organisers try the Wi-Fi? Remembered by this process only."""

from __future__ import annotations

import time

_last: float | None = None


def note() -> None:
    """A device other than the laptop has."""
    global _last
    _last = time.monotonic()


def seconds_ago() -> float | None:
    """How long ago the last one did; None: none since the start."""
    return None if _last is None else time.monotonic() - _last
