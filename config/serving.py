"""Run the web server: a parent that watches, and workers that answer."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable
from typing import Any

from django.db import connections
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

logger = logging.getLogger("stammtisch.chores")
FURTHER_PORTS = 20
CHORE_SECONDS = 15 * 60
STOP_SECONDS = 10  # time for answers under way when the server is stopped


def serve(address: str, port: int, workers: int, threads: int, chore: Callable[[], object]) -> None:
    """Serve until SIGTERM, Ctrl-C or a closed terminal. A worker that dies is replaced at once.

    Every worker does the `chore` when it starts, and again every quarter of an hour.
    """
    # Forked workers inherit the claim on the database file (serverlock), on every system and Python version.
    multiprocessing.set_start_method("fork", force=True)
    alive = os.pipe()
    server = Granian(
        "config.wsgi:application",
        address=address,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=threads,
        backlog=4096,  # a hall full of phones that wake up together
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=10_000),
        websockets=False,
        log_level=LogLevels.error,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
    )
    server.on_startup(stop_with_the_terminal)
    server.serve(target_loader=application_loader(alive, chore), wrap_loader=False)


def application_loader(
    alive: tuple[int, int], chore: Callable[[], object]
) -> Callable[[], Callable[..., Any]]:
    def load() -> Callable[..., Any]:
        """Called in each worker."""
        read_end, write_end = alive
        os.close(write_end)
        threading.Thread(target=follow_parent, args=(read_end,), daemon=True).start()
        from config.wsgi import application

        threading.Thread(target=now_and_then, args=(chore,), daemon=True).start()
        return application

    return load


def now_and_then(chore: Callable[[], object]) -> None:
    """Do something that nobody waits for, as long as this worker lives; what fails is tried again."""
    pause = threading.Event()
    while True:
        try:
            chore()
        except Exception:
            logger.exception("chore")
        finally:
            connections.close_all()  # of this thread
        pause.wait(CHORE_SECONDS)


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
