"""strace at a running server: what it writes, and system calls that fail, take long or kill."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from faults.frame import CannotTry
from tests.patience import wait_until
from tests.server import RealServer
from tests.watchdog import descendants

WRITES = "pwrite64,ftruncate,fsync,fdatasync,unlink"


def worker_of(server: RealServer) -> int:
    """The process that answers."""
    assert server.process

    def look() -> int:
        assert server.process
        below = [each for each in descendants(server.process.pid) if " Z" not in each.line]
        return below[0].pid if below else 0

    return wait_until(look, "a worker")


@dataclass
class Tracer:
    """strace, attached."""

    process: subprocess.Popen[bytes]
    pid: int
    errors: Path
    ended: bool = field(default=False)

    def is_over(self) -> bool:
        """Has it ended? From a process that was killed it never comes back by itself."""
        if not is_alive(self.pid):
            self.process.kill()
        return self.process.poll() is not None

    def detach(self) -> None:
        """The server goes on as if nothing had been."""
        if not self.ended:
            self.ended = True
            self.process.send_signal(signal.SIGINT)
            wait_until(self.is_over, "strace to let go")


@contextmanager
def traced(server: RealServer, directory: Path, *what: str) -> Iterator[Tracer]:
    """Attach to all threads of the worker with these options of strace. Raises CannotTry."""
    pid = worker_of(server)
    errors = directory / "strace.txt"
    with errors.open("wb") as stream:
        process = subprocess.Popen(
            ["strace", "-f", "-p", str(pid), *what], stdout=subprocess.DEVNULL, stderr=stream
        )
    tracer = Tracer(process, pid, errors)
    wait_until(lambda: process.poll() is not None or "attached" in errors.read_text(), "strace")
    if "attached" not in errors.read_text():
        raise CannotTry(f"strace may not attach here: {errors.read_text()[:200]}")
    try:
        yield tracer
    finally:
        tracer.detach()


def is_alive(pid: int) -> bool:
    """Not gone, and not only waiting for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def is_traced(pid: int) -> bool:
    """Does somebody still trace this process? Detaching takes a moment."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    return "TracerPid:\t0\n" not in status


def inject(calls: str, how: str) -> tuple[str, ...]:
    """Options that make these calls fail, wait or kill: `error=EIO:when=3`. Each thread counts for itself."""
    return ("-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:{how}")
