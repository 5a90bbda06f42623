"""The real server in a process of its own, as clubs run it: fixture real_server, class RealServer."""

from __future__ import annotations

import fcntl
import http.client
import json
import os
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import dev
from tests import backstage
from tests.patience import PATIENCE, wait_until
from tests.processes import ROOT, end_group, run

NAME = "club.test"  # resolved by the test browser only; a name, because on localhost browsers allow more
SETTINGS = {*dev.SETTINGS.split(), "DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "TEST_ENGINE"}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> object:
        return json.loads(self.body)


@dataclass
class RealServer:
    """`manage.py serve` on a free port with its own data directory. Start it with start().

    An empty data directory is first filled with what `--prepare` makes there, once for all tests; with
    `fresh` the server has to make it itself, as at its very first start.
    """

    data: Path
    env: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ("--prepare",)
    command: tuple[str, ...] = ("serve",)
    output_name: str = "output.txt"
    port: int = field(default_factory=lambda: free_port())
    fresh: bool = False
    root: Path = ROOT  # the tree of the program
    before: tuple[str, ...] = ()  # a program that starts the server: strace, unshare
    process: subprocess.Popen[bytes] | None = None
    lifeline: int | None = None  # a file descriptor

    def __post_init__(self) -> None:
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.fresh and not any(self.data.iterdir()):
            copy_prepared(self.data)

    @property
    def url(self) -> str:
        """For browsers: not a secure context, as on a club's Wi-Fi."""
        return f"http://{NAME}:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """This machine's, with nothing left of the settings under which the tests run."""
        inherited = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        place = {"HOSTS": NAME, "PORT": str(self.port), "STAMMTISCH_DATA": str(self.data)}
        quick = {"PHONE_PACE": "1000"}  # a test's phones do not wait as people do
        return {
            **inherited,
            **place,
            **quick,
            "TIME_ZONE": "Europe/Berlin",
            "LANG": "en_US.UTF-8",
            **self.env,
        }

    def start(self) -> RealServer:
        """Returns when the server answers, however long that takes; fails with its output if it ends."""
        self.process = self.spawn()
        try:
            wait_until(self.has_started_or_ended, f"an answer of the server in {self.data}")
        except AssertionError:
            self.kill()
            pytest.fail(f"The server does not answer:\n{self.output}")
        if self.process.poll() is not None:
            self.kill()
            pytest.fail(f"The server did not start:\n{self.output}")
        return self

    def has_started_or_ended(self) -> bool:
        # Not before it has said something: a server killed just now may still be answering.
        return self.has_ended() or bool(self.output and self.is_up())

    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def wait_for_end(self) -> int:
        """The exit status of a server that ends by itself, or that somebody else has told to."""
        assert self.process
        return self.process.wait(PATIENCE)

    def spawn(self) -> subprocess.Popen[bytes]:
        read_end, write_end = os.pipe()
        try:
            with self.output_file.open("wb") as output:
                process = subprocess.Popen(
                    [*self.before, sys.executable, "manage.py", *self.command, *self.options],
                    cwd=self.root,
                    env=self.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    pass_fds=[write_end],
                    start_new_session=True,  # a process group of its own, so that kill() reaches the workers
                )
        finally:
            os.close(write_end)
        self._let_go()
        self.lifeline = read_end
        return process

    def wait_until_gone(self) -> None:
        """Until the last process of this server has let go of port and lock, not its parent alone.

        Each of them has inherited the other end of a pipe, in which nobody ever writes.
        """
        if self.lifeline is not None:
            ended, _writable, _exceptional = select.select([self.lifeline], [], [], PATIENCE)
            assert ended, f"a worker of the server in {self.data} goes on"
            self._let_go()

    def _let_go(self) -> None:
        if self.lifeline is not None:
            os.close(self.lifeline)
            self.lifeline = None

    @property
    def output_file(self) -> Path:
        return self.data / self.output_name

    @property
    def output(self) -> str:
        """What it has printed since its last start."""
        return self.output_file.read_text()

    def manage(self, *command: str) -> str:
        """Run a management command on this server's data."""
        command = (sys.executable, "manage.py", *command)
        done = run(command, env=self.environment, without=SETTINGS, cwd=self.root)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def python(self, code: str, patience: float = PATIENCE) -> str:
        """Run Python on this server's data, with Django set up; returns what it printed."""
        return backstage.run(self.data, self.environment, code, self.root, patience)

    def request(
        self,
        method: str,
        path: str,
        body: bytes | str | dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """One request without cookies or redirects; a dict is sent as a form."""
        headers = {"Host": f"{NAME}:{self.port}", **(headers or {})}
        if isinstance(body, dict):
            body = urllib.parse.urlencode(body)
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.request("GET", path, headers=headers)

    def is_up(self) -> bool:
        try:
            return self.get("/healthz").status == 200
        except OSError:
            return False

    def kill(self) -> None:
        """kill -9 of the parent and all workers, as when the laptop loses power."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """The ordinary end; returns the exit status."""
        backstage.close(self.data)
        assert self.process
        if not self.has_ended():
            os.kill(self.told_to_end(), signal.SIGTERM)
            self.wait_for_end()
        self._end(signal.SIGKILL)
        return self.process.returncode

    def told_to_end(self) -> int:
        """The process that ends the server: what it was started by may keep the signal to itself."""
        assert self.process
        pid = self.process.pid
        if not self.before:
            return pid
        return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    def restart(self) -> RealServer:
        self.kill()
        return self.start()

    def _end(self, how: signal.Signals) -> None:
        # Not twice: the number of a process that is gone may be somebody else's by now.
        if self.process and self.lifeline is not None:
            end_group(self.process, how)
            self.wait_until_gone()

    def log(self) -> list[dict[str, object]]:
        file = self.data / "log" / "stammtisch.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


class ServerWithStarter(RealServer):
    """One with a starter before it, as `make run` and deploy/stammtisch.service have it."""

    def spawn(self) -> subprocess.Popen[bytes]:
        with self.output_file.open("wb") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "config.starter", *self.options],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )


@pytest.fixture(scope="session")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """One server for all tests of a session. Whoever kills it starts it again."""
    server = RealServer(tmp_path_factory.mktemp("server") / "data").start()
    yield server
    server.stop()


def copy_prepared(data: Path) -> None:
    """Fill an empty data directory with a database up to date, the collected files and a secret key.

    The first test that asks lets the real server prepare a directory; the workers of a parallel run share it.
    """
    original = Path(os.environ["STAMMTISCH_DATA"]) / "prepared"
    original.mkdir(mode=0o700, exist_ok=True)
    complete = original / "complete"
    with (original / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not complete.exists():
            shutil.rmtree(original / "data", ignore_errors=True)
            server = RealServer(original / "data", fresh=True).start()
            assert server.stop() == 0, server.output
            complete.touch()
    for name in ("stammtisch.sqlite3", "secret-key"):
        shutil.copy2(original / "data" / name, data)
    shutil.copytree(original / "data" / "static", data / "static")


def free_port() -> int:
    """A port that nobody listens on, below those the system gives to outgoing connections: one of these
    would otherwise take it before the server does.

    This process has it as long as it lives, among all test runs of this machine: they ask by binding a
    datagram socket to the same number, which a web server never does.
    """
    chance = random.SystemRandom()  # not the test's own: two processes would try the same ports
    while True:
        port = chance.randrange(20_000, 32_000)
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as reserved:
            reserved.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("0.0.0.0", port))
            reserved.detach()
            return port
