"""The parts of the bench: every module or package beside this with a function `measure`, it yields figures.

    python -m bench.parts hand --short     # the lines of a part, as `make bench` asks for them

`measure(short=True)` is the form of a few seconds, where the other takes more than ten. Each part is measured
in a process of its own with a directory of its own for data: settings are read once, memory is nobody else's,
and a part that fails or hangs takes no other with it.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import dev
from bench.figure import Figure
from bench.lines import as_json, figure_of

ROOT = Path(__file__).resolve().parents[1]
MEASURE = re.compile(r"^def measure\(", re.MULTILINE)
BOUND = 600.0  # seconds: what hangs
LAST_WORDS = 12  # lines


class PartFailedError(Exception):
    """Why a part came to no end."""


def names() -> list[str]:
    """All parts there are; found by reading, for importing them all would load everything."""
    files = sorted([*Path(__file__).parent.glob("*.py"), *Path(__file__).parent.glob("*/__init__.py")])
    parts = [file for file in files if MEASURE.search(file.read_text())]
    return sorted(file.parent.name if file.name == "__init__.py" else file.stem for file in parts)


def perform(name: str, *, short: bool = False, root: Path = ROOT) -> Iterator[Figure]:
    """The figures of a part, each as soon as it is there; `root` is the tree that is measured."""
    command = [sys.executable, "-m", "bench.parts", name, *(["--short"] if short else [])]
    inherited = {key: value for key, value in os.environ.items() if key not in dev.SETTINGS.split()}
    with tempfile.TemporaryDirectory(prefix="stammtisch-bench-") as data, tempfile.TemporaryFile() as errors:
        # The phones of a bench do not wait as people do.
        around = {**inherited, "STAMMTISCH_DATA": data, "HOSTS": "localhost", "PHONE_PACE": "1000"}
        with subprocess.Popen(
            command, cwd=root, env=around, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process:
            hang = threading.Timer(BOUND, process.send_signal, [signal.SIGINT])  # so that it ends its servers
            hang.start()
            try:
                assert process.stdout
                for line in process.stdout:
                    yield figure_of(json.loads(line))
                process.wait()
            finally:
                hang.cancel()
                end(process)
        if process.returncode:
            errors.seek(0)
            last = errors.read().decode(errors="replace").strip().splitlines()[-LAST_WORDS:]
            raise PartFailedError("\n".join(last) or f"ended with status {process.returncode}")


def tidy_when_told_to_end() -> None:
    """Whoever is sent away by another program (timeout, a container) takes servers and trees away first."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to end"))


def end(process: subprocess.Popen[str]) -> None:
    """Whatever it is doing; its own `finally` first."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def measured(measure: Callable[..., Iterator[Figure]], *, short: bool) -> Iterator[Figure]:
    """In its short form if it has one."""
    takes_short = "short" in inspect.signature(measure).parameters
    for figure in measure(short=True) if short and takes_short else measure():
        if not isinstance(figure, Figure):
            raise TypeError(f"not a Figure: {figure!r:.80}")
        yield figure


def main() -> None:
    """The process of a part: figures to the standard output, all else to the other one."""
    tidy_when_told_to_end()
    name, *options = sys.argv[1:]
    with os.fdopen(os.dup(1), "w") as figures:
        os.dup2(2, 1)
        for figure in measured(import_module(f"bench.{name}").measure, short="--short" in options):
            print(as_json(figure), file=figures, flush=True)


if __name__ == "__main__":
    main()
