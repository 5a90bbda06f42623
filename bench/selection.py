"""Which measurements are asked for: `--only X`, as dev.py hands `ONLY=X` on; and their lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any


def asked_for() -> str:
    """What follows --only; nothing means everything."""
    match sys.argv[1:]:
        case []:
            return ""
        case ["--only", name]:
            return name
        case _:
            sys.exit("Usage: make bench, or make bench ONLY=name")


def print_all(lines: Iterable[dict[str, Any]]) -> None:
    """One line of JSON for each measurement, as soon as it is there."""
    count = 0
    for line in lines:
        print(json.dumps(line, ensure_ascii=False), flush=True)
        count += 1
    if not count:
        sys.exit("Nothing is measured by that name.")
