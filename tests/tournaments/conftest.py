"""Every test begins with full token buckets: they live in the process, not in the database."""

from __future__ import annotations

import pytest

from tournaments import limits


@pytest.fixture(autouse=True)
def nobody_has_asked_yet() -> None:
    for limit in (limits.CLAIMS_PER_ADDRESS, limits.CLAIMS_PER_TABLE, limits.NEW_TABLES_PER_ADDRESS):
        limit.forget()
