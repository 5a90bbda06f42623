"""The starter keeps the server running, and knows when not to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until
from tests.server import ROOT, ServerWithStarter

SERVES = "import os; os.write(int(os.environ['STAMMTISCH_STARTER'].split(',')[1]), b'.')"
# A starter for any program, without pauses; what the program is stands in its arguments.
TRY = (
    "import sys; from config.starter import Starter; "
    "sys.exit(Starter([sys.executable, '-c', *sys.argv[1:]], pauses=(0.0,) * 9).run())"
)


class StarterServer(ServerWithStarter):
    """As `make run` starts it."""

    @property
    def child(self) -> int:
        """The server, not the starter."""
        assert self.process
        pid = self.process.pid
        (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return int(child)


def tried(tmp_path: Path, program: str, **env: str) -> tuple[int, str, int]:
    """Status and words of a starter, and how often its program has been started."""
    count = tmp_path / "count"
    program = f"open({str(count)!r}, 'a').write('x'); {program}"
    done = subprocess.run(
        [sys.executable, "-c", TRY, program],
        cwd=ROOT,
        env={**os.environ, "LANG": "en_US.UTF-8", "LC_ALL": "", **env},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, len(count.read_text())


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[StarterServer]:
    server = StarterServer(tmp_path / "data")
    server.start()
    yield server
    server.stop()


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_server_that_is_killed_comes_back_and_ends_when_told_to(starter: StarterServer) -> None:
    wait_until(lambda: "Ready after " in starter.output, "the server to say that it is ready")
    before = starter.child
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: "It is started again." in starter.output, "the starter to notice")
    wait_until(
        lambda: starter.is_up() and starter.output.count("Ready after ") == 2, "the server to come back"
    )
    after = starter.child
    assert gone(before)
    assert starter.stop() == 0
    assert gone(after)
    assert not starter.is_up()


def test_with_the_starter_its_server_ends(starter: StarterServer) -> None:
    wait_until(lambda: "Ready after " in starter.output, "the server to say that it is ready")
    child = starter.child
    assert starter.process
    starter.process.kill()
    wait_until(lambda: gone(child), "the server to follow its starter")
    assert not starter.is_up()


def test_whoever_has_refused_is_not_asked_again(tmp_path: Path) -> None:
    assert tried(tmp_path, "print('Because.', flush=True); raise SystemExit(1)") == (1, "Because.\n", 1)


def test_whoever_has_ended_is_not_started_again(tmp_path: Path) -> None:
    assert tried(tmp_path, f"{SERVES}; raise SystemExit(0)") == (0, "", 1)


@pytest.mark.parametrize("death", [f"{SERVES}; os._exit(3)", "import os; os.kill(os.getpid(), 9)"])
def test_it_does_not_go_on_for_ever(tmp_path: Path, death: str) -> None:
    status, words, starts = tried(tmp_path, death)
    assert (status, starts) == (1, 5)
    assert words.count("It is started again.") == 4
    assert "The server has ended 5 times shortly after its start." in words


def test_it_speaks_the_language_of_the_terminal(tmp_path: Path) -> None:
    assert (
        "wird neu gestartet" in tried(tmp_path, "import os; os.kill(os.getpid(), 9)", LANG="de_DE.UTF-8")[1]
    )
