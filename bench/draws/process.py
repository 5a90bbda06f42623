"""One draw in a process of its own, so that its peak memory and its seconds are its own.

Seconds are those of the draw without starting Python; those of the processor hardly depend on what else runs.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tournaments.engines.draw import draw

ROOT = Path(__file__).resolve().parents[2]
STATUS = Path("/proc/self/status")
RSS_UNIT = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes on macOS, kilobytes elsewhere


@dataclass(frozen=True, slots=True)
class Measured:
    """An answer and what it took."""

    facts: dict[str, Any]
    seconds: float
    processor_seconds: float
    peak: int  # bytes


def run(request: dict[str, Any]) -> Measured:
    """Draw this in another process."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.draws.process"],
        cwd=ROOT,
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONHASHSEED": "random"},
    )
    if done.returncode:
        raise RuntimeError(f"{json.dumps(request)[:300]}: {done.stderr[-1000:]}")
    return Measured(**json.loads(done.stdout))


def run_here(request: dict[str, Any]) -> Measured:
    """Draw this in this process."""
    started, processor = time.perf_counter(), time.process_time()
    facts = dict(draw(request).facts)
    return Measured(facts, time.perf_counter() - started, time.process_time() - processor, peak())


def peak() -> int:
    """The most memory this process ever held, in bytes."""
    if STATUS.exists():  # what the system counts for a child begins with the size of its parent
        return int(re.findall(r"VmHWM:\s+(\d+) kB", STATUS.read_text())[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT


if __name__ == "__main__":
    print(json.dumps(asdict(run_here(json.load(sys.stdin)))))
