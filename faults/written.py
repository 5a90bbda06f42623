"""`python -m faults.written lines.json`: figures of a run as rows of the table in docs/reliability.md."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ALWAYS = ("check", "goal", "engine", "seed", "ok", "seconds", "break", "first", "missed", "failure")
DULL = ("lost", "doubled", "unexpected", "gap", "reorder", "changed")


def row(line: dict[str, Any]) -> str:
    """A row: goals, figures, command, engine."""
    figures = {name: value for name, value in line.items() if name not in (*ALWAYS, *DULL)}
    words = [f"{name.replace('_', ' ')} {value}" for name, value in figures.items()]
    if "acknowledged" in line:
        words.append(f"{sum(line.get(name, 0) for name in DULL)} lost, doubled, changed or out of order")
    if line.get("missed"):
        words.append(f"**missed: {'; '.join(line['missed'])}**")
    if not line.get("ok") and not line.get("missed"):
        words.append(f"**failed: {line.get('first', line.get('failure', ''))}**")
    command = f"`python -m faults.{line['check']}`"
    return f"| {line.get('goal', '')} | {', '.join(words)} | {command} | {line.get('engine', '')} |"


if __name__ == "__main__":
    for text in Path(sys.argv[1]).read_text().splitlines():
        print(row(json.loads(text)))
