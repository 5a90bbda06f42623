"""Many connections at once, in a process of their own: the bench does not count its own waiting.

answers = ask(server.port, [[Question("GET", "/")] * 100] * 8)   # eight connections, each one by one
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, slots=True)
class Question:
    """A request."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """What became of all requests of all connections."""

    statuses: list[int]
    took: list[float]  # seconds of each
    seconds: float  # from the first question to the last answer

    @property
    def per_second(self) -> float:
        return len(self.took) / self.seconds


def ask(port: int, lines: Sequence[Sequence[Question]]) -> Answers:
    """Each line is a connection that sends its requests one after the other; all lines go on at once."""
    asked = json.dumps({"port": port, "lines": [[asdict(each) for each in line] for line in lines]})
    done = subprocess.run(
        [sys.executable, "-m", "bench.crowd"], input=asked, capture_output=True, text=True, check=True
    )
    return Answers(**json.loads(done.stdout))


def main() -> None:
    """The process that asks."""
    asked = json.load(sys.stdin)
    lines = [[Question(**each) for each in line] for line in asked["lines"]]
    outcomes: list[tuple[int, float]] = []
    ready = threading.Barrier(len(lines) + 1)

    def go(number: int, line: list[Question]) -> None:
        address = (f"127.0.0.{2 + number}", 0)  # as phones have: limits count addresses
        connection = http.client.HTTPConnection(
            "127.0.0.1", asked["port"], timeout=60, source_address=address
        )
        connection.connect()
        ready.wait()
        for question in line:
            outcomes.append(round_trip(connection, question))

    threads = [threading.Thread(target=go, args=each) for each in enumerate(lines)]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    statuses, took = zip(*outcomes, strict=True)
    print(json.dumps({"statuses": statuses, "took": took, "seconds": seconds}))


def round_trip(connection: http.client.HTTPConnection, question: Question) -> tuple[int, float]:
    """Status, seconds."""
    began = time.perf_counter()
    headers = {"Host": "localhost", "Accept-Encoding": "gzip", **question.headers}
    connection.request(question.method, question.path, question.body or None, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status, time.perf_counter() - began


if __name__ == "__main__":
    main()
