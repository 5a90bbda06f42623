"""What the C library is told about memory, where it can be told."""

from __future__ import annotations

import sys

import pytest

from config import memory
from tests.processes import run

# A process of its own: what is told holds for all that comes later.
GIVEN_BACK = """
from config import memory
memory.be_frugal()
def resident():
    return int(open("/proc/self/statm").read().split()[1])
before = resident()
pieces = [bytes(4000) for _ in range(20_000)]  # too small to stand by themselves: 80 MB
last = pieces[-1]
full = resident()
del pieces
memory.give_back()
assert full - before > 15_000, (before, full)
assert resident() - before < (full - before) / 4, (before, full, resident())
"""


def test_what_was_let_go_goes_back_to_the_system() -> None:
    done = run([sys.executable, "-c", GIVEN_BACK])
    assert done.returncode == 0, done.stderr


def test_elsewhere_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert memory._library() is None
    memory.be_frugal()
    memory.give_back()
