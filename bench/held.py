"""What phones that stop in mid-sentence cost everybody else: bodies and headers that never come to their end.

Everything stands in one run beside the same visitors with nobody in their way: machines differ, ratios less.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import postgres
from tests.patience import wait_until
from tests.server import NAME, ROOT, RealServer, free_port

VISITORS = 12
PAUSE = 0.1  # seconds between two questions of a visitor
SECONDS = 6.0
WARMING = 2.0  # seconds
PATH = "/healthz"
IN_THE_WAY = {"8 bodies": (8, 0), "60 bodies": (60, 0), "500 bodies": (500, 0), "both": (500, 300)}
LOST = 20.0  # seconds after which nobody waits any more


def measure() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory:
        server = RealServer(Path(directory) / "data")
        try:
            server.start()
            yield from disturbed("club", server.port, {})
        finally:
            server.kill()
        programs = postgres.binaries()
        if programs:
            with postgres.running(programs) as url:
                yield from federation(Path(directory), url)


def federation(directory: Path, url: str) -> Iterator[dict[str, Any]]:
    """As a visitor who has found the way past the proxy, and through the proxy where there is one."""
    env = {"PROFILE": "federation", "HOSTS": "", "ALLOWED_HOSTS": f"localhost {NAME}", "DATABASE_URL": url}
    server = RealServer(directory / "federation", env=env)
    try:
        server.start()
        yield from disturbed("federation without its proxy", server.port, {"X-Forwarded-Proto": "https"})
        program = os.environ.get("NGINX") or shutil.which("nginx")
        if program:
            with proxy(program, directory, server.port) as port:
                yield from disturbed("federation behind nginx", port, {})
    finally:
        server.kill()


@contextmanager
def proxy(program: str, directory: Path, behind: int) -> Iterator[int]:
    """nginx as deploy/nginx.conf has it, but for https and its place."""
    port = free_port()
    site = (ROOT / "deploy" / "nginx.conf").read_text()
    site = re.sub(r"server \{\s*listen 80;.*?\n\}", "", site, flags=re.DOTALL)
    site = re.sub(r"\n *ssl_.*", "", site).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{behind}").replace("punkte.example.org", "localhost")
    places = "".join(
        f"{kind}_temp_path {directory}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"daemon off; pid {directory}/nginx.pid; error_log {directory}/nginx.log;\n"
        "worker_rlimit_nofile 8192;\n"
        f"events {{ worker_connections 4096; }}\nhttp {{ access_log off;\n{places}{site}\n}}\n"
    )
    file = directory / "nginx.conf"
    file.write_text(whole)
    process = subprocess.Popen([program, "-p", str(directory), "-c", str(file)], stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: answers(port), "nginx to answer")
        yield port
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def disturbed(what: str, port: int, headers: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Visitors alone, with more and more in their way, and alone again each time; when those were cut."""
    visit(port, headers, WARMING)  # the first answers are slower
    for name, (bodies, half_headers) in IN_THE_WAY.items():
        alone = visit(port, headers, SECONDS / 2)
        with holding(port, bodies, half_headers, headers) as cut:
            took = visit(port, headers, SECONDS)
        alone += visit(port, headers, SECONDS / 2)
        yield {
            "measured": "held",
            "what": f"{what}, {name}",
            "p95_ms": round(p95(took), 1),
            "p95_ms_alone": round(p95(alone), 1),
            "ratio": round(p95(took) / p95(alone), 2),
            "lost": sum(seconds == LOST for seconds in took),
            "held": bodies + half_headers,
            "cut": len(cut),
            "last_cut_after_s": round(max(cut, default=-1), 1),
        }


@contextmanager
def holding(port: int, bodies: int, half_headers: int, headers: Mapping[str, str]) -> Iterator[list[float]]:
    """So many in the way, from the beginning of this block; the seconds until each was cut, at its end."""
    numbers = [str(number) for number in (port, bodies, half_headers, round(LOST))]
    more = [f"{name}: {value}" for name, value in headers.items()]
    command = [sys.executable, "-m", "bench.holding", *numbers, *more]
    cut: list[float] = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        holder.stdout.readline()
        yield cut
        cut += json.loads(holder.stdout.readline())


def p95(took: list[float]) -> float:
    return statistics.quantiles(took, n=20)[-1] * 1000


def visit(port: int, headers: Mapping[str, str], seconds: float) -> list[float]:
    """Seconds of every answer to visitors with addresses of their own."""
    took: list[float] = []
    end = time.monotonic() + seconds

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
    return took


if __name__ == "__main__":
    for result in measure():
        print(json.dumps(result), flush=True)
