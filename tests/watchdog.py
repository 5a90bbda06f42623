"""A test that hangs ends its worker, and says where it hung.

No test of ours has a time limit; but a run that never ends tells nobody why. So every worker has a thread
that counts the seconds of the test under way. After hang_after of them (pyproject.toml), which only a hang
meets, it writes the stacks of all threads and the processes below this one to the error output and to
.cache/hung-<worker>.txt, ends these processes and then its own. pytest-xdist names the test and goes on
with the next.

The seconds are counted by waiting, not read from a clock: tests move clocks, and laptops sleep.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE

NAME = "watchdog"
SECOND = 1.0


@dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    line: str


class Watchdog:
    """Looks every second; hooks tell it which test is under way."""

    def __init__(self, bound: float, report: Path, stderr: int) -> None:
        self.bound = bound
        self.report = report
        self.stderr = stderr
        self.under_way = ""
        self.seconds = 0
        threading.Thread(target=self.watch, name=NAME, daemon=True).start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.now(item.nodeid)
        try:
            return (yield)
        finally:
            self.now("")

    def pytest_enter_pdb(self) -> None:
        self.now("")

    def pytest_unconfigure(self) -> None:
        """A thread that nobody joined can keep the whole process from ending."""
        self.now("the end of the run")

    def now(self, what: str) -> None:
        self.under_way, self.seconds = what, 0

    def watch(self) -> None:
        never = threading.Event()
        while not never.wait(SECOND):
            self.seconds += 1
            if self.under_way and self.seconds > self.bound:
                self.end()

    def end(self) -> None:
        """Write down what is to be seen, and leave nothing running."""
        below = descendants(os.getpid())
        # A file of its own first: faulthandler writes to descriptors only, and this text goes to two places.
        with contextlib.suppress(OSError), tempfile.TemporaryFile() as stacks:
            faulthandler.dump_traceback(stacks)
            stacks.seek(0)
            text = "\n".join(
                [
                    f"{self.under_way} hangs; ended after more than {self.bound:.0f} seconds.",
                    "",
                    stacks.read().decode(errors="replace"),
                    "Processes below this one:",
                    *(process.line for process in below),
                    "",
                ]
            ).encode()
            with contextlib.suppress(OSError):
                os.write(self.stderr, b"\n" + text)
            self.report.parent.mkdir(parents=True, exist_ok=True)
            self.report.write_bytes(text)
        for process in below:
            with contextlib.suppress(OSError):
                os.kill(process.pid, signal.SIGKILL)
        os._exit(1)


def descendants(pid: int) -> list[Process]:
    """The processes started below a process, parents before children."""
    with contextlib.suppress(OSError):
        listed = subprocess.run(
            ["ps", "-eo", "pid=,ppid=,stat=,etime=,args="], capture_output=True, text=True, check=False
        ).stdout
        processes = [
            Process(int(line.split()[0]), int(line.split()[1]), line[:400]) for line in listed.splitlines()
        ]
        below, parents = list[Process](), [pid]
        while parents:
            parent = parents.pop(0)
            children = [process for process in processes if process.parent == parent]
            below += children
            parents += [child.pid for child in children]
        return below
    return []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("hang_after", "seconds after which a test is taken to hang", default=str(4 * PATIENCE))


def pytest_configure(config: pytest.Config) -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    report = config.rootpath / ".cache" / f"hung-{worker}.txt"
    stderr = os.dup(2)  # output is not captured yet
    config.pluginmanager.register(Watchdog(float(config.getini("hang_after")), report, stderr), NAME)
