"""`python -m config.starter`: keeps the server running.

A small parent, without Django, that starts `manage.py serve` and starts it again when it dies: killed for
want of memory, say, or by a mistake in a library. It ends with Ctrl-C, SIGTERM or the terminal, and its
server with it. A server that ended by itself is left alone: it was told to, or has said why it cannot
serve. There are never two servers of a club: what is left of the old one is killed first, and the claim on
the database file (serverlock) holds here too.

In a federation it also holds the socket on which visitors wait, so that they wait while a server starts
again; it never gives up; and SIGHUP puts a new server beside the old one, which leaves when the new one
serves: that is how an update goes without an answer missing. If the new one cannot serve, the old one stays.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from config.starterlink import BACKLOG, LEAVE, PIPES
from config.terminal import gettext_noop as _
from config.terminal import say

QUICK = 60.0  # seconds; a server that has lived shorter than this is likely to die again
TRIES = 5  # quick deaths in a row, of a club's
PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0)  # seconds before the next start, after the first, second, ... quick death
LONGEST = 30.0  # seconds, of a federation's, which is never given up
STATE = "starter.json"  # in the data directory: for `manage.py reload`


@dataclass
class Life:
    """One server, from its start to its end."""

    process: subprocess.Popen[bytes]
    alive: int  # it ends when this is closed, and leaves when it reads LEAVE
    ready: int  # readable when it serves, with its data directory
    began: float = field(default_factory=time.monotonic)
    directory: str = ""

    @property
    def is_over(self) -> bool:
        return self.process.poll() is not None

    @property
    def serves(self) -> bool:
        """Has it said so?"""
        if not self.directory:
            with suppress(BlockingIOError):
                self.directory = os.read(self.ready, 4096).decode(errors="replace").strip()
        return bool(self.directory)

    def bury(self) -> tuple[int, bool]:
        """Its status, and whether it has served; nothing of it is left over."""
        status = self.process.wait()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        served = self.serves
        os.close(self.alive)
        os.close(self.ready)
        return status, served


class Starter:
    """Runs one command again and again until it is told to end or the command ends by itself."""

    def __init__(
        self,
        command: Sequence[str],
        pauses: Sequence[float] = PAUSES,
        variables: Mapping[str, str] = os.environ,
    ) -> None:
        self.command = command
        self.pauses = pauses
        self.patient = variables.get("PROFILE", "").strip() == "federation"
        self.listening = listen(variables) if self.patient else None
        self.home = home()
        self.life: Life | None = None
        self.next: Life | None = None  # beside it, until it serves
        self.leaving: list[Life] = []
        self.ending = self.asked = False  # by signals, and only looked at
        self.reloads = 0  # that have come to an end
        self.woken, self.waker = os.pipe()

    def run(self) -> int:
        """The status with which to end this program."""
        os.set_blocking(self.woken, False)
        os.set_blocking(self.waker, False)
        signal.set_wakeup_fd(self.waker, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.end)
        signal.signal(signal.SIGHUP, self.hang_up)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)  # it wakes us
        deaths = 0
        self.life = self.begin()
        while True:
            self.wait()
            self.go_on()
            if self.is_told_to_end():
                return self.wait_for_ends()
            if not self.life.is_over:
                continue
            status, served = self.life.bury()
            if self.next is not None:  # it comes sooner than another one
                self.life, self.next = self.next, None
                continue
            if status == 0 or (status > 0 and not served):
                return status
            deaths = deaths + 1 if time.monotonic() - self.life.began < QUICK else 1
            if deaths >= TRIES and not self.patient:
                say(_("The server has ended {count} times shortly after its start."), count=deaths)
                say(_("It is not started again. What happened is in the log, in the data directory."))
                return 1
            say(_("The server has ended unexpectedly ({status}). It is started again."), status=status)
            self.wait(self.pause(deaths))
            if self.is_told_to_end():
                return self.wait_for_ends()
            self.life = self.begin()

    def is_told_to_end(self) -> bool:
        """A signal may come at any moment."""
        return self.ending

    def pause(self, deaths: int) -> float:
        """Seconds before the next start."""
        longest = LONGEST if self.pauses == PAUSES else self.pauses[-1]
        return self.pauses[deaths - 1] if deaths <= len(self.pauses) else longest

    def begin(self, *, beside: bool = False) -> Life:
        """Start a server; `beside` one that serves."""
        alive, ready = os.pipe(), os.pipe()
        os.set_blocking(ready[0], False)
        passed = [alive[0], ready[1]]
        if self.listening is not None:
            passed.append(self.listening.fileno())
        line = "" if self.listening is None else str(self.listening.fileno())
        process = subprocess.Popen(
            self.command,
            cwd=self.home,
            env={**os.environ, PIPES: f"{alive[0]},{ready[1]},{line},{int(beside)}"},
            pass_fds=passed,
            process_group=0,  # so that nothing of it can be left over
        )
        os.close(alive[0])
        os.close(ready[1])
        return Life(process, alive[1], ready[0])

    def wait(self, seconds: float | None = None) -> None:
        """Until a signal, the end of a server, its word that it serves; or until the time is over."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = None if until is None else until - time.monotonic()
            if self.ending or (left is not None and left <= 0):
                return
            lives = [life for life in (self.life, self.next) if life is not None and not life.is_over]
            awaited = [life.ready for life in lives if not life.directory] if until is None else []
            ready, _writable, _exceptional = select.select([self.woken, *awaited], [], [], left)
            with suppress(BlockingIOError):
                os.read(self.woken, 512)
            asked = self.asked and self.next is None
            if until is None and (ready or asked or any(life.is_over for life in self.lives)):
                return

    @property
    def lives(self) -> list[Life]:
        return [life for life in (self.life, self.next, *self.leaving) if life is not None]

    def go_on(self) -> None:
        """What has happened since: a server serves, a new one was asked for, an old one has left."""
        if self.life is not None and not self.life.is_over and not self.life.directory and self.life.serves:
            self.note(self.life, refused=False)
        for life in [life for life in self.leaving if life.is_over]:
            self.leaving.remove(life)
            life.bury()
        if self.next is not None:
            if self.next.is_over:
                self.next.bury()
                self.next = None
                self.reloads += 1
                say(_("The new server could not start, and has said why. The old one goes on."))
                self.note(self.life, refused=True)
            elif self.next.serves and self.life is not None:
                self.reloads += 1
                say(_("The new server serves. The old one finishes what is under way, and leaves."))
                with suppress(OSError):
                    os.write(self.life.alive, LEAVE)
                self.leaving.append(self.life)
                self.life, self.next = self.next, None
                self.note(self.life, refused=False)
        if self.asked and self.next is None and self.life is not None and not self.life.is_over:
            self.asked = False
            self.next = self.begin(beside=True)

    def note(self, life: Life | None, *, refused: bool) -> None:
        """Say beside the data how it stands, for `manage.py reload`."""
        if life is None or not life.directory or not self.patient:
            return
        state = {"starter": os.getpid(), "server": life.process.pid, "reloads": self.reloads}
        file = Path(life.directory) / STATE
        with suppress(OSError):
            temporary = file.with_name(f"{STATE}-{os.getpid()}")
            temporary.write_text(json.dumps({**state, "refused": refused}))
            temporary.replace(file)

    def end(self, number: int, frame: FrameType | None) -> None:
        """Receiver of signals: the servers finish what is under way, then all end."""
        self.ending = True

    def hang_up(self, number: int, frame: FrameType | None) -> None:
        """Whoever closes the window wants to stop; whoever has none wants the new version."""
        if self.patient and not os.isatty(0):
            self.asked = True
        else:
            self.ending = True

    def wait_for_ends(self) -> int:
        for life in self.lives:
            if not life.is_over:
                life.process.terminate()
        for life in self.lives:
            life.bury()
        return 0


def listen(variables: Mapping[str, str]) -> socket.socket | None:
    """The socket on which visitors wait; None if there cannot be one: the server itself says why."""
    address = variables.get("BIND", "").strip() or "127.0.0.1"
    port = variables.get("PORT", "").strip() or "8000"
    try:
        listening = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, int(port)))
    except (OSError, ValueError, OverflowError):
        return None
    listening.listen(BACKLOG)
    listening.setblocking(False)
    return listening


def home() -> Path | None:
    """Where the program lies, by the name under which it was started: a new version may have that name since.

    None where that is not to be seen: then it stays where we are.
    """
    named = Path(sys.executable).parent.parent.parent  # of .venv/bin/python
    with suppress(OSError):
        if named.samefile(Path.cwd()):
            return named
    return None


if __name__ == "__main__":
    sys.exit(Starter([sys.executable, "manage.py", "serve", *sys.argv[1:]]).run())
