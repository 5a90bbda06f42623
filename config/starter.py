"""`python -m config.starter`: keeps the server running for an evening.

A small parent, without Django, that starts `manage.py serve` and starts it again when it dies: killed for
want of memory, say, or by a mistake in a library. It ends with Ctrl-C, SIGTERM or the terminal, and its
server with it. A server that ended by itself is left alone: it was told to, or has said why it cannot
serve. There are never two servers: what is left of the old one is killed first, and the claim on the
database file (serverlock) holds here too.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType

from config.terminal import gettext_noop as _
from config.terminal import say

PIPES = "STAMMTISCH_STARTER"  # in the server's environment: the pipes between the two
QUICK = 60.0  # seconds; a server that has lived shorter than this is likely to die again
TRIES = 5  # quick deaths in a row
PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0)  # seconds before the next start, after the first, second, ... quick death
STEP = 0.05  # seconds between two looks whether to end


class Starter:
    """Runs one command again and again until it is told to end or the command ends by itself."""

    def __init__(self, command: Sequence[str], pauses: Sequence[float] = PAUSES) -> None:
        self.command = command
        self.pauses = pauses
        self.server: subprocess.Popen[bytes] | None = None
        self.ending = threading.Event()  # only looked at, never waited for: a signal sets it

    def run(self) -> int:
        """The status with which to end this program."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.end)
        deaths = 0
        while True:
            began = time.monotonic()
            status, served = self.serve()
            if self.ending.is_set() or status == 0 or (status > 0 and not served):
                return 0 if self.ending.is_set() else status
            deaths = deaths + 1 if time.monotonic() - began < QUICK else 1
            if deaths >= TRIES:
                say(_("The server has ended {count} times shortly after its start."), count=deaths)
                say(_("It is not started again. What happened is in the log, in the data directory."))
                return 1
            say(_("The server has ended unexpectedly ({status}). It is started again."), status=status)
            self.wait(self.pauses[deaths - 1])
            if self.ending.is_set():
                return 0

    def serve(self) -> tuple[int, bool]:
        """One life of the server: its status, and whether it has served."""
        alive, ready = os.pipe(), os.pipe()
        os.set_blocking(ready[0], False)
        self.server = subprocess.Popen(
            self.command,
            env={**os.environ, PIPES: f"{alive[0]},{ready[1]}"},
            pass_fds=(alive[0], ready[1]),
            process_group=0,  # so that nothing of it can be left over
        )
        os.close(alive[0])
        os.close(ready[1])
        if self.ending.is_set():  # told so between two servers
            self.server.terminate()
        status = self.server.wait()
        with suppress(ProcessLookupError):
            os.killpg(self.server.pid, signal.SIGKILL)
        try:
            served = os.read(ready[0], 1) != b""
        except BlockingIOError:
            served = False
        os.close(alive[1])
        os.close(ready[0])
        return status, served

    def end(self, number: int, frame: FrameType | None) -> None:
        """Receiver of signals: the server finishes what is under way, then both end."""
        self.ending.set()
        if self.server is not None and self.server.returncode is None:
            self.server.terminate()

    def wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.ending.is_set():
            time.sleep(STEP)


def tell_starter() -> Callable[[], None]:
    """In the server: end when the starter dies, even by kill -9. Returns how to tell it that we serve."""
    pipes = os.environ.pop(PIPES, "")
    if not pipes:
        return lambda: None
    alive, ready = (int(number) for number in pipes.split(","))

    def follow() -> None:
        os.read(alive, 1)  # it never writes, so this ends when the starter does
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()

    def serving() -> None:
        with suppress(OSError):
            os.write(ready, b".")

    return serving


if __name__ == "__main__":
    sys.exit(Starter([sys.executable, "manage.py", "serve", *sys.argv[1:]]).run())
