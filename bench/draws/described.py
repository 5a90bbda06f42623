"""How good and how fast draws are, line by line: what the tables of docs/draws.md are written from.

`python -m bench.draws --only X` prints the part called X, or the draws beside annealing
whose group or name contains X: `catalogue`, `formats`, `beside`, `by lot`, `conditions`, `30×6`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.draws import beside, formats, stored

PARTS = {"catalogue": stored.measure, "formats": formats.measure, "beside": beside.measure}


def describe(only: str = "") -> Iterator[dict[str, Any]]:
    """The lines of all parts, or of those asked for."""
    if only and only not in PARTS:
        yield from beside.measure(only)
        return
    for name, part in PARTS.items():
        if only in ("", name):
            yield from part()
