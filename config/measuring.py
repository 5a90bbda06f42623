"""Figures of a server for monitoring: what is answered, how fast, what is saved, what waits.

With METRICS_PORT the parent shows them at http://127.0.0.1:PORT/metrics in Prometheus' format, for all
workers of the machine together: each worker writes into files of its own, which the client library adds up,
so that what a worker has counted is not gone with it. Without METRICS_PORT, and in a club, nothing is loaded
and nothing counted.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings

from config import forwarded
from config.terminal import gettext_noop as _
from config.terminal import say

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

    from config.pressure import Pressure
    from config.workers import Workers

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"  # the library's own variable
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
BY_A_PROXY = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via")
NOW_AND_THEN = 15.0  # seconds

also: list[Callable[[], dict[str, float]]] = []
"""Asked by every worker now and then: figures of the database by their names, the same for all workers."""


class Meters:
    """What one worker counts."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        # Not the library's own list, which also counts Python's insides and cannot be filled twice.
        own = CollectorRegistry()
        self.requests = Counter(
            "stammtisch_requests", "Answers.", ["route", "method", "status"], registry=own
        )
        self.seconds = Histogram(
            "stammtisch_request_seconds", "Time to the answer.", ["route"], buckets=BUCKETS, registry=own
        )
        self.hands = Counter("stammtisch_hands_saved", "Hands saved.", registry=own)
        self.later = Counter("stammtisch_put_off", "Questions for news told to come later.", registry=own)
        self.turned_away = Counter("stammtisch_turned_away", "Requests refused at the door.", registry=own)
        self.errors = Counter(
            "stammtisch_database_errors", "Troubles of the database.", ["reason"], registry=own
        )
        self.under_way = Gauge(
            "stammtisch_under_way",
            "Requests worked on or waiting.",
            ["what"],
            multiprocess_mode="livesum",
            registry=own,
        )
        self.pace = Gauge(
            "stammtisch_pace", "How much more rarely phones ask.", multiprocess_mode="livemax", registry=own
        )
        self.figures = Gauge(
            "stammtisch_figure", "Of the database.", ["name"], multiprocess_mode="mostrecent", registry=own
        )


_meters: Meters | None = None


# --- In the workers -----------------------------------------------------------------------------------------


def begin() -> None:
    """In each worker, once."""
    global _meters
    if settings.METRICS_PORT:
        _meters = Meters()
        threading.Thread(target=_look_now_and_then, name="figures", daemon=True).start()


def answered(route: str, method: str, status: int, seconds: float) -> None:
    """A request has its answer."""
    if _meters is not None:
        _meters.requests.labels(route, method if method in METHODS else "other", str(status)).inc()
        _meters.seconds.labels(route).observe(seconds)


def hand_saved() -> None:
    """It is on the disk."""
    if _meters is not None:
        _meters.hands.inc()


def put_off() -> None:
    """A question for news is to be asked again later."""
    if _meters is not None:
        _meters.later.inc()


def turned_away() -> None:
    """Somebody has too much under way."""
    if _meters is not None:
        _meters.turned_away.inc()


def database_error(reason: str) -> None:
    """The database could not do it."""
    if _meters is not None:
        _meters.errors.labels(reason).inc()


def pressure(now: Pressure) -> None:
    """How much there is to do in this worker."""
    if _meters is not None:
        counts = {
            "saves": now.saves,
            "pages": now.looks,
            "questions": now.questions,
            "waiting": len(now.line),
        }
        for what, count in counts.items():
            _meters.under_way.labels(what).set(count)
        _meters.pace.set(now.pace)


def _look_now_and_then() -> None:
    from django.db import Error, connections

    pause = threading.Event()
    while True:
        for look in also:
            with suppress(Error):  # it is counted where somebody needs the database
                for name, value in look().items():
                    if _meters is not None:
                        _meters.figures.labels(name).set(value)
        connections.close_all()  # of this thread
        pause.wait(NOW_AND_THEN)


# --- In the parent ------------------------------------------------------------------------------------------


def prepare(*, afresh: bool) -> None:
    """Before workers are made: where they write. `afresh`: nobody else on this machine writes there."""
    if not settings.METRICS_PORT:
        return
    directory = Path(settings.METRICS_DIR)
    directory.mkdir(mode=0o700, exist_ok=True)
    for file in directory.glob("*.db") if afresh else ():
        file.unlink(missing_ok=True)
    os.environ[DIRECTORY] = str(directory)


def show(workers: Workers) -> None:
    """Answer on loopback, in a thread of the parent."""
    if not settings.METRICS_PORT:
        return
    registry = registry_of(workers)
    try:
        server = MetricsServer(("127.0.0.1", settings.METRICS_PORT), registry)
    except OSError:
        say(
            _("METRICS_PORT={port} is used by another program: there are no figures."),
            port=settings.METRICS_PORT,
        )
        return
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()


def registry_of(workers: Workers) -> CollectorRegistry:
    """Everything there is to show: what workers have counted, and the workers themselves."""
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(OfParent(workers))
    return registry


class OfParent:
    """What the parent knows by itself."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.began = time.time()

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily

        yield GaugeMetricFamily("stammtisch_workers", "Workers that live.", self.workers.alive)
        yield GaugeMetricFamily(
            "stammtisch_workers_wanted", "Workers there should be.", settings.PROFILE.workers
        )
        yield CounterMetricFamily("stammtisch_worker_deaths", "Workers that have died.", self.workers.deaths)
        yield GaugeMetricFamily("stammtisch_started_seconds", "When the server started.", self.began)
        honest = forwarded.seen().conduct in forwarded.HONEST
        yield GaugeMetricFamily("stammtisch_proxy_honest", "Are visitors told apart?", int(honest))
        yield InfoMetricFamily("stammtisch", "The program.", {"version": settings.VERSION})


class MetricsServer(ThreadingHTTPServer):
    """Of two servers of this machine, the old and the new one, either may answer: they count together."""

    allow_reuse_port = True
    daemon_threads = True

    def __init__(self, address: tuple[str, int], registry: CollectorRegistry) -> None:
        self.registry = registry
        super().__init__(address, MetricsHandler)


class MetricsHandler(BaseHTTPRequestHandler):
    """GET /metrics, for programs of this machine."""

    server: MetricsServer

    def do_GET(self) -> None:
        from prometheus_client import generate_latest

        if any(name in self.headers for name in BY_A_PROXY):
            self.say(403, b"Not through a proxy.\n", "text/plain")
        elif self.path.partition("?")[0] != "/metrics":
            self.say(404, b"The figures are at /metrics.\n", "text/plain")
        else:
            forget_the_dead()
            self.say(200, generate_latest(self.server.registry), "text/plain; version=0.0.4; charset=utf-8")

    def say(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody needs a line every fifteen seconds."""


def forget_the_dead() -> None:
    """What workers that are gone had under way is under way no more; what they have counted stays."""
    for file in Path(settings.METRICS_DIR).glob("gauge_live*_*.db"):
        number = file.stem.rpartition("_")[2]
        if number.isdigit() and not _lives(int(number)):
            file.unlink(missing_ok=True)


def _lives(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
