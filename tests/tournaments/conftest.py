"""Every test begins with full token buckets: they live in the process, not in the database."""

from __future__ import annotations

import pytest

from tournaments import limits


@pytest.fixture(autouse=True)
def nobody_has_asked_yet() -> None:
    for limit in vars(limits).values():
        if isinstance(limit, limits.Limit):
            limit.forget()
