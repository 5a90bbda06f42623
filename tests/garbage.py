"""Less looking for garbage: what was loaded for all tests is never looked through again.

Django, the program and the collected tests are some hundred thousand objects that stay until the end. Python
would go through all of them again and again as tests make new ones; how often is for programs that leave
circles, and has nothing to do with what is tested.
"""

from __future__ import annotations

import gc

import pytest

OFTEN = 50_000  # new objects between two looks at the youngest; Python's own is 700


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Everything that is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, 10, 10)
