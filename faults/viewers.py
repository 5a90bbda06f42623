"""Phones that only look, a thousand in one process: each asks for news as the page does, and goes by what
it is told. Nothing else is read of an answer, so that the crowd leaves the processors to the server.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

EVERY = 3.0  # seconds between two questions, as on a table's page
SLOWEST = 8.0  # at whatever pace
PATIENCE = 8.0
MARK = b"\r\n\r\n"
LATER = "later"  # what was answered instead of a status


@dataclass
class Looks:
    """What became of all questions, and how late they were asked: the yardstick's own slowness."""

    took: list[float] = field(default_factory=list)  # seconds
    late: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)  # by status; later; silent


class Viewer(asyncio.Protocol):
    """One page on one connection."""

    def __init__(
        self,
        path: str,
        headers: Mapping[str, str],
        looks: Looks,
        chance: random.Random,
        every: float = EVERY,
    ) -> None:
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {text}" for name, text in headers.items())]
        self.head = "\r\n".join([*lines, ""]).encode()
        self.looks, self.chance, self.every = looks, chance, every
        self.tag = b'W/"-"'
        self.pace = 1.0
        self.due = 0.0
        self.asked: float | None = None
        self.coming = b""
        self.transport: asyncio.Transport | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.loop = asyncio.get_running_loop()

    def heard(self, head: bytes, body: bytes) -> None:
        """An answer has come; for whoever wants to know more of it than its status."""

    def begin(self) -> None:
        """Some time within the first pause: nobody opens a page at the same moment as all others."""
        self._next(self.chance.uniform(0, self.every))

    def stop(self) -> None:
        """No further question."""
        if self.timer:
            self.timer.cancel()
        if self.transport:
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None

    def data_received(self, data: bytes) -> None:
        self.coming += data
        end = self.coming.find(MARK)
        if end < 0 or self.asked is None:
            return
        head = self.coming[:end].lower()
        length = int(_value(head, b"content-length") or 0)
        if head[9:12] != b"304" and len(self.coming) < end + len(MARK) + length:
            return
        self.heard(self.coming[:end], self.coming[end + len(MARK) :])
        self.looks.took.append(self.loop.time() - self.asked)
        later = b"\r\nstammtisch-later:" in head
        self.looks.answers[LATER if later else head[9:12].decode()] += 1
        at = head.find(b"\r\netag:")
        if at >= 0 and not later:
            self.tag = self.coming[at + 7 : self.coming.index(b"\r\n", at + 2)].strip()
        self.pace = float(_value(head, b"stammtisch-pace") or 1)
        wait = float(_value(head, b"retry-after") or 0) * self.chance.uniform(1, 1.5)
        self.coming, self.asked = b"", None
        self._next(max(wait, self._pause()))

    def _pause(self) -> float:
        return min(SLOWEST, self.every * self.pace) * self.chance.uniform(0.8, 1)

    def _next(self, pause: float) -> None:
        if self.timer:
            self.timer.cancel()
        self.due = self.loop.time() + pause
        self.timer = self.loop.call_at(self.due, self._ask)

    def _ask(self) -> None:
        self.asked = self.loop.time()
        self.looks.late.append(self.asked - self.due)
        if self.transport is None:
            self._give_up()
            return
        self.transport.write(self.head + b"If-None-Match: " + self.tag + MARK)
        self.timer = self.loop.call_later(PATIENCE, self._give_up)

    def _give_up(self) -> None:
        self.looks.answers["silent"] += 1
        self.asked, self.coming = None, b""
        self._next(2 * self._pause())


def _value(head: bytes, name: bytes) -> bytes:
    at = head.find(b"\r\n" + name + b":")
    if at < 0:
        return b""
    end = head.find(b"\r\n", at + 2)
    return head[at + len(name) + 3 : end if end >= 0 else len(head)].strip()


async def connect(viewer: Viewer, port: int, address: str) -> Viewer:
    """A line of its own, from an address that no other has; then it begins to ask."""
    await viewer.loop.create_connection(lambda: viewer, "127.0.0.1", port, local_addr=(address, 0))
    viewer.begin()
    return viewer
