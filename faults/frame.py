"""What all checks have in common: options, a seed, a bound, a place of their own, a line of figures, an end.

A check is a module with a value CHECK, started by `python -m faults.<name>`. It ends with 0 (the promise was
kept), 1 (it was broken; the line says where), 2 (it could not be tried), 3 (a program is missing here) or 4
(it hung). Times are compared with their goals too, but a busy machine is no breach: only `--strict` fails.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import faulthandler
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faults.history import History
from tests.watchdog import descendants

BREACH, FAILURE, MISSING, HANGS = 1, 2, 3, 4
GRACE = 30.0  # seconds after the bound
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
SHARED = "FAULTS_SHARED"  # a directory that several checks share; set by python -m faults
MOST = 20  # breaches in the line


class CannotTry(Exception):  # noqa: N818 (what happened, as one would say it)
    """Something this check needs is not there."""


@dataclass(frozen=True)
class Check:
    """What is tried, and how much of it."""

    name: str
    goal: str  # its numbers in docs/reliability.md
    what: str
    run: Callable[[Stage], None]
    amounts: Mapping[str, int]
    quick: Mapping[str, int]  # the least that can show something; also for the red runs
    breaks: tuple[str, ...] = ()  # variants of the program that must be seen through
    engines: tuple[str, ...] = ("sqlite",)
    needs: tuple[str, ...] = ()  # programs
    seconds: int = 900  # the bound


@dataclass
class Stage:
    """One performance of a check."""

    check: Check
    directory: Path
    seed: int
    engine: str
    broken: str
    amounts: dict[str, int]
    quick: bool = False
    figures: dict[str, Any] = field(default_factory=dict)
    breaches: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.history = History(self.directory / "history.jsonl")
        self.began = time.monotonic()

    def new_history(self) -> None:
        """Another database begins."""
        self.history.close()
        self.history = History(self.directory / f"history-{time.monotonic_ns()}.jsonl")

    def amount(self, name: str) -> int:
        """How much of something, as asked for."""
        return self.amounts[name]

    def breach(self, sentence: str) -> None:
        """Something the program promises not to do."""
        self.breaches.append(sentence)

    def demand(self, condition: object, sentence: str) -> None:
        """A breach unless the condition holds."""
        if not condition:
            self.breach(sentence)

    def figure(self, **figures: Any) -> None:
        """What was measured."""
        self.figures |= figures

    def within(self, name: str, value: float, goal: float) -> None:
        """A time and its goal: a figure, and named where it is missed."""
        self.figures[name] = round(value, 3)
        if value > goal:
            self.slow.append(f"{name} {value:.3g} > {goal:g}")

    def at_least(self, name: str, value: float, goal: float) -> None:
        """A rate and its goal."""
        self.figures[name] = round(value, 1)
        if value < goal:
            self.slow.append(f"{name} {value:.3g} < {goal:g}")

    def say(self, sentence: str) -> None:
        """For whoever watches; figures go to the standard output alone."""
        print(f"{self.check.name}: {sentence}", file=sys.stderr, flush=True)


def options(check: Check) -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog=f"python -m faults.{check.name}", description=check.what)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--engine", choices=check.engines, default=check.engines[0])
    parser.add_argument("--break", dest="broken", choices=check.breaks, default="")
    parser.add_argument(
        "--quick", action="store_true", help="as much as fits into five minutes with all others"
    )
    parser.add_argument("--strict", action="store_true", help="fail for missed times as well")
    parser.add_argument("--bound", type=int, default=check.seconds, help="seconds after which it is ended")
    parser.add_argument("--leave", action="store_true", help="leave the directory with everything in it")
    for name, amount in check.amounts.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", dest=name, type=int, default=None, help=f"{amount}"
        )
    return parser.parse_args()


def main(check: Check) -> None:
    """Perform a check as the command line asks, and end this process with its status."""
    asked = options(check)
    faulthandler.enable()
    missing = [program for program in check.needs if not shutil.which(program)]
    if missing:
        print(f"{check.name}: not installed here: {', '.join(missing)}", file=sys.stderr)
        sys.exit(MISSING)
    usual = {**check.amounts, **(check.quick if asked.quick else {})}
    given = {name: getattr(asked, name) for name in check.amounts}
    amounts = {name: usual[name] if given[name] is None else given[name] for name in usual}
    seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    adopt_orphans()
    status = FAILURE
    with place(asked.leave) as directory:
        stage = Stage(check, directory, seed, asked.engine, asked.broken, amounts, asked.quick)
        stage.say(f"seed {seed}, {stage.engine}{', broken: ' + stage.broken if stage.broken else ''}")
        watch(stage, asked.bound)
        try:
            check.run(stage)
            status = BREACH if stage.breaches or (asked.strict and stage.slow) else 0
        except KeyboardInterrupt:
            stage.breach("interrupted")
        except CannotTry as missing_thing:
            stage.say(str(missing_thing))
            status = MISSING
        except BaseException as failure:  # also what pytest's helpers raise
            traceback.print_exc()
            stage.figure(failure=f"{type(failure).__name__}: {failure}"[:400])
            if stage.breaches:  # the word was broken before: no wonder that it does not go on
                status = BREACH
        finally:
            stage.history.close()
            left = clean_up()
        if left and status == 0:
            stage.breach(f"left running: {'; '.join(left)[:300]}")
            status = BREACH
        report(stage, status)
    sys.stdout.flush()
    sys.exit(status)


def report(stage: Stage, status: int) -> None:
    """The line of figures."""
    line = {
        "check": stage.check.name,
        "goal": stage.check.goal,
        "engine": stage.engine,
        "seed": stage.seed,
        **({"break": stage.broken} if stage.broken else {}),
        "ok": status == 0,
        "seconds": round(time.monotonic() - stage.began, 1),
        **stage.figures,
        **({"missed": stage.slow} if stage.slow else {}),
        **({"breaches": len(stage.breaches), "first": stage.breaches[:MOST]} if stage.breaches else {}),
    }
    print(json.dumps(line, ensure_ascii=False), flush=True)


@contextlib.contextmanager
def place(leave: bool) -> Iterator[Path]:
    """A directory of this check's own, with an empty home for prepared data."""
    directory = Path(tempfile.mkdtemp(prefix="stammtisch-faults-"))
    os.environ["STAMMTISCH_DATA"] = os.environ.get(SHARED) or str(directory)
    try:
        yield directory
    finally:
        if leave:
            print(f"left in {directory}", file=sys.stderr)
        else:
            shutil.rmtree(directory, ignore_errors=True)


def adopt_orphans() -> None:
    """Whatever loses its parent below this process becomes its child, so that nothing is overlooked."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def watch(stage: Stage, bound: float) -> None:
    """End everything when the bound is passed; counted by waiting, because checks move clocks."""

    def wait() -> None:
        threading.Event().wait(bound + GRACE)
        faulthandler.dump_traceback(sys.stderr)
        stage.figure(failure=f"hangs: ended after {bound + GRACE:.0f} s")
        report(stage, HANGS)
        clean_up()
        shutil.rmtree(stage.directory, ignore_errors=True)
        os._exit(HANGS)

    threading.Thread(target=wait, daemon=True).start()


def clean_up() -> list[str]:
    """Kill what was started and is still there; returns the lines of what should not have been."""
    with contextlib.suppress(ImportError):
        from tests import backstage

        backstage.close_all()
    left = [process for process in descendants(os.getpid()) if " ps -eo" not in process.line]
    for process in left:
        with contextlib.suppress(OSError):
            os.kill(process.pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    return [process.line for process in left if " Z" not in process.line and "<defunct>" not in process.line]
