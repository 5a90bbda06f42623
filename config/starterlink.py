"""What the starter and its server say to each other, and the server's end of it."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PIPES = "STAMMTISCH_STARTER"  # in the server's environment: two pipes, a socket, and whether another serves
BACKLOG = 4096  # a hall full of phones that wake up together
LEAVE = b"l"


@dataclass(frozen=True, slots=True)
class StarterLink:
    """The server's end."""

    alive: int
    ready: int
    line: int | None  # the socket on which visitors wait
    beside: bool  # does another server of this machine serve until we do?

    def take_line(self) -> socket.socket | None:
        """The socket that the starter holds."""
        return None if self.line is None else socket.socket(fileno=self.line)

    def say_ready(self, directory: Path) -> None:
        """We serve."""
        with suppress(OSError):
            os.write(self.ready, f"{directory}\n".encode())

    def follow(self, leave: Callable[[], None]) -> None:
        """End when the starter dies, even by kill -9; leave when it says so."""

        def follow() -> None:
            while os.read(self.alive, 1) == LEAVE:
                leave()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=follow, daemon=True).start()


def starter_link() -> StarterLink | None:
    """None if nobody has started us but a person or a service manager."""
    pipes = os.environ.pop(PIPES, "")
    if not pipes:
        return None
    alive, ready, line, beside = pipes.split(",")
    return StarterLink(int(alive), int(ready), int(line) if line else None, beside == "1")
