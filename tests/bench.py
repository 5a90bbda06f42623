"""`make bench`: how fast it starts, restarts and answers here. Exit status 1 if a goal is missed."""

from __future__ import annotations

import http.client
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.server import RealServer

VISITORS = 8
SECONDS = 4.0


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def visit(server: RealServer, path: str) -> tuple[float, float]:
    """Requests per second, and the time in milliseconds within which 95 of 100 were answered."""
    took: list[float] = []
    end = time.monotonic() + SECONDS

    def one_visitor() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        while time.monotonic() < end:
            started = time.perf_counter()
            connection.request("GET", path, headers={"Host": "localhost"})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, (path, answer.status)
            took.append(time.perf_counter() - started)
        connection.close()

    threads = [threading.Thread(target=one_visitor) for _ in range(VISITORS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(took) / SECONDS, statistics.quantiles(took, n=20)[-1] * 1000


def main() -> int:
    missed = []

    def report(what: str, value: float, unit: str, goal: float, *, at_least: bool = False) -> None:
        met = value >= goal if at_least else value <= goal
        sign = "≥" if at_least else "≤"
        print(
            f"{what:44} {value:8.2f} {unit:4} (goal {sign} {goal:g})  {'' if met else 'MISSED'}".rstrip(),
            flush=True,
        )
        if not met:
            missed.append(what)

    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory:
        server = RealServer(Path(directory) / "data")
        try:
            report("first start, with a new database", timed(server.start), "s", 10)
            report("end", timed(server.stop), "s", 2)
            report("start with nothing to prepare", timed(server.start), "s", 5)
            report("after kill -9 until it answers again", timed(server.restart), "s", 3)
            for name, path, goal in (("health", "/healthz", 150.0), ("first page", "/", 100.0)):
                per_second, p95 = visit(server, path)
                report(f"{name}, {VISITORS} visitors at once", per_second, "/s", goal, at_least=True)
                report(f"{name}, 95 of 100 answers within", p95, "ms", 150)
        finally:
            server.kill()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
