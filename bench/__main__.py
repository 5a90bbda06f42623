"""All measurements, one line of JSON each; with `--only X` those of the part X, or of the draws called X."""

from __future__ import annotations

from itertools import chain

from bench import (
    copies,
    decisions,
    draws,
    event_papers,
    hall,
    hands,
    held,
    rules,
    schedules,
    score_command,
    server,
)
from bench.selection import asked_for, print_all

PARTS = {
    "rules": rules.measure,
    "server": server.measure,
    "score_command": score_command.measure,
    "draws": draws.measure,
    "schedules": schedules.measure,
    "hands": hands.measure,
    "copies": copies.measure,
    "decisions": decisions.measure,
    "hall": hall.measure,
    "held": held.measure,
    "event_papers": event_papers.measure,
}

only = asked_for()
chosen = [part for name, part in PARTS.items() if only in ("", name)]
print_all(chain.from_iterable(part() for part in chosen) if chosen else draws.measure(only))
