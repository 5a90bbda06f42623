"""All measurements, one line of JSON each; with `--only X` those of the part X, or of the draws called X."""

from __future__ import annotations

import json

from bench import draws, event_papers, hall, hands, held, rules, score_command, server
from bench.selection import asked_for

PARTS = {
    "rules": rules.measure,
    "server": server.measure,
    "score_command": score_command.measure,
    "draws": draws.measure,
    "hands": hands.measure,
    "hall": hall.measure,
    "held": held.measure,
    "event_papers": event_papers.measure,
}

only = asked_for()
chosen = [part for name, part in PARTS.items() if only in ("", name)]
for lines in [part() for part in chosen] or [draws.measure(only)]:
    for line in lines:
        print(json.dumps(line, ensure_ascii=False), flush=True)
