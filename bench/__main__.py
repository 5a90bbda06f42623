"""All measurements, one line of JSON each."""

from __future__ import annotations

import json

from bench import rules, score_command

for part in (rules, score_command):
    for found in part.measure():
        print(json.dumps(found), flush=True)
