"""What lives until the end of the run is no garbage: nobody looks at it again and again.

Python looks for garbage by walking through what is alive, more often the more is made. Thousands of tests
that are collected, the program and its libraries are millions of objects that stay; they are set aside, and a
look takes as long as one through what the tests themselves have made.
"""

from __future__ import annotations

import gc

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
