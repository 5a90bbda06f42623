"""Less looking for garbage: what was loaded for all tests is never looked through again.

Django, the program and the collected tests stay until the end. Python would go through all of them again and
again as tests make new objects; how often it does has nothing to do with what is tested.
"""

from __future__ import annotations

import gc

import pytest

NEW_OBJECTS = 50_000  # between two looks at the youngest; Python's own is 700


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Everything that is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 10, 10)
