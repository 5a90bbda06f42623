"""Who watches a long search."""

from __future__ import annotations

from collections.abc import Callable

Watch = Callable[[int, int, int], bool]
"""Told steps done, steps in all and the best cost now and then; True stops with the best so far."""
