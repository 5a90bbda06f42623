"""Run the web server: a parent that watches, and workers that answer."""

from __future__ import annotations

import logging
import multiprocessing
import os
import resource
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import connections
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from config import memory

logger = logging.getLogger("stammtisch.chores")
FURTHER_PORTS = 20
BACKLOG = 4096  # a hall full of phones that wake up together
CHORE_SECONDS = 15 * 60
TIDY_SECONDS = 15
STOP_SECONDS = 10  # time for answers under way when the server is stopped


def serve(
    address: str,
    port: int,
    workers: int,
    header_seconds: float,
    on_ready: Callable[[], None],
    chore: Callable[[], object],
    at_end: Callable[[], None],
    beside: Callable[[], object],
) -> None:
    """Serve until SIGTERM, Ctrl-C or a closed terminal. A worker that dies is replaced at once.

    `on_ready` is called once, when the first worker can answer, `at_end` when the last answer has been given.
    Every worker does the `chore` when it starts, and again every quarter of an hour; it calls `beside` once,
    before its first answer.
    """
    allow_many_connections()
    # Forked workers inherit the claim on the database file (serverlock), on every system and Python version.
    multiprocessing.set_start_method("fork", force=True)
    alive, ready = os.pipe(), os.pipe()
    threading.Thread(target=wait_for_worker, args=(ready[0], on_ready), daemon=True).start()
    server = Granian(
        "config.asgi:application",
        address=address,
        port=port,
        interface=Interfaces.ASGINL,
        workers=workers,
        backlog=BACKLOG,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=round(header_seconds * 1000)),
        websockets=False,
        log_level=LogLevels.error,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
    )
    server.on_startup(stop_with_the_terminal)
    server.on_shutdown(at_end)
    server.serve(target_loader=application_loader(alive, ready[1], chore, beside), wrap_loader=False)


def allow_many_connections() -> None:
    """Each connection is an open file, and many systems allow 256 or 1024 of them unless asked for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * BACKLOG if hard == resource.RLIM_INFINITY else min(2 * BACKLOG, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems do not keep to what they say; then it is as it is
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def wait_for_worker(ready: int, on_ready: Callable[[], None]) -> None:
    """Call this when the first worker can answer."""
    if os.read(ready, 1):
        on_ready()


def application_loader(
    alive: tuple[int, int], ready: int, chore: Callable[[], object], beside: Callable[[], object]
) -> Callable[[], Callable[..., Any]]:
    def load() -> Callable[..., Any]:
        """Called in each worker."""
        memory.be_frugal()
        read_end, write_end = alive
        os.close(write_end)
        # A terminal sends these to workers too. Their parent heeds them and then tells its workers to end; a
        # worker that hears of it twice at the same moment may not end at all.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
        threading.Thread(target=follow_parent, args=(read_end,), daemon=True).start()
        from config.asgi import application

        beside()
        threading.Thread(target=now_and_then, args=(chore,), daemon=True).start()
        os.write(ready, b".")
        return application

    return load


def now_and_then(chore: Callable[[], object]) -> None:
    """Do something that nobody waits for, as long as this worker lives; what fails is tried again.

    In between, what large pages and papers took of the memory goes back.
    """
    pause = threading.Event()
    while True:
        try:
            chore()
        except Exception:
            logger.exception("chore")
        finally:
            connections.close_all()  # of this thread
        for _time in range(CHORE_SECONDS // TIDY_SECONDS):
            pause.wait(TIDY_SECONDS)
            memory.give_back()


def follow_parent(read_end: int) -> None:
    """End this worker when its parent dies, even by kill -9, so that a new server finds port and lock free.

    The parent alone holds the other end of the pipe; it never writes, so reading ends when the parent does.
    """
    os.read(read_end, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def stop_with_the_terminal() -> None:
    """Granian takes a hang-up for "load anew"; whoever closes the window wants to stop."""
    signal.signal(signal.SIGHUP, signal.getsignal(signal.SIGTERM))


def is_free(address: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        # As a server would: pass over connections that are just closing, but not over another server.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return False
        return True


def free_port(address: str, wanted: int) -> int | None:
    """The wanted port, or the next free one; None if there is none nearby."""
    candidates = range(wanted, min(wanted + FURTHER_PORTS, 65535) + 1)
    return next((port for port in candidates if is_free(address, port)), None)
