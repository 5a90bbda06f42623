"""Programs that tests start: they get as long as they need, and none of them outlives its test.

The output goes into files, not pipes: a server that a program leaves behind would inherit a pipe and keep
whoever reads it waiting for ever.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Done:
    """How a program ended."""

    returncode: int
    raw: bytes  # of its standard output
    raw_errors: bytes

    @property
    def stdout(self) -> str:
        return self.raw.decode()

    @property
    def stderr(self) -> str:
        return self.raw_errors.decode()


def run(
    command: Sequence[str],
    *,
    data: bytes = b"",
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    without: Iterable[str] = (),
) -> Done:
    """Run a program to its end, with `data` to read and these changes to the environment of this process."""
    around = {name: value for name, value in os.environ.items() if name not in set(without)} | dict(env or {})
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        source.write(data)
        source.seek(0)
        process = subprocess.Popen(
            command, cwd=cwd, env=around, stdin=source, stdout=out, stderr=err, start_new_session=True
        )
        try:
            process.wait()  # as long as it needs; a program that hangs is the watchdog's business
        finally:
            end_group(process)
        out.seek(0)
        err.seek(0)
        return Done(process.returncode, out.read(), err.read())


def end_group(process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGKILL) -> None:
    """The program and all it has started; it leads a group of its own."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, how)
    process.wait(PATIENCE)


def is_running(pid: int) -> bool:
    """Not gone, and not only waiting for somebody to ask how it ended."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return shown.stdout.strip()[:1] not in ("", "Z")
