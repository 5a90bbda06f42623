"""Figures of a server for monitoring: what is answered, how fast, what is saved, what waits.

With METRICS_PORT the parent shows them at http://127.0.0.1:PORT/metrics in Prometheus' format, for all
workers of the machine together: each worker writes into files of its own, which the client library adds up,
so that what a worker has counted is not gone with it. Without METRICS_PORT, and in a club, nothing is loaded
and nothing counted.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from config.pressure import Pressure
    from config.workers import Workers

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"  # the library's own variable
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NOW_AND_THEN = 15.0  # seconds

also: list[Callable[[], dict[str, float]]] = []
"""Asked by every worker now and then: figures of the database by their names, the same for all workers."""


class Meters:
    """What one worker counts."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        # Not the library's own list, which also counts Python's insides and cannot be filled twice.
        registry = CollectorRegistry()
        self.requests = Counter(
            "stammtisch_requests", "Answers.", ["route", "method", "status"], registry=registry
        )
        self.seconds = Histogram(
            "stammtisch_request_seconds", "Time to the answer.", ["route"], buckets=BUCKETS, registry=registry
        )
        self.hands = Counter("stammtisch_hands_saved", "Hands saved.", registry=registry)
        self.later = Counter(
            "stammtisch_put_off", "Questions for news told to come later.", registry=registry
        )
        self.turned_away = Counter(
            "stammtisch_turned_away", "Requests refused at the door.", registry=registry
        )
        self.errors = Counter(
            "stammtisch_database_errors", "Troubles of the database.", ["reason"], registry=registry
        )
        self.under_way = Gauge(
            "stammtisch_under_way",
            "Requests worked on or waiting.",
            ["what"],
            multiprocess_mode="livesum",
            registry=registry,
        )
        self.pace = Gauge(
            "stammtisch_pace",
            "How much more rarely phones ask.",
            multiprocess_mode="livemax",
            registry=registry,
        )
        self.figures = Gauge(
            "stammtisch_figure",
            "Of the database.",
            ["name"],
            multiprocess_mode="mostrecent",
            registry=registry,
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
    if settings.METRICS_PORT:
        from config import showing  # only for this

        showing.begin(workers)
