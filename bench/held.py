"""What phones that stop in mid-sentence cost everybody else: bodies and headers that never come to their end.

Beside the same visitors with nobody in their way, in turns.
"""

from __future__ import annotations

import http.client
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench.figure import Figure, in_turns, quantile
from tests import nginx, postgres
from tests.server import NAME, ROOT, RealServer

VISITORS = 12
PAUSE = 0.1  # seconds between two questions of a visitor
SECONDS = 2.5  # of each turn
TURNS = 3
PATH = "/healthz"
IN_THE_WAY = {80: (50, 30), 800: (500, 300)}  # bodies, headers
LOST = 20.0  # seconds after which nobody waits any more


def measure(short: bool = False) -> Iterator[Figure]:
    """In a club; in a federation past its proxy, and behind it where there is one."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory:
        server = RealServer(Path(directory) / "data")
        try:
            server.start()
            for held in (80,) if short else IN_THE_WAY:
                yield disturbed("club", server.port, {}, held)
        finally:
            server.kill()
        programs = postgres.binaries()
        if programs and not short:
            with postgres.running(programs) as url:
                yield from federation(Path(directory), url)


def federation(directory: Path, url: str) -> Iterator[Figure]:
    env = {"PROFILE": "federation", "HOSTS": "", "ALLOWED_HOSTS": f"localhost {NAME}", "DATABASE_URL": url}
    server = RealServer(directory / "federation", env=env)
    try:
        server.start()
        yield disturbed("federation", server.port, {"X-Forwarded-Proto": "https"}, 800)
        if nginx.program():
            with nginx.in_front_of(server.port, counting=False) as proxy:
                yield disturbed("nginx", proxy.port, {}, 800)
    finally:
        server.kill()


def disturbed(where: str, port: int, headers: Mapping[str, str], held: int) -> Figure:
    """Visitors with so many in their way, and alone."""
    visit(port, headers)  # the first answers are slower

    def in_the_way() -> float:
        with holding(port, *IN_THE_WAY[held], headers):
            return visit(port, headers)

    value, yardstick = in_turns(in_the_way, lambda: visit(port, headers), TURNS)
    return Figure(
        name=f"held.{where}.{held}",
        what=f"a visitor among {held} held connections, 95 of 100",
        value=value,
        unit="ms",
        yardstick=yardstick,
        beside="the same without them",
        goal=2,
        size=held,
    )


@contextmanager
def holding(port: int, bodies: int, half_headers: int, headers: Mapping[str, str]) -> Iterator[None]:
    """So many in the way, as long as this block lasts."""
    numbers = [str(number) for number in (port, bodies, half_headers, round(LOST))]
    more = [f"{name}: {value}" for name, value in headers.items()]
    command = [sys.executable, "-m", "bench.holding", *numbers, *more]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        holder.stdout.readline()
        try:
            yield
        finally:
            holder.terminate()


def visit(port: int, headers: Mapping[str, str]) -> float:
    """Milliseconds within which 95 of 100 answers come to visitors with addresses of their own."""
    took: list[float] = []
    end = time.monotonic() + SECONDS

    def visitor(number: int) -> None:
        def connect() -> http.client.HTTPConnection:
            return http.client.HTTPConnection(
                "127.0.0.1", port, timeout=LOST, source_address=(f"127.0.3.{1 + number}", 0)
            )

        line = connect()
        while time.monotonic() < end:
            started = time.perf_counter()
            try:
                line.request("GET", PATH, headers={"Host": "localhost", **headers})
                answer = line.getresponse()
                answer.read()
                assert answer.status == 200, answer.status
                took.append(time.perf_counter() - started)
            except OSError:
                took.append(LOST)
                line.close()
                line = connect()
            time.sleep(PAUSE)
        line.close()

    threads = [threading.Thread(target=visitor, args=(number,)) for number in range(VISITORS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return quantile(took, 0.95) * 1000
