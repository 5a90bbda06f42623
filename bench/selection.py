"""Which measurements are asked for: `--only X`, as dev.py hands `ONLY=X` on."""

from __future__ import annotations

import sys


def asked_for() -> str:
    """What follows --only; nothing means everything."""
    match sys.argv[1:]:
        case []:
            return ""
        case ["--only", name]:
            return name
        case _:
            sys.exit("Usage: python -m bench [--only NAME]")
