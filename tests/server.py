"""The real server in a process of its own, as clubs run it: fixture real_server, class RealServer."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import dev
from tests import backstage

ROOT = Path(__file__).resolve().parent.parent
NAME = "club.test"  # resolved by the test browser only; a name, because on localhost browsers allow more
UP = 20.0  # seconds; busy machines are slow
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
    """`manage.py serve` on a free port with its own data directory. Start it with start()."""

    data: Path
    env: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ("--prepare",)
    command: tuple[str, ...] = ("serve",)
    output_name: str = "output.txt"
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.port = self.port or free_port()

    @property
    def url(self) -> str:
        """For browsers: not a secure context, as on a club's Wi-Fi."""
        return f"http://{NAME}:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """This machine's, with nothing left of the settings under which the tests run."""
        inherited = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        place = {"HOSTS": NAME, "PORT": str(self.port), "STAMMTISCH_DATA": str(self.data)}
        return {**inherited, **place, "TIME_ZONE": "Europe/Berlin", "LANG": "en_US.UTF-8", **self.env}

    def start(self) -> RealServer:
        """Returns when the server answers; fails with its output if it does not."""
        self.process = self.spawn()
        deadline = time.monotonic() + UP
        while self.process.poll() is None and time.monotonic() < deadline:
            # Not before it has said something: a server killed just now may still be answering.
            if self.output and self.is_up() and self.process.poll() is None:
                return self
            time.sleep(0.02)
        self.kill()
        pytest.fail(f"The server did not start:\n{self.output}")

    def spawn(self) -> subprocess.Popen[bytes]:
        with self.output_file.open("wb") as output:
            return subprocess.Popen(
                [sys.executable, "manage.py", *self.command, *self.options],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a process group of its own, so that kill() reaches the workers
            )

    @property
    def output_file(self) -> Path:
        return self.data / self.output_name

    @property
    def output(self) -> str:
        """What it has printed since its last start."""
        return self.output_file.read_text()

    def manage(self, *command: str) -> str:
        """Run a management command on this server's data."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            text=True,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def python(self, code: str) -> str:
        """Run Python on this server's data, with Django set up; returns what it printed."""
        return backstage.run(self.data, self.environment, code)

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
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=UP)
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
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(UP)
        self._end(signal.SIGKILL)
        assert self.process
        return self.process.returncode

    def restart(self) -> RealServer:
        self.kill()
        return self.start()

    def _end(self, how: signal.Signals) -> None:
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, how)
            self.process.wait(UP)

    def log(self) -> list[dict[str, object]]:
        file = self.data / "log" / "stammtisch.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture(scope="session")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """One server for all tests of a session. Whoever kills it starts it again."""
    server = RealServer(tmp_path_factory.mktemp("server") / "data").start()
    yield server
    server.stop()


def free_port() -> int:
    """A port that nobody listens on, below those the system gives to outgoing connections: one of these
    would otherwise take it before the server does."""
    chance = random.SystemRandom()  # not the test's own: two processes would try the same ports
    while True:
        port = chance.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("0.0.0.0", port))
            return port
