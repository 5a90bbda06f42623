"""Behind the scenes of a real server: Python sentences on its data, in one process that has loaded Django.

`manage.py shell -c` loads Django anew for every sentence. RealServer.python() asks the process of its data
directory instead: it starts with the first sentence and ends with the server, or with the session. A sentence
gets fresh names, fresh connections to the database, no transaction around it; what it printed is the answer.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import select
import subprocess
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
SIZE = 8  # bytes before every message: its length

_open: dict[Path, Backstage] = {}


class Backstage:
    """The process, seen from the tests."""

    def __init__(self, environment: Mapping[str, str], root: Path) -> None:
        # The pipes are private: Python hands them on to no other child of either side.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.backstage"],
            cwd=root,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    def run(self, code: str, patience: float = PATIENCE) -> str:
        """What the sentence printed; fails with its traceback."""
        assert self.process.stdin
        assert self.process.stdout
        send(self.process.stdin, {"code": code})
        if not select.select([self.process.stdout], [], [], patience)[0]:
            self.close()
            raise AssertionError(f"waited {patience:.0f} s behind the scenes for:\n{code}")
        answer = receive(self.process.stdout)
        assert answer is not None, f"the process behind the scenes has ended ({self.process.wait()})"
        assert not answer["error"], f"{answer['error']}\n{answer['output']}"
        return str(answer["output"])

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def run(
    data: Path,
    environment: Mapping[str, str],
    code: str,
    root: Path = ROOT,
    patience: float = PATIENCE,
) -> str:
    """Run a sentence on this data directory; `root` is the tree of the program."""
    backstage = _open.get(data)
    if backstage is None or backstage.process.poll() is not None:
        close(data)
        backstage = _open[data] = Backstage(environment, root)
    return backstage.run(code, patience)


def close(data: Path) -> None:
    """The data directory is not needed any more."""
    if backstage := _open.pop(data, None):
        backstage.close()


@atexit.register
def close_all() -> None:
    for data in list(_open):
        close(data)


# --- messages ------------------------------


def send(pipe: IO[bytes], message: dict[str, str]) -> None:
    body = json.dumps(message).encode()
    pipe.write(len(body).to_bytes(SIZE, "big") + body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> dict[str, str] | None:
    """The next message; None if the other side has gone."""
    size = pipe.read(SIZE)
    if len(size) < SIZE:
        return None
    answer: dict[str, str] = json.loads(pipe.read(int.from_bytes(size, "big")))
    return answer


# --- the other side ------------------------------


def perform(code: str) -> dict[str, str]:
    """Run one sentence and leave nothing of it behind but what it has saved."""
    from django.db import connections, reset_queries
    from django.utils import timezone, translation

    output, error = io.StringIO(), ""
    with contextlib.redirect_stdout(output):
        try:
            exec(compile(code, "<behind the scenes>", "exec"), {"__name__": "__backstage__"})
        except BaseException:  # also SystemExit: the next sentence wants an answer, too
            error = traceback.format_exc()
    translation.deactivate()
    timezone.deactivate()
    reset_queries()
    connections.close_all()
    return {"output": output.getvalue(), "error": error}


def main() -> None:
    # What a sentence starts gets neither the questions nor a place among the answers.
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

    import django

    django.setup()
    while question := receive(questions):
        send(answers, perform(question["code"]))


if __name__ == "__main__":
    main()
