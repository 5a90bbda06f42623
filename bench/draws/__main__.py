"""The measurements of draws alone, one line of JSON each."""

from __future__ import annotations

import json

from bench.draws import measure
from bench.selection import asked_for

for line in measure(asked_for()):
    print(json.dumps(line, ensure_ascii=False), flush=True)
