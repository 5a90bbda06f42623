"""Waiting for a condition, never for a clock.

A machine may be busy with other work five times over. So whatever a test waits for gets as long as it needs;
PATIENCE is met only by what hangs; then the test fails and says what it has been waiting for. Who works on a
quiet machine and wants to hear of a failure sooner sets TEST_PATIENCE, in seconds.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = float(os.environ.get("TEST_PATIENCE", "300"))  # seconds
BETWEEN_LOOKS = 0.01  # seconds

Value = TypeVar("Value")


def wait_until(condition: Callable[[], Value], waiting_for: str) -> Value:
    """The first true value of the condition; fails after PATIENCE with what was waited for."""
    give_up = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < give_up, f"waited {PATIENCE:.0f} s for {waiting_for}"
        time.sleep(BETWEEN_LOOKS)
    return value
