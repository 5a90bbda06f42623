"""The figures of all workers, at http://127.0.0.1:METRICS_PORT/metrics; loaded only where they are wanted."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from django.conf import settings
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from config import forwarded
from config.processes import is_there
from config.terminal import gettext_noop as _
from config.terminal import say
from config.workers import Workers

BY_A_PROXY = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via")


def begin(workers: Workers) -> None:
    """In the parent of all workers, once."""
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
        if number.isdigit() and not is_there(int(number)):
            file.unlink(missing_ok=True)
