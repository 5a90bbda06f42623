"""The workers of one server: one that dies is replaced, and they share a socket that outlives them all.

Granian looks after workers too, but ends the whole server when one of them dies twice within seconds, and
gives each of them a socket of its own, with which the visitors die who wait in its line. Here a worker that
goes on dying is started again after longer and longer pauses, as long as any worker of this server has ever
served; and whoever waits in the line is answered by another one.
"""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from granian._granian import SocketHolder
from granian.server.mp import MPServer

from config.terminal import gettext_noop as _
from config.terminal import say

PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # seconds before a worker that goes on dying starts again
ALONE = 1.0  # seconds; at most so long while no other worker answers
STABLE = 60.0  # seconds; whoever has lived so long begins anew
DRAIN = signal.SIGUSR2  # to a worker: take no further visitors, and tell those you have to come anew


@dataclass(slots=True)
class WorkerPlace:
    """One of the workers' places, whoever has it now."""

    deaths: int = 0  # quick ones in a row
    born: float = 0.0
    due: float | None = None  # when somebody is to take it; None: it is taken


class Workers(MPServer):
    """Granian's own server, but for the socket and for what happens when a worker dies."""

    listening: socket.socket
    serves: Callable[[], bool] = staticmethod(lambda: True)
    leaves = False  # others have taken over
    deaths = 0  # of workers that were not told to end, since the start

    def _init_shared_socket(self) -> None:
        self.listening.set_inheritable(True)
        inside: Any = self  # granian's own names have no types
        inside._shd = SocketHolder(self.listening.fileno(), False, self.backlog)  # type: ignore[call-arg]
        inside._sfd, inside._ssp, inside._sso = self.listening.fileno(), None, self.listening

    def _drop_shared_socket(self) -> None:
        """Workers that finish what is under way have it too."""
        self.listening.close()
        self._sso = None

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        now = time.monotonic()
        places = {worker.idx: WorkerPlace(born=now) for worker in self.wrks}
        while not self.interrupt_signal:
            due = [place.due for place in places.values() if place.due is not None and self.serves()]
            self.main_loop_interrupt.wait(max(0.0, min(due) - time.monotonic()) if due else None)
            self.main_loop_interrupt.clear()
            while self.interrupt_children:
                self.mourn(places[self.interrupt_children.pop()])
            if self.leaves:
                continue
            if not self.serves() and all(place.due is not None for place in places.values()):
                say(_("No worker could start. Why, stands above; nothing is served."))
                self.interrupt_children = [0]  # so the server ends with a status
                return
            for number, place in places.items() if self.serves() else ():
                if place.due is not None and place.due <= time.monotonic() and not self.interrupt_signal:
                    self.fill(number, place, spawn_target, target_loader)

    def mourn(self, place: WorkerPlace) -> None:
        """Somebody has died: when does the next one start?"""
        self.deaths += 1
        now = time.monotonic()
        place.deaths = 1 if now - place.born > STABLE else place.deaths + 1
        pause = PAUSES[min(place.deaths, len(PAUSES)) - 1]
        place.due = now + (pause if self.alive else min(pause, ALONE))

    def fill(self, number: int, place: WorkerPlace, spawn_target: Any, target_loader: Any) -> None:
        worker: Any = self._spawn_worker(idx=number, target=spawn_target, callback_loader=target_loader)
        worker.start()
        self.wrks[number] = worker
        place.born, place.due = time.monotonic(), None

    @property
    def alive(self) -> int:
        """Workers that live."""
        there: list[Any] = list(self.wrks)
        return sum(worker.is_alive() for worker in there)

    def drain(self) -> None:
        """Tell all workers that others have taken over."""
        self.leaves = True
        there: list[Any] = list(self.wrks)
        for worker in there:
            with suppress(ProcessLookupError, TypeError):
                os.kill(worker._id(), DRAIN)


def listen(address: str, port: int, backlog: int) -> socket.socket:
    """A socket on which visitors wait."""
    listening = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((address, port))
    listening.listen(backlog)
    listening.setblocking(False)
    return listening


def let_go_of(address: tuple[Any, ...]) -> None:
    """In a worker: take nobody any more from the line at this address, which others share.

    Closing would not do: whoever waits for visitors goes on being woken by a line that others keep open. So
    another socket, that nobody knows of, comes into its place; it wakes up, finds nobody and goes on waiting.
    """
    directory = "/proc/self/fd" if os.path.isdir("/proc/self/fd") else "/dev/fd"
    with socket.socket() as nobodys:
        nobodys.bind(("127.0.0.1", 0))
        nobodys.listen(1)
        nobodys.setblocking(False)
        for number in [int(name) for name in os.listdir(directory) if name.isdigit()]:
            if number != nobodys.fileno() and is_line(number, address):
                os.dup2(nobodys.fileno(), number, inheritable=False)


def is_line(number: int, address: tuple[Any, ...]) -> bool:
    """Is this open file a socket that listens at the address?"""
    try:
        probe = socket.socket(fileno=os.dup(number))
    except OSError:
        return False
    with probe:
        try:
            return bool(probe.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)) and (
                probe.getsockname()[:2] == address[:2]
            )
        except OSError:
            return False
