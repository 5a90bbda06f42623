"""All measurements, one line of JSON each."""

from __future__ import annotations

import json

from bench import draws, event_papers, hall, hands, held, rules, score_command, server

for part in (rules, server, score_command, draws, hands, hall, held, event_papers):
    for found in part.measure():
        print(json.dumps(found), flush=True)
