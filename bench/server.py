"""How fast the server starts, comes back after kill -9, answers, and previews a hand."""

from __future__ import annotations

import http.client
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from faults.phone import cells, some_hands
from tests.phone import LonePhone
from tests.server import RealServer

VISITORS = 8
SECONDS = 3.0
ROUND_TRIPS = 300
EMPTY = "/favicon.ico"  # a view that does nothing, behind all the same middleware


def measure() -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as directory:
        server = RealServer(Path(directory) / "data", fresh=True)
        try:
            yield seconds("first start, with a new database", server.start)
            yield seconds("end", server.stop)
            yield seconds("start with nothing to prepare", server.start)
            yield seconds("after kill -9 until it answers again", server.restart)
            for path in ("/healthz", "/"):
                yield crowd(server, path)
            yield preview(server)
        finally:
            server.kill()


def seconds(what: str, work: Callable[[], object]) -> dict[str, Any]:
    started = time.perf_counter()
    work()
    return {"measured": "server", "what": what, "seconds": round(time.perf_counter() - started, 2)}


def crowd(server: RealServer, path: str) -> dict[str, Any]:
    """Requests per second of some visitors at once, and the time within which 95 of 100 are answered."""
    took: list[float] = []
    end = time.monotonic() + SECONDS

    def one_visitor() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        while time.monotonic() < end:
            took.append(round_trip(connection, path, {}))
        connection.close()

    threads = [threading.Thread(target=one_visitor) for _ in range(VISITORS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {
        "measured": "server",
        "what": f"{path}, {VISITORS} visitors at once",
        "requests_per_second": round(len(took) / SECONDS),
        "p95_ms": round(statistics.quantiles(took, n=20)[-1] * 1000, 1),
    }


def preview(server: RealServer) -> dict[str, Any]:
    """The preview of a hand on a sheet of 24, against a view that does nothing, in turns."""
    phone = LonePhone(server)
    hands = some_hands(phone.table, 24, random.Random(1))
    for hand in hands:
        phone.post_hand(hand)
    query = urlencode({"part": "preview", **cells(hands[-1].raw)})
    cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    asked = {"Cookie": cookie, "HX-Request": "true"}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    previews, empties = [], []
    for _turn in range(ROUND_TRIPS):
        previews.append(round_trip(connection, f"{phone.path}?{query}", asked))
        empties.append(round_trip(connection, EMPTY, asked))
    connection.close()
    preview, empty = statistics.median(previews), statistics.median(empties)
    return {
        "measured": "server",
        "what": "preview of hand 25, browser to browser",
        "milliseconds": round(preview * 1000, 2),
        "empty_view_milliseconds": round(empty * 1000, 2),
        "ratio": round(preview / empty, 1),
    }


def round_trip(connection: http.client.HTTPConnection, path: str, headers: Mapping[str, str]) -> float:
    started = time.perf_counter()
    connection.request("GET", path, headers={"Host": "localhost", **headers})
    answer = connection.getresponse()
    answer.read()
    assert answer.status in (200, 204), (path, answer.status)
    return time.perf_counter() - started
