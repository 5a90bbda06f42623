"""A yardstick for what is measured in this very process, without the web."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

SORTED = 7_000
BESIDE = f"sorting {SORTED:,} tuples"  # about a millisecond where the goals were set


def processor_time(work: Callable[[], object]) -> float:
    """Milliseconds of it."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


_dice = random.Random(7)
_tuples = [(_dice.randint(0, 1500), _dice.randint(0, 300), number) for number in range(SORTED)]


def sorting() -> float:
    """What everything beside it is compared with."""
    return processor_time(lambda: sorted(_tuples))
