"""Every test begins with full token buckets, and ends when its printers have: both live in the process."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tournaments import limits


@pytest.fixture(autouse=True)
def nobody_has_asked_yet() -> None:
    for limit in vars(limits).values():
        if isinstance(limit, limits.Limit):
            limit.forget()


@pytest.fixture(autouse=True)
def nobody_prints_on() -> Iterator[None]:
    """Who presses for all papers need not stay for them; the next test may have its own idea of paper."""
    yield
    for thread in threading.enumerate():
        if thread.name == "printing":
            thread.join()
