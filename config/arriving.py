"""Bodies that are still arriving: how long each may take, and how many one address may have under way.

A phone sends its hand in one packet, so nobody honest is long in here. Whoever stops in mid-sentence is
waited for without a thread, and only for so long; whoever opens many such requests loses the oldest of them,
so that the next phone behind the same address still gets through.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """What is borne: seconds for everybody, and more for a large list over a poor Wi-Fi."""

    seconds: float = 10.0  # without regard to size
    rate: int = 16 * 1024  # bytes per second that earn more time
    per_address: int = 32
    altogether: int = 256
    large: int = 4  # files of whole events, in this process


@dataclass(eq=False)
class Arrival:
    """One body under way."""

    sender: str
    limits: Limits
    timeout: asyncio.Timeout
    began: float = field(default_factory=time.monotonic)
    size: int = 0
    pushed_out: bool = False

    def grow(self, size: int) -> None:
        """What comes fast enough may take longer."""
        self.size += size
        if not self.timeout.expired():
            age = time.monotonic() - self.began
            left = self.limits.seconds + self.size / self.limits.rate - age
            self.timeout.reschedule(asyncio.get_running_loop().time() + left)

    def push_out(self) -> None:
        if not self.timeout.expired():
            self.pushed_out = True
            self.timeout.reschedule(asyncio.get_running_loop().time())


class Arrivals:
    """All bodies under way in this process, the oldest first. Lives in the event loop's thread only."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.by_sender: dict[str, dict[Arrival, None]] = {}
        self.large: dict[str, Arrival] = {}  # by account; "" is the laptop itself

    @contextmanager
    def take_large(self, account: str, timeout: asyncio.Timeout) -> Iterator[Arrival]:
        """The same for a large file: an account sends one at a time, and the latest is the one it means."""
        arrival = Arrival(f"large {account}", self.limits, timeout)
        if before := self.large.get(account):
            before.push_out()
        self.large[account] = arrival
        if len(self.large) > self.limits.large:
            arrival.push_out()
        try:
            yield arrival
        finally:
            if self.large.get(account) is arrival:
                del self.large[account]

    @contextmanager
    def take(self, address: str, timeout: asyncio.Timeout) -> Iterator[Arrival]:
        """Note a body that begins to arrive; the oldest makes room for it if there are too many."""
        arrival = Arrival(network(address), self.limits, timeout)
        self.by_sender.setdefault(arrival.sender, {})[arrival] = None
        self.make_room(arrival.sender)
        try:
            yield arrival
        finally:
            self.forget(arrival)

    def make_room(self, sender: str) -> None:
        busiest = sender
        if len(self.by_sender[sender]) <= self.limits.per_address:
            if sum(map(len, self.by_sender.values())) <= self.limits.altogether:
                return
            busiest = max(self.by_sender, key=lambda name: len(self.by_sender[name]))
        oldest = next(iter(self.by_sender[busiest]))
        oldest.push_out()
        self.forget(oldest)

    def forget(self, arrival: Arrival) -> None:
        others = self.by_sender.get(arrival.sender, {})
        others.pop(arrival, None)
        if not others:
            self.by_sender.pop(arrival.sender, None)


def network(address: str) -> str:
    """Whom an address belongs to: with IPv6 a household has 2^64 of them."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and not parsed.ipv4_mapped:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)
