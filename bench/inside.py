"""The program in this very process, for what is measured without the web; the data are those of the part."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

SORTED = 7_000
BESIDE = f"sorting {SORTED:,} tuples"  # about a millisecond where the goals were set


def begin() -> None:
    """An empty database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from config import collected

    collected.collect_if_changed()
    call_command("migrate", verbosity=0)


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
