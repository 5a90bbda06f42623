"""How fast `manage.py score` is, and that its memory does not grow with its input."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.sheets import endless

ROOT = Path(__file__).resolve().parents[1]
SIZES = (10_000, 1_000_000)
RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes on macOS, kilobytes elsewhere


def measure() -> Iterator[dict[str, Any]]:
    peaks = []
    for hands in SIZES:
        seconds, cpu, peak = run(hands)
        peaks.append(peak)
        yield {
            "measured": "score command",
            "hands": hands,
            "seconds": round(seconds, 2),
            "hands_per_second": round(hands / seconds),
            "hands_per_cpu_second": round(hands / cpu),
            "peak_megabytes": round(peak / 2**20, 1),
        }
    yield {
        "measured": "score command, memory",
        "hands": list(SIZES),
        "peak_ratio": round(peaks[-1] / peaks[0], 3),
    }


def run(hands: int) -> tuple[float, float, int]:
    """Seconds by the clock and of the processor, and peak bytes in memory, starting up included."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "score"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert process.stdin is not None
    for line in endless(hands):
        process.stdin.write(line)
    process.stdin.close()
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"score ended with status {process.returncode}")
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss * RSS_UNIT
