"""Waiting for a condition, never for a clock.

A machine may be busy with other work five times over. So whatever a test waits for gets as long as it needs;
PATIENCE is met only by what hangs, and then the test fails and says what it has been waiting for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 300.0  # seconds
BETWEEN_LOOKS = 0.01  # seconds

Value = TypeVar("Value")


def wait_until(condition: Callable[[], Value], waiting_for: str) -> Value:
    """The first true value of the condition; fails after PATIENCE with what was waited for."""
    give_up = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < give_up, f"waited {PATIENCE:.0f} s for {waiting_for}"
        time.sleep(BETWEEN_LOOKS)
    return value
