"""Run the web server: a parent that watches, and workers that answer.

A server that is to leave, because another one has taken over its visitors, lets its workers take nobody new,
and every answer says that the next question needs another connection. When no connection is left that
somebody could still be using, it ends.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connections
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from config import leaving, memory, press
from config.starterlink import BACKLOG, StarterLink
from config.workers import DRAIN, Workers, let_go_of, listen

logger = logging.getLogger("stammtisch.chores")
FURTHER_PORTS = 20
CHORE_SECONDS = 15 * 60
TIDY_SECONDS = 15
STOP_SECONDS = 10  # time for answers under way when the server is stopped


@dataclass(frozen=True, slots=True)
class Duties:
    """What is done besides answering."""

    on_ready: Callable[[], None]  # once, when the first worker can answer
    chore: Callable[[], object]  # in every worker when it starts, and again every quarter of an hour
    at_end: Callable[[], None]  # when the last answer has been given
    beside: Callable[[], object]  # in every worker, before its first answer
    of_parent: Callable[[Workers], object]  # once, in the parent


def serve(
    address: str, port: int, workers: int, header_seconds: float, duties: Duties, link: StarterLink | None
) -> None:
    """Serve until SIGTERM, Ctrl-C or a closed terminal. A worker that dies is replaced."""
    allow_many_connections()
    # Forked workers inherit the claim on the database file (serverlock), on every system and Python version.
    multiprocessing.set_start_method("fork", force=True)
    alive, ready = os.pipe(), os.pipe()
    serves = threading.Event()
    server = Workers(
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
        workers_kill_timeout=STOP_SECONDS,
    )
    server.listening = (link and link.take_line()) or listen(address, port, BACKLOG)
    server.serves = serves.is_set

    def first_is_ready() -> None:
        serves.set()
        server.main_loop_interrupt.set()
        duties.on_ready()

    def leave() -> None:
        """Workers finish; a connection that nobody has used for so long is closed by then."""
        server.drain()
        threading.Timer(header_seconds, server.signal_handler_interrupt).start()

    threading.Thread(target=wait_for_worker, args=(ready[0], first_is_ready), daemon=True).start()
    server.on_startup(stop_with_the_terminal)
    server.on_startup(lambda: link.follow(leave) if link else None)
    server.on_startup(lambda: duties.of_parent(server))
    server.on_shutdown(duties.at_end)
    load = application_loader(alive, ready[1], duties, server.listening.getsockname())
    server.serve(target_loader=load, wrap_loader=False)


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
    alive: tuple[int, int], ready: int, duties: Duties, address: tuple[Any, ...]
) -> Callable[[], Callable[..., Any]]:
    def load() -> Callable[..., Any]:
        """Called in each worker."""
        memory.be_frugal()
        read_end, write_end = alive
        os.close(write_end)
        # A terminal sends these to workers too. Their parent heeds them and then tells its workers to end; a
        # worker that hears of it twice at the same moment may not end at all.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})

        def drain(*_signal: object) -> None:
            leaving.begin()
            let_go_of(address)

        signal.signal(DRAIN, drain)
        threading.Thread(target=follow_parent, args=(read_end,), daemon=True).start()
        try:
            from config.asgi import application

            press.begin()
            duties.beside()
        except (ImproperlyConfigured, Error) as error:  # a sentence helps, a traceback does not
            sys.exit(str(error))
        threading.Thread(target=now_and_then, args=(duties.chore,), daemon=True).start()
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
