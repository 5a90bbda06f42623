"""What the catalogue of schedules costs: bytes on disk, memory, and time to read what a draw asks for."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench.draws.process import run
from tournaments.engines.draw import catalogue
from tournaments.engines.draw.catalogue.schedules import best_known

FOLDER = Path(catalogue.__file__).parent
READ = [
    *[((6,) * 4, 4), ((6, 6, 6, 5, 5, 5), 5), ((7,) * 5, 5), ((4,) * 6, 8), ((3,) * 12, 12), ((7,) * 12, 12)],
]
TIMES = 5


def measure() -> Iterator[dict[str, Any]]:
    yield {
        "measured": "draw, catalogue on disk",
        "kilobytes": {
            path.name: round(path.stat().st_size / 1024, 1)
            for path in sorted(FOLDER.iterdir())
            if path.suffix in (".json", ".txt")
        },
    }
    seconds, peaks = [], []
    for sizes, rounds in READ:
        for _time in range(TIMES):
            began = time.process_time()
            best_known(sizes, rounds)
            seconds.append(time.process_time() - began)
        tracemalloc.start()
        best_known(sizes, rounds)
        peaks.append(tracemalloc.get_traced_memory())
        tracemalloc.stop()
    drawn = run({"players": 35, "sizes": [7], "rounds": 5, "seed": "bench"})
    yield {
        "measured": "draw, catalogue read",
        "kilobytes_on_disk": round((FOLDER / "schedules.txt").stat().st_size / 1024, 1),
        "milliseconds": round(median(seconds) * 1000, 2),
        "milliseconds_slowest": round(max(seconds) * 1000, 2),
        "kilobytes_while_reading": round(max(peak for _after, peak in peaks) / 1024),
        "kilobytes_afterwards": round(max(after for after, _peak in peaks) / 1024),
        "draw": "35×7×5",
        "repeats": drawn.facts["repeats"],
        "seconds": round(drawn.processor_seconds, 3),
        "peak_megabytes": round(drawn.peak / 2**20, 1),
    }
