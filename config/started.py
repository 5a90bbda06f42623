"""When this program began; imported before everything else."""

from __future__ import annotations

import time

_moment = time.monotonic()


def seconds_ago() -> float:
    return time.monotonic() - _moment
