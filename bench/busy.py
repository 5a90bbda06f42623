"""Who keeps the processors busy while something is measured: the program, its database, and the phones."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.server import RealServer
from tests.watchdog import Process, descendants

TICKS = os.sysconf("SC_CLK_TCK")
PROGRAM, DATABASE, PHONES = "program", "database", "phones"


@dataclass
class Load:
    """Processors each of them was busy with, on average."""

    shares: dict[str, float] = field(default_factory=dict)

    @property
    def program(self) -> float:
        return self.shares.get(PROGRAM, 0.0)

    @property
    def database(self) -> float:
        return self.shares.get(DATABASE, 0.0)

    def __str__(self) -> str:
        return ", ".join(f"{who} {self.shares.get(who, 0.0):.2f}" for who in (PROGRAM, DATABASE, PHONES))


@contextmanager
def measured(server: RealServer) -> Iterator[Load]:
    """Filled in at the end of the block."""
    load, before, began = Load(), spent(server), time.monotonic()
    yield load
    took = time.monotonic() - began
    # The phones have come to their end; what they have used is counted with this process.
    load.shares = {who: (used - before.get(who, 0.0)) / took for who, used in spent(server).items()}


def spent(server: RealServer) -> dict[str, float]:
    """Seconds of processors until now."""
    times = os.times()
    used = {PROGRAM: 0.0, DATABASE: 0.0, PHONES: times.children_user + times.children_system}
    of_server = {process.pid for process in below(server)}
    for process in descendants(os.getpid()):
        if process.pid in of_server:
            used[PROGRAM] += seconds_of(process.pid)
        elif "postgres" in process.line:
            used[DATABASE] += seconds_of(process.pid)
    return used


def below(server: RealServer) -> list[Process]:
    """All processes of a server; its own is the first."""
    assert server.process
    first = server.process.pid
    return [process for process in descendants(os.getpid()) if process.pid == first] + descendants(first)


def seconds_of(pid: int) -> float:
    """What a process has used, with its children that have ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    return sum(map(int, text.rpartition(")")[2].split()[11:15])) / TICKS


def largest_mb(server: RealServer) -> float:
    """Memory of the largest process of a server."""
    sizes = [0.0]
    for process in below(server):
        try:
            lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        except OSError:
            continue
        sizes += [int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:")]
    return max(sizes)


def machine() -> str:
    """What it was measured on."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return f"{os.cpu_count()} processors, {pages >> 30} GB, Python {platform.python_version()}"
